import { existsSync } from 'node:fs';
import { WrongSettings } from '#infra/config/configuration';
import type { ContentHashes } from '#infra/event-store/content-hash';
import { BEGINNING, type EventStore, type Position } from '#infra/event-store/event-store';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import type { Faults } from '#infra/event-store/sqlite/faults';
import { assignLogId, logState } from '#infra/event-store/sqlite/schema';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import type { ReadStore } from '#infra/read-store/read-store';

interface LogOptions {
  /** Connection string of the server that holds the log; undefined: it is in the folder. */
  address: string | undefined;
  folder: string;
  hashes: ContentHashes;
  /** File of the jobs that wait; undefined where brokers carry them. */
  queue: string | undefined;
  documents: ReadStore;
  /** There must be a log already. */
  isExpected: boolean;
  onFatal: (error: Error) => void;
  faults?: Faults | undefined;
}

type BesideOptions = Pick<LogOptions, 'documents' | 'hashes' | 'onFatal'> & { address: string };

/** Opens the log, under a new id where it stands before what was computed from it. @throws what the engines throw at their start */
export const openLog = async (options: LogOptions): Promise<EventStore> => {
  const { address, folder, hashes, isExpected, onFatal, faults } = options;
  if (address !== undefined) return openOnServer({ ...options, address });
  const log = logState(folder);
  if (log !== undefined && (await isOlder(log, options))) assignLogId(folder);
  return SqliteEventStore.open({ folder, hashes, isExpected, onFatal, faults });
};

/** Opens a log that another process has begun. @throws WrongSettings where that process has to start first, and as `openLog` */
export const openLogBeside = async ({ address, hashes, documents, onFatal }: BesideOptions): Promise<EventStore> => {
  const events = await openClient({ address, hashes, isExpected: true, onFatal });
  try {
    if ((await documents.furthest(events.log_id)) <= (await events.head())) return events;
    throw new WrongSettings('The event log is older than the documents: start the program itself first');
  } catch (error) {
    await events.close();
    throw error;
  }
};

/** Whether there are events on the server. @throws as `openLog` */
export const hasEvents = async (address: string): Promise<boolean> =>
  EventStoreDbEventStore.holdsEvents({ client: await clientClass(), address });

const openOnServer = async (options: LogOptions & { address: string }): Promise<EventStore> => {
  const events = await openClient(options);
  try {
    if (!(await isOlder({ log_id: events.log_id, head: await events.head() }, options))) return events;
  } catch (error) {
    await events.close();
    throw error;
  }
  await events.close();
  await EventStoreDbEventStore.rename({ client: await clientClass(), address: options.address });
  return openClient(options);
};

/** Loaded only when needed. */
const clientClass = async () => (await import('@eventstore/db-client')).EventStoreDBClient;

const openClient = async ({
  address,
  hashes,
  isExpected,
  onFatal,
}: Pick<LogOptions, 'hashes' | 'isExpected' | 'onFatal'> & { address: string }) =>
  EventStoreDbEventStore.open({ client: await clientClass(), address, hashes, isExpected, onFatal });

/**
 * Where somebody put the log back to an earlier state, or took the queue away, what was computed from the log tells of things that are not
 * there. Under a new id of the log nothing of that is taken for its own: documents and jobs are made anew.
 */
const isOlder = async (log: { log_id: string; head: Position }, { queue, documents }: LogOptions): Promise<boolean> => {
  const furthest = await documents.furthest(log.log_id);
  if (furthest === BEGINNING || (furthest <= log.head && (queue === undefined || existsSync(queue)))) return false;
  const what = furthest > log.head ? 'The event log is older than the documents' : 'The queue of jobs is missing';
  console.error(
    `${what}: some of the data folder was put back or taken away. The log gets a new id, documents and jobs are made anew from it.`,
  );
  return true;
};
