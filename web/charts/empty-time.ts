import { DAY, startOfDay } from './local-time.ts';
import type { Span } from './series.ts';

/** Time in which nothing was measured, started or ended is folded where it is longer than this. */
const LEAST = 365 * DAY;
/** So much of it stays at scale on either side of what happened. */
const AIR = 30 * DAY;

export const NO_FOLDS: readonly Span[] = [];

/** The stretches of empty time that can be folded, in whole days, oldest first. `times` are all at which something happened, in any order. */
export const emptyTime = (times: readonly number[], bounds: Span): readonly Span[] => {
  const known = Float64Array.from(times.filter((time) => time > bounds.from && time < bounds.to).map(startOfDay)).sort();
  if (known.length === 0) return NO_FOLDS;
  const folds: Span[] = [];
  let before = bounds.from - AIR;
  for (const time of [...known, bounds.to + AIR]) {
    const [from, to] = [before + AIR, time - AIR];
    if (to - from > LEAST) folds.push({ from, to });
    before = time + DAY;
  }
  return folds.length > 0 ? folds : NO_FOLDS;
};

/** The fold that a time lies in; its ends are outside. */
export const foldAt = (folds: readonly Span[], time: number): Span | undefined => folds.find(({ from, to }) => time > from && time < to);

/** Folded time as it stands on the drawing, in pixels. */
export interface FoldMark {
  fold: Span;
  left: number;
  right: number;
  /** Its ends lie in what is shown; where one does not, the mark is cut by the edge and has no name. */
  opens: boolean;
  closes: boolean;
  /** '3 years 2 months', and '3 y'. */
  length: string;
  short: string;
}

/** How long folded time is: '3 years 2 months', or '3 y' where there is little room. */
export const foldLength = ({ from, to }: Span, short = false): string => {
  const months = Math.round((to - from) / (DAY * 30.44));
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (short) return years > 0 ? `${years} y` : `${months} mo`;
  const said = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]);
  return [...said(years, 'year'), ...said(rest, 'month')].join(' ');
};
