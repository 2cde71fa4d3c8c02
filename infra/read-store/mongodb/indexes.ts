import { createHash } from 'node:crypto';
import { type Collection, type IndexDescription, MongoServerError } from 'mongodb';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { ReadStoreUnavailable } from '../read-store.ts';
import { pathOf } from './names.ts';
import type { MongoDocument } from './stored.ts';

type Wanted = IndexDescription & { name: string; key: Map<string, 1> };

/** Stable name of the index on these fields, so that a repeated definition finds it. */
const nameOf = (fields: readonly string[]): string =>
  `declared_${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16)}`;

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const CONFLICTS: readonly unknown[] = [85, 86];

const unless =
  (codes: readonly unknown[]) =>
  (error: unknown): void => {
    if (!(error instanceof MongoServerError && codes.includes(error.code))) throw error;
  };

/** Index for counting the documents that an erasure removed; it has no entries for others. */
const REMOVED: Wanted = { name: 'removed', key: new Map([['removed', 1]]), sparse: true };

/** The indexes for these lists of fields; each ends with the id, which breaks ties. @throws TypeError for an invalid field name */
export const indexesFor = (lists: readonly (readonly string[])[]): Wanted[] => {
  const declared = lists
    .filter(({ length }) => length > 0)
    .map((fields): Wanted => ({ name: nameOf(fields), key: new Map([...fields.map(pathOf), '_id'].map((path) => [path, 1])) }));
  return [...declared, REMOVED];
};

/**
 * Creates missing indexes, without a time limit, and checks that all exist.
 * @throws ReadStoreUnavailable if an index of that name has other fields or is hidden: queries would scan whole collections
 */
export const makeIndexes = async (
  database: MongoDatabase,
  collection: Collection<MongoDocument>,
  lists: readonly (readonly string[])[],
): Promise<void> => {
  const wanted = indexesFor(lists);
  // conflicting indexes are reported below
  await database.attemptUnhurried((option) => collection.createIndexes(wanted, option).catch(unless(CONFLICTS)));
  const present = await database.attempt(() => collection.indexes());
  const fields = new Map(present.map(({ name, key, hidden }) => [name, hidden ? undefined : JSON.stringify(Object.entries(key))]));
  const missing = wanted.filter(({ name, key }) => fields.get(name) !== JSON.stringify([...key]));
  if (missing.length > 0)
    throw new ReadStoreUnavailable(
      `indexes of ${collection.collectionName} differ from their declaration: ${missing.map(({ name }) => name).join(', ')}`,
    );
};
