import { columnsOf, firstFrom, FLAG } from './columns.ts';
import { DAY, startOfDay } from './local-time.ts';
import type { ChartPoint, ChartSeries } from './series.ts';

/** What a series says at a day: its last checked result at or before the end of that day, never something between two results. */
export const pointAt = (series: ChartSeries, day: number): ChartPoint | undefined => {
  const { times, flags } = columnsOf(series);
  for (let index = firstFrom(times, startOfDay(day) + DAY) - 1; index >= 0; index -= 1) {
    if ((flags[index]! & FLAG.draft) === 0) return series.points[index];
  }
  return undefined;
};

/** The days on which something was measured, oldest first: the arrow keys walk from one to the next. */
export const measuredDays = (series: readonly ChartSeries[]): number[] => {
  const days = new Set(series.flatMap((each) => each.points.map((point) => startOfDay(point.time))));
  return [...days].sort((a, b) => a - b);
};

/** The next measured day in a direction; the nearest one to start from where there is no focus yet. */
export const nextDay = (days: readonly number[], from: number, direction: -1 | 1): number | undefined =>
  direction > 0 ? days.find((day) => day > from) : days.findLast((day) => day < from);
