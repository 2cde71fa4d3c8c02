import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';
import { BEGINNING, type Position } from '#infra/event-store/event-store';
import { CheckpointWaiters } from '../checkpoint-waiters.ts';
import { pageOf } from '../comparisons.ts';
import { storedId } from '../names.ts';
import {
  type Checkpoint,
  type DocumentWrite,
  type Filter,
  type JsonObject,
  type Page,
  type Query,
  ReadStore,
  type StoredDocument,
} from '../read-store.ts';
import { openDocuments } from './changes.ts';
import { collectionsIn } from './collections.ts';
import { tableOf } from './names.ts';
import { countOf, positionsOf, selectOf } from './queries.ts';
import { Statements } from './statements.ts';
import { Writing, type WritingOptions } from './writing.ts';

const SCAN_BATCH = 500;
const EMPTIED_AFTER = 1000;
/** Half of what the thread for large writes has: each of its commits empties this one. */
const CACHE_KB = 16_000;

export interface SqliteReadStoreOptions {
  /** The documents' file, made with its folder where absent. One process at a time. */
  file: string;
  /**
   * Called as a write passes a point where it can fail, with the name of its checkpoint where it carries one: may throw, or end the process.
   * Made for tests of what depends on the store.
   */
  faults?: WritingOptions['faults'];
  /** Writes of so many documents are made in another thread. Default 200. */
  threadFrom?: number;
}

interface Row {
  id: string;
  position: string;
  data: string | null;
}

/**
 * Documents as JSON in one SQLite file, a table per collection, indexes on the JSON expressions.
 *
 * Synchronous NORMAL: a commit survives the end of the process but, within the last moments, not that of the machine's power. The file
 * is consistent in any case, and since documents and checkpoint are written together, what was lost is folded from the log again.
 * Secure delete, and the write-ahead log is emptied soon after a removal: what is removed here leaves the disk.
 *
 * Reads and small writes in this thread, large writes in another one: see Writing. A write that resolved is read by whoever reads then.
 */
export class SqliteReadStore extends ReadStore {
  private readonly statements: Statements;
  private readonly writing: Writing;
  private readonly waiters = new CheckpointWaiters();
  private emptying: NodeJS.Timeout | undefined;
  private closing?: Promise<void>;

  private constructor(
    private readonly db: DatabaseSyncInstance,
    options: SqliteReadStoreOptions,
  ) {
    super();
    this.statements = new Statements(db);
    this.writing = new Writing(db, options);
  }

  static async open(options: SqliteReadStoreOptions): Promise<SqliteReadStore> {
    makeFolder(dirname(options.file));
    return new SqliteReadStore(openDocuments(options.file, CACHE_KB), options);
  }

  async define(collection: string, indexes: readonly (readonly string[])[]): Promise<void> {
    await this.writing.change({ kind: 'define', collection, indexes });
  }

  async get<D = JsonObject>(collection: string, id: string): Promise<StoredDocument<D> | undefined> {
    const row = this.statements.of(`SELECT id, position, data FROM ${tableOf(collection)} WHERE id = ?`).get(storedId(id)) as
      | Row
      | undefined;
    return row && document<D>(row);
  }

  async getMany<D = JsonObject>(collection: string, ids: readonly string[]): Promise<StoredDocument<D>[]> {
    const select = `SELECT id, position, data FROM ${tableOf(collection)} WHERE id IN (SELECT value FROM json_each(?))`;
    const rows = this.statements.of(select).all(JSON.stringify(ids.map(storedId))) as Row[];
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [document<D>(row)] : [];
    });
  }

  async find<D = JsonObject>(collection: string, query: Query): Promise<Page<D>> {
    const { counted = true } = query;
    const { skip, take } = pageOf(query);
    const select = selectOf(tableOf(collection), query);
    const count = countOf(tableOf(collection), query);
    return this.atOnce(() => {
      const rows = take === 0 ? [] : (this.statements.of(select.text).all(...select.values, take ?? -1, skip) as Row[]);
      const isEnd = !counted || (rows.length > 0 && (take === undefined || rows.length < take));
      const all = () => (this.statements.of(count.text).get(...count.values) as { n: number }).n;
      return { items: rows.map((row) => document<D>(row)) as Page<D>['items'], overall_count: isEnd ? skip + rows.length : all() };
    });
  }

  async stamp(collection: string, filter: Filter): Promise<string> {
    const { text, values } = positionsOf(tableOf(collection), filter);
    const { positions } = this.statements.of(text).get(...values) as { positions: string | null };
    return createHash('sha256')
      .update(positions ?? '')
      .digest('base64url');
  }

  async countRemoved(collection: string, position: Position): Promise<number> {
    const count = this.statements.of(`SELECT count(*) AS n FROM ${tableOf(collection)} WHERE data IS NULL AND position = ?`);
    return (count.get(position) as { n: number }).n;
  }

  async *scan<D = JsonObject>(collection: string): AsyncIterable<StoredDocument<D>> {
    const select = this.statements.of(`SELECT id, position, data FROM ${tableOf(collection)} WHERE id > ? ORDER BY id LIMIT ${SCAN_BATCH}`);
    for (let last = ''; ;) {
      const rows = select.all(last) as Row[];
      for (const row of rows) yield document<D>(row);
      if (rows.length < SCAN_BATCH) return;
      last = rows.at(-1)!.id;
    }
  }

  async write(writes: readonly DocumentWrite[], checkpoint?: { name: string } & Checkpoint): Promise<void> {
    await this.writing.write(writes, checkpoint);
    if (checkpoint) this.waiters.written(checkpoint.name);
    if (writes.some(({ data }) => data === null)) this.emptyLogSoon();
  }

  async checkpoint(name: string): Promise<Checkpoint | undefined> {
    const row = this.statements.of('SELECT log_id, position, epoch FROM checkpoints WHERE name = ?').get(storedId(name));
    return row && { ...(row as Checkpoint) };
  }

  async checkpoints(log_id: string): Promise<({ name: string } & Checkpoint)[]> {
    const rows = this.statements.of('SELECT name, log_id, position, epoch FROM checkpoints WHERE log_id = ? ORDER BY name').all(log_id);
    return rows.map((row) => ({ ...(row as { name: string } & Checkpoint) }));
  }

  nextCheckpoint(names: readonly string[], milliseconds: number): Promise<void> {
    return this.waiters.wait(names, milliseconds);
  }

  async furthest(log_id: string): Promise<Position> {
    const row = this.statements.of('SELECT max(position) AS position FROM checkpoints WHERE log_id = ?').get(log_id);
    return (row as { position: Position | null }).position ?? BEGINNING;
  }

  async swap(key: string, expected: JsonObject | undefined, next: JsonObject): Promise<boolean> {
    return this.writing.change({ kind: 'swap', key, ...(expected && { expected }), next });
  }

  async setting(key: string): Promise<JsonObject | undefined> {
    const row = this.statements.of('SELECT value FROM settings WHERE key = ?').get(storedId(key)) as { value: string } | undefined;
    return row && (JSON.parse(row.value) as JsonObject);
  }

  async collections(): Promise<string[]> {
    return collectionsIn(this.db);
  }

  async drop(collection: string): Promise<void> {
    await this.writing.change({ kind: 'drop', collection });
  }

  async scrub(): Promise<void> {
    await this.writing.change({ kind: 'scrub' });
  }

  close(): Promise<void> {
    this.closing ??= this.release();
    return this.closing;
  }

  private async release(): Promise<void> {
    clearTimeout(this.emptying);
    this.waiters.close();
    try {
      await this.writing.close();
    } finally {
      this.statements.clear();
      this.db.close();
    }
  }

  private emptyLogSoon(): void {
    this.emptying ??= setTimeout(() => {
      this.emptying = undefined;
      this.writing.change({ kind: 'empty' }).catch(() => this.closing ?? this.emptyLogSoon());
    }, EMPTIED_AFTER).unref();
  }

  /** One look at the file for several reads. */
  private atOnce<T>(work: () => T): T {
    this.statements.of('BEGIN').run();
    try {
      return work();
    } finally {
      this.statements.of('COMMIT').run();
    }
  }
}

const document = <D>({ id, position, data }: Row): StoredDocument<D> => ({
  id,
  position,
  data: data === null ? null : (JSON.parse(data) as D),
});
