import { DAY, startOfDay } from './local-time.ts';
import type { MarkStyle } from './marks.ts';
import type { Span } from './series.ts';
import type { Beyond } from './beyond.ts';

/** A stretch of time in which something held: a dosage, a diagnosis. */
export interface Bar {
  id: string;
  /** Milliseconds of the wall clock; null where the start is not known. */
  from: number | null;
  /** The end of its last day; null is ongoing. */
  to: number | null;
  /** Until then the start is only known to the year or month ('2019'): drawn as a span of its own. */
  fromUntil?: number | undefined;
  toFrom?: number | undefined;
  /** The end of the last day on which its source confirms that it holds: hatched from then on. */
  confirmedTo?: number | undefined;
  /** Average daily dosage; null where there is none. Left out for what has no amount at all. */
  amount?: number | null;
  /** What is written in it, the longest first: the first that fits. */
  words?: readonly string[];
  /** Taken as needed: stands apart and is never summed. */
  asNeeded?: boolean;
  /** It holds for its one day, or was given then: always wide enough to be seen, and in no sum of doses. */
  isOfDay?: boolean;
  /** Not checked: hollow. */
  draft: boolean;
  /** Nobody is sure of it yet: an outline, explained by the words after the name. */
  isUnsure?: boolean;
  corrected: boolean;
}

/** The bars of one medication or disease, oldest first. */
export interface BarSeries {
  id: string;
  name: string;
  /** What stands for the name where there is no room for both it and `now`. */
  shortName?: string | undefined;
  /** What holds today, when it ended, or how sure it is, the longest first: said after the name, and never cut. */
  now?: readonly string[] | undefined;
  /** Unit of the amounts: 'mg/day'. */
  unit?: string | undefined;
  /** 'dose': the height of a bar is its amount; 'span': all are of one height. */
  kind: 'dose' | 'span';
  /** Number of its colour, from 1. */
  mark: number;
  style?: MarkStyle | undefined;
  /** Height as a style says it: in pixels for spans, in percent of the lane for doses. */
  thickness: number;
  bars: readonly Bar[];
}

/** True where nobody is sure of any of its bars, as far as they are checked. */
export const isUnsure = ({ bars }: Pick<BarSeries, 'bars'>): boolean => {
  const checked = bars.filter(({ draft }) => !draft);
  return checked.length > 0 && checked.every((bar) => bar.isUnsure);
};

/** A stretch of days on which the same bars of a dose series hold. */
export interface Step {
  from: number;
  to: number;
  /** Sum of the averages of what is taken regularly; null where one of them has none. */
  total: number | null;
  bars: readonly Bar[];
  /** Nothing confirms one of its bars any more. */
  isUnconfirmed: boolean;
}

/** Ongoing bars reach one year ahead; an unknown start lies at the left end of all time. */
export const endOf = (bar: Bar, bounds: Span): number => bar.to ?? bounds.to;
export const startOf = (bar: Bar, bounds: Span): number => bar.from ?? bounds.from;

/** Overlapping regular dosages as steps whose totals are the daily dosage; drafts, what is taken as needed and what was given are never summed. */
export const stepsOf = (bars: readonly Bar[], bounds: Span): Step[] => {
  const summed = bars.filter((bar) => !bar.draft && !bar.asNeeded && !bar.isOfDay);
  const turns = (bar: Bar): number[] => {
    const [from, to, { confirmedTo }] = [startOf(bar, bounds), endOf(bar, bounds), bar];
    return confirmedTo !== undefined && confirmedTo > from && confirmedTo < to ? [from, confirmedTo, to] : [from, to];
  };
  const edges = [...new Set(summed.flatMap(turns))].sort((a, b) => a - b);
  const steps: Step[] = [];
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const [from, to] = [edges[index]!, edges[index + 1]!];
    const here = summed.filter((bar) => startOf(bar, bounds) <= from && endOf(bar, bounds) >= to);
    // the second between the end of a day and the next one is no gap
    if (here.length === 0 || to - from < 2000) continue;
    const total = here.some((bar) => bar.amount == null) ? null : here.reduce((sum, bar) => sum + (bar.amount ?? 0), 0);
    const isUnconfirmed = here.some(({ confirmedTo }) => confirmedTo !== undefined && confirmedTo <= from);
    steps.push({ from, to, total, bars: here, isUnconfirmed });
  }
  return steps;
};

/** Bars that hold on a day, drafts too. */
export const barsAt = (series: BarSeries, day: number, bounds: Span): Bar[] =>
  series.bars.filter((bar) => startOf(bar, bounds) < day + DAY && endOf(bar, bounds) >= day);

/** The days on which something starts or stops, oldest first: the arrow keys walk from one to the next. */
export const barDays = (series: readonly BarSeries[], today: number): number[] => {
  const times = series.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to])).filter((time) => time !== null);
  return [...new Set([...times, ...(times.length > 0 ? [today] : [])].map(startOfDay))].sort((a, b) => a - b);
};

/** Bars that lie wholly outside of the span. */
export const barsBeyond = (series: readonly BarSeries[], span: Span, bounds: Span): Beyond => {
  const found: Beyond = { before: null, after: null, inside: 0 };
  for (const bar of series.flatMap(({ bars }) => bars)) {
    const [from, to] = [startOf(bar, bounds), endOf(bar, bounds)];
    if (to < span.from) found.before = { count: (found.before?.count ?? 0) + 1, nearest: Math.max(found.before?.nearest ?? to, to) };
    else if (from > span.to) found.after = { count: (found.after?.count ?? 0) + 1, nearest: Math.min(found.after?.nearest ?? from, from) };
    else found.inside += 1;
  }
  return found;
};
