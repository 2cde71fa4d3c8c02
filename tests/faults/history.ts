import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Book } from './book.ts';
import { live, newWorld } from './lives.ts';
import { CLIENTS, CYCLE, type Whose } from './load.ts';
import { place, type Trial, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

/** Commands after which at least one client has begun with another patient, however uneven their work is: each day has keys of its own. */
const A_TURN_OF_ALL = CLIENTS * CYCLE;

/** A data folder in good order whose process has ended, and what the outside world knows of it. */
interface Day {
  data: string;
  book: Book;
}

export interface History {
  yesterday: Day;
  today: Day;
  whose: Whose;
}

let made: Promise<History> | undefined;

/** Two days of the same data folder: made once, to be copied by every scenario that needs some history. */
export const history = (trial: Trial): Promise<History> => (made ??= make(trial));

const make = async (trial: Trial): Promise<History> => {
  const kept = await mkdtemp(join(await place(), 'anamnesis-history-'));
  process.once('exit', () => rmSync(kept, { recursive: true, force: true }));
  const world = await newWorld(trial);
  const day = async (name: string): Promise<Day> => {
    const life = live(world);
    await life.working;
    const from = world.book.acknowledged;
    await until('somebody new is registered', () => world.book.acknowledged > from + A_TURN_OF_ALL);
    await life.kill();
    await verifyFolder(world.data, world.book, world.whose, trial.found);
    await cp(world.data, join(kept, name), { recursive: true, filter: isData });
    return { data: join(kept, name), book: world.book.copy() };
  };
  return { yesterday: await day('yesterday'), today: await day('today'), whose: world.whose };
};

/** Not what belongs to a running process alone. */
const isData = (path: string): boolean => !/(\.sock|-shm|\/lock|\/owner)$/.test(path);

/** A copy to be changed. */
export const copyOfFolder = async (trial: Trial, data: string): Promise<string> => {
  const copy = join(await trial.folder(), 'data');
  await cp(data, copy, { recursive: true, filter: isData });
  return copy;
};
