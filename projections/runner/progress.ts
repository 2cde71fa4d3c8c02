import { BEGINNING, type EventStore, type Position } from '#infra/event-store/event-store';

const DIGITS = /^[0-9a-f]+$/i;

/**
 * Share of the log that was read, 0 to 1. Positions are opaque; both engines write them as digits, which is enough for an estimate to show
 * to a person. Where they are something else it is 0 until the end is reached.
 */
export const progressOf = (position: Position, head: Position): number => {
  if (position >= head) return 1;
  if (position === BEGINNING || !DIGITS.test(position) || !DIGITS.test(head)) return 0;
  const base = /[a-f]/i.test(position + head) ? '0x' : '';
  const [done, all] = [BigInt(base + position), BigInt(base + head)];
  return all === 0n ? 0 : Math.min(1, Number((done * 10_000n) / all) / 10_000);
};

const COUNTED = 10_000;

/** Events of the log after the position, counted up to 10,000: that many means 'at least'. */
export const eventsBehind = async (store: EventStore, position: Position): Promise<number> => {
  if (position >= (await store.head())) return 0;
  let behind = 0;
  for await (const _event of store.readAll({ ...(position === BEGINNING ? {} : { after: position }), limit: COUNTED })) behind += 1;
  return behind;
};
