import { firstFrom, FLAG } from './columns.ts';
import { DAY, startOfDay } from './local-time.ts';
import type { ChartSeries } from './series.ts';

/** Where in a series its last checked result at or before the end of a day stands; -1 where there is none. */
export const placeAt = (series: ChartSeries, day: number): number => {
  const { times, flags } = series.columns;
  let index = firstFrom(times, startOfDay(day) + DAY) - 1;
  while (index >= 0 && (flags[index]! & FLAG.draft) !== 0) index -= 1;
  return index;
};

/** The days on which something was measured, oldest first: the arrow keys walk from one to the next. */
export const measuredDays = (series: readonly ChartSeries[]): number[] => {
  const days = new Set<number>();
  for (const each of series) for (const time of each.columns.times) days.add(startOfDay(time));
  return [...days].sort((a, b) => a - b);
};

/** The next measured day in a direction; the nearest one to start from where there is no focus yet. */
export const nextDay = (days: readonly number[], from: number, direction: -1 | 1): number | undefined =>
  direction > 0 ? days.find((day) => day > from) : days.findLast((day) => day < from);
