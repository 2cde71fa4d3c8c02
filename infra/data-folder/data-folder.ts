import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { allForOwnerAlone, forOwnerAlone, warnIfOpen } from './for-owner-alone.ts';
import { makeFolder } from './make-folder.ts';

/** Another process owns the folder. */
export class DataFolderInUse extends Error {}

/** The data folder cannot be made, read or written. */
export class DataFolderUnusable extends Error {}

/** SQLite's BUSY: somebody else holds the lock. */
const BUSY = 5;

/** Files that nothing is ever written to: their locks say who uses the folder. */
const OWNED = 'lock';
const JOINED = 'joined';

/** Keeps the connections alive: one that is collected as garbage would drop its lock. */
const held = new Set<DatabaseSyncInstance>();

/**
 * The folder with everything the embedded engines store, owned by one process.
 * The lock is SQLite's exclusive lock on an otherwise empty file: the operating system drops it with the process, however that ends, on
 * Linux, macOS and Windows alike. `owner` beside it only tells people whom to look for. Nothing else in the process may open the lock
 * file: closing any other descriptor of it would drop the lock on Linux and macOS. Processes that join the owner share a lock of another such file.
 */
export class DataFolder {
  private constructor(
    /** Absolute. */
    readonly path: string,
    private readonly locks: readonly DatabaseSyncInstance[],
    private readonly isOwner: boolean,
  ) {}

  /**
   * Creates the folder where it is missing and takes it. A new or empty one is closed to everybody but its owner, one that was taken before with
   * everything in it; of any other that is open, standard error says so.
   * @param isAlone whether no process may have joined either, as where everything is about to be replaced
   * @throws DataFolderInUse, DataFolderUnusable
   */
  static open(path: string, { isAlone = false } = {}): DataFolder {
    const folder = resolve(path);
    makeUsable(folder);
    const lock = take(folder, OWNED, 'EXCLUSIVE', () => owner(folder));
    try {
      const joined = isAlone ? [take(folder, JOINED, 'EXCLUSIVE', () => 'a process that does a part of the work')] : [];
      tellOwner(folder);
      return new DataFolder(folder, [...joined, lock], true);
    } catch (error) {
      giveBack(lock);
      throw error;
    }
  }

  /** Uses a folder beside its owner, whether or not one is there, for what several processes can use at once. @throws DataFolderInUse, DataFolderUnusable */
  static join(path: string): DataFolder {
    const folder = resolve(path);
    return new DataFolder(folder, [take(folder, JOINED, 'SHARED', () => owner(folder))], false);
  }

  /** Gives the folder back; harmless twice. */
  release(): void {
    if (this.locks.every(({ isOpen }) => !isOpen)) return;
    if (this.isOwner) rmSync(ownerFile(this.path), { force: true });
    for (const lock of this.locks) giveBack(lock);
  }
}

/** @param by who has it, for people */
const take = (folder: string, file: string, kind: 'EXCLUSIVE' | 'SHARED', by: () => string): DatabaseSyncInstance => {
  const lock = openLock(folder, file);
  try {
    // Nothing is ever written to it, so the lock needs no space on the disk. A transaction that reads holds the shared lock until it ends.
    lock.exec(`PRAGMA journal_mode = MEMORY; ${kind === 'SHARED' ? 'BEGIN; SELECT * FROM sqlite_schema' : 'BEGIN EXCLUSIVE'}`);
  } catch (error) {
    lock.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== BUSY) throw unusable(folder, error);
    throw new DataFolderInUse(`The data folder ${folder} is in use by ${by()}. Stop that process or choose another folder.`);
  }
  held.add(lock);
  return lock;
};

const giveBack = (lock: DatabaseSyncInstance): void => {
  if (lock.isOpen) lock.close();
  held.delete(lock);
};

const makeUsable = (folder: string): void => {
  try {
    makeFolder(folder);
    // An empty one was made for this, as a volume is. One with other things in it may be somebody else's, given by mistake.
    const names = readdirSync(folder);
    if (names.includes(OWNED)) allForOwnerAlone(folder);
    else (names.every((name) => name === 'lost+found') ? forOwnerAlone : warnIfOpen)(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
};

const openLock = (folder: string, file: string): DatabaseSyncInstance => {
  try {
    return new DatabaseSync(join(folder, file));
  } catch (error) {
    throw unusable(folder, error);
  }
};

const unusable = (folder: string, error: unknown): Error =>
  new DataFolderUnusable(`The data folder ${folder} cannot be used: ${(error as Error).message}`, { cause: error });

const ownerFile = (folder: string): string => join(folder, 'owner');

const tellOwner = (folder: string): void => {
  try {
    writeFileSync(ownerFile(folder), `${process.pid}\n`, { mode: 0o600 });
  } catch {
    // the lock holds without it, and a full disk must not keep anybody from reading
  }
};

const owner = (folder: string): string => {
  try {
    const process_id = Number.parseInt(readFileSync(ownerFile(folder), 'utf8'), 10);
    return Number.isSafeInteger(process_id) ? `process ${process_id}` : 'another process';
  } catch {
    return 'another process'; // it has the lock and has not said yet who it is
  }
};
