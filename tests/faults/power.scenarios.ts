import { readFileSync, statSync } from 'node:fs';
import { cp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { live, newWorld, wait, type World } from './lives.ts';
import { closeFolder, openFolder } from './parts.ts';
import type { Scenario, Trial } from './trial.ts';
import { verifyFolder, wholeLog } from './verify.ts';

const PAGE = 4096;
/** How the disk may look after each loss. */
const WAYS = 4;
/** Losses at moments at which nothing was underway: they show nothing, and are tried again. */
const IDLE = 5;
/** Logs of changes in the order in which they must be on disk: what stands in one follows from what stands in those after it. */
const WALS = ['documents.sqlite-wal', 'messages.sqlite-wal', 'events/events.sqlite-wal'] as const;

/** How far a log of changes had come, and which one it was: SQLite begins it anew under new salts. */
interface Mark {
  bytes: number;
  salts: string;
}

const markOf = (data: string, wal: string): Mark => {
  const bytes = statSync(join(data, wal), { throwIfNoEntry: false })?.size ?? 0;
  return { bytes, salts: bytes < 32 ? '' : readFileSync(join(data, wal)).subarray(16, 24).toString('hex') };
};

const isStopped = (pid: number): boolean => {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true; // no such list here: the signal has long arrived by now
  }
};

/** The data as they lie at one instant under load, with what was acknowledged a moment before and how far each log was on disk then. */
const snapshot = async (trial: Trial, world: World): Promise<{ still: string; book: World['book']; marks: Mark[] }> => {
  const life = live(world);
  await life.working;
  await wait(300 + trial.chance() * 300);
  const marks = WALS.slice(0, 2).map((wal) => markOf(world.data, wal));
  const book = world.book.copy();
  marks.push(markOf(world.data, WALS[2])); // acknowledged means on disk: everything in the book lies within this
  await wait(40 + trial.chance() * 60);
  life.child.kill('SIGSTOP');
  do await wait(5);
  while (!isStopped(life.child.pid!));
  const still = join(await trial.folder(), 'data');
  await cp(world.data, still, { recursive: true, filter: (path) => !/(\.sock|-shm|\/lock|\/owner)$/.test(path) });
  await life.kill();
  return { still, book, marks };
};

/** Takes away what may not have reached the disk yet: everything from some place on, or single pages, or their content. */
const tear = async (trial: Trial, file: string, from: number): Promise<number> => {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    if (size <= from) return 0;
    const at = from + Math.floor(trial.chance() * (size - from));
    const way = Math.floor(trial.chance() * 4);
    if (way === 0) await handle.truncate(at);
    if (way === 1) await handle.write(Buffer.alloc(size - at), 0, size - at, at);
    if (way === 2) {
      const garbage = Buffer.from(Array.from({ length: size - at }, () => Math.floor(trial.chance() * 256)));
      await handle.write(garbage, 0, garbage.length, at);
    }
    if (way === 3) {
      const first = Math.ceil(from / PAGE) * PAGE;
      for (let page = first; page + PAGE <= size; page += PAGE) {
        if (trial.chance() < 0.5) await handle.write(Buffer.alloc(PAGE), 0, PAGE, page);
      }
    }
    return size - at;
  } finally {
    await handle.close();
  }
};

const hashesOf = async (data: string): Promise<string[]> => {
  const kernel = await openFolder(data);
  try {
    return (await wholeLog(kernel)).map(({ content_hash, position }) => `${position} ${content_hash}`);
  } finally {
    await closeFolder(kernel);
  }
};

/** One loss of power, and several ways in which the disk may look after it. Answers how many bytes of log and queue it took in all. */
const loseCurrent = async (trial: Trial, ways: number): Promise<number> => {
  const world = await newWorld(trial);
  const { still, book, marks } = await snapshot(trial, world);
  const same = WALS.every((wal, n) => markOf(still, wal).salts === marks[n]!.salts);
  const whole = join(await trial.folder(), 'data');
  await cp(still, whole, { recursive: true });
  const all = await hashesOf(whole);
  let torn = 0;
  for (let n = 0; n < ways; n += 1) {
    const data = join(await trial.folder(), 'data');
    await cp(still, data, { recursive: true });
    if (same) {
      // documents are not synced at each commit: all of their log may be lost
      await tear(trial, join(data, WALS[0]), Math.floor(trial.chance() * marks[0]!.bytes));
      const size = statSync(join(data, WALS[0])).size;
      if (size > marks[0]!.bytes) await shorten(join(data, WALS[0]), marks[0]!.bytes);
      torn += await tear(trial, join(data, WALS[1]), marks[1]!.bytes);
      torn += await tear(trial, join(data, WALS[2]), marks[2]!.bytes);
    }
    const left = await hashesOf(data);
    if (left.some((hash, at) => hash !== all[at])) trial.found.lost.push('after a loss of power the log is no beginning of what it was');
    await verifyFolder(data, book.copy(), world.whose, trial.found);
    await rm(data, { recursive: true });
  }
  return torn;
};

const shorten = async (file: string, bytes: number): Promise<void> => {
  const handle = await open(file, 'r+');
  await handle.truncate(bytes);
  await handle.close();
};

export const withoutPower: Scenario[] = [
  {
    name: 'a loss of power that takes or tears the last pages takes nothing that was acknowledged before them',
    run: async (trial) => {
      const times = Math.min(trial.rounds, 6);
      for (let left = times, tries = 0; left > 0; tries += 1) {
        if (tries === times + IDLE) throw new Error('again and again nothing was underway when the power was lost');
        if ((await loseCurrent(trial, WAYS)) > 0) left -= 1;
      }
    },
  },
];
