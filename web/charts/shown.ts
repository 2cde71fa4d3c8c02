import type { ChartSeries } from './series.ts';

/** More lines than this cannot be told apart. */
const MOST_SHOWN = 12;

/** A person's own choices by series id; what is not in here follows the default. */
export type Choices = Readonly<Record<string, boolean>>;

/** What the legend shows and what it hides. */
export interface Shown {
  ids: ReadonlySet<string>;
  hidden: number;
  /** Hidden series whose last checked value lies outside its range. */
  hiddenAbnormal: number;
}

const last = (series: ChartSeries) => series.points.findLast((point) => !point.draft);

const abnormal = (series: ChartSeries): boolean => {
  const standing = last(series)?.standing;
  return standing === 'low' || standing === 'high';
};

/** At most twelve by default: those out of range first, then those measured last. */
export const shown = (series: readonly ChartSeries[], choices: Choices = {}): Shown => {
  const byNeed = [...series].sort((a, b) => Number(abnormal(b)) - Number(abnormal(a)) || (last(b)?.time ?? 0) - (last(a)?.time ?? 0));
  const byDefault = new Set(byNeed.slice(0, MOST_SHOWN).map((each) => each.id));
  const ids = new Set(series.filter((each) => choices[each.id] ?? byDefault.has(each.id)).map((each) => each.id));
  const hidden = series.filter((each) => !ids.has(each.id));
  return { ids, hidden: hidden.length, hiddenAbnormal: hidden.filter(abnormal).length };
};

/** The same for bars: what lasts first, in the order given. */
export const shownBars = (
  series: readonly { id: string; active: boolean }[],
  choices: Choices = {},
): { ids: ReadonlySet<string>; hidden: number } => {
  const byNeed = [...series].sort((a, b) => Number(b.active) - Number(a.active));
  const byDefault = new Set(byNeed.slice(0, MOST_SHOWN).map(({ id }) => id));
  const ids = new Set(series.filter(({ id }) => choices[id] ?? byDefault.has(id)).map(({ id }) => id));
  return { ids, hidden: series.length - ids.size };
};
