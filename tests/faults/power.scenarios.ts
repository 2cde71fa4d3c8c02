import { readFileSync, statSync } from 'node:fs';
import { cp, open, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { live, newWorld, wait, type World } from './lives.ts';
import { closeFolder, openFolder } from './parts.ts';
import { type Scenario, type Trial, until } from './trial.ts';
import { verifyFolder, wholeLog } from './verify.ts';

const PAGE = 4096;
/** How the disk may look after each loss. */
const WAYS = 4;
/** Losses that show nothing, since nothing was underway or a log of changes began anew just then: they are tried again. */
const IDLE = 15;
/** Logs of changes in the order in which they must be on disk: what stands in one follows from what stands in those after it. */
const WALS = ['documents.sqlite-wal', 'messages.sqlite-wal', 'events/events.sqlite-wal'] as const;

/** How far a log of changes had come, and which one it was: SQLite begins it anew under new salts. */
interface Mark {
  bytes: number;
  salts: string;
  /** When the file itself was written last: what was moved there from its log had been synced. */
  moved: number;
}

const markOf = (data: string, wal: string): Mark => {
  const bytes = statSync(join(data, wal), { throwIfNoEntry: false })?.size ?? 0;
  const salts = bytes < 32 ? '' : readFileSync(join(data, wal)).subarray(16, 24).toString('hex');
  return { bytes, salts, moved: statSync(join(data, wal.slice(0, -'-wal'.length))).mtimeMs };
};

const isStopped = (pid: number): boolean => {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true; // no such list here: the signal has long arrived by now
  }
};

interface Still {
  still: string;
  book: World['book'];
  /** In the order of WALS. */
  marks: Mark[];
  /** How far the queue had come when the log was marked: it tells of nothing in the log behind that mark. */
  queued: number;
  /** Otherwise a log of changes was begun anew or moved in between: how far the disk had come cannot be told any more. */
  isSteady: boolean;
}

/** The data as they lie at one instant under load, with what was acknowledged a moment before and how far each log was on disk then. */
const snapshot = async (trial: Trial, world: World): Promise<Still> => {
  const life = live(world);
  await life.working;
  await wait(300 + trial.chance() * 300);
  const marks = WALS.slice(0, 2).map((wal) => markOf(world.data, wal));
  await wait(trial.chance() * 100);
  const queued = markOf(world.data, WALS[1]).bytes;
  const book = world.book.copy();
  marks.push(markOf(world.data, WALS[2])); // acknowledged means on disk: everything in the book lies within this
  // some of what is written from here on is torn away: it has to be there
  const from = world.book.acknowledged;
  await until('more is written', () => world.book.acknowledged >= from + 8 || life.child.exitCode !== null);
  await wait(trial.chance() * 60);
  life.child.kill('SIGSTOP');
  do await wait(5);
  while (!isStopped(life.child.pid!));
  const still = join(await trial.folder(), 'data');
  const isSteady = WALS.every((wal, n) => {
    const { salts, moved } = markOf(world.data, wal);
    return salts === marks[n]!.salts && moved === marks[n]!.moved;
  });
  await cp(world.data, still, { recursive: true, filter: (path) => !/(\.sock|-shm|\/lock|\/owner)$/.test(path) });
  await life.kill();
  return { still, book, marks, queued, isSteady };
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
  const { still, book, marks, queued, isSteady } = await snapshot(trial, world);
  if (!isSteady) return 0;
  const whole = join(await trial.folder(), 'data');
  await cp(still, whole, { recursive: true });
  const all = await hashesOf(whole);
  let torn = 0;
  for (let n = 0; n < ways; n += 1) {
    const data = join(await trial.folder(), 'data');
    await cp(still, data, { recursive: true });
    const [documents, queue, log] = WALS.map((wal) => join(data, wal)) as [string, string, string];
    // documents are not synced at each commit: all of their log may be lost
    await tear(trial, documents, Math.floor(trial.chance() * marks[0]!.bytes));
    await shorten(documents, marks[0]!.bytes);
    // a job is done after its events are on disk: where the end of the log is lost, so is what the queue says since
    const isLogTorn = trial.chance() < 0.5;
    if (isLogTorn) await shorten(queue, queued);
    torn += await tear(trial, queue, marks[1]!.bytes);
    if (isLogTorn) torn += await tear(trial, log, marks[2]!.bytes);
    const left = await hashesOf(data);
    if (left.some((hash, at) => hash !== all[at])) trial.found.lost.push('after a loss of power the log is no beginning of what it was');
    await verifyFolder(data, book.copy(), world.whose, trial.found);
    await rm(data, { recursive: true });
  }
  return torn;
};

const shorten = async (file: string, bytes: number): Promise<void> => {
  if (statSync(file).size > bytes) await truncate(file, bytes);
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
