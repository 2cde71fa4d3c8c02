import {
  type AppendResult,
  type EventStore,
  type Expected,
  type NewEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from './event-store.ts';
import { Turns } from './turns.ts';

/** What somebody may expect who does not care where a stream ends: nothing, or that it exists. */
export type Anywhere = 'any' | 'stream-exists';

/** Who writes to the stream from elsewhere, every time in between. */
const ATTEMPTS = 8;

/** Appends of one process to the same stream, one after the other: they would only be in each other's way. */
const turns = new WeakMap<EventStore, Turns>();

/**
 * Appends at the end of a stream, wherever that is. An event's hash binds its revision, so that a store takes exact ones alone: this looks
 * where the stream ends, and again where somebody wrote in between. A batch that stands in the stream already is answered with its place.
 * @throws WrongExpectedRevision where only a part of the batch stands there, the stream does not exist but must, or others write without end; what the store throws
 */
export const appendAtEnd = (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
  expected: Anywhere = 'any',
): Promise<AppendResult> => {
  const ours = turns.get(store) ?? new Turns();
  turns.set(store, ours);
  return ours.of(stream, async () => {
    for (let attempt = 1; ; attempt++) {
      const { last, standing } = await look(store, stream, events);
      if (standing.length > 0) return placeOf(standing, events) ?? refuse(stream, last);
      if (expected === 'stream-exists' && last < 0) return refuse(stream, last);
      const end: Expected = last < 0 ? 'no-stream' : { exact: last };
      try {
        return await store.append(stream, events, end);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision) || attempt === ATTEMPTS) throw error;
      }
    }
  });
};

/** The last revision, and the events of the batch that stand in the stream, in its order. Ids occur once in a stream. */
const look = async (store: EventStore, stream: string, events: readonly NewEvent[]): Promise<{ last: number; standing: StoredEvent[] }> => {
  const wanted = new Set(events.map(({ id }) => id));
  const found: StoredEvent[] = [];
  let last = -1;
  for await (const event of store.readStream(stream, { direction: 'backwards' })) {
    last = Math.max(last, event.revision);
    if (wanted.has(event.id)) found.push(event);
    if (found.length === events.length) break;
  }
  return { last, standing: found.reverse() };
};

/** Of the whole batch, one after the other in its order. */
const placeOf = (standing: readonly StoredEvent[], events: readonly NewEvent[]): AppendResult | undefined => {
  const first = standing[0]!;
  const isWhole = events.every(({ id }, index) => standing[index]?.id === id && standing[index].revision === first.revision + index);
  const { revision, position } = standing.at(-1)!;
  return isWhole ? { revision, position } : undefined;
};

const refuse = (stream: string, actual: number): never => {
  throw new WrongExpectedRevision(stream, actual);
};
