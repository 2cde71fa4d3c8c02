import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder that only its owner may enter, with its parents, and waits until its name is on the disk: files in a folder whose
 * entry a power cut can take away would not be durable. An existing folder is left as it is.
 */
export const makeFolder = (path: string): void => {
  const created = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (created === undefined) return;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    syncEntry(dirname(folder));
    if (folder === resolve(created) || folder === dirname(folder)) return;
  }
};

const syncEntry = (folder: string): void => {
  if (process.platform === 'win32') return; // a folder cannot be opened for syncing there
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
