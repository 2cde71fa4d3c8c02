import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeJson } from '#infra/data-folder/json-file';

const NAME = 'event-store.json';

/** One end of a move. `address` is for people: 'embedded', or where the server is, without credentials. */
const End = z.object({ engine: z.enum(['embedded', 'eventstoredb']), address: z.string(), log_id: z.string() });
export type End = z.infer<typeof End>;

/**
 * Lies in a data folder whose events were moved, and says where they are now. While `state` is 'moving' the log is complete at both ends and
 * what follows it is being carried over: neither may be taken up until that is done.
 */
const Mark = z.object({ state: z.enum(['moving', 'moved']), from: End, to: End, at: z.string() });
export type Mark = z.infer<typeof Mark>;

/** The events of a data folder are in another event store than the one that is configured. */
export class EventsMoved extends Error {}

/** Undefined where the events of the folder were never moved. @throws DataFolderUnusable */
export const readMark = (folder: string): Promise<Mark | undefined> => readJson(join(folder, NAME), Mark);

export const writeMark = (folder: string, mark: Mark): Promise<void> => writeJson(join(folder, NAME), mark);

/** How the command line names an end. */
const said = ({ engine }: End): string => (engine === 'embedded' ? 'embedded' : 'esdb://...');

/**
 * Refuses to begin on an event store that the folder's events have left; answers whether they were ever moved.
 * @throws EventsMoved
 */
export const refuseLeft = async (folder: string, engine: End['engine']): Promise<boolean> => {
  const mark = await readMark(folder);
  if (mark === undefined) return false;
  const { from, to, at } = mark;
  if (mark.state === 'moving') {
    throw new EventsMoved(
      `A move of the events from ${from.address} to ${to.address} was broken off. Finish it: ` +
        `anamnesis move --from ${said(from)} --to ${said(to)}`,
    );
  }
  if (to.engine === engine) return true;
  throw new EventsMoved(
    `The events of this data folder were moved to ${to.address} on ${at}. Start on them: ANAMNESIS_EVENT_STORE; ` +
      `or move them back: anamnesis move --from ${said(to)} --to ${said(from)}`,
  );
};
