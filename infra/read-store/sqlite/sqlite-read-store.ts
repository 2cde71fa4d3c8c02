import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeFolder } from '#infra/data-folder/make-folder';
import { BEGINNING, type Position } from '#infra/event-store/event-store';
import {
  type Checkpoint,
  type DocumentWrite,
  type JsonObject,
  type Page,
  type Query,
  ReadStore,
  type StoredDocument,
  WriteConflict,
} from '../read-store.ts';
import { CheckpointWaiters } from './checkpoint-waiters.ts';
import { indexOf, storedId, TABLE_PREFIX, tableOf, valueOf } from './names.ts';
import { countOf, selectOf } from './queries.ts';
import { hasRemoved, rewriteCollection } from './rewrite.ts';
import { Statements } from './statements.ts';

const SCAN_BATCH = 500;
const EMPTIED_AFTER = 1000;
const TEXTS_KEPT = 100;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS checkpoints (name TEXT PRIMARY KEY, log_id TEXT NOT NULL, position TEXT NOT NULL, epoch INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

export interface SqliteReadStoreOptions {
  /** The documents' file, made with its folder where absent. One process at a time. */
  file: string;
  /**
   * Called as a write passes a point where it can fail, with the name of its checkpoint where it carries one: may throw, or end the process.
   * Made for tests of what depends on the store.
   */
  faults?: (point: 'before-commit' | 'after-commit', checkpoint: string | undefined) => void;
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
 */
export class SqliteReadStore extends ReadStore {
  private readonly statements: Statements;
  private readonly waiters = new CheckpointWaiters();
  private readonly texts = new Map<string, { insert: string; update: string }>();
  private emptying: NodeJS.Timeout | undefined;

  private constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly faults: SqliteReadStoreOptions['faults'],
  ) {
    super();
    this.statements = new Statements(db);
  }

  static async open({ file, faults }: SqliteReadStoreOptions): Promise<SqliteReadStore> {
    makeFolder(dirname(file));
    const db = new DatabaseSync(file, { timeout: 5000 });
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY');
      db.exec('PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 4000');
      db.exec(SCHEMA);
    } catch (error) {
      db.close();
      throw error;
    }
    return new SqliteReadStore(db, faults);
  }

  async define(collection: string, indexes: readonly (readonly string[])[]): Promise<void> {
    const table = tableOf(collection);
    const fields = indexes.filter((list) => list.length > 0);
    // the id at the end serves the tie-break; removed documents are in no index
    const wanted = fields.map(
      (list) =>
        `CREATE INDEX IF NOT EXISTS ${indexOf(collection, list)} ON ${table} (${list.map(valueOf).join(', ')}, id) WHERE data IS NOT NULL;`,
    );
    this.transaction('BEGIN IMMEDIATE', () =>
      this.db.exec(`CREATE TABLE IF NOT EXISTS ${table} (id TEXT PRIMARY KEY, position TEXT NOT NULL, data TEXT); ${wanted.join(' ')}`),
    );
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
    const { skip = 0, take } = query;
    if (!isCount(skip) || (take !== undefined && !isCount(take))) throw new TypeError('skip and take are whole numbers from 0');
    const select = selectOf(tableOf(collection), query);
    const count = countOf(tableOf(collection), query);
    return this.transaction('BEGIN', () => {
      const rows = take === 0 ? [] : (this.statements.of(select.text).all(...select.values, take ?? -1, skip) as Row[]);
      const isEnd = rows.length > 0 && (take === undefined || rows.length < take);
      const counted = () => (this.statements.of(count.text).get(...count.values) as { n: number }).n;
      return { items: rows.map((row) => document<D>(row)) as Page<D>['items'], overall_count: isEnd ? skip + rows.length : counted() };
    });
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
    this.transaction('BEGIN IMMEDIATE', () => {
      for (const write of writes) this.put(write);
      if (checkpoint) this.advance(checkpoint);
      this.faults?.('before-commit', checkpoint?.name);
    });
    this.faults?.('after-commit', checkpoint?.name);
    if (checkpoint) this.waiters.written(checkpoint.name);
    if (writes.some(({ data }) => data === null)) this.emptyLogSoon();
  }

  async checkpoint(name: string): Promise<Checkpoint | undefined> {
    const row = this.statements.of('SELECT log_id, position, epoch FROM checkpoints WHERE name = ?').get(storedId(name));
    return row && { ...(row as Checkpoint) };
  }

  nextCheckpoint(names: readonly string[], milliseconds: number): Promise<void> {
    return this.waiters.wait(names, milliseconds);
  }

  async furthest(log_id: string): Promise<Position> {
    const row = this.statements.of('SELECT max(position) AS position FROM checkpoints WHERE log_id = ?').get(log_id);
    return (row as { position: Position | null }).position ?? BEGINNING;
  }

  async swap(key: string, expected: JsonObject | undefined, next: JsonObject): Promise<boolean> {
    return this.transaction('BEGIN IMMEDIATE', () => {
      if (!isDeepStrictEqual(this.read(key), expected)) return false;
      this.statements
        .of('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
        .run(key, JSON.stringify(next));
      return true;
    });
  }

  async setting(key: string): Promise<JsonObject | undefined> {
    return this.read(key);
  }

  async collections(): Promise<string[]> {
    const rows = this.statements.of("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all() as { name: string }[];
    return rows.flatMap(({ name }) => (name.startsWith(TABLE_PREFIX) ? [name.slice(TABLE_PREFIX.length)] : []));
  }

  async drop(collection: string): Promise<void> {
    const table = tableOf(collection);
    this.transaction('BEGIN IMMEDIATE', () => this.db.exec(`DROP TABLE IF EXISTS ${table}`));
    this.emptyLog();
  }

  async scrub(): Promise<void> {
    for (const collection of await this.collections()) {
      if (hasRemoved(this.db, collection)) this.transaction('BEGIN IMMEDIATE', () => rewriteCollection(this.db, collection));
    }
    if (this.emptyLog() === 'busy') throw new Error('the log of the read models is being read and could not be emptied');
  }

  async close(): Promise<void> {
    if (!this.db.isOpen) return;
    clearTimeout(this.emptying);
    this.waiters.close();
    try {
      // the driver lets go of the file only when its statements are collected, so the log would lie about until then
      this.emptyLog();
    } finally {
      this.statements.clear();
      this.db.close();
    }
  }

  private put({ collection, id, expected, position, data }: DocumentWrite): void {
    const { insert, update } = this.writing(collection);
    const json = data === null ? null : JSON.stringify(data);
    const { changes } =
      expected === null
        ? this.statements.of(insert).run(storedId(id), position, json)
        : this.statements.of(update).run(position, json, storedId(id), expected);
    if (changes === 0) throw new WriteConflict(`a document of ${collection} was written by somebody else in between`);
  }

  /** The statements that write a collection: their texts are made once, for a rebuild writes documents by the hundred thousand. */
  private writing(collection: string): { insert: string; update: string } {
    const made = this.texts.get(collection);
    if (made) return made;
    const table = tableOf(collection);
    const texts = {
      insert: `INSERT INTO ${table} (id, position, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
      update: `UPDATE ${table} SET position = ?, data = ? WHERE id = ? AND position = ?`,
    };
    if (this.texts.size >= TEXTS_KEPT) this.texts.clear();
    this.texts.set(collection, texts);
    return texts;
  }

  private advance({ name, log_id, position, epoch }: { name: string } & Checkpoint): void {
    const { changes } = this.statements
      .of(
        `INSERT INTO checkpoints (name, log_id, position, epoch) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE
         SET log_id = excluded.log_id, position = excluded.position, epoch = excluded.epoch WHERE excluded.epoch >= checkpoints.epoch`,
      )
      .run(storedId(name), log_id, position, epoch);
    if (changes === 0) throw new WriteConflict(`the checkpoint ${name} has a later owner`);
  }

  private read(key: string): JsonObject | undefined {
    const row = this.statements.of('SELECT value FROM settings WHERE key = ?').get(storedId(key)) as { value: string } | undefined;
    return row && (JSON.parse(row.value) as JsonObject);
  }

  private emptyLogSoon(): void {
    this.emptying ??= setTimeout(() => {
      this.emptying = undefined;
      try {
        this.emptyLog();
      } catch {
        this.emptyLogSoon();
      }
    }, EMPTIED_AFTER).unref();
  }

  /** Moves the log's pages into the file and cuts it to nothing: until then it holds what pages looked like before. */
  private emptyLog(): 'busy' | 'empty' {
    const { busy } = this.statements.of('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    return busy ? 'busy' : 'empty';
  }

  private transaction<T>(begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => T): T {
    this.statements.of(begin).run();
    try {
      const result = work();
      this.statements.of('COMMIT').run();
      return result;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

const document = <D>({ id, position, data }: Row): StoredDocument<D> => ({
  id,
  position,
  data: data === null ? null : (JSON.parse(data) as D),
});
