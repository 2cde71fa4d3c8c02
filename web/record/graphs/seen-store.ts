import type { SeenSeries } from '#contracts/items/graph-visuals';

/** What a person was shown of the series of a record. Nobody asked for it to be kept, so nothing is said where that fails. */
export interface SeenStore {
  now: () => readonly SeenSeries[];
  keep: (seen: readonly SeenSeries[]) => void;
  /** Sends at once what waits. */
  flush: () => void;
}

const NONE: readonly SeenSeries[] = [];

/** Before it is known what was seen, nothing may be kept as if it were the first time. */
export const NOTHING_SEEN: SeenStore = { now: () => NONE, keep: () => undefined, flush: () => undefined };

const keyOf = ({ graph_type, parameter_id }: SeenSeries): string => `${graph_type} ${parameter_id}`;

/** @param send what is new of it; what could not be sent goes with what comes next @param wait in milliseconds, until it stood still */
export const seenStore = (
  stored: readonly SeenSeries[],
  send: (seen: readonly SeenSeries[]) => Promise<unknown>,
  wait: number,
): SeenStore => {
  const all = new Map(stored.map((one) => [keyOf(one), one]));
  const unsaved = new Map<string, SeenSeries>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    const sent = [...unsaved];
    if (sent.length === 0) return;
    unsaved.clear();
    send(sent.map(([, one]) => one)).catch(() => {
      for (const [key, one] of sent) if (!unsaved.has(key)) unsaved.set(key, one);
    });
  };
  return {
    now: () => [...all.values()],
    keep: (seen) => {
      for (const one of seen) {
        const before = all.get(keyOf(one));
        if (before && before.shown === one.shown && before.passed_over === one.passed_over) continue;
        all.set(keyOf(one), one);
        unsaved.set(keyOf(one), one);
      }
      if (unsaved.size === 0) return;
      clearTimeout(timer);
      timer = setTimeout(flush, wait);
    },
    flush,
  };
};
