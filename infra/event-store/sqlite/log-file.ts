import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { forOwnerAlone } from '#infra/data-folder/for-owner-alone';
import { makeFolder } from '#infra/data-folder/make-folder';
import { syncFile } from '#infra/data-folder/sync-file';
import { canonicalJson } from '../canonical-json.ts';
import type { ContentHashes } from '../content-hash.ts';
import { idBytes } from '../event-id.ts';
import type { EventStore, StoredEvent } from '../event-store.ts';
import { Numbers } from './numbers.ts';
import { Reader } from './reader.ts';
import { create, logFile, readMeta } from './schema.ts';

/** Events that are written together. */
const RUN_EVENTS = 256;
const RUN_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file of a log that no store has open, such as a copy, and leaves it as it is, with room for everything else in the process in
 * between. @throws Error where it is no log or damaged
 */
export async function* readLogFile(file: string, hashes: ContentHashes): AsyncGenerator<StoredEvent, void> {
  const reader = new Reader(file, hashes);
  try {
    const pages = reader.pages({}, 'forwards');
    const head = reader.head();
    for (let seen = -1; seen < head;) {
      const page = pages.read(seen, head);
      yield* page.events;
      seen = page.seen;
      await nextTurn();
    }
  } finally {
    reader.close();
  }
}

/** Its id. @throws Error where it is no log or damaged */
export const logIdOf = (file: string): string => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return readMeta(db, 'log_id');
  } finally {
    db.close();
  }
};

/**
 * Copies the log of any engine, as far as it goes at one moment, into the file of a log in an empty folder, under the same id: each event at a position of
 * its own, with the bytes and the hash that it has. Damaged events are copied as they are, and remain recognisable. The file is on the disk when it
 * resolves. @throws StoreUnavailable, and Error if it cannot be written
 */
export const writeLogFile = async (folder: string, source: Pick<EventStore, 'log_id' | 'readAll'>): Promise<void> => {
  makeFolder(folder);
  const file = logFile(folder);
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA synchronous = OFF'); // it is synced as a whole at the end: nobody uses half of it
    create(db, source.log_id);
    const numbers = new Numbers(db);
    const insert = db.prepare(
      'INSERT INTO events (position, stream, revision, type, id, hash, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    let position = 0;
    const write = (run: readonly StoredEvent[]): void => {
      db.exec('BEGIN');
      for (const { stream, revision, type, id, content_hash, metadata, data } of run) {
        const { number } = numbers.addStream(stream) ?? numbers.stream(stream)!;
        const hash = Buffer.from(content_hash, 'hex');
        insert.run(++position, number, revision, numbers.type(type), idBytes(id), hash, canonicalJson(metadata), data);
      }
      db.exec('COMMIT');
    };
    let [run, bytes]: [StoredEvent[], number] = [[], 0];
    for await (const event of source.readAll()) {
      run.push(event);
      bytes += event.data.byteLength;
      if (run.length < RUN_EVENTS && bytes < RUN_BYTES) continue;
      write(run);
      [run, bytes] = [[], 0];
    }
    write(run);
  } finally {
    db.close();
  }
  forOwnerAlone(file);
  await syncFile(file);
};
