import { readFile, rename, writeFile } from 'node:fs/promises';
import { syncFile } from './sync-file.ts';

/** Value in a file; undefined if there is no such file. @throws SyntaxError */
export const readJson = async (path: string): Promise<unknown> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : JSON.parse(text);
};

/** Writes or replaces a file that its owner alone may read: it is whole or as before, and on the disk when this resolves. */
export const writeJson = async (path: string, value: unknown): Promise<void> => {
  const draft = `${path}.draft`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await syncFile(draft);
  await rename(draft, path);
  await syncFile(path);
};
