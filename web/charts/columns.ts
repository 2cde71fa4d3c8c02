import type { ChartPoint } from './series.ts';

/** What a point is besides its number, one bit each. */
export const FLAG = { draft: 1, open: 2, corrected: 4, high: 8, low: 16, text: 32 } as const;

/** The points of a series as numbers: what is drawn a hundred thousand times a second is not looked up in objects. */
export interface Columns {
  /** Oldest first. */
  times: Float64Array;
  /** On the common axis; NaN where the value stands elsewhere. */
  heights: Float64Array;
  /** Raw values of what cannot be normalised; NaN for all others. */
  raws: Float64Array;
  flags: Uint8Array;
  /** How many stand on the common axis, raw, and in the lane of words. */
  counts: { height: number; raw: number; text: number };
  /** Whether any point is unchecked, corrected or open. */
  isSpecial: boolean;
}

const known = new WeakMap<readonly ChartPoint[], Columns>();

/** The columns of a series, made once for its points. */
export const columnsOf = ({ points }: { points: readonly ChartPoint[] }): Columns => {
  const before = known.get(points);
  if (before) return before;
  const size = points.length;
  const made: Columns = {
    times: new Float64Array(size),
    heights: new Float64Array(size),
    raws: new Float64Array(size),
    flags: new Uint8Array(size),
    counts: { height: 0, raw: 0, text: 0 },
    isSpecial: false,
  };
  for (let index = 0; index < size; index += 1) {
    const { time, height, raw, text, draft, corrected, comparator, standing } = points[index]!;
    made.times[index] = time;
    made.heights[index] = raw === null || height === null ? NaN : height;
    made.raws[index] = height === null && raw !== null ? raw : NaN;
    if (raw === null) made.counts.text += text ? 1 : 0;
    else if (height === null) made.counts.raw += 1;
    else made.counts.height += 1;
    if (draft || corrected || comparator !== undefined) made.isSpecial = true;
    made.flags[index] =
      (draft ? FLAG.draft : 0) |
      (comparator === undefined ? 0 : FLAG.open) |
      (corrected ? FLAG.corrected : 0) |
      (standing === 'high' ? FLAG.high : standing === 'low' ? FLAG.low : 0) |
      (raw === null && text ? FLAG.text : 0);
  }
  known.set(points, made);
  return made;
};

/** The first index whose time is not before the given one. */
export const firstFrom = (times: Float64Array, time: number): number => {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Indexes of a span: from the first inside to the first after it. */
export const windowOf = (times: Float64Array, span: { from: number; to: number }): [start: number, end: number] => [
  firstFrom(times, span.from),
  firstFrom(times, span.to + 1),
];
