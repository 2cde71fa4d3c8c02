import type { FileHandle } from 'node:fs/promises';
import { StorageFull } from '#infra/event-store/event-store';
import type { Source } from './files.ts';

/** Error codes of a disk that is full, for everybody or for this user. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The error of a write to the disk; StorageFull where the disk is full. */
export const unlessFull = (error: unknown): unknown => {
  const { code = '' } = error as NodeJS.ErrnoException;
  return FULL.has(code) ? new StorageFull('the disk with the files is full', { cause: error }) : error;
};

/** Writes everything from where the file stands. What comes by chunk is asked for as it is written. */
export const writeAll = (handle: FileHandle, source: Source): Promise<void> => handle.writeFile(source as Uint8Array); // Node takes both; its types know of one
