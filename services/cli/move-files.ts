import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#infra/config/configuration';
import { DataFolder } from '#infra/data-folder/data-folder';
import type { Files } from '#infra/files/files';
import { OperationFailed } from './control.ts';
import { copyFiles } from './copy-files.ts';
import { refuseUnfinished } from './engines.ts';
import { beginClaim, endClaim, filesIn, openClaimed, readMark, removeMark, writeMark } from './files-engine.ts';

const PLACES = ['database', 'folder'] as const;
type Place = (typeof PLACES)[number];

/** Where the files of an installation are after a move. */
export interface FilesMoved {
  to: Place;
  /** Number of files. */
  files: number;
  /** Names of files that are damaged in the place they were moved from, which was not emptied therefore. */
  damaged: readonly string[];
}

type Outcome = Omit<FilesMoved, 'to'>;

/** A place named on the command line. @throws OperationFailed */
export const placeNamed = (text: string): Place => {
  const place = PLACES.find((one) => one === text);
  if (place === undefined) throw new OperationFailed(`--to is 'database' or 'folder', not '${text}'`);
  return place;
};

/**
 * Moves the files of an installation between its data folder and the database that ANAMNESIS_FILES names, while no process runs on the folder. It may be
 * broken off anywhere and called again; a move to the database that was broken off is also given up by a move to the folder. The place that the files are moved from is emptied after all of them were read back from the other one.
 * @throws OperationFailed, DataFolderInUse, WrongSettings, FilesUnavailable
 */
export const moveFiles = async (
  { data, files: address }: Pick<Settings, 'data' | 'files'>,
  to: Place,
  progress: (text: string) => void,
): Promise<FilesMoved> => {
  if (address === undefined) throw new OperationFailed('ANAMNESIS_FILES has to name the database');
  if (!existsSync(join(data, 'keys'))) throw new OperationFailed(`There is no clinic in ${data}: ANAMNESIS_DATA`);
  const folder = DataFolder.open(data, { isAlone: true });
  try {
    refuseUnfinished(folder);
    const move = to === 'database' ? toDatabase : toFolder;
    return { to, ...(await move(folder.path, address, progress)) };
  } finally {
    folder.release();
  }
};

const toDatabase = async (data: string, address: string, progress: (text: string) => void): Promise<Outcome> => {
  const mark = await readMark(data);
  if (mark?.state === 'leaving')
    throw new OperationFailed('A move to the folder was broken off. Finish it: anamnesis files move --to folder');
  const inFolder = await filesIn(data);
  const { files: inDatabase, mark: claimed } =
    mark?.state === 'claimed' ? { files: await openClaimed(address, mark), mark } : await beginClaim(data, address, mark);
  let damaged: readonly string[] = [];
  try {
    if (mark?.state !== 'claimed') {
      damaged = await copyAll(inFolder, inDatabase, progress);
      await endClaim(data, claimed);
    }
    await emptyFolder(join(data, 'files'));
    return { files: await count(inDatabase), damaged };
  } finally {
    await inDatabase.close();
  }
};

const toFolder = async (data: string, address: string, progress: (text: string) => void): Promise<Outcome> => {
  const mark = await readMark(data);
  if (mark === undefined) throw new OperationFailed('The files are in the data folder already');
  const inFolder = await filesIn(data);
  const inDatabase = await openClaimed(address, mark);
  let damaged: readonly string[] = [];
  try {
    if (mark.state === 'claimed') {
      damaged = await copyAll(inDatabase, inFolder, progress);
      if (damaged.length === 0) await writeMark(data, { ...mark, state: 'leaving' });
    }
    if (damaged.length === 0) await inDatabase.drop();
    await removeMark(data);
    return { files: await count(inFolder), damaged };
  } finally {
    await inDatabase.close();
  }
};

/** Makes the target hold the source's files and no others, such as those that were removed since an earlier move was broken off. @returns damaged files */
const copyAll = async (source: Files, target: Files, progress: (text: string) => void): Promise<readonly string[]> => {
  const { names, damaged } = await copyFiles(source, target, { progress });
  for await (const { name } of target.list('')) if (!names.has(name) && !damaged.includes(name)) await target.remove(name);
  return damaged;
};

/** Not the folder itself: it may be a link, or a disk of its own. */
const emptyFolder = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
};

const count = async (files: Files): Promise<number> => {
  let number = 0;
  for await (const _ of files.list('')) number += 1;
  return number;
};

/** For the person at the terminal. */
export const filesMovedSaid = ({ to, files, damaged }: FilesMoved): string => {
  const said = `${files} ${files === 1 ? 'file is' : 'files are'} now in the ${to === 'folder' ? 'data folder' : 'database'}.`;
  return [
    `${said} Start ${to === 'folder' ? 'without' : 'with'} ANAMNESIS_FILES`,
    ...damaged.map((name) => `DAMAGED, and not moved: ${name}`),
    ...(damaged.length > 0 ? ['The database was left as it is. Drop it once nobody needs it any more'] : []),
  ].join('\n');
};
