import { join } from 'node:path';
import type { Settings } from '#infra/config/configuration';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import type { Files } from '#infra/files/files';
import type { GridFsFiles } from '#infra/files/gridfs/gridfs-files';
import { DatabaseClaims } from './database-claims.ts';

const holdsAny = async (files: Files): Promise<boolean> => {
  for await (const _ of files.list('')) return true;
  return false;
};

/** Files that are removed, as by an erasure, are removed only where the program looks for them: copies elsewhere are worth a warning. */
export const fileClaims = new DatabaseClaims<GridFsFiles>({
  what: 'files',
  openDatabase: async (address) => {
    const { GridFsFiles } = await import('#infra/files/gridfs/gridfs-files'); // loaded only when needed
    return GridFsFiles.open({ address });
  },
  holdsAny: async (folder) => holdsAny(await filesIn(folder)),
  onRemains: (message) => console.error(message),
});

/** Opens the files in the data folder, or in the database named by the settings. @throws WrongSettings, FilesUnavailable */
export const openFiles = async (folder: string, { files }: Pick<Settings, 'files'>): Promise<Files> =>
  (await fileClaims.open(folder, files)) ?? filesIn(folder);

/** The same for a process beside the owner of the data folder. */
export const openFilesBeside = async (folder: string, { files }: Pick<Settings, 'files'>): Promise<Files> =>
  (await fileClaims.openBeside(folder, files)) ?? filesIn(folder);

/** Files in the data folder. */
export const filesIn = (folder: string): Promise<DirectoryFiles> => DirectoryFiles.open({ folder: join(folder, 'files') });
