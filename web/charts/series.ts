import type { MarkStyle } from './marks.ts';

/** A range; null at an open end. */
export interface Limits {
  lo: number | null;
  hi: number | null;
}

/**
 * The points of a series as the chart draws them: arrays by name, a place in them is a point, oldest first. What is drawn a hundred thousand
 * times a second is not looked up in objects.
 */
export interface Columns {
  /** Milliseconds of the local wall clock, counted as if it were UTC: no zone moves a clinical day. */
  times: Float64Array;
  /** On the common axis, where 1 is the upper limit of normal; NaN where the value stands elsewhere. */
  heights: Float64Array;
  /** Raw values of what cannot be normalised, drawn on an axis of their own; NaN for all others. */
  raws: Float64Array;
  /** As reported, wherever they stand; NaN for words. */
  reported: Float64Array;
  /** What a point is besides, by the bits of `FLAG`. */
  flags: Uint16Array;
  /** How many stand on the common axis, raw, and in the lane of words. */
  counts: { height: number; raw: number; text: number };
  /** Whether any point is unchecked, corrected or open, or the first of another range. */
  isSpecial: boolean;
}

/** What is asked of a point only where it is looked at, or belongs to what is looked at. */
export interface Details {
  /** What a text result says; drawn in the lane at the bottom. */
  text?: string | undefined;
  /** The range stored with this very result, on the common axis; null where there is none. */
  band: Limits | null;
  /** The range in the unit of the value, where that has no height. */
  limits?: Limits | undefined;
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
  /** Of values that have no upper limit, a decimal: shaded where they stand. */
  lowerLimit?: string | undefined;
  /** What stands over a plot of values that cannot be normalised: their range, and why they are raw. */
  rawNotes: readonly string[];
  /** 0 is the lower limit of normal. */
  relative: boolean;
  columns: Columns;
  /** Names the point at a place. */
  idAt: (place: number) => string;
  /** The end of the last day that a point may mean, where only a year or a month was said: drawn as a span from its time on. */
  untilAt: (place: number) => number | undefined;
  detailsAt: (place: number) => Details;
}

/** A span of local time, as `Columns.times`. */
export interface Span {
  from: number;
  to: number;
}

/** The place of a point; -1 where there is none. */
export const placeOf = ({ columns, idAt }: Pick<ChartSeries, 'columns' | 'idAt'>, id: string): number => {
  for (let place = 0; place < columns.times.length; place += 1) if (idAt(place) === id) return place;
  return -1;
};
