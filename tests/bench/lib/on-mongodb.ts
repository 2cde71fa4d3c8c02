import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type AnyBulkWriteOperation, type Db, MongoClient } from 'mongodb';
import { EventLog } from '#infra/event-store/event-log';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { loadKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { MongoReadStore } from '#infra/read-store/mongodb/mongo-read-store';
import { collectionOf } from '#infra/read-store/mongodb/names';
import type { MongoDocument } from '#infra/read-store/mongodb/stored';
import { byCollection, guarded } from '#infra/read-store/mongodb/writes';
import type { DocumentWrite } from '#infra/read-store/read-store';
import { projections } from '#projections/projections';
import { ProjectionRunner } from '#projections/runner/runner';
import { ContentHashes } from '#infra/event-store/content-hash';

/** One bulk of writes to one collection, as a projection gave it to its store. */
interface Bulk {
  collection: string;
  operations: AnyBulkWriteOperation<MongoDocument>[];
}

interface Indexes {
  collection: string;
  keys: { key: Record<string, 1 | -1>; name: string }[];
}

/** What a rebuild of all projections writes, to be written again with nothing else done. */
export interface Recorded {
  /** Bulks of each projection in order; those of different projections are written at the same time. */
  bulks: Bulk[][];
  indexes: Indexes[];
  documents: number;
}

/** Documents written a second. */
export type Figures = { per_second: number };

const dropped = async (database: Db, client: MongoClient): Promise<void> => {
  await database.dropDatabase();
  await client.close();
};

/**
 * Builds every projection from the log of a data folder into an empty database.
 * @param onWrite gets the name of the projection's checkpoint and the documents of each write
 */
const projectInto = async (
  address: string,
  data: string,
  onWrite: (checkpoint: string, writes: readonly DocumentWrite[]) => void,
): Promise<number> => {
  const kek = await loadKeyEncryptionKey(join(data, 'key-encryption-key'), { create: false });
  const keys = await openSqliteKeys({ folder: join(data, 'keys'), kek });
  const events = await SqliteEventStore.open({
    folder: join(data, 'events'),
    hashes: await ContentHashes.under(keys),
    onFatal: (error) => {
      throw error;
    },
  });
  const store = await MongoReadStore.open(address);
  const write = store.write.bind(store);
  store.write = async (writes, checkpoint) => {
    await write(writes, checkpoint);
    onWrite(checkpoint?.name ?? '', writes); // one that was refused comes again
  };
  const runner = new ProjectionRunner({ log: new EventLog(events, keys), store, projections });
  const start = performance.now();
  await runner.start();
  await runner.settled();
  const seconds = (performance.now() - start) / 1000;
  const status = await runner.status();
  await runner.stop();
  for (const engine of [store, events, keys]) await engine.close();
  if (status.some(({ parked, lag }) => parked > 0 || lag > 0)) throw new Error('the rebuild left something out');
  return seconds;
};

/** @param server address without a database */
export const measureProjecting = async (server: string, data: string): Promise<Figures> => {
  const client = await MongoClient.connect(server);
  const database = client.db(`bench-${randomUUID().slice(0, 8)}`);
  try {
    let documents = 0;
    const seconds = await projectInto(`${server}/${database.databaseName}`, data, (_, writes) => {
      for (const ofCollection of byCollection(writes).values()) documents += ofCollection.size;
    });
    return { per_second: documents / seconds };
  } finally {
    await dropped(database, client);
  }
};

/** What `measureProjecting` writes, and the indexes that it makes. */
export const recordProjecting = async (server: string, data: string): Promise<Recorded> => {
  const client = await MongoClient.connect(server);
  const database = client.db(`bench-${randomUUID().slice(0, 8)}`);
  const bulks = new Map<string, Bulk[]>();
  try {
    await projectInto(`${server}/${database.databaseName}`, data, (checkpoint, writes) => {
      const ofProjection = bulks.get(checkpoint) ?? [];
      bulks.set(checkpoint, ofProjection);
      for (const [collection, ofCollection] of byCollection(writes))
        ofProjection.push({ collection: collectionOf(collection), operations: [...ofCollection.values()].map(guarded) });
    });
    const all = [...bulks.values()];
    const collections = [...new Set(all.flat().map(({ collection }) => collection))];
    const indexes: Indexes[] = [];
    for (const collection of collections) {
      const known = await database.collection(collection).indexes();
      const keys = known
        .filter(({ name }) => name !== '_id_')
        .map(({ key, name }) => ({ key: key as Record<string, 1 | -1>, name: name! }));
      indexes.push({ collection, keys });
    }
    return { bulks: all, indexes, documents: all.flat().reduce((sum, { operations }) => sum + operations.length, 0) };
  } finally {
    await dropped(database, client);
  }
};

/** The recorded bulks by the driver alone, into an empty database with the same indexes. */
export const measureBare = async (server: string, { bulks, indexes, documents }: Recorded): Promise<Figures> => {
  const client = await MongoClient.connect(server, { writeConcern: { w: 'majority', journal: true } });
  const database = client.db(`bench-${randomUUID().slice(0, 8)}`);
  try {
    for (const { collection, keys } of indexes) {
      await database.createCollection(collection);
      if (keys.length > 0) await database.collection(collection).createIndexes(keys);
    }
    const start = performance.now();
    await Promise.all(
      bulks.map(async (ofProjection) => {
        for (const { collection, operations } of ofProjection)
          await database.collection<MongoDocument>(collection).bulkWrite(operations, { ordered: false });
      }),
    );
    return { per_second: documents / ((performance.now() - start) / 1000) };
  } finally {
    await dropped(database, client);
  }
};
