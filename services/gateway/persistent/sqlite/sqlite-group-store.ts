import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { GroupRecord, GroupStore, ParkedMessage } from '../group-store.ts';
import type { GroupSettings } from '../settings.ts';
import { GroupWriter } from './group-writer.ts';
import { bind, openGroups } from './schema.ts';

interface Row {
  id: number;
  name: string;
  source: string;
  settings: string;
  start: number;
  checkpoint: number | null;
}

export interface SqliteGroupStoreOptions {
  /** Made with its folder where absent; one process at a time. */
  file: string;
  /**
   * Groups of another log, such as one that was restored, are dropped: their places are others there, and whoever reads on would miss events in
   * silence. Left out: they stay.
   */
  log_id?: string;
  /** Nothing more can be written: its thread ended. */
  onFatal: (error: Error) => void;
}

/** All groups in one SQLite file: written in a thread of its own, changes that come together in one full sync; read in this one. */
export class SqliteGroupStore implements GroupStore {
  private readonly writer: GroupWriter;
  private nextId: number;

  private constructor(
    private readonly db: DatabaseSyncInstance,
    { file, onFatal }: SqliteGroupStoreOptions,
  ) {
    const last = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'groups'").get() as { seq: number } | undefined;
    this.nextId = (last?.seq ?? 0) + 1;
    this.writer = new GroupWriter(file, onFatal);
  }

  static open(options: SqliteGroupStoreOptions): SqliteGroupStore {
    const db = openGroups(options.file);
    if (options.log_id !== undefined) bind(db, options.log_id);
    return new SqliteGroupStore(db, options);
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

  async create(group: Omit<GroupRecord, 'id'>): Promise<GroupRecord> {
    const { name, source, settings, start, checkpoint = null } = group;
    const id = this.nextId++;
    const sql = 'INSERT INTO groups (id, name, source, settings, start, checkpoint) VALUES (?, ?, ?, ?, ?, ?)';
    await this.writer.run({ sql, values: [id, name, JSON.stringify(source), JSON.stringify(settings), start, checkpoint] });
    return { id, ...group };
  }

  update(id: number, settings: GroupSettings, start: number): Promise<void> {
    const sql = 'UPDATE groups SET settings = ?, start = ? WHERE id = ?';
    return this.writer.run({ sql, values: [JSON.stringify(settings), start, id] });
  }

  remove(id: number): Promise<void> {
    return this.writer.run(
      { sql: 'DELETE FROM parked WHERE group_id = ?', values: [id] },
      { sql: 'DELETE FROM groups WHERE id = ?', values: [id] },
    );
  }

  checkpoint(id: number, at: number): Promise<void> {
    return this.writer.run({ sql: 'UPDATE groups SET checkpoint = ? WHERE id = ?', values: [at, id] });
  }

  park(id: number, { at, row }: { at: number; row?: number }, reason: string): Promise<void> {
    const again = row === undefined ? [] : [{ sql: 'DELETE FROM parked WHERE id = ?', values: [row] }];
    const sql = 'INSERT INTO parked (group_id, at, reason, parked_at) VALUES (?, ?, ?, ?)';
    return this.writer.run(...again, { sql, values: [id, at, reason, Date.now()] });
  }

  forget(row: number): Promise<void> {
    return this.writer.run({ sql: 'DELETE FROM parked WHERE id = ?', values: [row] });
  }

  replay(id: number, most: number | undefined): Promise<void> {
    const oldest = 'SELECT id FROM parked WHERE group_id = ? AND replayed = 0 ORDER BY id LIMIT ?';
    return this.writer.run({ sql: `UPDATE parked SET replayed = 1 WHERE id IN (${oldest})`, values: [id, most ?? -1] });
  }

  replayed(id: number, after: number, most: number): ParkedMessage[] {
    const query = 'SELECT id AS row, at FROM parked WHERE group_id = ? AND replayed = 1 AND id > ? ORDER BY id LIMIT ?';
    return this.db.prepare(query).all(id, after, most) as unknown as ParkedMessage[];
  }

  parkedCount(id: number): number {
    const query = 'SELECT COUNT(*) AS count FROM parked WHERE group_id = ? AND replayed = 0';
    return (this.db.prepare(query).get(id) as unknown as { count: number }).count;
  }

  /** What was asked for before is done before. The writer goes last: it puts the file in order. */
  async close(): Promise<void> {
    if (this.db.isOpen) this.db.close();
    await this.writer.close();
  }
}
