import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { dirname } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';

/**
 * messages: what was published; the id is remembered here after everybody has consumed it.
 * deliveries: what a group has still to do, in the order of their place; dead letters keep their row with the time of their death.
 * origin: the log that the messages follow from.
 * lanes: for each key of a group its first living delivery and when it is due (0: now), so that taking never looks at those behind it.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, id TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, published_at INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS messages_of_topic ON messages (topic, id);
  CREATE INDEX IF NOT EXISTS messages_by_age ON messages (published_at);

  CREATE TABLE IF NOT EXISTS origin (id INTEGER PRIMARY KEY CHECK (id = 1), log_id TEXT NOT NULL);

  CREATE TABLE IF NOT EXISTS consumer_groups (number INTEGER PRIMARY KEY, topic TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (topic, name));

  CREATE TABLE IF NOT EXISTS deliveries (
    place INTEGER PRIMARY KEY AUTOINCREMENT, consumer_group INTEGER NOT NULL, message INTEGER NOT NULL, key TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0, takes INTEGER NOT NULL DEFAULT 0, dead_at INTEGER, error TEXT
  );
  CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (consumer_group, key, place) WHERE dead_at IS NULL;
  CREATE INDEX IF NOT EXISTS deliveries_dead ON deliveries (consumer_group, message) WHERE dead_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_of_message ON deliveries (message);

  CREATE TABLE IF NOT EXISTS lanes (
    consumer_group INTEGER NOT NULL, key TEXT NOT NULL, head INTEGER NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (consumer_group, key)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS lanes_due ON lanes (consumer_group, due, head);
`;

/**
 * Opens the queue's file, made with its folder where absent; every commit is synced.
 * @param log_id what follows from another log than this one is dropped: whoever follows the log publishes again what follows from it, and an id
 * that is still remembered would keep that from being done again
 */
export const openQueue = (file: string, log_id?: string): DatabaseSyncInstance => {
  makeFolder(dirname(file));
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
    db.exec(SCHEMA);
    if (log_id !== undefined) bind(db, log_id);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const bind = (db: DatabaseSyncInstance, log_id: string): void => {
  const origin = db.prepare('SELECT log_id FROM origin').get() as { log_id: string } | undefined;
  if (origin?.log_id === log_id) return;
  db.exec('BEGIN IMMEDIATE');
  if (origin !== undefined) db.exec('DELETE FROM lanes; DELETE FROM deliveries; DELETE FROM messages; DELETE FROM consumer_groups');
  db.prepare('INSERT INTO origin (id, log_id) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET log_id = excluded.log_id').run(log_id);
  db.exec('COMMIT');
};

/** The log that the messages of a queue follow from; undefined where none was ever said. To be called while nobody has the queue open. */
export const followedLog = (file: string): string | undefined => {
  const db = openQueue(file);
  try {
    return (db.prepare('SELECT log_id FROM origin').get() as { log_id: string } | undefined)?.log_id;
  } finally {
    db.close();
  }
};

/** Whether messages or dead letters of any log wait in a queue. To be called while nobody has the queue open. */
export const hasPending = (file: string): boolean => {
  const db = openQueue(file);
  try {
    const unheard = 'SELECT 1 FROM messages m WHERE NOT EXISTS (SELECT 1 FROM consumer_groups g WHERE g.topic = m.topic)';
    return db.prepare(`SELECT 1 FROM deliveries UNION ALL ${unheard} LIMIT 1`).get() !== undefined;
  } finally {
    db.close();
  }
};

/**
 * From now on the messages follow from this log, which holds the same events as the one before: nothing is dropped and every id stays known.
 * To be called while nobody has the queue open.
 */
export const followAnotherLog = (file: string, log_id: string): void => {
  const db = openQueue(file);
  try {
    db.prepare('UPDATE origin SET log_id = ?').run(log_id);
  } finally {
    db.close();
  }
};
