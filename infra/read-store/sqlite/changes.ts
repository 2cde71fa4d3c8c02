import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { isDeepStrictEqual } from 'node:util';
import { storedId } from '../names.ts';
import { type Checkpoint, type DocumentWrite, type JsonObject, WriteConflict } from '../read-store.ts';
import { collectionsIn } from './collections.ts';
import { indexOf, tableOf, valueOf } from './names.ts';
import { hasRemoved, rewriteCollection } from './rewrite.ts';
import { Statements } from './statements.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS checkpoints (name TEXT PRIMARY KEY, log_id TEXT NOT NULL, position TEXT NOT NULL, epoch INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

/** A connection to the documents' file, with the settings that all of them need. @param cacheKb pages that it keeps in memory */
export const openDocuments = (file: string, cacheKb: number): DatabaseSyncInstance => {
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY');
    db.exec(`PRAGMA cache_size = -${cacheKb}; PRAGMA wal_autocheckpoint = 4000`);
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Documents of one collection to be written, as texts: a list for each column, which travels to another thread faster than one of rows. */
export interface Columns {
  collection: string;
  ids: string[];
  expected: (string | null)[];
  positions: string[];
  texts: (string | null)[];
}

/** The checkpoint of a write. */
export type Mark = { name: string } & Checkpoint;

/** Everything that changes the file. */
export type Change =
  | { kind: 'write'; columns: readonly Columns[]; mark?: Mark }
  | { kind: 'define'; collection: string; indexes: readonly (readonly string[])[] }
  | { kind: 'swap'; key: string; expected?: JsonObject; next: JsonObject }
  | { kind: 'drop'; collection: string }
  | { kind: 'scrub' }
  | { kind: 'empty' };

/** The writes as columns, in their order. @throws TypeError for what is no id, or cannot be kept as JSON */
export const columnsOf = (writes: readonly DocumentWrite[]): Columns[] => {
  const all: Columns[] = [];
  let last: Columns | undefined;
  for (const { collection, id, expected, position, data } of writes) {
    if (last?.collection !== collection) all.push((last = { collection, ids: [], expected: [], positions: [], texts: [] }));
    last.ids.push(storedId(id));
    last.expected.push(expected);
    last.positions.push(position);
    last.texts.push(data === null ? null : JSON.stringify(data));
  }
  return all;
};

const KEPT = 100;

/** Changes the file through one connection, each change whole or not at all. */
export class Changes {
  private readonly statements: Statements;
  private readonly texts = new Map<string, { insert: string; update: string }>();

  /** @param beforeCommit told when a write is done but for its commit; what it throws undoes the write */
  constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly beforeCommit?: (checkpoint: string | undefined) => void,
  ) {
    this.statements = new Statements(db);
  }

  /** Answers whether it was changed; only a swap may find something else than it expects. @throws WriteConflict, TypeError and what the engine throws */
  make(change: Change): boolean {
    switch (change.kind) {
      case 'write':
        this.write(change.columns, change.mark);
        return true;
      case 'define':
        this.define(change.collection, change.indexes);
        return true;
      case 'swap':
        return this.swap(change.key, change.expected, change.next);
      case 'drop':
        this.transaction(() => this.db.exec(`DROP TABLE IF EXISTS ${tableOf(change.collection)}`));
        this.emptyLog();
        return true;
      case 'scrub':
        this.scrub();
        return true;
      case 'empty':
        this.emptyLog();
        return true;
    }
  }

  /** To be called before the connection is closed: the driver keeps the file open for statements that somebody holds. */
  letGo(): void {
    this.statements.clear();
  }

  private setting(key: string): JsonObject | undefined {
    const row = this.statements.of('SELECT value FROM settings WHERE key = ?').get(storedId(key)) as { value: string } | undefined;
    return row && (JSON.parse(row.value) as JsonObject);
  }

  private write(all: readonly Columns[], mark: Mark | undefined): void {
    this.transaction(() => {
      for (const columns of all) this.put(columns);
      if (mark) this.advance(mark);
      this.beforeCommit?.(mark?.name);
    });
  }

  private put({ collection, ids, expected, positions, texts }: Columns): void {
    const { insert, update } = this.writing(collection);
    for (const [n, id] of ids.entries()) {
      const before = expected[n]!;
      const { changes } =
        before === null
          ? this.statements.of(insert).run(id, positions[n]!, texts[n]!)
          : this.statements.of(update).run(positions[n]!, texts[n]!, id, before);
      if (changes === 0) throw new WriteConflict(`a document of ${collection} was written by somebody else in between`);
    }
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
    if (this.texts.size >= KEPT) this.texts.clear();
    this.texts.set(collection, texts);
    return texts;
  }

  private advance({ name, log_id, position, epoch }: Mark): void {
    const { changes } = this.statements
      .of(
        `INSERT INTO checkpoints (name, log_id, position, epoch) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE
         SET log_id = excluded.log_id, position = excluded.position, epoch = excluded.epoch WHERE excluded.epoch >= checkpoints.epoch`,
      )
      .run(storedId(name), log_id, position, epoch);
    if (changes === 0) throw new WriteConflict(`the checkpoint ${name} has a later owner`);
  }

  private define(collection: string, indexes: readonly (readonly string[])[]): void {
    const table = tableOf(collection);
    const fields = indexes.filter((list) => list.length > 0);
    // the id at the end serves the tie-break; removed documents are in no index
    const wanted = fields.map(
      (list) =>
        `CREATE INDEX IF NOT EXISTS ${indexOf(collection, list)} ON ${table} (${list.map(valueOf).join(', ')}, id) WHERE data IS NOT NULL;`,
    );
    this.transaction(() =>
      this.db.exec(`CREATE TABLE IF NOT EXISTS ${table} (id TEXT PRIMARY KEY, position TEXT NOT NULL, data TEXT); ${wanted.join(' ')}`),
    );
  }

  private swap(key: string, expected: JsonObject | undefined, next: JsonObject): boolean {
    return this.transaction(() => {
      if (!isDeepStrictEqual(this.setting(key), expected)) return false;
      this.statements
        .of('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
        .run(key, JSON.stringify(next));
      return true;
    });
  }

  private scrub(): void {
    for (const collection of collectionsIn(this.db)) {
      if (hasRemoved(this.db, collection)) this.transaction(() => rewriteCollection(this.db, collection));
    }
    if (this.emptyLog() === 'busy') throw new Error('the log of the read models is being read and could not be emptied');
  }

  /** Moves the log's pages into the file and cuts it to nothing: until then it holds what pages looked like before. */
  private emptyLog(): 'busy' | 'empty' {
    const { busy } = this.statements.of('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    return busy ? 'busy' : 'empty';
  }

  private transaction<T>(work: () => T): T {
    this.statements.of('BEGIN IMMEDIATE').run();
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
