import { OperationFailed } from './control.ts';
import type { Claimable, DatabaseClaims } from './database-claims.ts';
import type { Place } from './move-mark.ts';

/** Contents that can be moved between a data folder and a database. @typeParam T what both places have in common */
export interface Movable<T extends { close(): Promise<void> }, D extends T & Claimable> {
  claims: DatabaseClaims<D>;
  /** One of them, for people. */
  noun: 'file' | 'key';
  /** Whether an installation may have none. */
  mayBeNone: boolean;
  /** Opens the place in the data folder, and makes it if there is none. */
  openFolder: (data: string) => Promise<T>;
  emptyFolder: (data: string) => Promise<void>;
  /** Makes the target hold what the source holds, and reads it back. @returns names of damaged ones, which were left out. @throws OperationFailed */
  copy: (source: T, target: T, progress: (text: string) => void) => Promise<readonly string[]>;
  /** Makes sure that nothing is lost if a place is emptied that a broken-off move seems to have left; `other` is undefined if there is none. @throws OperationFailed */
  assertNeedless: (place: T, other: T | undefined) => Promise<void>;
  count: (place: T) => Promise<number>;
}

/** The result of a move of files or keys. */
export interface ContentsMoved {
  /** Number of files or keys. */
  count: number;
  /** Names of those that are damaged in the place they were moved from, which was not emptied therefore. */
  damaged: readonly string[];
}

interface Move<T extends { close(): Promise<void> }, D extends T & Claimable> {
  movable: Movable<T, D>;
  data: string;
  address: string;
  progress: (text: string) => void;
}

/**
 * Moves contents of an installation between its data folder, on which no process runs, and the database of the address. It may be broken off
 * anywhere and called again; a move to the database that was broken off is also given up by a move to the folder. The place that they are moved from is
 * emptied after all of them were read back from the other one. If all of them are there already, nothing changes.
 * @throws OperationFailed, WrongSettings and the port's errors
 */
export const moveContents = async <T extends { close(): Promise<void> }, D extends T & Claimable>(
  movable: Movable<T, D>,
  { data, address }: { data: string; address: string },
  to: Place,
  progress: (text: string) => void,
): Promise<ContentsMoved> => {
  const move = { movable, data, address, progress };
  return to === 'servers' ? toDatabase(move) : toFolder(move);
};

const toDatabase = async <T extends { close(): Promise<void> }, D extends T & Claimable>(move: Move<T, D>): Promise<ContentsMoved> => {
  const { movable, data, address, progress } = move;
  const { claims } = movable;
  const mark = await claims.readMark(data);
  const isInFolder = await claims.holdsAny(data);
  if (mark?.state !== 'claimed' && !isInFolder && !movable.mayBeNone)
    throw new OperationFailed(`There are no ${movable.noun}s in the data folder`);
  const { database, mark: claimed } =
    mark?.state === 'claimed' ? { database: await claims.openClaimed(address, mark), mark } : await claims.begin(data, address, mark);
  let damaged: readonly string[] = [];
  try {
    if (mark?.state !== 'claimed') {
      damaged = await inFolder(move, (folder) => movable.copy(folder, database, progress));
      await claims.end(data, claimed);
    } else if (isInFolder) await inFolder(move, (folder) => movable.assertNeedless(folder, database));
    await movable.emptyFolder(data);
    return { count: await movable.count(database), damaged };
  } finally {
    await database.close();
  }
};

const toFolder = async <T extends { close(): Promise<void> }, D extends T & Claimable>(move: Move<T, D>): Promise<ContentsMoved> => {
  const { movable, data, address, progress } = move;
  const { claims, noun } = movable;
  let damaged: readonly string[] = [];
  const mark = await claims.readMark(data);
  if (mark === undefined) {
    if (!(await claims.holdsAny(data)) && !movable.mayBeNone) throw new OperationFailed(`There are no ${noun}s in the data folder`);
    return { count: await inFolder(move, movable.count), damaged };
  }
  const database = await claims.openClaimed(address, mark);
  try {
    if (mark.state === 'claimed') {
      damaged = await inFolder(move, (folder) => movable.copy(database, folder, progress));
      if (damaged.length === 0) await claims.writeMark(data, { ...mark, state: 'leaving' });
    }
    const isInFolder = await claims.holdsAny(data);
    if (mark.state === 'leaving' && !isInFolder && !movable.mayBeNone)
      throw new OperationFailed(`There are no ${noun}s in the data folder`);
    const isOurs = (await database.owner.installation()) === mark.installation;
    if (isOurs && mark.state !== 'claimed') {
      if (isInFolder) await inFolder(move, (folder) => movable.assertNeedless(database, folder));
      else await movable.assertNeedless(database, undefined);
    }
    if (isOurs && damaged.length === 0) await database.drop();
    await claims.removeMark(data);
    return { count: isInFolder ? await inFolder(move, movable.count) : 0, damaged };
  } finally {
    await database.close();
  }
};

const inFolder = async <T extends { close(): Promise<void> }, D extends T & Claimable, R>(
  { movable, data }: Move<T, D>,
  work: (folder: T) => Promise<R>,
): Promise<R> => {
  const folder = await movable.openFolder(data);
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
};
