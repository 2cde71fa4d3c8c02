import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import { readJson, writeJson } from '#infra/data-folder/json-file';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import type { Files } from '#infra/files/files';
import type { GridFsFiles } from '#infra/files/gridfs/gridfs-files';
import { databaseOf } from '#infra/mongodb/database-of';

const NAME = 'files.json';

/**
 * Is in a data folder whose files are in a database: 'claiming' before they are all there, 'claimed' from then on, 'leaving' once they are all in the
 * folder again and those in the database remain to be removed. `installation` is the owner that the database has for them; `place` is for people: server
 * and database without credentials.
 */
const Mark = z.object({ state: z.enum(['claiming', 'claimed', 'leaving']), installation: z.uuid(), place: z.string() });
export type Mark = z.infer<typeof Mark>;

/**
 * Opens the files in the data folder, or in the database named by the settings, which becomes this installation's the first time.
 * @throws WrongSettings if the files are elsewhere than the settings say, or the database belongs to another installation; FilesUnavailable
 */
export const openFiles = async (folder: string, { files: address }: Pick<Settings, 'files'>): Promise<Files> => {
  const mark = await readMark(folder);
  if (mark !== undefined) await warnOfRemains(folder, mark, address);
  if (address === undefined) {
    if (mark?.state === 'claimed')
      throw new WrongSettings(
        `ANAMNESIS_FILES: the files of this installation are in MongoDB at ${mark.place}. Set it to that database; or move them, with it set: anamnesis files move --to folder`,
      );
    return filesIn(folder);
  }
  if (mark?.state === 'leaving')
    throw new WrongSettings(
      'ANAMNESIS_FILES: a move of the files to the data folder was broken off. Finish it: anamnesis files move --to folder',
    );
  if (mark?.state === 'claimed') {
    const files = await openClaimed(address, mark);
    const place = databaseOf(address);
    if (place !== mark.place) await writeMark(folder, { ...mark, place });
    return files;
  }
  if (await holdsAny(await filesIn(folder)))
    throw new WrongSettings(
      'ANAMNESIS_FILES: the files of this installation are in its data folder. Start without it; or move them: anamnesis files move --to database',
    );
  const begun = await beginClaim(folder, address, mark);
  await endClaim(folder, begun.mark);
  return begun.files;
};

/** The same for a process beside the owner of the data folder: it claims no database. */
export const openFilesBeside = async (folder: string, settings: Pick<Settings, 'files'>): Promise<Files> => {
  if (settings.files === undefined) return openFiles(folder, settings);
  const mark = await readMark(folder);
  if (mark?.state !== 'claimed')
    throw new WrongSettings('ANAMNESIS_FILES: the program itself has not been started with it: start it first');
  return openClaimed(settings.files, mark);
};

/** Files in the data folder. */
export const filesIn = (folder: string): Promise<DirectoryFiles> => DirectoryFiles.open({ folder: join(folder, 'files') });

/** Opens the database that has an installation's files. @throws WrongSettings, FilesUnavailable */
export const openClaimed = async (address: string, mark: Mark): Promise<GridFsFiles> => {
  const files = await inDatabase(address);
  return orClose(files, async () => {
    const owner = await files.owner();
    // before it was claimed, and after it was emptied
    const mayBeEmpty = mark.state !== 'claimed' && mark.place === databaseOf(address);
    if (owner === undefined && !mayBeEmpty)
      throw new WrongSettings(
        `ANAMNESIS_FILES: the database holds no files, and this installation stored files in MongoDB at ${mark.place}. Name that database, or restore it`,
      );
    if (owner === undefined) return files;
    assertOwner(owner, mark);
    await files.prepare();
    return files;
  });
};

/**
 * Opens a database and makes it an installation's, while its files are still in the data folder. The mark comes first, so that a start that is broken
 * off leaves no database without its installation.
 * @param before mark of an earlier start that was broken off
 * @throws WrongSettings also if that start was broken off with another database, which would keep copies that nothing removes; FilesUnavailable
 */
export const beginClaim = async (
  folder: string,
  address: string,
  before: Mark | undefined,
): Promise<{ files: GridFsFiles; mark: Mark }> => {
  const files = await inDatabase(address);
  return orClose(files, async () => {
    if (before !== undefined && before.place !== databaseOf(address) && (await files.owner()) !== before.installation)
      throw new WrongSettings(
        `ANAMNESIS_FILES: storing files in MongoDB at ${before.place} was begun and broken off. Name that database to finish it, or to give it up: anamnesis files move --to folder`,
      );
    const mark: Mark = { state: 'claiming', installation: before?.installation ?? randomUUID(), place: databaseOf(address) };
    await writeMark(folder, mark);
    const owner = await files.claim(mark.installation);
    if (owner !== mark.installation && before === undefined) await removeMark(folder);
    if (owner === undefined)
      throw new WrongSettings('ANAMNESIS_FILES: the database holds something else. Files need an empty one of their own');
    assertOwner(owner, mark);
    await files.prepare();
    return { files, mark };
  });
};

/** From here on the files are in the database. */
export const endClaim = (folder: string, mark: Mark): Promise<void> => writeMark(folder, { ...mark, state: 'claimed' });

const assertOwner = (owner: string, { installation }: Mark): void => {
  if (owner !== installation) throw new WrongSettings('ANAMNESIS_FILES: the database holds the files of another installation');
};

const orClose = async <T>(files: GridFsFiles, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await files.close();
    throw error;
  }
};

/** Says if a move was broken off: files that are removed, as by an erasure, are removed only where the program looks for them. */
const warnOfRemains = async (folder: string, mark: Mark, address: string | undefined): Promise<void> => {
  const isInFolder = mark.state !== 'claimed';
  if (isInFolder ? address !== undefined : !(await holdsAny(await filesIn(folder)))) return;
  const remains = isInFolder ? `MongoDB at ${mark.place}` : 'the data folder';
  const to = mark.state === 'leaving' ? 'folder' : 'database';
  console.error(
    `A move of the files was broken off, and copies of them may remain in ${remains}. Finish it: anamnesis files move --to ${to}`,
  );
};

export const holdsAny = async (files: Files): Promise<boolean> => {
  for await (const _ of files.list('')) return true;
  return false;
};

/** Loaded only when needed. */
const inDatabase = async (address: string): Promise<GridFsFiles> => {
  const { GridFsFiles } = await import('#infra/files/gridfs/gridfs-files');
  return GridFsFiles.open({ address });
};

/** @throws WrongSettings if it cannot be understood */
export const readMark = async (folder: string): Promise<Mark | undefined> => {
  const path = join(folder, NAME);
  try {
    return Mark.optional().parse(await readJson(path));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new WrongSettings(`${path} cannot be understood: it is damaged or of a later release`);
    throw error;
  }
};

export const writeMark = (folder: string, mark: Mark): Promise<void> => writeJson(join(folder, NAME), mark);

export const removeMark = (folder: string): Promise<void> => rm(join(folder, NAME), { force: true });
