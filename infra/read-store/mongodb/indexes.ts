import { createHash } from 'node:crypto';
import { type Collection, type IndexDescription, MongoServerError } from 'mongodb';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { ReadStoreUnavailable } from '../read-store.ts';
import { pathOf } from './names.ts';
import type { MongoDocument } from './stored.ts';

type Wanted = IndexDescription & { name: string; key: Map<string, 1> };

/** The same for the same fields: what is defined again is found. */
const nameOf = (fields: readonly string[]): string =>
  `declared_${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16)}`;

/** IndexOptionsConflict, IndexKeySpecsConflict. */
const OTHERS: readonly unknown[] = [85, 86];

const unless =
  (codes: readonly unknown[]) =>
  (error: unknown): void => {
    if (!(error instanceof MongoServerError && codes.includes(error.code))) throw error;
  };

/** What erasures ask for; it has no entry for documents that are there. */
const REMOVED: Wanted = { name: 'removed', key: new Map([['removed', 1]]), sparse: true };

/** The indexes that serve these lists of fields. The id at the end of each serves the tie-break. @throws TypeError for a name of a field that is none */
export const indexesFor = (lists: readonly (readonly string[])[]): Wanted[] => {
  const declared = lists
    .filter(({ length }) => length > 0)
    .map((fields): Wanted => ({ name: nameOf(fields), key: new Map([...fields.map(pathOf), '_id'].map((path) => [path, 1])) }));
  return [...declared, REMOVED];
};

/**
 * Makes the indexes that are missing, however long that takes, and looks whether all are there then.
 * @throws ReadStoreUnavailable where one of that name is on other fields, or hidden: queries would go through whole collections in silence
 */
export const makeIndexes = async (
  database: MongoDatabase,
  collection: Collection<MongoDocument>,
  lists: readonly (readonly string[])[],
): Promise<void> => {
  const wanted = indexesFor(lists);
  // one that is there under the same name and is another one is found below
  await database.attemptUnhurried((option) => collection.createIndexes(wanted, option).catch(unless(OTHERS)));
  const present = await database.attempt(() => collection.indexes());
  const fields = new Map(present.map(({ name, key, hidden }) => [name, hidden ? undefined : JSON.stringify(Object.entries(key))]));
  const missing = wanted.filter(({ name, key }) => fields.get(name) !== JSON.stringify([...key]));
  if (missing.length > 0)
    throw new ReadStoreUnavailable(
      `indexes of ${collection.collectionName} are not what they have to be: ${missing.map(({ name }) => name).join(', ')}`,
    );
};
