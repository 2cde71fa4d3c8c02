import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { BSON, type Db, MongoClient } from 'mongodb';
import { addressOf } from './databases.ts';

/** Whether the product's read models, files and keys lie in MongoDB in this run of tests: set where it is in the form `ANAMNESIS_TEST_READ_STORE=mongodb`. */
export const isInMongoDb = process.env['TEST_READ_STORE'] === 'mongodb';

/** Data folders whose databases were made here. */
const used = new Set<string>();

/** Databases of a data folder. */
type Content = 'read' | 'files' | 'keys';
const contents: readonly Content[] = ['read', 'files', 'keys'];
const nameOf = (data: string, content: Content): string =>
  `test-${content}-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;

const databaseOf = (data: string, content: Content): string | undefined => {
  if (!isInMongoDb) return undefined;
  used.add(data);
  return addressOf(nameOf(data, content));
};

/** Address of the database that has the read models of this data folder; undefined where they lie in the folder itself. */
export const readStoreOf = (data: string): string | undefined => databaseOf(data, 'read');

/** Address of the database that has the files of this data folder; undefined where they lie in the folder itself. */
export const filesOf = (data: string): string | undefined => databaseOf(data, 'files');

/** Address of the database that has the keys of this data folder; undefined where they lie in the folder itself. */
export const keysOf = (data: string): string | undefined => databaseOf(data, 'keys');

/** Works on each database of a data folder. */
const within = async <T>(data: string, work: (database: Db, content: Content) => Promise<T>): Promise<T[]> => {
  const client = new MongoClient(addressOf('admin'));
  try {
    return await Promise.all(contents.map((content) => work(client.db(nameOf(data, content)), content)));
  } finally {
    await client.close();
  }
};

/** The file that has what the databases of a prepared data folder held. */
const copyOf = (prepared: string): string => `${prepared}.mongodb`;

/** Everything that the databases of a data folder answer, as text; undefined where read models, files and keys lie in the folder itself. */
export const textOfReadStore = async (data: string): Promise<string | undefined> => {
  if (!used.has(data)) return undefined;
  const all = await within(data, async (database, content) => {
    const collections = await database.collections();
    const found = collections.map(async (one) => ({ content, name: one.collectionName, documents: await one.find().toArray() }));
    return Promise.all(found);
  });
  return BSON.EJSON.stringify(all.flat());
};

/** Keeps what the databases of a data folder hold beside a copy of that folder. */
export const keepReadStore = async (data: string, prepared: string): Promise<void> => {
  const text = await textOfReadStore(data);
  if (text !== undefined) await writeFile(copyOf(prepared), text);
};

/** Fills the databases of a data folder with what was kept. */
export const bringReadStore = async (prepared: string, data: string): Promise<void> => {
  if (!isInMongoDb || !existsSync(copyOf(prepared))) return;
  const all = BSON.EJSON.parse(await readFile(copyOf(prepared), 'utf8')) as { content: Content; name: string; documents: object[] }[];
  await within(data, async (database, content) => {
    for (const { content: of, name, documents } of all) {
      if (of === content && documents.length > 0) await database.collection(name).insertMany(documents);
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
