import { type AnyBulkWriteOperation, BSON, MongoBulkWriteError } from 'mongodb';
import { failuresIn, isDuplicate } from '../../mongodb/failures.ts';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { storedId } from '../names.ts';
import { DocumentTooLarge, type DocumentWrite, ReadStoreUnavailable, WriteConflict } from '../read-store.ts';
import { collectionOf } from './names.ts';
import { type MongoDocument, stored } from './stored.ts';

/**
 * The writes of each collection, those of one document as one: the server takes them in any order. Whoever wrote a document several times
 * knew what lay there in between.
 * @throws WriteConflict where one expects another position than the write before it left, TypeError for what is no name or id
 */
const byCollection = (writes: readonly DocumentWrite[]): Map<string, Map<string, DocumentWrite>> => {
  const all = new Map<string, Map<string, DocumentWrite>>();
  for (const write of writes) {
    const { collection, id, partition = id } = write;
    storedId(id);
    storedId(partition);
    const ofCollection = all.get(collection) ?? new Map<string, DocumentWrite>();
    if (ofCollection.size === 0) collectionOf(collection);
    all.set(collection, ofCollection);
    const before = ofCollection.get(id);
    if (before && before.position !== write.expected) throw conflict(collection, 1);
    ofCollection.set(id, before ? { ...write, expected: before.expected } : write);
  }
  return all;
};

const conflict = (collection: string, missed: number): WriteConflict =>
  new WriteConflict(`documents of ${collection} are not as they were read, ${missed} of them: somebody else wrote in between`);

/**
 * A document that is not as it was read meets its id: the upsert of what stands at another position is a second document of that id. Since documents
 * are never deleted, no upsert brings one back.
 */
const guarded = (write: DocumentWrite): AnyBulkWriteOperation<MongoDocument> => {
  const document = stored(write);
  if (write.expected === null) return { insertOne: { document } };
  const { _id, ...replacement } = document;
  return { replaceOne: { filter: { _id, position: write.expected }, replacement, upsert: true } };
};

/**
 * Each document for itself, guarded by what was read of it: of a collection with a conflict all others are kept. Collections in the order given, one
 * after the other, and nothing of those after one that failed.
 * @throws WriteConflict, DocumentTooLarge, TypeError, ReadStoreUnavailable
 */
export const writeDocuments = async (database: MongoDatabase, writes: readonly DocumentWrite[]): Promise<void> => {
  for (const [collection, documents] of byCollection(writes)) await writeCollection(database, collection, [...documents.values()]);
};

const writeCollection = async (database: MongoDatabase, collection: string, writes: readonly DocumentWrite[]): Promise<void> => {
  const documents = database.db.collection<MongoDocument>(collectionOf(collection));
  const operations = writes.map(guarded);
  try {
    const { insertedCount, matchedCount } = await database.attempt(() => documents.bulkWrite(operations, { ordered: false }));
    const inserted = operations.length - insertedCount - matchedCount;
    // the collection was dropped: an upsert made its document anew
    if (inserted > 0) throw conflict(collection, inserted);
  } catch (error) {
    if (error instanceof WriteConflict || error instanceof ReadStoreUnavailable) throw error;
    const tooLarge = writes.filter((write) => sizeOf(write) > LARGEST).map(({ id }) => id);
    throw tooLarge.length > 0 ? new DocumentTooLarge(collection, tooLarge) : failureIn(error, collection);
  }
};

/** What the server takes at most, in bytes; its replies and updates have room for little more. */
const LARGEST = 16 * 1024 * 1024;

/** What cannot even be measured is larger than the driver's own memory for one. */
const sizeOf = (write: DocumentWrite): number => {
  try {
    return BSON.calculateObjectSize(stored(write));
  } catch {
    return Infinity;
  }
};

/** What the driver throws holds the documents. */
const failureIn = (error: unknown, collection: string): unknown => {
  if (!(error instanceof MongoBulkWriteError)) return error;
  const failures = failuresIn(error);
  const other = failures.find((failure) => !isDuplicate(failure));
  if (failures.length > 0 && other === undefined) return conflict(collection, failures.length);
  return new ReadStoreUnavailable(`MongoDB does not write documents of ${collection} (code ${other?.code ?? error.code})`);
};
