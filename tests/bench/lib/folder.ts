import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const TMPFS = 0x01021994;
const BENCH = 'BENCH_FOLDER';
const KEPT = 'BENCH_KEPT';

/** Not enough room, or no disk: nothing was measured. */
export class NoRoom extends Error {}

/** Where files of a benchmark lie: a disk and no memory, or 'on the disk' would mean nothing. BENCH_FOLDER names another. */
const parentFolder = async (): Promise<string> => {
  const wanted = process.env[BENCH];
  const candidates = wanted ? [wanted] : [tmpdir(), resolve(import.meta.dirname, '../../../node_modules/.cache')];
  for (const folder of candidates) {
    await mkdir(folder, { recursive: true });
    if ((await statfs(folder)).type !== TMPFS) return folder;
  }
  throw new NoRoom(`${candidates.join(' and ')} lie in memory: name a folder on a disk by ${BENCH}`);
};

/** Runs the work in a folder of its own on a disk; the folder is removed afterwards, also where the work fails or is broken off. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>, { gigabytes = 1 }: { gigabytes?: number } = {}): Promise<T> => {
  const parent = await parentFolder();
  const { bavail, bsize } = await statfs(parent);
  const free = (bavail * bsize) / 1e9;
  if (free < gigabytes) throw new NoRoom(`this needs ${gigabytes} GB below ${parent}; ${free.toFixed(1)} GB are free`);
  const folder = await mkdtemp(join(parent, 'anamnesis-bench-'));
  const removed = () => rmSync(folder, { recursive: true, force: true });
  const brokenOff = () => process.exit(130); // which runs 'exit'
  process.once('exit', removed);
  process.once('SIGINT', brokenOff).once('SIGTERM', brokenOff).once('SIGHUP', brokenOff);
  try {
    return await work(folder);
  } finally {
    process.off('exit', removed).off('SIGINT', brokenOff).off('SIGTERM', brokenOff).off('SIGHUP', brokenOff);
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Data that take long to make: made in a folder of the run's own, or, where BENCH_KEPT names a folder, kept there and found again
 * by later runs. What was not finished is made anew.
 */
export const kept = async (own: string, name: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const home = process.env[KEPT];
  const folder = join(home ?? own, name);
  const finished = join(home ?? own, `${name}.finished`);
  if (existsSync(finished)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(home ?? own, { recursive: true });
  await make(folder);
  await writeFile(finished, '');
  return folder;
};
