import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { applies, localOf, timeOf, wholeDays } from './local-time.ts';
import type { Span } from './series.ts';

/** How long a zoom or pan must stand still before it is applied, in milliseconds. */
const SPAN_DEBOUNCE = 400;

/** Both ends as `YYYY-MM-DDTHH:mm:ss`. */
export interface TimeRange {
  from: string;
  to: string;
}

/**
 * The span a chart shows while it is being zoomed or dragged, and the settled one that it was given.
 * `onRange` hears of a change once it stood still, in whole days.
 */
export const useSpan = ({ from, to }: TimeRange, onRange: (range: TimeRange) => void) => {
  const settled = useMemo<Span>(() => ({ from: timeOf(from), to: timeOf(to) }), [from, to]);
  const [moving, setMoving] = useState<{ span: Span; since: Span } | null>(null);
  const settle = useEffectEvent((next: Span) => {
    const days = wholeDays(next);
    if (applies(days, settled)) onRange({ from: localOf(days.from), to: localOf(days.to) });
    else setMoving(null);
  });

  // a range that arrives from outside ends the movement that began before it
  const current = moving && moving.since === settled ? moving.span : null;
  useEffect(() => {
    if (!current) return;
    const timer = setTimeout(() => settle(current), SPAN_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [current]);

  const move = useCallback((next: Span) => setMoving({ span: next, since: settled }), [settled]);
  return { span: current ?? settled, settled, move };
};
