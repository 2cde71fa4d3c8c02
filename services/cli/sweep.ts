import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fileEvents, filesFreedBy, filesNamedBy, isStoredKind } from '#contracts/stored-files';
import { type EventLog, ForgedEvent } from '#infra/event-store/event-log';
import { eventsOfTypes } from '#infra/event-store/of-types';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A file is stored before the event that names it; where that did not come in this time it never will. */
export const LONGEST_UNNAMED = 7 * DAY;

export interface Sweep {
  /** Files that are stored, whatever names them. */
  stored: number;
  /** Of these, files that no event needs and that are old enough to go. */
  unnamed: { name: string; stored_at: string; bytes: number }[];
  /** Files that no event needs yet, or any more, and that are too young. */
  young: number;
  removed: number;
}

type Parts = Pick<Kernel, 'log' | 'files' | 'runner'>;

/** Milliseconds that the read models get to come to the end of the log. */
const LONGEST_WAIT = 5000;

/** After a restore, during a rebuild and where an event cannot be understood nothing is taken away. @throws OperationFailed */
const assertSettled = async ({ runner }: Parts): Promise<void> => {
  for (const until = performance.now() + LONGEST_WAIT; ; await pause(50)) {
    const status = await runner.status();
    const building = status.find(({ rebuilding, waiting }) => rebuilding !== undefined || waiting !== undefined);
    if (!building && status.every(({ lag }) => lag === 0)) return;
    if (building || performance.now() > until) {
      throw new OperationFailed('No file is swept while read models are built or stand still. See: anamnesis projections status');
    }
  }
};

/** The files that events need, read from the whole log. @throws ForgedEvent, KeysUnavailable, UnknownEvent: then nobody can say */
const neededFiles = async (log: EventLog): Promise<Set<string>> => {
  const needed = new Set<string>();
  for await (const stored of eventsOfTypes(log.store, fileEvents)) {
    const opened = await log.open(stored);
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    // with the key that opened the event, the one that opened its file is gone
    if (opened.kind === 'erased') continue;
    for (const name of filesNamedBy(opened.event)) needed.add(name);
    for (const name of filesFreedBy(opened.event)) needed.delete(name);
  }
  return needed;
};

/**
 * Finds the files that no event has needed for seven days, and removes them where it is told to, with what
 * was left of files that were never stored completely. Whatever is stored again meanwhile stays.
 * It may break off anywhere: the rest goes the next time.
 * @throws OperationFailed while read models are not settled, and where the log cannot be read
 */
export const sweepFiles = async (parts: Parts, { remove }: { remove: boolean }, now = new Date()): Promise<Sweep> => {
  await assertSettled(parts);
  const needed = await neededFiles(parts.log);
  const than = new Date(now.getTime() - LONGEST_UNNAMED).toISOString();
  const sweep: Sweep = { stored: 0, unnamed: [], young: 0, removed: 0 };
  for await (const file of parts.files.list('')) {
    sweep.stored += 1;
    if (needed.has(file.name) || !isStoredKind(file.name)) continue;
    if (file.stored_at < than) sweep.unnamed.push(file);
    else sweep.young += 1;
  }
  if (!remove) return sweep;
  for (const { name } of sweep.unnamed) if (await parts.files.removeOlder(name, than)) sweep.removed += 1;
  await parts.files.sweepUnfinished();
  return sweep;
};

const Asked = z.object({ remove: z.boolean() });

/** `anamnesis files sweep [--remove]` */
export const sweepFromTerminal = (kernel: Kernel, args: Record<string, unknown>): Promise<Sweep> => sweepFiles(kernel, Asked.parse(args));

const files = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

/** For the person at the terminal: names are ids that we made. */
export const sweepSaid = ({ stored, unnamed, young, removed }: Sweep, wasAsked: boolean): string => {
  const bytes = unnamed.reduce((sum, file) => sum + file.bytes, 0);
  return [
    `${files(stored)} stored; ${files(unnamed.length)} that no event has named for seven days, ${bytes} bytes; ${files(young)} not named and younger`,
    ...unnamed.map(({ name, stored_at }) => `  ${name}  ${stored_at}`),
    ...(wasAsked
      ? [`Removed ${files(removed)}`]
      : unnamed.length > 0
        ? ['Nothing was removed. To remove them: anamnesis files sweep --remove']
        : []),
  ].join('\n');
};

/** Milliseconds after a start: whoever stops and starts each day sweeps as well. */
const FIRST = 10 * 60 * 1000;

/**
 * Sweeps once a day while the server runs; what could not be done now is tried the next day.
 * @returns ends it, once a sweep in hand is done
 */
export const sweepDaily = (parts: Parts, say: (text: string) => void, first = FIRST, every = DAY): (() => Promise<void>) => {
  let inHand: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      const { removed } = await sweepFiles(parts, { remove: true });
      if (removed > 0) say(`Removed ${files(removed)} that no event has named for seven days`);
    } catch (error) {
      say(`Files were not swept: ${(error as Error).message}`);
    }
  };
  const next = (after: number): NodeJS.Timeout =>
    setTimeout(() => {
      inHand = sweep();
      timer = next(every);
    }, after).unref();
  let timer = next(first);
  return async () => {
    clearTimeout(timer);
    await inHand;
  };
};
