import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '#infra/files/files';
import type { GridFsFiles } from '#infra/files/gridfs/gridfs-files';
import { copyFiles } from './copy-files.ts';
import { fileClaims, filesIn } from './files-engine.ts';
import type { Movable } from './move-contents.ts';

/** Makes the target hold the source's files and no others, such as those that were removed since an earlier move was broken off. @returns damaged files */
const copyAll = async (source: Files, target: Files, progress: (text: string) => void): Promise<readonly string[]> => {
  const { names, damaged } = await copyFiles(source, target, { progress });
  for await (const { name } of target.list('')) if (!names.has(name) && !damaged.includes(name)) await target.remove(name);
  return damaged;
};

/** Files, as `npx anamnesis move` moves them. */
export const movableFiles: Movable<Files, GridFsFiles> = {
  claims: fileClaims,
  noun: 'file',
  mayBeNone: true,
  openFolder: filesIn,
  // not the folder itself: it may be a link, or a disk of its own
  emptyFolder: async (data) => {
    const folder = join(data, 'files');
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
  },
  copy: copyAll,
  // files that are in one place only were removed while the move was broken off
  assertNeedless: async () => undefined,
  count: async (files) => {
    let number = 0;
    for await (const _ of files.list('')) number += 1;
    return number;
  },
};
