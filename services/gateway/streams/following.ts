import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Filter, GatewayLog, Page } from '../log/gateway-log.ts';
import { streamDeleted } from '../protocol/errors.ts';
import { caughtUp, checkpoint, confirmation, fellBehind } from './answers.ts';
import { type Place, show, type Showing } from './showing.ts';

const LIMIT = Number.MAX_SAFE_INTEGER;
/** Who is so many events behind what is written is told so. */
const BEHIND = 2048;

/** What is followed, page by page. */
interface Followed {
  watch: { next(signal: AbortSignal): Promise<void>; close(): void };
  /** The events after the place (exclusive). */
  read: (after: number) => Promise<Page>;
  /** Called with each page that was sent, and at the end of the history. */
  seen?: (place: number, looked: number, isEnd: boolean) => Promise<void>;
}

/**
 * History first, then what comes: each event once and in order. It reads only when what it sent was taken, so a reader that stops holds a page and
 * nothing gathers behind it; one that cannot follow what is written is told that it fell behind, and again when it has caught up.
 */
const follow = async (log: GatewayLog, showing: Showing, after: number, { watch, read, seen }: Followed): Promise<void> => {
  const { outlet } = showing;
  let [place, isLive, behind] = [after, false, 0];
  try {
    while (!outlet.isOver) {
      const page = await read(place);
      if (!(await show(log, showing, page.events))) return;
      const looked = page.seen - place;
      place = Math.max(place, page.seen);
      await seen?.(place, looked, page.isEnd && !isLive);
      if (!page.isEnd) {
        behind += looked;
        if (isLive && behind > BEHIND) {
          isLive = false;
          await outlet.send(fellBehind());
        }
        await nextTurn(); // a long history leaves room for everybody else
        continue;
      }
      behind = 0;
      if (!isLive) {
        isLive = true;
        await outlet.send(caughtUp());
      }
      await watch.next(outlet.signal);
    }
  } finally {
    watch.close();
  }
};

/** A stream, which need not exist yet. @throws ServiceError where it is closed for ever */
export const followStream = async (log: GatewayLog, showing: Showing, stream: string, from: Place): Promise<void> => {
  const watch = log.growth.watch(stream);
  const read = async (after: number): Promise<Page> => {
    const page = await log.readStream(stream, { from: after + 1, direction: 'forwards', limit: LIMIT });
    if (page.events.length === 0 && (await log.state(stream)).kind === 'tombstoned') throw streamDeleted(stream);
    return page;
  };
  const state = await log.state(stream);
  const end = state.kind === 'there' ? state.last : -1;
  await showing.outlet.send(confirmation(randomUUID()));
  await follow(log, showing, from === 'start' ? -1 : from === 'end' ? end : from, { watch, read });
};

interface WholeLog {
  from: Place;
  filter: Filter | undefined;
  interval: number | undefined;
}

/**
 * The whole log. Readers with a filter are told checkpoints: after so many events that were looked at, and before they are told that they have
 * caught up; never of a place whose events they have not been sent.
 */
export const followAll = async (log: GatewayLog, showing: Showing, { from, filter, interval }: WholeLog): Promise<void> => {
  const watch = log.growth.watch();
  let since = 0;
  const read = (after: number): Promise<Page> =>
    log.readAll({
      from: after + 1,
      direction: 'forwards',
      limit: LIMIT,
      ...(filter && interval ? { filter, scan: interval - since } : {}),
    });
  const seen = async (place: number, looked: number, isEnd: boolean): Promise<void> => {
    since += looked;
    if (interval === undefined || (since < interval && !isEnd)) return;
    since = 0;
    await showing.outlet.send(checkpoint(place));
  };
  const end = log.head();
  await showing.outlet.send(confirmation(randomUUID()));
  await follow(log, showing, from === 'start' ? 0 : from === 'end' ? end : from, { watch, read, seen });
};
