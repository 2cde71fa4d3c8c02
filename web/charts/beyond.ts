import { panned } from './local-time.ts';
import type { ChartSeries, Span } from './series.ts';

/** Results that lie outside the chosen span. */
export interface Beyond {
  /** How many, and the day of the one nearest to the span. */
  before: { count: number; nearest: number } | null;
  after: { count: number; nearest: number } | null;
  inside: number;
}

export const beyond = (series: readonly ChartSeries[], span: Span): Beyond => {
  const found: Beyond = { before: null, after: null, inside: 0 };
  for (const { points } of series) {
    for (const { time } of points) {
      if (time < span.from)
        found.before = { count: (found.before?.count ?? 0) + 1, nearest: Math.max(found.before?.nearest ?? time, time) };
      else if (time > span.to)
        found.after = { count: (found.after?.count ?? 0) + 1, nearest: Math.min(found.after?.nearest ?? time, time) };
      else found.inside += 1;
    }
  }
  return found;
};

/** The span moved, its length kept, so that the nearest hidden result stands a tenth inside of its edge. */
export const spanAround = (span: Span, nearest: number, bounds: Span): Span => {
  const margin = (span.to - span.from) / 10;
  return panned(span, nearest < span.from ? nearest + margin - span.to : nearest - margin - span.from, bounds);
};
