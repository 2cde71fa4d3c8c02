import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Waits until a written file and its name are on the disk. Not for a file that SQLite has open: closing it here would drop its locks. */
export const syncFile = async (path: string): Promise<void> => {
  const names = process.platform === 'win32' ? [path] : [path, dirname(path)]; // a folder cannot be opened for syncing there
  for (const name of names) {
    const handle = await open(name, name === path ? 'r+' : 'r');
    await handle.sync().finally(() => handle.close());
  }
};
