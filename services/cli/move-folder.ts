import { resolve } from 'node:path';
import { DataFolder } from '#infra/data-folder/data-folder';
import { OperationFailed } from './control.ts';
import { refuseUnfinished } from './engines.ts';
import { holdsClinic } from './keys-engine.ts';

/** Does something with a data folder while no process runs on it. @param work gets its path. @throws OperationFailed, RestoreUnfinished, DataFolderInUse */
export const whileStopped = async <T>(data: string, work: (folder: string) => Promise<T>): Promise<T> => {
  if (!holdsClinic(data)) throw new OperationFailed(`There is no clinic in ${resolve(data)}: ANAMNESIS_DATA`);
  const folder = DataFolder.open(data, { isAlone: true });
  try {
    refuseUnfinished(folder);
    return await work(folder.path);
  } finally {
    folder.release();
  }
};
