import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { EventLog, type Opened } from '#infra/event-store/event-log';
import type { EventStore, StoredEvent } from '#infra/event-store/event-store';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import type { Faults } from '#infra/event-store/sqlite/faults';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { Streams } from '#infra/event-store/streams';
import type { Keys } from '#infra/keys/keys';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { endEventStoresOf, eventStoreOf } from './event-store.ts';
import { ContentHashes } from '#infra/event-store/content-hash';

/** The engines of the write side on a folder of their own, with what stands on them. `close` removes everything. */
export interface Engines {
  folder: string;
  store: EventStore;
  keys: Keys;
  log: EventLog;
  streams: Streams;
  /** Every event of a stream, opened. */
  events(stream: string): Promise<Opened[]>;
  /** Every event of a stream as it lies on disk. */
  stored(stream: string): Promise<StoredEvent[]>;
  close(): Promise<void>;
}

/** @param faults makes the log's disk fail on order */
export const openEngines = async ({ faults }: { faults?: Faults } = {}): Promise<Engines> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  const address = faults === undefined ? await eventStoreOf(folder) : undefined;
  const onFatal = (): void => undefined; // the append that met it throws StorageFailed
  const keys = await openSqliteKeys({ folder, kek: randomBytes(32) });
  const hashes = await ContentHashes.under(keys);
  const store =
    address === undefined
      ? await SqliteEventStore.open({ folder, hashes, faults, onFatal })
      : await EventStoreDbEventStore.open({ client: EventStoreDBClient, address, hashes, onFatal });
  const log = new EventLog(store, keys);
  return {
    folder,
    store,
    keys,
    log,
    streams: new Streams(log),
    events: (stream) => collect(log.read(stream)),
    stored: (stream) => collect(store.readStream(stream)),
    close: async () => {
      await store.close();
      await keys.close();
      await endEventStoresOf(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};
