import type { GatewayLog, LoggedEvent } from '../log/gateway-log.ts';
import type { Resolved } from '../log/wire.ts';

const LINK = '$>';

/** What is shown of an event: of a link what it leads to. One that leads nowhere is shown alone. */
export const resolved = async (log: GatewayLog, event: LoggedEvent): Promise<Resolved> => {
  if (event.type !== LINK) return { event };
  const text = Buffer.from(event.data).toString();
  const at = text.indexOf('@');
  const revision = at < 0 ? NaN : Number(text.slice(0, at));
  if (!Number.isSafeInteger(revision) || revision < 0) return { link: event };
  const { events } = await log.readStream(text.slice(at + 1), { from: revision, direction: 'forwards', limit: 1 });
  return events[0]?.revision === revision ? { event: events[0], link: event } : { link: event };
};
