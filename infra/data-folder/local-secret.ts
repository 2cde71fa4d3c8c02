import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const pathIn = (folder: string): string => join(folder, 'local-secret');

/** Writes the secret of a start down for programs of the same person, as whom nobody else reads it. */
export const writeLocalSecret = async (folder: string, secret: string): Promise<void> => {
  // one that a start left which was killed may have other modes
  await removeLocalSecret(folder);
  await writeFile(pathIn(folder), secret, { mode: 0o600, flag: 'wx' });
};

export const removeLocalSecret = (folder: string): Promise<void> => rm(pathIn(folder), { force: true });
