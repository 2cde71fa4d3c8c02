import type { LabSeries } from '#contracts/lab-results';
import type { ChartSeries } from '#web/charts/series.ts';
import { chartSeries } from '#web/features/graph-visuals/value-series.ts';

/** How the parameter of a listed value runs, and which of its points the value is. */
export interface Course {
  series: ChartSeries;
  at: string;
}

export type Courses = ReadonlyMap<string, Course>;

/** The quietest colour of the palette. */
const SLATE = 11;

/** The name of a value among all courses. */
export const courseKey = (resultId: string, entryId: string): string => `${resultId}/${entryId}`;

/** The courses of parameters with at least two checked numbers, by value; all in slate, since a list has no legend. */
export const coursesOf = (series: readonly LabSeries[]): Courses => {
  const courses = new Map<string, Course>();
  for (const one of series) {
    if (one.points.filter(({ draft, value }) => !draft && value !== null).length < 2) continue;
    const chart = { ...chartSeries(one, SLATE), name: one.name };
    for (const { lab_result_id, entry_id } of one.points) {
      const at = courseKey(lab_result_id, entry_id);
      courses.set(at, { series: chart, at });
    }
  }
  return courses;
};
