import { z } from 'zod';
import { linesOf, type ObservationLine, PackedSeries, packSeries } from './observation-columns.ts';
import { ObservationSeries } from './observations.ts';

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

/** A trend as it travels to a chart: its series stands beside it, at the same place. */
export const PackedTrends = z.object({ items: z.array(Trend.omit({ series: true })), packed: PackedSeries });
export type PackedTrends = z.infer<typeof PackedTrends>;

/** A trend whose points stay columns. */
export type TrendLine = Omit<Trend, 'series'> & { series: ObservationLine };

export const packTrends = (trends: readonly Trend[]): PackedTrends => ({
  items: trends.map(({ series: _series, ...trend }) => trend),
  packed: packSeries(trends.map(({ series }) => series)),
});

/** Trends as they came. */
export const trendLines = ({ items, packed }: PackedTrends): TrendLine[] => {
  const series = linesOf(packed);
  return items.map((trend, index) => ({ ...trend, series: series[index]! }));
};
