import type { Comparator, Standing } from '#contracts/lab-values';
import type { MarkStyle } from './marks.ts';

/** One result as a chart sees it. Heights are on the common axis, where 1 is the upper limit of normal. */
export interface ChartPoint {
  id: string;
  /** Milliseconds of the local wall clock, counted as if it were UTC: no zone moves a clinical day. */
  time: number;
  /** The end of the last day that it may mean, where only a year or a month was said: drawn as a span from `time` on. */
  until?: number;
  /** Null where the value cannot be normalised: it is drawn raw, on an axis of its own. */
  height: number | null;
  /** The number as reported, null for a text result. */
  raw: number | null;
  /** What a text result says; drawn in the lane at the bottom. */
  text?: string;
  comparator?: Comparator;
  standing: Standing;
  /** The range stored with this very result, on the common axis; null where there is none. */
  band: { lo: number | null; hi: number | null } | null;
  /** Read, not checked: hollow, and no line leads to it. */
  draft: boolean;
  corrected: boolean;
  /** The checked point before it had another range. */
  isRangeChanged?: boolean;
  /** The range in the unit of the value, where that has no height. */
  limits?: NonNullable<ChartPoint['band']>;
}

/** The points of a series as numbers: what is drawn a hundred thousand times a second is not looked up in objects. */
export interface Columns {
  /** Oldest first. */
  times: Float64Array;
  /** On the common axis; NaN where the value stands elsewhere. */
  heights: Float64Array;
  /** Raw values of what cannot be normalised; NaN for all others. */
  raws: Float64Array;
  /** As reported, wherever they stand; NaN for words. */
  reported: Float64Array;
  flags: Uint8Array;
  /** How many stand on the common axis, raw, and in the lane of words. */
  counts: { height: number; raw: number; text: number };
  /** Whether any point is unchecked, corrected or open, or the first of another range. */
  isSpecial: boolean;
}

/** The results of one parameter in one unit, oldest first. */
export interface ChartSeries {
  id: string;
  name: string;
  unit: string;
  /** Number of its colour, symbol and dash, from 1. */
  mark: number;
  /** What a person chose instead. */
  style?: MarkStyle | undefined;
  /** 1 is the upper limit of normal: the red line speaks of this series. */
  limit: boolean;
  /** Of values that have no upper limit, a decimal: said and shaded where they stand. */
  lowerLimit?: string | undefined;
  /** The lower limit itself is too low: printed as '> 60'. */
  isLowerOutside?: boolean | undefined;
  /** 0 is the lower limit of normal. */
  relative: boolean;
  /** Where `columns` and `at` are given, these are only asked for when somebody needs them one by one. */
  points: readonly ChartPoint[];
  /** The points as numbers. Default: read from `points`. */
  columns?: Columns;
  /** One of the points. Default: out of `points`. */
  at?: (index: number) => ChartPoint;
}

/** One point of a series: there may be many thousands that nobody looks at. */
export const pointOf = (series: ChartSeries, index: number): ChartPoint => series.at?.(index) ?? series.points[index]!;

/** A span of local time, as `ChartPoint.time`. */
export interface Span {
  from: number;
  to: number;
}
