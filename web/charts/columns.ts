import type { Comparator, Judgement } from '#contracts/observations/lab-values';
import type { Columns } from './series.ts';

/** What a point is besides its number, one bit each. */
export const FLAG = {
  draft: 1,
  open: 2,
  corrected: 4,
  high: 8,
  low: 16,
  text: 32,
  range: 64,
  below: 128,
  flagged: 256,
  critical: 512,
} as const;
/** What keeps its symbol where points stand closer than symbols. */
export const SPECIAL = FLAG.draft | FLAG.open | FLAG.corrected | FLAG.range | FLAG.flagged | FLAG.critical;

/** What a column is filled with. */
export interface Entered {
  time: number;
  height: number | null;
  raw: number | null;
  hasText: boolean;
  /** '<' or '>': the true value is somewhere below or above. */
  comparator: Comparator | null;
  judgement: Judgement;
  /** By the laboratory's own flag. */
  isCritical: boolean;
  /** Its flag names the opposite direction. */
  isDisputed: boolean;
  draft: boolean;
  corrected: boolean;
  isRangeChanged: boolean;
}

type Numbers = Pick<Columns, 'times' | 'heights' | 'raws' | 'reported' | 'flags'>;

/** Room for the numbers of so many points. */
export const emptyNumbers = (size: number): Numbers => ({
  times: new Float64Array(size),
  heights: new Float64Array(size),
  raws: new Float64Array(size),
  reported: new Float64Array(size),
  flags: new Uint16Array(size),
});

/** Writes one point. */
export const enter = (numbers: Numbers, index: number, point: Entered): void => {
  const { height, raw, judgement } = point;
  numbers.times[index] = point.time;
  numbers.heights[index] = raw === null || height === null ? NaN : height;
  numbers.raws[index] = height === null && raw !== null ? raw : NaN;
  numbers.reported[index] = raw ?? NaN;
  numbers.flags[index] =
    (point.draft ? FLAG.draft : 0) |
    (point.comparator === null ? 0 : FLAG.open) |
    (point.comparator?.startsWith('<') ? FLAG.below : 0) |
    (point.corrected ? FLAG.corrected : 0) |
    (point.isRangeChanged ? FLAG.range : 0) |
    (judgement === 'high' ? FLAG.high : judgement === 'low' ? FLAG.low : judgement === 'abnormal' ? FLAG.flagged : 0) |
    (point.isDisputed ? FLAG.flagged : 0) |
    (point.isCritical ? FLAG.critical : 0) |
    (raw === null && point.hasText ? FLAG.text : 0);
};

/** Some of the points, without copying them. */
export const part = ({ times, heights, raws, reported, flags }: Numbers, from: number, to: number): Columns => {
  const own: Numbers = {
    times: times.subarray(from, to),
    heights: heights.subarray(from, to),
    raws: raws.subarray(from, to),
    reported: reported.subarray(from, to),
    flags: flags.subarray(from, to),
  };
  const counts = { height: 0, raw: 0, text: 0 };
  let all = 0;
  for (let index = 0; index < to - from; index += 1) {
    all |= own.flags[index]!;
    if (!Number.isNaN(own.heights[index]!)) counts.height += 1;
    else if (!Number.isNaN(own.raws[index]!)) counts.raw += 1;
    else if ((own.flags[index]! & FLAG.text) !== 0) counts.text += 1;
  }
  return { ...own, counts, isSpecial: (all & SPECIAL) !== 0 };
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
