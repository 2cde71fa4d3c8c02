import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeJson } from '#infra/data-folder/json-file';

const NAME = 'event-store.json';
const MOVE = 'move.json';

/** One end of a move. `address` is for people: 'embedded', or where the server is, without credentials. */
const End = z.object({ engine: z.enum(['embedded', 'eventstoredb']), address: z.string(), log_id: z.string() });
export type End = z.infer<typeof End>;

/**
 * Lies in a data folder whose events were moved, and says where they are now. While `state` is 'moving' the log is complete at both ends and
 * what follows it is being carried over: neither may be taken up until that is done.
 */
const Mark = z.object({ state: z.enum(['moving', 'moved']), from: End, to: End, at: z.string() });
export type Mark = z.infer<typeof Mark>;

/** Undefined where the events of the folder were never moved. @throws DataFolderUnusable */
export const readMark = (folder: string): Promise<Mark | undefined> => readJson(join(folder, NAME), Mark);

export const writeMark = (folder: string, mark: Mark): Promise<void> => writeJson(join(folder, NAME), mark);

/** The events of a data folder are in another event store than the one that is configured, or on their way there. */
export class EventsMoved extends Error {}

/** Where parts of an installation are moved to: the servers that the settings name, or the data folder. */
export const Place = z.enum(['servers', 'folder']);
export type Place = z.infer<typeof Place>;

/** What follows from each other: events, how far reactions came (with the read models), and jobs. */
export const FOLLOWING = ['events', 'read-models', 'jobs'] as const;
export type FollowingPart = (typeof FOLLOWING)[number];

/**
 * Is in a data folder while events and read models are moved, so that nobody starts on some that do not belong together. `database` is the one of the read
 * models, if they are moved, and `brokers` those that jobs return to; both as they are recorded elsewhere.
 */
const Unfinished = z.object({
  to: Place,
  parts: z.array(z.enum(FOLLOWING)),
  database: z.string().nullable(),
  brokers: z.object({ brokers: z.array(z.string()).readonly(), prefix: z.string() }).nullable(),
});
export type Unfinished = z.infer<typeof Unfinished>;

/** Undefined if no move was broken off. @throws DataFolderUnusable */
export const readUnfinished = (folder: string): Promise<Unfinished | undefined> => readJson(join(folder, MOVE), Unfinished);

export const writeUnfinished = (folder: string, unfinished: Unfinished): Promise<void> => writeJson(join(folder, MOVE), unfinished);

export const removeUnfinished = (folder: string): Promise<void> => rm(join(folder, MOVE), { force: true });

const other = (place: Place): Place => (place === 'servers' ? 'folder' : 'servers');

/** Where the events are, as the command line names it. */
export const placeOf = ({ engine }: End): Place => (engine === 'embedded' ? 'folder' : 'servers');

/**
 * Refuses to begin on an event store that the folder's events have left, and in the middle of a move; answers whether the events were ever moved.
 * @throws EventsMoved
 */
export const refuseLeft = async (folder: string, engine: End['engine']): Promise<boolean> => {
  const unfinished = await readUnfinished(folder);
  const mark = await readMark(folder);
  const to = mark?.state === 'moving' ? placeOf(mark.to) : unfinished?.to;
  if (to !== undefined) {
    const command = (place: Place) => `anamnesis move --to ${place} --only ${(unfinished?.parts ?? ['events']).join(',')}`;
    const orNot = mark?.state === 'moving' ? '' : `; or take it back: ${command(other(to))}`;
    throw new EventsMoved(`A move to the ${to} was broken off. Finish it: ${command(to)}${orNot}`);
  }
  if (mark === undefined) return false;
  const { to: end, at } = mark;
  if (end.engine === engine) return true;
  const start = placeOf(end) === 'servers' ? 'with' : 'without';
  throw new EventsMoved(
    `The events of this data folder were moved to ${end.address} on ${at}. Start ${start} ANAMNESIS_EVENT_STORE; ` +
      `or move them, with it set: anamnesis move --to ${other(placeOf(end))} --only events`,
  );
};
