import { searchText } from '#contracts/rules/search-text';
import { type Choices, type Shown, shownOf } from '#web/charts/shown.ts';

/** A series as the legend finds it. */
export interface Found {
  id: string;
  name: string;
  isAbnormal: boolean;
}

/** What hides series: the person's choices over the default, 'Only this', and the filter of the legend. */
export interface Narrowing {
  choices: Choices;
  byDefault: ReadonlySet<string>;
  /** While it is not null, choices wait: these are shown and no others. */
  only: ReadonlySet<string> | null;
  filter: string;
}

export interface Narrowed {
  /** What would be shown without the filter. */
  chosen: Shown;
  /** What is drawn: of these, what the filter finds. */
  drawn: Shown;
  /** What the filter finds, drawn or not; `hidden` is what it leaves out. */
  found: Shown;
}

/** Whether the filter finds a name. */
export const finds = (filter: string, name: string): boolean => searchText(name).includes(searchText(filter));

/** What of the series is shown, and what each reason hides (ruling 32). */
export const narrowed = (series: readonly Found[], { choices, byDefault, only, filter }: Narrowing): Narrowed => {
  const chosen = shownOf(series, (id) => (only ? only.has(id) : (choices[id] ?? byDefault.has(id))));
  const names = new Map(series.map(({ id, name }) => [id, name]));
  const found = shownOf(series, (id) => finds(filter, names.get(id) ?? ''));
  return { chosen, found, drawn: shownOf(series, (id) => chosen.ids.has(id) && found.ids.has(id)) };
};
