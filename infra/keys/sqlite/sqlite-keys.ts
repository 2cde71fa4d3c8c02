import { join } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';
import { StoredKeys, type StoredKeysOptions } from '../stored-keys.ts';
import { KEY_FILE, KeyFile, orUnavailable } from '../key-file.ts';

export interface SqliteKeysOptions extends Omit<StoredKeysOptions, 'rows'> {
  /** Where keys.sqlite lies; made where absent. */
  folder: string;
}

/** Keys in a SQLite file of their own. @throws WrongKeyEncryptionKey, KeysUnavailable where the file cannot be opened or is no key store */
export const openSqliteKeys = async ({ folder, ...options }: SqliteKeysOptions): Promise<StoredKeys> => {
  orUnavailable(() => makeFolder(folder));
  return StoredKeys.open({ rows: new KeyFile(join(folder, KEY_FILE)), ...options });
};
