import { BEGINNING, type Position, type StoredEvent, type SubscriptionMessage } from '../event-store.ts';
import { type Followed, isOver, whenAvailable } from './followed.ts';
import { PAGE_EVENTS } from './pages.ts';
import { readStreamEvents } from './stream-reads.ts';

interface FollowStream extends Followed {
  stream: string;
  /** Exclusive; -1 for all. */
  after: number;
  /** Only what is written after this position of the log; left out: all. */
  since?: Position | undefined;
  wants: (event: StoredEvent) => boolean;
}

/** One stream: its history, then its events among what the feed holds; who has fallen behind what it holds reads the stream again. */
export async function* followStream(follow: FollowStream): AsyncGenerator<SubscriptionMessage, void> {
  const { connection, head, feed, stream, since = BEGINNING, wants, signal } = follow;
  const { recent, growth } = feed;
  let revision = follow.after;
  let told: number | undefined;
  /** Of the log: the stream's events up to here were read. */
  let seen: Position | undefined;

  const tell = function* (events: readonly StoredEvent[]): Generator<SubscriptionMessage, void> {
    for (const event of events) {
      if (event.stream !== stream || event.revision <= revision) continue;
      revision = event.revision;
      if (event.position > since && wants(event)) yield { kind: 'event', event };
      if (isOver(follow)) return;
    }
  };
  const page = async (): Promise<StoredEvent[]> => {
    const events: StoredEvent[] = [];
    const read = { stream, after: revision, direction: 'forwards', limit: PAGE_EVENTS } as const;
    for await (const event of readStreamEvents(connection, read)) events.push(event);
    return events;
  };

  while (!isOver(follow)) {
    const { count } = growth;
    if (seen === undefined || !recent.covers(seen)) {
      // The look comes before the reading: what is written in between is in both, and told once.
      seen = await whenAvailable(follow, () => head.read());
      if (seen === undefined) return;
      for (let events = await whenAvailable(follow, page); events !== undefined && events.length > 0;) {
        yield* tell(events);
        events = await whenAvailable(follow, page);
      }
    }
    for (let events = recent.after(seen); recent.covers(seen) && events.length > 0 && !isOver(follow); events = recent.after(seen)) {
      yield* tell(events);
      seen = events.at(-1)!.position;
    }
    if (isOver(follow)) return;
    if (!recent.covers(seen)) continue;
    if (told !== revision) {
      told = revision;
      yield { kind: 'caught-up', position: seen };
    }
    await growth.past(count, signal);
  }
}
