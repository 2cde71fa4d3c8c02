import { DamagedStream, type StoredEvent } from '../event-store.ts';
import { kindOf, type RecordedEvent } from './client.ts';
import type { Connection } from './connection.ts';
import { PAGE_EVENTS, readPage } from './pages.ts';
import { fromRecorded } from './stored.ts';

interface StreamRead {
  stream: string;
  /** Exclusive; left out: all. */
  after?: number | undefined;
  direction: 'forwards' | 'backwards';
  limit?: number;
}

/**
 * The events of one stream, page by page.
 * @throws DamagedStream where a revision is missing, all are hidden, or the server deleted it, StoreUnavailable
 */
export async function* readStreamEvents(connection: Connection, read: StreamRead): AsyncGenerator<StoredEvent, void> {
  const { stream, direction, limit = Infinity } = read;
  const isForwards = direction === 'forwards';
  const step = isForwards ? 1 : -1;
  let next = isForwards ? Math.max(0, (read.after ?? -1) + 1) : read.after === undefined ? undefined : read.after - 1;
  let bound: number | undefined;
  for (let left = limit; left > 0 && (next === undefined || next >= 0);) {
    const { events, isEnd } = await readStreamPage(connection, stream, direction, next, Math.min(left, PAGE_EVENTS));
    for (const recorded of events) {
      const revision = Number(recorded.revision);
      // Backwards from a revision that is not there yet it begins with the last one.
      if (next !== undefined && (isForwards ? revision !== next : revision > next)) throw beginsAt(stream, next, revision);
      if (bound !== undefined && revision > bound) return;
      next = revision + step;
      yield fromRecorded(connection.hashes, recorded);
      if (--left === 0) return;
    }
    if (isEnd) break;
    // However fast it grows, reading ends at what is there once a second page is needed.
    if (isForwards) bound ??= await lastRevisionOf(connection, stream);
  }
  if (!isForwards && next !== undefined && next >= 0 && limit === Infinity) await refuseCut(connection, stream, next);
}

/** Backwards, reading ended before the first event, unless there was none at all. */
const refuseCut = async (connection: Connection, stream: string, next: number): Promise<void> => {
  const last = await lastRevisionOf(connection, stream);
  if (last > next) throw beginsAt(stream, next, next + 1);
};

const beginsAt = (stream: string, expected: number, found: number): DamagedStream =>
  new DamagedStream(stream, `revision ${expected} is missing, the next one is ${found}`);

/** Revision of the last event; -1 where there is none. */
export const lastRevisionOf = async (connection: Connection, stream: string): Promise<number> => {
  const { events } = await readStreamPage(connection, stream, 'backwards', undefined, 1);
  return events.length === 0 ? -1 : Number(events[0]!.revision);
};

const readStreamPage = async (
  connection: Connection,
  stream: string,
  direction: 'forwards' | 'backwards',
  from: number | undefined,
  maxCount: number,
): Promise<{ events: RecordedEvent[]; isEnd: boolean }> => {
  const fromRevision = from === undefined ? 'end' : from === 0 && direction === 'forwards' ? 'start' : BigInt(from);
  try {
    const page = await readPage(connection, maxCount, (client) =>
      client.readStream(stream, { direction, fromRevision, maxCount, requiresLeader: true }),
    );
    if (page.isMissing) await refuseHidden(connection, stream);
    else if (page.events.length === 0 && (fromRevision === 'start' || fromRevision === 'end'))
      throw new DamagedStream(stream, 'it is there and its events are hidden');
    return page;
  } catch (error) {
    throw isDeleted(error) ? new DamagedStream(stream, 'the server deleted it') : error;
  }
};

/** A stream that was deleted so that it may begin again looks like one that never was: its metadata say that something was before. */
const refuseHidden = async (connection: Connection, stream: string): Promise<void> => {
  const { events } = await readPage(connection, 1, (client) =>
    client.readStream(`$$${stream}`, { direction: 'backwards', fromRevision: 'end', maxCount: 1, requiresLeader: true }),
  );
  const data = events[0]?.data;
  if (typeof data === 'object' && data !== null && '$tb' in data) throw new DamagedStream(stream, 'the server deleted it');
};

/** Where the server says that a stream was deleted. */
export const isDeleted = (error: unknown): boolean => ['stream-deleted', 'stream-tombstoned'].includes(kindOf(error) ?? '');
