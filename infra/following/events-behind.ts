import { BEGINNING, type EventStore, type Position } from '../event-store/event-store.ts';

const MAX_COUNT = 10_000;

/** Events of the log after the position, counted up to 10,000: that many means 'at least'. */
export const eventsBehind = async (log: EventStore, position: Position): Promise<number> => {
  if (position >= (await log.head())) return 0;
  let behind = 0;
  for await (const _event of log.readAll({ ...(position === BEGINNING ? {} : { after: position }), limit: MAX_COUNT })) behind += 1;
  return behind;
};
