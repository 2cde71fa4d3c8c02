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
  /** 0 is the lower limit of normal. */
  relative: boolean;
  points: readonly ChartPoint[];
}

/** A span of local time, as `ChartPoint.time`. */
export interface Span {
  from: number;
  to: number;
}
