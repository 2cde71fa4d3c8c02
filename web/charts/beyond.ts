import { windowOf } from './columns.ts';
import type { ChartSeries, Span } from './series.ts';

/** Results that lie outside the chosen span. */
export interface Beyond {
  /** How many, and the day of the one nearest to the span. */
  before: { count: number; nearest: number } | null;
  after: { count: number; nearest: number } | null;
  inside: number;
}

/** How many results lie before, in and after a span, over all series. */
export const beyond = (series: readonly ChartSeries[], span: Span): Beyond => {
  const found: Beyond = { before: null, after: null, inside: 0 };
  for (const each of series) {
    const { times } = each.columns;
    const [start, end] = windowOf(times, span);
    if (start > 0) {
      found.before = {
        count: (found.before?.count ?? 0) + start,
        nearest: Math.max(found.before?.nearest ?? -Infinity, times[start - 1]!),
      };
    }
    if (end < times.length) {
      const count = (found.after?.count ?? 0) + times.length - end;
      found.after = { count, nearest: Math.min(found.after?.nearest ?? Infinity, times[end]!) };
    }
    found.inside += end - start;
  }
  return found;
};
