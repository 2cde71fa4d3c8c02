import { columnsOf, FLAG, lastChecked } from './columns.ts';
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

/** Whether the last checked value lies outside of its range, and when it was. */
const lastOf = (series: ChartSeries): { abnormal: boolean; time: number } => {
  const columns = columnsOf(series);
  const index = lastChecked(columns);
  return index < 0
    ? { abnormal: false, time: 0 }
    : { abnormal: (columns.flags[index]! & (FLAG.low | FLAG.high)) !== 0, time: columns.times[index]! };
};

/** At most twelve by default: those out of range first, then those measured last. */
export const shown = (series: readonly ChartSeries[], choices: Choices = {}): Shown => {
  const all = series.map((each) => ({ id: each.id, ...lastOf(each) }));
  const byNeed = all.toSorted((a, b) => Number(b.abnormal) - Number(a.abnormal) || b.time - a.time);
  const byDefault = new Set(byNeed.slice(0, MOST_SHOWN).map(({ id }) => id));
  const ids = new Set(series.filter((each) => choices[each.id] ?? byDefault.has(each.id)).map((each) => each.id));
  const hidden = all.filter(({ id }) => !ids.has(id));
  return { ids, hidden: hidden.length, hiddenAbnormal: hidden.filter(({ abnormal }) => abnormal).length };
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
