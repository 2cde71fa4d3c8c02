import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { isDiskFull } from '../../data-folder/disk-full.ts';

const AT_ONCE = 500;

/** A key as it lies on disk. `wrapped` is null once it was destroyed. */
export interface KeyRow {
  id: string;
  subject: string;
  wrapped: Uint8Array | null;
  created_at: string;
  destroyed_at: string | null;
}

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

/**
 * The tables of keys.sqlite: rows in, rows out, nothing of cryptography. Each write is on disk when it returns.
 * Reading back goes through a connection of its own, whose pages come from the file and not from the writer's memory.
 */
export class KeyFile {
  private readonly writer: DatabaseSyncInstance;
  private readonly reader: DatabaseSyncInstance;
  private readonly keyById;
  private readonly keyBySubject;
  private readonly writtenKey;
  private readonly writtenSecret;

  constructor(file: string) {
    this.writer = new DatabaseSync(file, { timeout: 5000 });
    try {
      this.writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY');
      this.writer.exec(SCHEMA);
      this.reader = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    } catch (error) {
      this.writer.close();
      throw error;
    }
    this.keyById = this.writer.prepare('SELECT * FROM keys WHERE id = ?');
    this.keyBySubject = this.writer.prepare('SELECT * FROM keys WHERE subject = ?');
    this.writtenKey = this.reader.prepare('SELECT * FROM keys WHERE subject = ?');
    this.writtenSecret = this.reader.prepare('SELECT wrapped FROM secrets WHERE purpose = ?');
  }

  /** The sealed check value, stored as `make` gives it where there is none yet. */
  check(make: () => Uint8Array): Uint8Array {
    return this.transaction(() => {
      const read = this.writer.prepare('SELECT sealed FROM checks WHERE id = 1');
      const present = read.get() as { sealed: Uint8Array } | undefined;
      if (present) return present.sealed;
      this.writer.prepare('INSERT INTO checks (id, sealed) VALUES (1, ?)').run(make());
      return (read.get() as { sealed: Uint8Array }).sealed;
    });
  }

  key(id: string): KeyRow | undefined {
    return this.keyById.get(id) as KeyRow | undefined;
  }

  keyOf(subject: string): KeyRow | undefined {
    return this.keyBySubject.get(subject) as KeyRow | undefined;
  }

  isDestroyed(subject: string): boolean {
    return this.writer.prepare('SELECT 1 FROM destroyed_subjects WHERE subject = ?').get(subject) !== undefined;
  }

  /** The subject's row as it was read back: the one that is there or the one that `make` gives; 'destroyed' where the subject was erased. */
  add(subject: string, make: () => { id: string; wrapped: Uint8Array }, now: string): KeyRow | 'destroyed' | undefined {
    const added = this.transaction(() => {
      if (this.isDestroyed(subject)) return 'destroyed';
      if (this.keyOf(subject)) return 'present';
      const { id, wrapped } = make();
      this.writer.prepare('INSERT INTO keys (id, subject, wrapped, created_at) VALUES (?, ?, ?, ?)').run(id, subject, wrapped, now);
      return 'added';
    });
    return added === 'destroyed' ? 'destroyed' : (this.writtenKey.get(subject) as KeyRow | undefined);
  }

  /**
   * Zeros over the subject's keys, then nothing in their place; secure_delete zeroes what pages held before, and the log beside the
   * file is emptied, so that no file holds them any more. Blocks that a drive keeps after that hold keys that are wrapped.
   */
  destroy(subject: string, now: string): string[] {
    const ids = this.transaction(() => {
      this.writer.prepare('INSERT INTO destroyed_subjects (subject, destroyed_at) VALUES (?, ?) ON CONFLICT DO NOTHING').run(subject, now);
      this.writer.prepare('UPDATE keys SET wrapped = zeroblob(length(wrapped)) WHERE subject = ? AND wrapped IS NOT NULL').run(subject);
      this.writer.prepare('UPDATE keys SET wrapped = NULL, destroyed_at = ? WHERE subject = ? AND destroyed_at IS NULL').run(now, subject);
      return (
        this.writer.prepare('SELECT id FROM keys WHERE subject = ?').all(subject) as {
          id: string;
        }[]
      ).map(({ id }) => id);
    });
    if (this.emptyLog() === 'busy') throw new Error('the log of the key store is being read and could not be emptied');
    return ids;
  }

  /** The purpose's secret as it was read back, stored as `make` gives it where there is none yet. */
  secret(purpose: string, make: () => Uint8Array, now: string): Uint8Array | undefined {
    const read = () => (this.writtenSecret.get(purpose) as { wrapped: Uint8Array } | undefined)?.wrapped;
    const present = read();
    if (present) return present;
    this.writer
      .prepare('INSERT INTO secrets (purpose, wrapped, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
      .run(purpose, make(), now);
    return read();
  }

  /** A file that does not exist yet gets everything that this one holds now. */
  copyTo(target: string): void {
    this.writer.prepare('VACUUM INTO ?').run(target);
  }

  /** Up to `limit` rows whose id comes after the given one. */
  after(id: string, limit: number): KeyRow[] {
    return this.writer.prepare('SELECT * FROM keys WHERE id > ? ORDER BY id LIMIT ?').all(id, limit) as KeyRow[];
  }

  close(): void {
    if (!this.writer.isOpen) return;
    this.reader.close();
    try {
      // the driver lets go of the file only when its statements are collected, so the log would lie about until then
      this.emptyLog();
    } catch (error) {
      if (!isDiskFull(error)) throw error; // it is put in order the next time
    } finally {
      this.writer.close();
    }
  }

  /** The rows of a key file that nobody has open, which stays as it is. */
  static async *rowsOf(file: string): AsyncGenerator<KeyRow, void> {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      let seen = 0;
      for (const row of db.prepare('SELECT * FROM keys ORDER BY id').iterate() as IterableIterator<KeyRow>) {
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
