import { join } from 'node:path';
import type { Settings } from '#infra/config/configuration';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore, type SqliteReadStoreOptions } from '#infra/read-store/sqlite/sqlite-read-store';

/**
 * Opens the read models and the checkpoints of followers, in the data folder or in the database named by the settings.
 * @throws ReadStoreUnavailable if the database is unavailable
 */
export const openDocuments = async (
  folder: string,
  { read_store }: Pick<Settings, 'read_store'>,
  faults?: SqliteReadStoreOptions['faults'],
): Promise<ReadStore> => {
  if (read_store === undefined) return SqliteReadStore.open({ file: join(folder, 'documents.sqlite'), faults });
  const { MongoReadStore } = await import('#infra/read-store/mongodb/mongo-read-store'); // loaded only when needed
  return MongoReadStore.open(read_store);
};
