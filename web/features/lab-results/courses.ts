import type { ObservationSeries } from '#contracts/observations';
import { fieldReader, partOf } from '#contracts/packed';
import { columnsOf, FLAG } from '#web/charts/columns.ts';
import type { ChartSeries } from '#web/charts/series.ts';
import { chartSeries, valueIdsOf } from '#web/features/graph-visuals/value-series.ts';

/** How the parameter of a listed value runs, and which of its points the value is: its place. */
export interface Course {
  series: ChartSeries;
  at: number;
}

export type Courses = ReadonlyMap<string, Course>;

/** The quietest colour of the palette. */
const SLATE = 11;

/** The name of a value among all courses. */
export const courseKey = (resultId: string, entryId: string): string => `${resultId}/${entryId}`;

/** The courses of parameters with at least two checked numbers, by value; all in slate, since a list has no legend. */
export const coursesOf = (series: readonly ObservationSeries[]): Courses => {
  const courses = new Map<string, Course>();
  for (const one of series) {
    const chart = chartSeries(one, SLATE);
    const { reported, flags } = columnsOf(chart);
    if (reported.filter((value, at) => !Number.isNaN(value) && (flags[at]! & FLAG.draft) === 0).length < 2) continue;
    valueIdsOf(one).forEach((id, at) => courses.set(id, { series: chart, at }));
  }
  return courses;
};

const countOf = (also: unknown): number => (Array.isArray(also) ? also.length : 0);

/** How many listed values say the same as another one and share its point (ruling 26). */
export const sharedPoints = (series: readonly ObservationSeries[]): number => {
  let count = 0;
  for (const one of series) {
    const own = partOf(one);
    const read = own ? fieldReader(own.table, 'also', countOf, 0) : (place: number) => countOf(one.points[place]?.also);
    for (let place = own?.from ?? 0, end = own?.to ?? one.points.length; place < end; place += 1) count += read(place);
  }
  return count;
};
