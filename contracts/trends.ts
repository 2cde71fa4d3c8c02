import { z } from 'zod';
import { MeasurementSeries } from './examinations.ts';
import { LabSeries } from './lab-results.ts';
import { type PackedSeries, packSeries, unpackSeries } from './packed.ts';

const which = { id: z.string() };
const course = {
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
};

/** How one parameter runs over time: a row of the table of trends, and a line of its chart. */
export const Trend = z.discriminatedUnion('data_type', [
  z.object({ ...which, data_type: z.literal('lab-results'), series: LabSeries, ...course }),
  z.object({ ...which, data_type: z.literal('examinations'), series: MeasurementSeries, ...course }),
]);
export type Trend = z.infer<typeof Trend>;

/** Trends with their series as columns. */
export interface PackedTrends {
  items: Omit<Trend, 'series'>[];
  packed: PackedSeries<LabSeries | MeasurementSeries>;
}

/** Trends as columns, which `unpackTrends` reads. */
export const packTrends = (trends: readonly Trend[]): PackedTrends => ({
  items: trends.map(({ series: _series, ...trend }) => trend),
  packed: packSeries<LabSeries | MeasurementSeries>(trends.map(({ series }) => series)),
});

/** Trends out of columns; the points of their series are made when they are first asked for. */
export const unpackTrends = ({ items, packed }: PackedTrends): Trend[] => {
  const series = unpackSeries(packed);
  return items.map((trend, index) => ({ ...trend, series: series[index]! }) as Trend);
};
