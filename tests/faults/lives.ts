import { join } from 'node:path';
import { Book } from './book.ts';
import type { FailingSync } from './children.ts';
import { begin, type End, type Life } from './life.ts';
import type { Whose } from './load.ts';
import type { Addresses } from './server.ts';
import { type Findings, isClean, type Trial } from './trial.ts';
import { verifyFolder } from './verify.ts';
import type { Orders } from './victim.child.ts';

const CLINIC = '5c1d0f6e-2b5e-4b6a-9a25-0f2d9c6f7a01';
const DOCTOR = '5c1d0f6e-2b5e-4b6a-9a25-0f2d9c6f7a02';
/** Lives in one folder, before a fresh one: what has to be verified grows with each. */
const LIVES = 10;

/** A data folder and what the outside world knows of it. */
export interface World {
  data: string;
  book: Book;
  whose: Whose;
  servers?: Addresses;
}

export const newWorld = async (trial: Trial): Promise<World> => ({
  data: join(await trial.folder(), 'data'),
  book: new Book(),
  whose: { organization_id: CLINIC, reports: true },
});

/** @param fault what it meets within itself; @param failing what the kernel answers it */
export const live = ({ data, servers, book }: World, fault?: Orders['fault'], failing?: FailingSync): Life =>
  begin({ data, servers, organization_id: CLINIC, user_id: DOCTOR, next: book.next(), ...(fault && { fault }) }, book, failing);

/** What a killed process must not have said: that it ended for a reason of its own. */
export const expectKilled = ({ signal, code, complaint }: End, { unnamed }: Findings): void => {
  if (signal !== 'SIGKILL') unnamed.push(`the victim ended by itself (${code ?? signal}): ${complaint}`);
  else if (complaint.includes('ended by the suite')) unnamed.push(complaint.trim());
};

/** Repeats lives in as few folders as verifying stays quick in; each is verified after it. */
export const repeatedly = async (trial: Trial, times: number, one: (world: World, n: number) => Promise<void>): Promise<void> => {
  let world = await newWorld(trial);
  for (let n = 0; n < times; n += 1) {
    if (n > 0 && n % LIVES === 0) world = await newWorld(trial);
    await one(world, n);
    await verifyFolder(world.data, world.book, world.whose, trial.found);
    if (trial.untilFound && !isClean(trial.found)) return;
  }
};

export const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
