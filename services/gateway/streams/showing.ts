import type { GatewayLog, LoggedEvent } from '../log/gateway-log.ts';
import { eventAnswer, type IdForm } from '../log/wire.ts';
import { resolved } from './links.ts';
import type { Outlet } from './outlet.ts';

/** A revision of a stream or a position of the log, as a request names it. */
export type Place = number | 'start' | 'end';

/** What an event looks like to the reader of a call. */
export interface Showing {
  outlet: Outlet;
  form: IdForm;
  resolvesLinks: boolean;
}

/** Sends a page's events as the reader wants them. False where nobody reads any more. */
export const show = async (log: GatewayLog, { outlet, form, resolvesLinks }: Showing, events: readonly LoggedEvent[]): Promise<boolean> => {
  for (const event of events) {
    const shown = resolvesLinks ? await resolved(log, event) : { event };
    if (!outlet.offer(eventAnswer(shown, form))) await outlet.room();
    if (outlet.isOver) return false;
  }
  return true;
};
