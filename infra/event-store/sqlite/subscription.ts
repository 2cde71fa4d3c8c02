import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubscriptionMessage } from '../event-store.ts';
import type { Commits } from '../commits.ts';
import { toPosition } from './position.ts';
import type { Pages, Reader } from './reader.ts';

interface Follow {
  reader: Reader;
  commits: Commits;
  pages: Pages;
  /** Left out: the whole log. */
  stream?: string;
  /** Exclusive: a revision where a stream is followed, otherwise the number of an event. */
  after: number;
  signal?: AbortSignal;
}

/**
 * History page by page, then each commit as it comes. It reads only when asked for more, so a slow reader holds one page and nothing
 * gathers behind it. Checkpoints are told of the log only: a stream is resumed from the revision of its last event.
 */
export async function* follow({ reader, commits, pages, stream, after, signal }: Follow): AsyncGenerator<SubscriptionMessage, void> {
  const stopped = (): boolean => commits.closed || signal?.aborted === true;
  let seen = after;
  let told: number | undefined;
  while (!stopped()) {
    const { count } = commits; // before the look at the end: a commit during the pages below is not slept through
    const head = reader.head();
    const end = stream === undefined ? head : reader.lastRevision(stream);
    while (seen < end) {
      const page = pages.read(seen, end);
      for (const event of page.events) {
        yield { kind: 'event', event };
        if (stopped()) return;
      }
      seen = page.seen;
      const last = page.events.at(-1)?.position;
      if (stream === undefined && last !== toPosition(seen)) yield { kind: 'checkpoint', position: toPosition(seen) };
      if (seen < end) await nextTurn(); // a long history leaves room for everything else in the process
      if (stopped()) return;
    }
    if (told !== end) {
      told = end;
      yield { kind: 'caught-up', position: toPosition(stream === undefined ? Math.max(seen, 0) : head) };
    }
    await commits.past(count, signal);
  }
}
