import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makeFolder } from '#infra/data-folder/make-folder';

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

/** Opens the groups' file, made with its folder where absent; every commit is synced. */
export const openGroups = (file: string): DatabaseSyncInstance => {
  makeFolder(dirname(file));
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    db.exec(SCHEMA);
    // a message may have been on its way here when its group was removed
    db.exec('DELETE FROM parked WHERE group_id NOT IN (SELECT id FROM groups)');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Drops what was of another log. */
export const bind = (db: DatabaseSyncInstance, log_id: string): void => {
  const origin = db.prepare('SELECT log_id FROM origin').get() as { log_id: string } | undefined;
  if (origin?.log_id === log_id) return;
  db.exec('BEGIN IMMEDIATE');
  if (origin !== undefined) db.exec('DELETE FROM parked; DELETE FROM groups');
  db.prepare('INSERT INTO origin (id, log_id) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET log_id = excluded.log_id').run(log_id);
  db.exec('COMMIT');
};
