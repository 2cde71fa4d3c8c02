import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { kindOf, type RecordedEvent } from './client.ts';
import { type Connection, UnusableServer } from './connection.ts';
import { readPage } from './pages.ts';

/** The stream in which the log says of itself which one it is. Its events are none of the log's. */
export const LOG_STREAM = 'anamnesis-log';
const TYPE = 'LogNamed';
const LogNamed = z.object({ log_id: z.uuid() });

/** The id that an event of the stream gives the log; undefined where it gives none. */
export const logIdIn = ({ type, data }: RecordedEvent): string | undefined => {
  const said = LogNamed.safeParse(data instanceof Uint8Array ? parsed(data) : data);
  return type === TYPE && said.success ? said.data.log_id : undefined;
};

const parsed = (data: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    return undefined;
  }
};

/** What the log is called, and by which revision of its stream. */
export interface LogName {
  log_id: string;
  revision: number;
}

/**
 * The log's id: what the last event of its stream says. A log that has none yet gets one.
 * @param isExpected it has one: a log that got lost is not taken for a new one
 * @param isEmpty asked before it gets one: the events of somebody else are not taken for ours, and nothing is written beside them
 * @throws StoreUnavailable, UnusableServer
 */
export const logName = async (connection: Connection, isExpected: boolean, isEmpty: () => Promise<boolean>): Promise<LogName> => {
  const named = await readName(connection);
  if (named !== undefined) return named;
  if (isExpected) {
    throw new UnusableServer('The event store has no log, though there are keys of one: look at its address, or put the log back');
  }
  if (!(await isEmpty())) {
    throw new UnusableServer('The event store holds events of another program: a log begins in an empty one. Look at its address');
  }
  await nameLog(connection, 'no_stream');
  return (await readName(connection))!;
};

/** Of a log that has one. @throws UnusableServer, StoreUnavailable */
export const knownLogName = (connection: Connection): Promise<LogName> => logName(connection, true, async () => false);

/** Gives it another id. Harmless where somebody else does so at the same time: it is another one then, too. */
export const renameLog = async (connection: Connection): Promise<void> => {
  const { revision } = await knownLogName(connection);
  await nameLog(connection, BigInt(revision));
};

const readName = async (connection: Connection): Promise<LogName | undefined> => {
  const { events } = await readPage(connection, 1, (client) =>
    client.readStream(LOG_STREAM, { direction: 'backwards', fromRevision: 'end', maxCount: 1, requiresLeader: true }),
  );
  if (events[0] === undefined) return undefined;
  const log_id = logIdIn(events[0]);
  if (log_id === undefined) throw new UnusableServer(`The last event of the stream ${LOG_STREAM} does not name the log`);
  return { log_id, revision: Number(events[0].revision) };
};

/** Where another process was faster its word counts. */
const nameLog = (connection: Connection, after: 'no_stream' | bigint): Promise<void> => {
  const event = { id: randomUUID(), type: TYPE, contentType: 'application/json', data: { log_id: randomUUID() } } as const;
  const options = { expectedRevision: after, streamState: after, requiresLeader: true } as const;
  return connection.patiently(async () => {
    try {
      await connection.call((client) => client.appendToStream(LOG_STREAM, [event], options));
    } catch (error) {
      if (kindOf(error) !== 'wrong-expected-version') throw error;
    }
  });
};
