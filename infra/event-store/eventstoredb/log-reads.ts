import { BEGINNING, type Position, type StoredEvent } from '../event-store.ts';
import type { Connection } from './connection.ts';
import { LOG_STREAM } from './log-id.ts';
import { PAGE_EVENTS, readPage } from './pages.ts';
import { fromPosition, toPosition } from './position.ts';
import { fromRecorded } from './stored.ts';

/** Events of the server itself, and of the log about itself, are none of the log's. */
export const isOurs = (stream: string): boolean => !stream.startsWith('$') && stream !== LOG_STREAM;

interface LogPage {
  /** Position of the first event beyond the one that was asked for, whosever it is. */
  first: Position | undefined;
  events: StoredEvent[];
  /** Everything up to (forwards) or down to (backwards) here was looked at; as it was asked for where nothing is there. */
  seen: Position;
  isEnd: boolean;
}

/**
 * One page of the whole log beyond a position, exclusive, without what is not ours.
 * @param from left out: the very beginning or end
 * @throws StoreUnavailable
 */
export const readLogPage = async (
  connection: Connection,
  direction: 'forwards' | 'backwards',
  from: Position | undefined,
  most = PAGE_EVENTS,
): Promise<LogPage> => {
  const ends = direction === 'forwards' ? 'start' : 'end';
  const fromPositionOf = from === undefined || from === BEGINNING ? ends : fromPosition(from);
  const maxCount = most + 1; // the one at the position comes along
  const { events, isEnd } = await readPage(connection, maxCount, (client) =>
    client.readAll({ direction, fromPosition: fromPositionOf, maxCount, requiresLeader: true }),
  );
  const isBeyond = (at: Position): boolean => from === undefined || (direction === 'forwards' ? at > from : at < from);
  let seen = from ?? BEGINNING;
  let first: Position | undefined;
  const page: StoredEvent[] = [];
  for (const recorded of events) {
    const at = toPosition(recorded.position ?? { commit: 0n });
    if (!isBeyond(at)) continue;
    seen = at;
    first ??= at;
    if (isOurs(recorded.streamId)) page.push(fromRecorded(connection.hashes, recorded));
  }
  return { first, events: page, seen, isEnd };
};

interface LogRead {
  after?: Position | undefined;
  direction: 'forwards' | 'backwards';
  limit?: number;
}

/** The events of the whole log; it ends at what is there when the reading begins. */
export async function* readLogEvents(
  connection: Connection,
  head: () => Promise<Position>,
  read: LogRead,
): AsyncGenerator<StoredEvent, void> {
  const { direction, limit = Infinity } = read;
  if (direction === 'backwards' && read.after === BEGINNING) return;
  const end = direction === 'forwards' && limit > 0 ? await head() : BEGINNING;
  let from = read.after;
  for (let left = limit; left > 0;) {
    const { events, seen, isEnd } = await readLogPage(connection, direction, from, Math.min(left, PAGE_EVENTS));
    for (const event of events) {
      if (direction === 'forwards' && event.position > end) return;
      yield event;
      if (--left === 0) return;
    }
    if (isEnd || (direction === 'forwards' && seen >= end)) return;
    from = seen;
  }
}
