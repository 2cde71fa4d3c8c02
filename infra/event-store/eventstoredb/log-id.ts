import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Client, kindOf, type RecordedEvent } from './client.ts';
import type { Connection } from './connection.ts';
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

/**
 * The log's id: what the last event of its stream says. A log that has none yet gets one.
 * @param isExpected it has one: a log that got lost is not taken for a new one
 * @throws StoreUnavailable, Error
 */
export const logIdOf = async (connection: Connection, isExpected: boolean): Promise<string> => {
  const named = await readLogId(connection);
  if (named !== undefined) return named;
  if (isExpected) {
    throw new Error('The event store at this address has no log, though there are keys of one: look at the address, or put the log back');
  }
  await connection.patiently(() => connection.call((client) => nameLog(client, randomUUID())));
  return (await readLogId(connection))!;
};

const readLogId = async (connection: Connection): Promise<string | undefined> => {
  const { events } = await readPage(connection, 1, (client) =>
    client.readStream(LOG_STREAM, { direction: 'backwards', fromRevision: 'end', maxCount: 1, requiresLeader: true }),
  );
  const named = events[0] && logIdIn(events[0]);
  if (events[0] && named === undefined) throw new Error(`the last event of the stream ${LOG_STREAM} does not name the log`);
  return named;
};

/** Where another process was faster its word counts. */
const nameLog = async (client: Client, log_id: string): Promise<void> => {
  const event = { id: randomUUID(), type: TYPE, contentType: 'application/json', data: { log_id } } as const;
  try {
    await client.appendToStream(LOG_STREAM, [event], { expectedRevision: 'no_stream', streamState: 'no_stream', requiresLeader: true });
  } catch (error) {
    if (kindOf(error) !== 'wrong-expected-version') throw error;
  }
};
