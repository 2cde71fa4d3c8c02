import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { forOwnerAlone } from '#infra/data-folder/for-owner-alone';
import { makeFolder } from '#infra/data-folder/make-folder';
import { syncFile } from '#infra/data-folder/sync-file';
import { isDiskFull } from '../data-folder/disk-full.ts';
import type { KeyRow, KeyRows, NewKey, StoredSecret } from './key-rows.ts';
import { KeyStoreFull, KeysUnavailable } from './keys.ts';

/** Name of the file of a key store. */
export const KEY_FILE = 'keys.sqlite';

const AT_ONCE = 500;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS checks (id INTEGER PRIMARY KEY CHECK (id = 1), sealed BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY, subject TEXT NOT NULL, wrapped BLOB, created_at TEXT NOT NULL, destroyed_at TEXT,
    CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
  );
  CREATE UNIQUE INDEX IF NOT EXISTS keys_of_subject ON keys (subject);
  CREATE TABLE IF NOT EXISTS destroyed_subjects (subject TEXT PRIMARY KEY, destroyed_at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS secrets (purpose TEXT PRIMARY KEY, wrapped BLOB NOT NULL, created_at TEXT NOT NULL);
`;

/** Rows of subjects, of those that the query names. */
const rowsOf = (subjects: string): string => `
  SELECT named.subject, id, wrapped, created_at, coalesce(keys.destroyed_at, gone.destroyed_at) AS destroyed_at
  FROM (${subjects}) named LEFT JOIN keys ON keys.subject = named.subject LEFT JOIN destroyed_subjects gone ON gone.subject = named.subject
  WHERE id IS NOT NULL OR gone.destroyed_at IS NOT NULL ORDER BY named.subject`;
const AFTER =
  'SELECT subject FROM keys WHERE subject > ?1 UNION SELECT subject FROM destroyed_subjects WHERE subject > ?1 ORDER BY 1 LIMIT ?2';

/**
 * The tables of keys.sqlite: see `KeyRows`. Each write is on disk when it returns.
 * Reading back goes through a connection of its own, whose pages come from the file and not from the writer's memory.
 */
export class KeyFile implements KeyRows {
  private readonly writer: DatabaseSyncInstance;
  private readonly reader: DatabaseSyncInstance;
  private readonly keyById: StatementSyncInstance;
  private readonly rowOfSubject: StatementSyncInstance;
  private readonly writtenRow: StatementSyncInstance;
  private readonly writtenSecret: StatementSyncInstance;

  /** @param journal 'WAL' for a store that is used, 'DELETE' for one that is only written once, wherever that is. @throws KeysUnavailable */
  constructor(file: string, journal: 'WAL' | 'DELETE' = 'WAL') {
    this.writer = orUnavailable(() => new DatabaseSync(file, { timeout: 5000 }));
    try {
      [this.reader, this.keyById, this.rowOfSubject, this.writtenRow, this.writtenSecret] = orUnavailable(() => {
        this.writer.exec(
          `PRAGMA journal_mode = ${journal}; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY`,
        );
        this.writer.exec(SCHEMA);
        const reader = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
        const ofSubject = rowsOf('SELECT ? AS subject');
        return [
          reader,
          this.writer.prepare('SELECT * FROM keys WHERE id = ?'),
          this.writer.prepare(ofSubject),
          reader.prepare(ofSubject),
          reader.prepare('SELECT wrapped FROM secrets WHERE purpose = ?'),
        ] as const;
      });
    } catch (error) {
      this.writer.close();
      throw error;
    }
  }

  /** Writes a new file, whole and on disk, with what `fill` puts into it; afterwards nothing is beside it. @throws KeysUnavailable also if there is such a file */
  static async write(path: string, fill: (rows: KeyRows) => Promise<void>): Promise<void> {
    if (existsSync(path)) throw new KeysUnavailable('there are keys in this place');
    orUnavailable(() => makeFolder(dirname(path)));
    const file = new KeyFile(path, 'DELETE');
    try {
      await fill(file);
    } finally {
      await file.close();
    }
    forOwnerAlone(path);
    await syncFile(path);
  }

  /** Removes a file that nobody has open, with zeros over its keys: see `destroy`. Harmless if there is none. */
  static async erase(path: string): Promise<void> {
    if (existsSync(path)) {
      orUnavailable(() => {
        const db = new DatabaseSync(path, { timeout: 5000 });
        try {
          const tables = ['keys', 'destroyed_subjects', 'secrets', 'checks'];
          db.exec(`PRAGMA secure_delete = ON; BEGIN IMMEDIATE; ${tables.map((table) => `DELETE FROM ${table};`).join(' ')} COMMIT`);
          db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        } finally {
          db.close();
        }
      });
    }
    for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true, maxRetries: 10 });
  }

  async check(): Promise<Uint8Array | undefined> {
    return this.run(
      () => (this.writer.prepare('SELECT sealed FROM checks WHERE id = 1').get() as { sealed: Uint8Array } | undefined)?.sealed,
    );
  }

  async addCheck(wrapped: Uint8Array): Promise<Uint8Array | undefined> {
    await this.run(() => this.writer.prepare('INSERT INTO checks (id, sealed) VALUES (1, ?) ON CONFLICT DO NOTHING').run(wrapped));
    return this.check();
  }

  async key(id: string): Promise<KeyRow | undefined> {
    return this.run(() => this.keyById.get(id) as KeyRow | undefined);
  }

  async of(subject: string): Promise<KeyRow | undefined> {
    return this.run(() => this.rowOfSubject.get(subject) as KeyRow | undefined);
  }

  async add({ subject, id, wrapped, created_at }: NewKey): Promise<KeyRow | undefined> {
    return this.run(() => {
      this.transaction(() => {
        if (this.rowOfSubject.get(subject)) return;
        this.writer
          .prepare('INSERT INTO keys (id, subject, wrapped, created_at) VALUES (?, ?, ?, ?)')
          .run(id, subject, wrapped, created_at);
      });
      return this.writtenRow.get(subject) as KeyRow | undefined;
    });
  }

  /**
   * Zeros over the subject's keys, then nothing in their place; secure_delete zeroes what pages held before, and the log beside the
   * file is emptied, so that no file holds them any more. Blocks that a drive keeps after that hold keys that are wrapped.
   */
  async destroy(subject: string, now: string): Promise<string[]> {
    return this.run(() => {
      const ids = this.transaction(() => {
        this.writer
          .prepare('INSERT INTO destroyed_subjects (subject, destroyed_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
          .run(subject, now);
        this.writer.prepare('UPDATE keys SET wrapped = zeroblob(length(wrapped)) WHERE subject = ? AND wrapped IS NOT NULL').run(subject);
        this.writer
          .prepare('UPDATE keys SET wrapped = NULL, destroyed_at = ? WHERE subject = ? AND destroyed_at IS NULL')
          .run(now, subject);
        return this.writer.prepare('SELECT id FROM keys WHERE subject = ?').all(subject) as { id: string }[];
      });
      if (this.emptyLog() === 'busy') throw new Error('the log of the key store is being read and could not be emptied');
      return ids.map(({ id }) => id);
    });
  }

  async secret(purpose: string): Promise<Uint8Array | undefined> {
    return this.run(() => (this.writtenSecret.get(purpose) as { wrapped: Uint8Array } | undefined)?.wrapped);
  }

  async addSecret({ purpose, wrapped, created_at }: StoredSecret): Promise<Uint8Array | undefined> {
    const add = 'INSERT INTO secrets (purpose, wrapped, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    await this.run(() => this.writer.prepare(add).run(purpose, wrapped, created_at));
    return this.secret(purpose);
  }

  async after(subject: string, limit: number): Promise<KeyRow[]> {
    await nextTurn(); // room for everything else in the process
    return this.run(() => this.writer.prepare(rowsOf(AFTER)).all(subject, limit) as unknown as KeyRow[]);
  }

  async secrets(): Promise<StoredSecret[]> {
    return this.run(() => this.writer.prepare('SELECT * FROM secrets').all() as unknown as StoredSecret[]);
  }

  async take(rows: readonly KeyRow[]): Promise<void> {
    await this.run(() => {
      const key = this.writer.prepare(
        'INSERT INTO keys (id, subject, wrapped, created_at, destroyed_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (subject) DO NOTHING',
      );
      const gone = this.writer.prepare('INSERT INTO destroyed_subjects (subject, destroyed_at) VALUES (?, ?) ON CONFLICT DO NOTHING');
      this.transaction(() => {
        for (const { subject, id, wrapped, created_at, destroyed_at } of rows) {
          if (id !== null) key.run(id, subject, wrapped, created_at, destroyed_at);
          if (destroyed_at !== null) gone.run(subject, destroyed_at);
        }
      });
    });
  }

  async close(): Promise<void> {
    if (!this.writer.isOpen) return;
    if (this.reader.isOpen) this.reader.close();
    try {
      // the driver lets go of the file only when its statements are collected, so the log would lie about until then
      await this.run(() => this.emptyLog());
    } catch (error) {
      if (!(error instanceof KeyStoreFull)) throw error; // it is put in order the next time
    } finally {
      this.writer.close();
    }
  }

  /** Keys of a file that nobody has open, which stays as it is. */
  static async *rowsOf(file: string): AsyncGenerator<KeyRow & { id: string }, void> {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      let seen = 0;
      for (const row of db.prepare('SELECT * FROM keys ORDER BY id').iterate() as IterableIterator<KeyRow & { id: string }>) {
        yield row;
        seen += 1;
        if (seen % AT_ONCE === 0) await nextTurn(); // room for everything else in the process
      }
    } finally {
      db.close();
    }
  }

  private emptyLog(): 'busy' | 'empty' {
    const { busy } = this.writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    return busy ? 'busy' : 'empty';
  }

  private async run<T>(work: () => T): Promise<T> {
    return orUnavailable(work);
  }

  private transaction<T>(work: () => T): T {
    this.writer.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.writer.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.writer.isTransaction) this.writer.exec('ROLLBACK');
      throw error;
    }
  }
}

/** @throws KeysUnavailable, KeyStoreFull */
export const orUnavailable = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (isDiskFull(error)) throw new KeyStoreFull('the disk under the key store is full', { cause: error });
    throw new KeysUnavailable('the key store cannot be read or written', { cause: error });
  }
};
