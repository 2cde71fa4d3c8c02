import { join } from 'node:path';
import type { Settings } from '#infra/config/configuration';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore, type SqliteReadStoreOptions } from '#infra/read-store/sqlite/sqlite-read-store';

/**
 * Opens the read models, with how far followers of the log came: in the data folder, or in the database that the settings name.
 * @throws ReadStoreUnavailable where that does not answer
 */
export const openDocuments = async (
  folder: string,
  { read_store }: Pick<Settings, 'read_store'>,
  faults?: SqliteReadStoreOptions['faults'],
): Promise<ReadStore> => {
  if (read_store === undefined) return SqliteReadStore.open({ file: join(folder, 'documents.sqlite'), faults });
  const { MongoReadStore } = await import('#infra/read-store/mongodb/mongo-read-store'); // only who needs it pays for it
  return MongoReadStore.open(read_store);
};
