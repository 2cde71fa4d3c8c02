import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Errors of file systems without owners, or with another owner: network shares, and volumes of containers. */
const CANNOT = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const OTHERS = 0o077;
/** The sticky bit: a folder such as /tmp is for everybody. */
const SHARED = 0o1000;

const isClosed = (path: string): boolean =>
  process.platform === 'win32' || // rights are of another kind there, and inherited
  (statSync(path).mode & OTHERS) === 0;

/** Warns if other users than the owner may get into a file or a folder. */
export const warnIfOpen = (path: string, warn: (text: string) => void = console.error): void => {
  if (!isClosed(path)) warn(`Other users of this machine may get into ${path}: let its owner alone into it, as by chmod go= ${path}`);
};

/** Closes one of our own files or folders to everybody but its owner. Warns if that is not possible, and leaves it as it is. */
export const forOwnerAlone = (path: string, warn: (text: string) => void = console.error): void => {
  if (isClosed(path)) return;
  const { mode } = statSync(path);
  try {
    if ((mode & SHARED) === 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  // some file systems take the change and ignore it
  warnIfOpen(path, warn);
};

/** Closes a folder of ours and everything in it. Links are not followed. Warns once where rights cannot be changed. */
export const allForOwnerAlone = (folder: string, warn: (text: string) => void = console.error): void => {
  let isPossible = true;
  const note = (text: string): void => {
    if (isPossible) warn(text);
    isPossible = false;
  };
  forOwnerAlone(folder, note);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!isPossible) return;
    if (entry.isFile() || entry.isDirectory()) forOwnerAlone(join(entry.parentPath, entry.name), note);
  }
};
