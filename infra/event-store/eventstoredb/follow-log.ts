import { BEGINNING, type Position, type StoredEvent, type SubscriptionMessage } from '../event-store.ts';
import { type Followed, isOver, whenAvailable } from './followed.ts';
import { readLogPage } from './log-reads.ts';

interface FollowLog extends Followed {
  /** Exclusive. */
  after: Position;
  wants: (event: StoredEvent) => boolean;
}

/**
 * History by reading, then what the feed holds; who has fallen behind what it holds reads again. Nothing gathers behind a slow reader. The mark is
 * the last event that was looked at, or the end of the log that a finished reading went to.
 */
export async function* followLog(follow: FollowLog): AsyncGenerator<SubscriptionMessage, void> {
  const { connection, head, feed, wants, signal } = follow;
  const { recent, growth } = feed;
  let seen = follow.after;
  let told: Position | undefined;

  const tell = function* (events: readonly StoredEvent[]): Generator<SubscriptionMessage, void> {
    let delivered = true;
    for (const event of events) {
      seen = event.position;
      delivered = wants(event);
      if (delivered) yield { kind: 'event', event };
      if (isOver(follow)) return;
    }
    if (!delivered) yield { kind: 'checkpoint', position: seen };
  };

  // What was written before it was asked is history, though the feed may not have brought it yet.
  const target = await whenAvailable(follow, () => head.read());
  while (!isOver(follow)) {
    const { count } = growth;
    if (!recent.covers(seen) || (told === undefined && seen < (target ?? BEGINNING) && recent.last < (target ?? BEGINNING))) {
      let from = seen;
      for (let isEnd = false; !isEnd && !isOver(follow);) {
        const page = await whenAvailable(follow, () => readLogPage(connection, 'forwards', from));
        if (page === undefined) return;
        ({ seen: from, isEnd } = page);
        yield* tell(page.events);
      }
    }
    for (let events = recent.after(seen); recent.covers(seen) && events.length > 0 && !isOver(follow); events = recent.after(seen)) {
      yield* tell(events);
    }
    if (isOver(follow)) return;
    if (!recent.covers(seen)) continue;
    if (told !== seen) {
      told = seen;
      yield { kind: 'caught-up', position: seen };
    }
    await growth.past(count, signal);
  }
}
