import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makeFolder } from '#infra/data-folder/make-folder';
import { GroupCommit } from '#infra/messaging/sqlite/group-commit';
import type { GroupRecord, GroupStore, ParkedMessage } from '../group-store.ts';
import type { GroupSettings } from '../settings.ts';

/** origin: the log that places are of. parked: `at` is a revision or position; `replayed` is 1 from when somebody asked for it until it was processed. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS groups (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, source TEXT NOT NULL, settings TEXT NOT NULL,
    start INTEGER NOT NULL, checkpoint INTEGER
  );
  CREATE TABLE IF NOT EXISTS parked (
    id INTEGER PRIMARY KEY AUTOINCREMENT, group_id INTEGER NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL, parked_at INTEGER NOT NULL,
    replayed INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS parked_of_group ON parked (group_id, replayed, id);
  CREATE TABLE IF NOT EXISTS origin (id INTEGER PRIMARY KEY CHECK (id = 1), log_id TEXT NOT NULL);
`;

interface Row {
  id: number;
  name: string;
  source: string;
  settings: string;
  start: number;
  checkpoint: number | null;
}

/** Milliseconds in which changes are gathered: a full sync holds up everybody who is served by this thread. */
const GATHERING = 20;

/** All groups in one SQLite file; changes of a few milliseconds share a full sync. */
export class SqliteGroupStore implements GroupStore {
  private readonly commit: GroupCommit;
  private gathered: (() => void)[] = [];
  private gathering: NodeJS.Timeout | undefined;

  private constructor(private readonly db: DatabaseSyncInstance) {
    this.commit = new GroupCommit(db, () => () => {});
  }

  /**
   * @param file made with its folder where absent; one process at a time
   * @param log_id groups of another log, such as one that was restored, are dropped: their places are others there, and whoever reads on would
   * miss events in silence
   */
  static open(file: string, log_id?: string): SqliteGroupStore {
    makeFolder(dirname(file));
    const db = new DatabaseSync(file, { timeout: 5000 });
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      db.exec(SCHEMA);
      if (log_id !== undefined) bind(db, log_id);
      return new SqliteGroupStore(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  groups(): GroupRecord[] {
    const rows = this.db.prepare('SELECT * FROM groups ORDER BY id').all() as unknown as Row[];
    return rows.map(({ id, name, source, settings, start, checkpoint }) => ({
      id,
      name,
      source: JSON.parse(source) as GroupRecord['source'],
      settings: JSON.parse(settings) as GroupSettings,
      start,
      ...(checkpoint !== null && { checkpoint }),
    }));
  }

  create({ name, source, settings, start, checkpoint }: Omit<GroupRecord, 'id'>): Promise<GroupRecord> {
    return this.write(() => {
      const insert = this.db.prepare('INSERT INTO groups (name, source, settings, start, checkpoint) VALUES (?, ?, ?, ?, ?)');
      const { lastInsertRowid } = insert.run(name, JSON.stringify(source), JSON.stringify(settings), start, checkpoint ?? null);
      return { id: Number(lastInsertRowid), name, source, settings, start, ...(checkpoint !== undefined && { checkpoint }) };
    });
  }

  update(id: number, settings: GroupSettings, start: number): Promise<void> {
    return this.run('UPDATE groups SET settings = ?, start = ? WHERE id = ?', JSON.stringify(settings), start, id);
  }

  remove(id: number): Promise<void> {
    return this.write(() => {
      this.db.prepare('DELETE FROM parked WHERE group_id = ?').run(id);
      this.db.prepare('DELETE FROM groups WHERE id = ?').run(id);
    });
  }

  checkpoint(id: number, at: number): Promise<void> {
    return this.run('UPDATE groups SET checkpoint = ? WHERE id = ?', at, id);
  }

  park(id: number, { at, row }: { at: number; row?: number }, reason: string): Promise<void> {
    return this.write(() => {
      if (row !== undefined) this.db.prepare('DELETE FROM parked WHERE id = ?').run(row);
      this.db.prepare('INSERT INTO parked (group_id, at, reason, parked_at) VALUES (?, ?, ?, ?)').run(id, at, reason, Date.now());
    });
  }

  forget(row: number): Promise<void> {
    return this.run('DELETE FROM parked WHERE id = ?', row);
  }

  replay(id: number, most: number | undefined): Promise<void> {
    const oldest = 'SELECT id FROM parked WHERE group_id = ? AND replayed = 0 ORDER BY id LIMIT ?';
    return this.run(`UPDATE parked SET replayed = 1 WHERE id IN (${oldest})`, id, most ?? -1);
  }

  replayed(id: number, after: number, most: number): ParkedMessage[] {
    const query = 'SELECT id AS row, at FROM parked WHERE group_id = ? AND replayed = 1 AND id > ? ORDER BY id LIMIT ?';
    return this.db.prepare(query).all(id, after, most) as unknown as ParkedMessage[];
  }

  parkedCount(id: number): number {
    const query = 'SELECT COUNT(*) AS count FROM parked WHERE group_id = ? AND replayed = 0';
    return (this.db.prepare(query).get(id) as unknown as { count: number }).count;
  }

  async close(): Promise<void> {
    if (!this.db.isOpen) return;
    this.pass();
    await this.commit.run(() => {}); // what was asked for before is done before
    this.db.close();
  }

  private run(sql: string, ...values: (string | number)[]): Promise<void> {
    return this.write(() => void this.db.prepare(sql).run(...values));
  }

  private write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.gathered.push(() => void this.commit.run(work).then(resolve, reject));
      this.gathering ??= setTimeout(() => this.pass(), GATHERING);
    });
  }

  /** Hands over what was gathered, in the order in which it was asked for. */
  private pass(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    for (const run of this.gathered.splice(0)) run();
  }
}

const bind = (db: DatabaseSyncInstance, log_id: string): void => {
  const origin = db.prepare('SELECT log_id FROM origin').get() as { log_id: string } | undefined;
  if (origin?.log_id === log_id) return;
  db.exec('BEGIN IMMEDIATE');
  if (origin !== undefined) db.exec('DELETE FROM parked; DELETE FROM groups');
  db.prepare('INSERT INTO origin (id, log_id) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET log_id = excluded.log_id').run(log_id);
  db.exec('COMMIT');
};
