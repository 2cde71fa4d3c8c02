/** Rows as they stay on the screen, and how many new ones wait to be asked for. */
export interface Held<T> {
  rows: { item: T; removed: boolean }[];
  waiting: number;
}

/**
 * What a list shows when it was read again while somebody reads it: corrections appear in place, removed rows stay where they were and
 * are marked, additions wait. A row that a new one pushed to the next page stays; one that a removal pulled up from there is no addition.
 */
export const heldBack = <T extends { id: string }>(shown: readonly T[], fresh: readonly T[]): Held<T> => {
  const known = new Set(shown.map((item) => item.id));
  const now = new Map(fresh.map((item) => [item.id, item]));
  const lastKnown = fresh.findLastIndex((item) => known.has(item.id));
  const ahead = fresh.slice(0, lastKnown + 1).filter((item) => !known.has(item.id)).length;
  const behind = fresh.length - lastKnown - 1;
  const stayed = shown.length - ahead;
  const removed = shown.filter((item, index) => !now.has(item.id) && index < stayed).length;
  return {
    rows: shown.map((item, index) => ({ item: now.get(item.id) ?? item, removed: !now.has(item.id) && index < stayed })),
    waiting: ahead + Math.max(0, behind - removed),
  };
};
