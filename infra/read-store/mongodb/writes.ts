import { type AnyBulkWriteOperation, BSON, MongoBulkWriteError } from 'mongodb';
import { failuresIn, isDuplicate } from '../../mongodb/failures.ts';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { storedId } from '../names.ts';
import { DocumentTooLarge, type DocumentWrite, ReadStoreUnavailable, WriteConflict } from '../read-store.ts';
import { collectionOf } from './names.ts';
import { type MongoDocument, stored } from './stored.ts';

/**
 * Groups writes by collection and merges those of the same document, because the server may apply them in any order.
 * @throws WriteConflict if a write does not continue from the previous one of its document, TypeError for an invalid name or id
 */
export const byCollection = (writes: readonly DocumentWrite[]): Map<string, Map<string, DocumentWrite>> => {
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
 * The upsert of a document with another position than the one that was read fails as a duplicate of its id. Documents are never deleted, so an upsert
 * cannot restore one.
 */
export const guarded = (write: DocumentWrite): AnyBulkWriteOperation<MongoDocument> => {
  const document = stored(write);
  if (write.expected === null) return { insertOne: { document } };
  const { _id, ...replacement } = document;
  return { replaceOne: { filter: { _id, position: write.expected }, replacement, upsert: true } };
};

/**
 * Writes each document if it still has the position that was read; a conflict does not affect the other documents of its collection. Collections are
 * written in the given order, and none after one that failed.
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
    // the collection was dropped in the meantime: upserts inserted their documents
    if (inserted > 0) throw conflict(collection, inserted);
  } catch (error) {
    if (error instanceof WriteConflict || error instanceof ReadStoreUnavailable) throw error;
    const tooLarge = writes.filter((write) => sizeOf(write) > LARGEST).map(({ id }) => id);
    throw tooLarge.length > 0 ? new DocumentTooLarge(collection, tooLarge) : failureIn(error, collection);
  }
};

/** The server's limit for a document, in bytes. */
const LARGEST = 16 * 1024 * 1024;

/** Size in bytes; Infinity if it exceeds the driver's own buffer. */
const sizeOf = (write: DocumentWrite): number => {
  try {
    return BSON.calculateObjectSize(stored(write));
  } catch {
    return Infinity;
  }
};

/** Replaces the driver's error, which contains the documents. */
const failureIn = (error: unknown, collection: string): unknown => {
  if (!(error instanceof MongoBulkWriteError)) return error;
  const failures = failuresIn(error);
  const other = failures.find((failure) => !isDuplicate(failure));
  if (failures.length > 0 && other === undefined) return conflict(collection, failures.length);
  return new ReadStoreUnavailable(`MongoDB does not write documents of ${collection} (code ${other?.code ?? error.code})`);
};
