import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '#infra/config/configuration';
import { readJson, writeJson } from '#infra/data-folder/json-file';
import { databaseOf } from '#infra/mongodb/database-of';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore, type SqliteReadStoreOptions } from '#infra/read-store/sqlite/sqlite-read-store';

/** Is in a data folder: where the read models of the last start are. `database` is for people, without credentials; null if they are in the folder. */
const Recorded = z.object({ database: z.string().nullable() });
const recordIn = (folder: string): string => join(folder, 'read-store.json');
const databaseNamed = ({ read_store }: Pick<Settings, 'read_store'>): string | null =>
  read_store === undefined ? null : databaseOf(read_store);

/** Records where read models are from now on. */
export const recordDocuments = async (folder: string, settings: Pick<Settings, 'read_store'>): Promise<void> => {
  const database = databaseNamed(settings);
  if ((await recordedDocuments(folder))?.database !== database) await writeJson(recordIn(folder), { database });
};

/** Where the read models of the last start are; undefined if no start recorded that. */
export const recordedDocuments = (folder: string): Promise<{ database: string | null } | undefined> => readJson(recordIn(folder), Recorded);

/** File of the read models that are in a data folder. */
export const documentsIn = (folder: string): string => join(folder, 'documents.sqlite');

/** Removes the read models that are in a data folder, while nobody has them open. */
export const removeDocuments = async (folder: string): Promise<void> => {
  for (const end of ['-wal', '-shm', '']) await rm(`${documentsIn(folder)}${end}`, { force: true });
};

/**
 * Opens the read models and the checkpoints of followers, in the data folder or in the database named by the settings.
 * @throws ReadStoreUnavailable if the database is unavailable
 */
export const openDocuments = async (
  folder: string,
  { read_store }: Pick<Settings, 'read_store'>,
  faults?: SqliteReadStoreOptions['faults'],
): Promise<ReadStore> => {
  if (read_store === undefined) return SqliteReadStore.open({ file: documentsIn(folder), faults });
  const { MongoReadStore } = await import('#infra/read-store/mongodb/mongo-read-store'); // loaded only when needed
  return MongoReadStore.open(read_store);
};
