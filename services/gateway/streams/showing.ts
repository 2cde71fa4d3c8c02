import type { GatewayLog, LoggedEvent } from '../log/gateway-log.ts';
import { eventAnswer, type IdForm } from '../protocol/wire.ts';
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

/** Sends an event as the reader wants it. */
export const show = async (log: GatewayLog, { outlet, form, resolvesLinks }: Showing, event: LoggedEvent): Promise<void> => {
  const shown = resolvesLinks ? await resolved(log, event, true) : { event };
  await outlet.send(eventAnswer(shown, form));
};
