import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makeFolder } from '#infra/data-folder/make-folder';
import { type Position, StorageFailed } from '../event-store.ts';
import { isDiskFull } from '../../data-folder/disk-full.ts';
import { toPosition } from './position.ts';

const SCHEMA_VERSION = 1;

/** The file was written by a later release; opening it here could lose what this one does not know. */
export class NewerSchema extends Error {}

// Streams and types are numbers inside the log: rows stay short and the indexes grow at their ends. An event's id is unique within its
// stream only, which is all that idempotency needs; one index over all ids would make every append land in a random place.
// Data comes last, so that a filter which rejects a row never reads its overflow pages.
const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE streams (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE types (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    type INTEGER NOT NULL,
    id BLOB NOT NULL,
    hash BLOB NOT NULL,
    metadata TEXT NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (stream, revision),
    UNIQUE (stream, id)
  ) STRICT;
`;

/** For readers of a few types among many events. Logs of earlier releases get it too; these go on reading and writing them. */
const TYPE_INDEX = 'CREATE INDEX IF NOT EXISTS events_by_type ON events (type)';

export const logFile = (folder: string): string => join(folder, 'events.sqlite');

/** A connection that may write: an acknowledged commit is on the disk, not only with the operating system. */
export const openForWriting = (file: string): DatabaseSyncInstance => {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -32768');
  return db;
};

/**
 * Creates the log where there is none and checks it where there is; answers its id. From here on everything that can be read is durable,
 * so a repeated append may be answered from what is found.
 * @param isExpected there must be one already: a log that got lost is not replaced by an empty one
 * @throws NewerSchema, StorageFailed
 */
export const prepareLog = (folder: string, isExpected = false): string => {
  makeFolder(folder);
  const file = logFile(folder);
  return withLog(file, (db) => {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined) {
      if (isExpected)
        throw new Error('it is missing or empty, though there are keys of it: put it back, or begin anew in an empty data folder');
      create(db);
    }
    const version = Number(readMeta(db, 'schema_version'));
    if (!(version <= SCHEMA_VERSION)) {
      throw new NewerSchema(
        `The event log ${file} has schema version ${version}; this release knows versions up to ${SCHEMA_VERSION}. Start a newer release.`,
      );
    }
    unlessDiskFull(() => db.exec(TYPE_INDEX)); // without it all is read as well, only more slowly
    syncLeftovers(db);
    return readMeta(db, 'log_id');
  });
};

/**
 * Gives the log of a closed store a new id, so that positions taken from it before are recognised as foreign; answers the new id.
 * To be called after a restore or a move, before the store is opened.
 */
export const assignLogId = (folder: string): string => {
  const file = logFile(folder);
  if (!existsSync(file)) throw new Error(`There is no event log at ${file}`);
  const id = randomUUID();
  withLog(file, (db) => db.prepare("UPDATE meta SET value = ? WHERE key = 'log_id'").run(id));
  return id;
};

/** Id and end of the log of a closed store; undefined where there is none. @throws StorageFailed */
export const logState = (folder: string): { log_id: string; head: Position } | undefined => {
  const file = logFile(folder);
  if (!existsSync(file)) return undefined;
  return withLog(file, (db) => {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined) return undefined;
    const { head } = db.prepare('SELECT coalesce(max(position), 0) AS head FROM events').get() as { head: number };
    return { log_id: readMeta(db, 'log_id'), head: toPosition(head) };
  });
};

/** Makes an empty log of a new file. @param id UUID of the log; default: a new one */
export const create = (db: DatabaseSyncInstance, id: string = randomUUID()): void => {
  db.exec(`BEGIN IMMEDIATE; ${TABLES}`);
  const set = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  set.run('schema_version', String(SCHEMA_VERSION));
  set.run('log_id', id);
  db.exec('COMMIT');
};

/**
 * An earlier process may have died between a commit and its sync. The checkpoint syncs the write-ahead log before it copies anything, so
 * a disk too full for the copy is no obstacle: a full disk can still be read.
 */
const syncLeftovers = (db: DatabaseSyncInstance): void => unlessDiskFull(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));

const unlessDiskFull = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
};

/** @throws Error where the log has no such key */
export const readMeta = (db: DatabaseSyncInstance, key: string): string => {
  const row = db.prepare('SELECT value FROM meta WHERE key = ?').get(key) as { value: string } | undefined;
  if (!row) throw new Error(`the log has no ${key}`);
  return row.value;
};

const withLog = <T>(file: string, work: (db: DatabaseSyncInstance) => T): T => {
  let db: DatabaseSyncInstance | undefined;
  try {
    db = openForWriting(file);
    return work(db);
  } catch (error) {
    if (error instanceof NewerSchema) throw error;
    throw new StorageFailed(`The event log ${file} cannot be opened: ${(error as Error).message}`, { cause: error });
  } finally {
    db?.close();
  }
};
