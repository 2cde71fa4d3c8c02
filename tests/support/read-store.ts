import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { BSON, type Db, MongoClient } from 'mongodb';
import { addressOf } from './databases.ts';

/** Whether the product's read models lie in MongoDB in this run of tests: set where it is in the form `ANAMNESIS_TEST_READ_STORE=mongodb`. */
export const isInMongoDb = process.env['TEST_READ_STORE'] === 'mongodb';

/** Data folders whose databases were made here. */
const used = new Set<string>();

const nameOf = (data: string): string => `test-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;

/** Address of the database that has the read models of this data folder; undefined where they lie in the folder itself. */
export const readStoreOf = (data: string): string | undefined => {
  if (!isInMongoDb) return undefined;
  used.add(data);
  return addressOf(nameOf(data));
};

const within = async <T>(data: string, work: (database: Db) => Promise<T>): Promise<T> => {
  const client = new MongoClient(addressOf(nameOf(data)));
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
};

/** The file that has what a database of a prepared data folder held. */
const copyOf = (prepared: string): string => `${prepared}.mongodb`;

/** Everything that the database of a data folder answers, as text; undefined where its read models lie in the folder itself. */
export const textOfReadStore = async (data: string): Promise<string | undefined> => {
  if (!used.has(data)) return undefined;
  const all = await within(data, async (database) => {
    const collections = await database.collections();
    return Promise.all(collections.map(async (one) => ({ name: one.collectionName, documents: await one.find().toArray() })));
  });
  return BSON.EJSON.stringify(all);
};

/** Keeps what the database of a data folder holds beside a copy of that folder. */
export const keepReadStore = async (data: string, prepared: string): Promise<void> => {
  const text = await textOfReadStore(data);
  if (text !== undefined) await writeFile(copyOf(prepared), text);
};

/** Fills the database of a data folder with what was kept. */
export const bringReadStore = async (prepared: string, data: string): Promise<void> => {
  if (!isInMongoDb || !existsSync(copyOf(prepared))) return;
  const all = BSON.EJSON.parse(await readFile(copyOf(prepared), 'utf8')) as { name: string; documents: object[] }[];
  await within(data, async (database) => {
    for (const { name, documents } of all) {
      if (documents.length > 0) await database.collection(name).insertMany(documents);
    }
  });
};

/** Drops the databases of a folder that is removed: its own, and those of data folders in it. */
export const endReadStoresOf = async (folder: string): Promise<void> => {
  for (const data of used) {
    if (data !== folder && !data.startsWith(`${folder}/`)) continue;
    used.delete(data);
    await within(data, (database) => database.dropDatabase());
  }
};
