import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { DataFolderUnusable } from './data-folder.ts';
import { syncFile } from './sync-file.ts';

/** Value in a file; undefined if there is no such file. @throws DataFolderUnusable if the file has something else */
export const readJson = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new DataFolderUnusable(`${path} cannot be understood: it is damaged or of a later release`);
    throw error;
  }
};

/** Writes or replaces a file that its owner alone may read: it is whole or as before, and on the disk when this resolves. */
export const writeJson = async (path: string, value: unknown): Promise<void> => {
  const draft = `${path}.draft`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await syncFile(draft);
  await rename(draft, path);
  await syncFile(path);
};
