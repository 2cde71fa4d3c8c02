import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makeFolder } from '../../data-folder/make-folder.ts';

const VERSION = 1;

/** The file was written by a later release. */
export class NewerLedger extends Error {}

/**
 * reads: the entries, numbered without gaps. batches: what was written at once, the last number of it, what was missing before it, and a hash over
 * it and the batch before. `opened` is the first of a process, `ended` its last: between one that is not ended and one that is opened a process died.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS reads (
    number INTEGER PRIMARY KEY, at TEXT NOT NULL, user_id TEXT NOT NULL, reader_organization_id TEXT, patient_id TEXT NOT NULL,
    organization_id TEXT NOT NULL, relation TEXT NOT NULL, connection_id TEXT, kind TEXT NOT NULL, address TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS reads_of_patient ON reads (patient_id, number);
  CREATE INDEX IF NOT EXISTS reads_of_clinic ON reads (organization_id, number);
  CREATE INDEX IF NOT EXISTS reads_by_clinic ON reads (reader_organization_id, number);
  CREATE TABLE IF NOT EXISTS batches (
    number INTEGER PRIMARY KEY, at TEXT NOT NULL, up_to INTEGER NOT NULL, missing INTEGER NOT NULL, missing_from TEXT, missing_to TEXT,
    opened INTEGER NOT NULL, ended INTEGER NOT NULL, hash BLOB NOT NULL
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS reads_stay BEFORE UPDATE ON reads BEGIN SELECT RAISE(ABORT, 'the access ledger is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS reads_are_kept BEFORE DELETE ON reads BEGIN SELECT RAISE(ABORT, 'the access ledger is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS batches_stay BEFORE UPDATE ON batches BEGIN SELECT RAISE(ABORT, 'the access ledger is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS batches_are_kept BEFORE DELETE ON batches BEGIN SELECT RAISE(ABORT, 'the access ledger is append-only'); END;
  PRAGMA user_version = ${VERSION};
`;

/** @throws NewerLedger where a file is there that this release does not know */
export const refuseNewerLedger = (file: string): void => {
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    if (user_version <= VERSION) return;
    throw new NewerLedger(
      `The access ledger ${file} has schema version ${user_version}; this release knows versions up to ${VERSION}. Start a newer release.`,
    );
  } finally {
    db.close();
  }
};

/** Opens the ledger's file, made with its folder where absent; every commit is synced. */
export const openLedger = (file: string): DatabaseSyncInstance => {
  makeFolder(dirname(file));
  const db = new DatabaseSync(file, { timeout: 5000 });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};
