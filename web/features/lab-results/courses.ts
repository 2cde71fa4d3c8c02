import { type ObservationLine, reading } from '#contracts/observations/observation-columns';
import { FLAG } from '#web/charts/columns.ts';
import type { ChartSeries } from '#web/charts/series.ts';
import { chartSeries } from '#web/record/graphs/value-series.ts';

/** How the parameter of a listed value runs, and which of its points the value is: its place. */
export interface Course {
  series: ChartSeries;
  at: number;
}

export type Courses = ReadonlyMap<string, Course>;

/** The quietest colour of the palette. */
const SLATE = 11;

/** The courses of parameters with at least two checked numbers, by value; all in slate, since a list has no legend. */
export const coursesOf = (series: readonly ObservationLine[]): Courses => {
  const courses = new Map<string, Course>();
  for (const one of series) {
    const chart = chartSeries(one, SLATE);
    const { reported, flags } = chart.columns;
    if (reported.filter((value, at) => !Number.isNaN(value) && (flags[at]! & FLAG.draft) === 0).length < 2) continue;
    for (let at = 0; at < flags.length; at += 1) courses.set(chart.idAt(at), { series: chart, at });
  }
  return courses;
};

/** How many listed values say the same as another one and share its point (ruling 26). */
export const sharedPoints = (series: readonly ObservationLine[]): number => {
  let count = 0;
  for (const { columns, from, to } of series) {
    const others = reading(columns.also, ({ length }) => length, 0);
    for (let place = from; place < to; place += 1) count += others(place);
  }
  return count;
};
