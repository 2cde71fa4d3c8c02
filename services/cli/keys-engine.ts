import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import type { MongoKeyRows } from '#infra/keys/mongodb/mongo-key-rows';
import type { Keys } from '#infra/keys/keys';
import { KEY_FILE } from '#infra/keys/key-file';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { StoredKeys } from '#infra/keys/stored-keys';
import { DatabaseClaims } from './database-claims.ts';

/** Folder of the keys within a data folder. It is there from the first start on, wherever the keys are. */
export const KEYS_FOLDER = 'keys';

/** Answers whether the program ever started on a data folder. A copy of the folder may lack empty folders. */
export const holdsClinic = (folder: string): boolean => existsSync(join(folder, KEYS_FOLDER)) || existsSync(join(folder, 'keys.json'));

export const keyFileIn = (folder: string): string => join(folder, KEYS_FOLDER, KEY_FILE);

/** An erasure destroys keys only where the program looks for them: there is no start while copies of them may be elsewhere. */
export const keyClaims = new DatabaseClaims<MongoKeyRows>({
  what: 'keys',
  openDatabase: async (address) => {
    const { MongoKeyRows } = await import('#infra/keys/mongodb/mongo-key-rows'); // loaded only when needed
    return MongoKeyRows.open(address);
  },
  holdsAny: async (folder) => existsSync(keyFileIn(folder)),
  onRemains: (message) => {
    throw new WrongSettings(message);
  },
});

const keysIn = async (folder: string, rows: MongoKeyRows | undefined, kek: Uint8Array): Promise<Keys> =>
  rows ? StoredKeys.open({ rows, kek }) : openSqliteKeys({ folder: join(folder, KEYS_FOLDER), kek });

/** Opens the keys in the data folder, or in the database named by the settings. @throws WrongSettings, WrongKeyEncryptionKey, KeysUnavailable */
export const openKeys = async (folder: string, { keys }: Pick<Settings, 'keys'>, kek: Uint8Array): Promise<Keys> =>
  keysIn(folder, await keyClaims.open(folder, keys), kek);

/**
 * Opens the keys of an installation that is being moved where they are just now, also if a move of them was broken off.
 * @throws WrongSettings, WrongKeyEncryptionKey, KeysUnavailable
 */
export const openKeysOnTheMove = async (folder: string, { keys }: Pick<Settings, 'keys'>, kek: Uint8Array): Promise<Keys> => {
  const mark = await keyClaims.readMark(folder);
  const isInDatabase = mark?.state === 'claimed';
  if (isInDatabase && keys !== undefined) return keysIn(folder, await keyClaims.openClaimed(keys, mark), kek);
  if (isInDatabase) return openKeys(folder, { keys }, kek);
  assertInFolder(folder);
  return keysIn(folder, undefined, kek);
};

const assertInFolder = (folder: string): void => {
  if (!existsSync(keyFileIn(folder))) throw new WrongSettings(`There are no keys in ${folder}: start the program itself first`);
};

/** The same for a process beside the owner of the data folder. */
export const openKeysBeside = async (folder: string, { keys }: Pick<Settings, 'keys'>, kek: Uint8Array): Promise<Keys> => {
  const rows = await keyClaims.openBeside(folder, keys);
  if (!rows) assertInFolder(folder);
  return keysIn(folder, rows, kek);
};
