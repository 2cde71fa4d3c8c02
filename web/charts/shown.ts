/** More lines than this cannot be told apart. */
export const MOST_SHOWN = 12;

/** A person's own choices by series id; what is not in here follows the default. */
export type Choices = Readonly<Record<string, boolean>>;

/** What the legend shows and what it hides. */
export interface Shown {
  ids: ReadonlySet<string>;
  hidden: number;
  /** Hidden series whose last checked value lies outside its range. */
  hiddenAbnormal: number;
}

interface Candidate {
  id: string;
  isAbnormal?: boolean;
}

/** What is shown: what is not hidden for any of the reasons. */
export const shownOf = (series: readonly Candidate[], isShown: (id: string) => boolean): Shown => {
  const hidden = series.filter(({ id }) => !isShown(id));
  return {
    ids: new Set(series.filter(({ id }) => isShown(id)).map(({ id }) => id)),
    hidden: hidden.length,
    hiddenAbnormal: hidden.filter(({ isAbnormal }) => isAbnormal).length,
  };
};
