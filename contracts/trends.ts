import { z } from 'zod';
import { ObservationSeries } from './observations.ts';
import { type PackedSeries, packSeries, unpackSeries } from './packed.ts';

/** How one parameter runs over time: a row of the table of trends, and a line of its chart. */
export const Trend = z.object({
  id: z.string(),
  data_type: z.enum(['lab-results', 'examinations']),
  series: ObservationSeries,
  /** Values that a person checked, with a number; a trend has at least two. */
  count: z.int(),
  /** Local day and time of the first and the last of them. */
  from: z.string(),
  to: z.string(),
  /** Last minus the one before it, in the unit of the series, with a sign; null where one of them is not exactly known ('<'). */
  change: z.string().nullable(),
  /** The same in per cent of the one before; null where that is nothing. */
  change_percent: z.number().nullable(),
  /** Whole days between the two. */
  days: z.int(),
});
export type Trend = z.infer<typeof Trend>;

/** Trends with their series as columns. */
export interface PackedTrends {
  items: Omit<Trend, 'series'>[];
  packed: PackedSeries<ObservationSeries>;
}

/** Trends as columns, which `unpackTrends` reads. */
export const packTrends = (trends: readonly Trend[]): PackedTrends => ({
  items: trends.map(({ series: _series, ...trend }) => trend),
  packed: packSeries<ObservationSeries>(trends.map(({ series }) => series)),
});

/** Trends out of columns; the points of their series are made when they are first asked for. */
export const unpackTrends = ({ items, packed }: PackedTrends): Trend[] => {
  const series = unpackSeries(packed);
  return items.map((trend, index) => ({ ...trend, series: series[index]! }));
};
