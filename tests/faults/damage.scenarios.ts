import { copyFile, mkdir, open, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { EventLog } from '#infra/event-store/event-log';
import type { StoredEvent } from '#infra/event-store/event-store';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import type { Kernel } from '#services/cli/kernel';
import { verifyLog } from '#services/cli/verify-log';
import { copyOfFolder, history } from './history.ts';
import { closeFolder, openFolder } from './parts.ts';
import { isClean, type Scenario, type Trial } from './trial.ts';
import { wholeLog } from './verify.ts';
import { ContentHashes } from '#infra/event-store/content-hash';

const LOG = 'events/events.sqlite';
const FLIPS = 40;

const said = ({ stream, revision, type, id, position, content_hash, metadata, data }: StoredEvent): string =>
  JSON.stringify([stream, revision, type, id, position, content_hash, metadata, Buffer.from(data).toString('base64')]);

/** What a damaged log says of itself: the errors it is met with, and what it hands out as if nothing were wrong. */
const examine = async (folder: string, { keys, files }: Kernel): Promise<{ named: string[]; read: StoredEvent[] }> => {
  const named: string[] = [];
  let read: StoredEvent[] = [];
  const failing = (error: unknown): void => void named.push((error as Error).message);
  try {
    const store = await SqliteEventStore.open({ folder, hashes: await ContentHashes.under(keys), onFatal: failing });
    try {
      const log = new EventLog(store, keys);
      read = await wholeLog({ log });
      for (const { stream, revision, intact } of read) if (!intact) named.push(`${stream} ${revision} is not intact`);
      named.push(...(await verifyLog({ log, keys, files })).wrong);
    } finally {
      await store.close();
    }
  } catch (error) {
    failing(error);
  }
  return { named, read };
};

const flip = async (file: string, at: number, bit: number): Promise<void> => {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte[0]! ^= 1 << bit;
  await handle.write(byte, 0, 1, at);
  await handle.close();
};

/** A copy of the log's file alone, to be damaged. */
const copyOf = async (trial: Trial, data: string): Promise<{ folder: string; file: string }> => {
  const folder = join(await trial.folder(), 'events');
  await mkdir(folder);
  const file = join(folder, 'events.sqlite');
  await copyFile(join(data, LOG), file);
  return { folder, file };
};

const flipBits = async (trial: Trial): Promise<void> => {
  const { data } = (await history(trial)).today;
  const kernel = await openFolder(data);
  try {
    const truth = (await wholeLog(kernel)).map(said);
    const { size } = await stat(join(data, LOG));
    const times = FLIPS * Math.min(trial.rounds, 10);
    let noticed = 0;
    for (let n = 0; n < times; n += 1) {
      const { folder, file } = await copyOf(trial, data);
      const [at, bit] = [Math.floor(trial.chance() * size), Math.floor(trial.chance() * 8)];
      await flip(file, at, bit);
      const { named, read } = await examine(folder, kernel);
      if (named.length > 0) noticed += 1;
      else if (read.length !== truth.length || read.some((event, place) => said(event) !== truth[place])) {
        trial.found.unnamed.push(
          `bit ${bit} of byte ${at} of ${size} was flipped, ${read.length} of ${truth.length} events are told, and nobody says so`,
        );
      }
      await rm(folder, { recursive: true });
      if (trial.untilFound && !isClean(trial.found)) break;
    }
    trial.say(`${noticed} of ${times} flipped bits were noticed, the others changed nothing that is read`);
  } finally {
    await closeFolder(kernel);
  }
};

const cut = async (trial: Trial): Promise<void> => {
  const { data } = (await history(trial)).today;
  const kernel = await openFolder(data);
  const truth = (await wholeLog(kernel)).map(said);
  await closeFolder(kernel);
  const { size } = await stat(join(data, LOG));
  const sizes = [0, 100, 4096, Math.floor(size / 8192) * 4096, Math.floor(size / 2) + 100, size - 4096, size - 1, undefined];
  for (const left of sizes) {
    const copy = await copyOfFolder(trial, data);
    await rm(join(copy, `${LOG}-wal`), { force: true });
    if (left === undefined) await rm(join(copy, LOG));
    else await truncate(join(copy, LOG), left);
    const { named, read } = await meet(copy);
    if (named.length > 0 || read.join() === truth.join()) continue;
    const what = left === undefined ? 'the log was removed' : `the log was cut to ${left} of ${size} bytes`;
    trial.found.unnamed.push(`${what}: ${read.length} of ${truth.length} events are told, and nobody says so`);
  }
};

/** What the product says when it is started on such a folder, and what it reads there. */
const meet = async (data: string): Promise<{ named: string[]; read: string[] }> => {
  const named: string[] = [];
  let read: string[] = [];
  try {
    const kernel = await openFolder(data);
    try {
      read = (await wholeLog(kernel)).map(said);
      named.push(...(await verifyLog(kernel)).wrong);
    } finally {
      await closeFolder(kernel);
    }
  } catch (error) {
    named.push((error as Error).message);
  }
  return { named, read };
};

/** What a failing disk may do to the log while nobody looks. */
export const damaged: Scenario[] = [
  { name: 'a bit of the log that flips is named, or changes nothing that is read', run: flipBits },
  { name: 'a log that was cut or removed is named, and never taken for a shorter or a new one', run: cut },
];
