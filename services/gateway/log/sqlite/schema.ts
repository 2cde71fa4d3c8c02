import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makeFolder } from '#infra/data-folder/make-folder';
import { idBytes } from '#infra/event-store/event-id';
import { encodedEvent } from '../wire.ts';
import type { LoggedEvent } from '../gateway-log.ts';

const SCHEMA_VERSION = 1;

/** The file was written by a later release; opening it here could lose what this one does not know. */
export class NewerGatewayLog extends Error {}

// As in the product's own log streams and types are numbers; here an id may stand in a stream more than once. `event` is the event as it goes over
// the line: it is encoded once, when it is written, and read as often as somebody asks. The columns before it are what is searched by.
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
    created INTEGER NOT NULL,
    event BLOB NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE INDEX ids ON events (stream, id);
`;

export const gatewayLogFile = (folder: string): string => join(folder, 'gateway.sqlite');

/** A connection that may write: an acknowledged commit is on the disk, not only with the operating system. */
export const openForWriting = (file: string): DatabaseSyncInstance => {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -32768');
  return db;
};

/**
 * Creates the log where there is none, and brings what an earlier process left behind to the disk, so that a repeated append may be answered
 * from what is found. @throws NewerGatewayLog
 */
export const prepareGatewayLog = (folder: string): string => {
  makeFolder(folder);
  const file = gatewayLogFile(folder);
  const db = openForWriting(file);
  try {
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined) create(db);
    const { value } = db.prepare("SELECT value FROM meta WHERE key = 'schema_version'").get() as { value: string };
    if (!(Number(value) <= SCHEMA_VERSION)) {
      throw new NewerGatewayLog(
        `${file} has schema version ${value}; this release knows versions up to ${SCHEMA_VERSION}. Start a newer one.`,
      );
    }
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return file;
  } finally {
    db.close();
  }
};

/** A new log begins with an event of its own, as every server's does: readers of the whole log find one in an empty one too. */
const create = (db: DatabaseSyncInstance): void => {
  db.exec(`BEGIN IMMEDIATE; ${TABLES}`);
  db.prepare("INSERT INTO meta (key, value) VALUES ('schema_version', ?)").run(String(SCHEMA_VERSION));
  db.exec("INSERT INTO streams (number, name) VALUES (1, '$gateway'); INSERT INTO types (number, name) VALUES (1, '$GatewayLogCreated')");
  const first: LoggedEvent = {
    ...{ position: 1, stream: '$gateway', revision: 0, type: '$GatewayLogCreated', isJson: true },
    ...{ id: idBytes(randomUUID()), created: Date.now(), metadata: new Uint8Array() },
    data: Buffer.from(JSON.stringify({ schema_version: SCHEMA_VERSION })),
  };
  db.prepare('INSERT INTO events (position, stream, revision, type, id, created, event) VALUES (1, 1, 0, 1, ?, ?, ?)').run(
    first.id,
    first.created,
    encodedEvent(first),
  );
  db.exec('COMMIT');
};
