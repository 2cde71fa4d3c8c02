import { DataFolder } from '#infra/data-folder/data-folder';
import { OperationFailed } from './control.ts';
import type { Claimable, DatabaseClaims } from './database-claims.ts';
import { refuseUnfinished } from './engines.ts';
import { holdsClinic } from './keys-engine.ts';

const PLACES = ['database', 'folder'] as const;
type Place = (typeof PLACES)[number];

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

/** The result of a move. */
export interface ContentsMoved {
  to: Place;
  /** Number of files or keys. */
  count: number;
  /** Names of those that are damaged in the place they were moved from, which was not emptied therefore. */
  damaged: readonly string[];
}

type Outcome = Omit<ContentsMoved, 'to'>;

/** A place named on the command line. @throws OperationFailed */
export const placeNamed = (text: string): Place => {
  const place = PLACES.find((one) => one === text);
  if (place === undefined) throw new OperationFailed(`--to is 'database' or 'folder', not '${text}'`);
  return place;
};

interface Move<T extends { close(): Promise<void> }, D extends T & Claimable> {
  movable: Movable<T, D>;
  data: string;
  address: string;
  progress: (text: string) => void;
}

/**
 * Moves contents of an installation between its data folder and the database of the address, while no process runs on the folder. It may be broken off
 * anywhere and called again; a move to the database that was broken off is also given up by a move to the folder. The place that they are moved from is
 * emptied after all of them were read back from the other one.
 * @throws OperationFailed, DataFolderInUse, WrongSettings and the port's errors
 */
export const moveContents = async <T extends { close(): Promise<void> }, D extends T & Claimable>(
  movable: Movable<T, D>,
  { data, address }: { data: string; address: string | undefined },
  to: Place,
  progress: (text: string) => void,
): Promise<ContentsMoved> => {
  if (address === undefined) throw new OperationFailed(`${movable.claims.variable} has to name the database`);
  if (!holdsClinic(data)) throw new OperationFailed(`There is no clinic in ${data}: ANAMNESIS_DATA`);
  const folder = DataFolder.open(data, { isAlone: true });
  try {
    refuseUnfinished(folder);
    const move = { movable, data: folder.path, address, progress };
    return { to, ...(await (to === 'database' ? toDatabase(move) : toFolder(move))) };
  } finally {
    folder.release();
  }
};

const toDatabase = async <T extends { close(): Promise<void> }, D extends T & Claimable>(move: Move<T, D>): Promise<Outcome> => {
  const { movable, data, address, progress } = move;
  const { claims } = movable;
  const mark = await claims.readMark(data);
  if (mark?.state === 'leaving') throw new OperationFailed(`A move to the folder was broken off. Finish it: ${claims.moveTo('folder')}`);
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

const toFolder = async <T extends { close(): Promise<void> }, D extends T & Claimable>(move: Move<T, D>): Promise<Outcome> => {
  const { movable, data, address, progress } = move;
  const { claims, noun } = movable;
  const mark = await claims.readMark(data);
  if (mark === undefined) throw new OperationFailed(`The ${noun}s are in the data folder already`);
  const database = await claims.openClaimed(address, mark);
  let damaged: readonly string[] = [];
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

/** For the person at the terminal. */
export const contentsMovedSaid = (
  { claims, noun }: { claims: Pick<DatabaseClaims<Claimable>, 'variable'>; noun: string },
  { to, count, damaged }: ContentsMoved,
): string => {
  const said = `${count} ${count === 1 ? `${noun} is` : `${noun}s are`} now in the ${to === 'folder' ? 'data folder' : 'database'}.`;
  return [
    `${said} Start ${to === 'folder' ? 'without' : 'with'} ${claims.variable}`,
    ...damaged.map((name) => `DAMAGED, and not moved: ${name}`),
    ...(damaged.length > 0 ? ['The database was left as it is. Drop it once nobody needs it any more'] : []),
  ].join('\n');
};
