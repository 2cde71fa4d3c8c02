import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';

/** The file that should hold the key-encryption key is missing, unreadable or holds something else. The text names the file and what to do. */
export class KeyEncryptionKeyUnusable extends Error {}

/** The key-encryption key is not the one that wrapped the keys of a store. */
export class WrongKeyEncryptionKey extends KeyEncryptionKeyUnusable {}

const FORMAT = /^[0-9a-f]{64}$/;

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;

const read = async (path: string): Promise<Uint8Array | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new KeyEncryptionKeyUnusable(`the key-encryption key in ${path} cannot be read`, {
      cause: error,
    });
  });
  if (text === undefined) return undefined;
  if (!FORMAT.test(text.trim())) throw new KeyEncryptionKeyUnusable(`${path} does not hold a key-encryption key (64 hexadecimal digits)`);
  return Buffer.from(text.trim(), 'hex');
};

/** A folder on disk does not hold a new name for sure before the folder itself is synced; Windows neither can nor needs to. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Written beside and linked into place: the file is whole or absent, and of two that create it at once the first one wins. */
const create = async (path: string): Promise<void> => {
  const folder = dirname(path);
  makeFolder(folder);
  const draft = `${path}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('hex')}\n`).then(() => handle.sync());
    await link(draft, path).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
};

/**
 * The key that wraps all other keys: 32 bytes, kept in a file of 64 hexadecimal digits that only its owner may read.
 * In production the path lies outside of the data folder, so that log, keys and files of a stolen copy open nothing.
 * Where the file is missing it is made if `create` allows it, on disk with its folder before it is answered.
 * @throws KeyEncryptionKeyUnusable
 */
export const loadKeyEncryptionKey = async (path: string, options: { create: boolean }): Promise<Uint8Array> => {
  const present = await read(path);
  if (present) return present;
  if (!options.create) {
    throw new KeyEncryptionKeyUnusable(
      `there is no key-encryption key in ${path}: put back the file that was kept, or make one for a new installation`,
    );
  }
  await create(path).catch((error: unknown) => {
    throw new KeyEncryptionKeyUnusable(`the key-encryption key cannot be written to ${path}`, {
      cause: error,
    });
  });
  const made = await read(path);
  if (!made) throw new KeyEncryptionKeyUnusable(`the key-encryption key written to ${path} is not there`);
  return made;
};
