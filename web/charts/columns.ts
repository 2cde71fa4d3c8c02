import type { ChartPoint } from './series.ts';

/** What a point is besides its number, one bit each. */
export const FLAG = { draft: 1, open: 2, corrected: 4, high: 8, low: 16, text: 32 } as const;

/** Points that no line may reach: '<', '>' and corrected values. */
const UNJOINED = FLAG.open | FLAG.corrected;

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
  };
  for (let index = 0; index < size; index += 1) {
    const { time, height, raw, text, draft, corrected, comparator, standing } = points[index]!;
    made.times[index] = time;
    made.heights[index] = raw === null || height === null ? NaN : height;
    made.raws[index] = height === null && raw !== null ? raw : NaN;
    if (raw === null) made.counts.text += text ? 1 : 0;
    else if (height === null) made.counts.raw += 1;
    else made.counts.height += 1;
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

/** A line through canvas or SVG: x and y in turn, NaN where it breaks. */
export type Polyline = Float32Array;

interface Placing {
  /** Pixels of a time and of a value. */
  x: (time: number) => number;
  y: (value: number) => number;
}

/**
 * The joined stretches of a series inside of a window and to the first point on either side of it. Drafts are passed by; an unsure value
 * ends a stretch and lets a new one begin; a stretch has two points or more.
 */
export const polyline = (columns: Columns, values: Float64Array, [start, end]: readonly [number, number], { x, y }: Placing): Polyline => {
  const { times, flags } = columns;
  const [first, last] = [before(columns, values, start), after(columns, values, end)];
  const line = new Float32Array(Math.max(0, last - first) * 4);
  let [size, run] = [0, 0];
  const close = () => {
    if (run === 1) size -= 2;
    if (run > 1) {
      line[size++] = NaN;
      line[size++] = NaN;
    }
    run = 0;
  };
  for (let index = first; index < last; index += 1) {
    const flag = flags[index]!;
    if ((flag & FLAG.draft) !== 0) continue;
    const value = values[index]!;
    if (Number.isNaN(value) || (flag & UNJOINED) !== 0) {
      close();
      continue;
    }
    line[size++] = x(times[index]!);
    line[size++] = y(value);
    run += 1;
  }
  close();
  return line.subarray(0, size);
};

/** One joined point before the window, so that the line enters from the edge. */
const before = (columns: Columns, values: Float64Array, start: number): number => {
  let index = start - 1;
  while (index > 0 && ((columns.flags[index]! & FLAG.draft) !== 0 || Number.isNaN(values[index]!))) index -= 1;
  return Math.max(0, index);
};

const after = (columns: Columns, values: Float64Array, end: number): number => {
  let index = end;
  while (index < values.length && ((columns.flags[index]! & FLAG.draft) !== 0 || Number.isNaN(values[index]!))) index += 1;
  return Math.min(values.length, index + 1);
};

/**
 * The same line where points stand closer than pixels: of each pixel column the first, the lowest, the highest and the last value stay, so
 * that no extreme is lost. `scale` turns a time and a value into pixels: `time * kx + bx`.
 */
export const decimated = (
  columns: Columns,
  values: Float64Array,
  [start, end]: readonly [number, number],
  { kx, bx, ky, by }: { kx: number; bx: number; ky: number; by: number },
): Polyline => {
  const { times, flags } = columns;
  const [first, last] = [before(columns, values, start), after(columns, values, end)];
  const line = new Float32Array(Math.max(0, last - first) * 6 + 10);
  let [size, begun] = [0, 0];
  let isOpen = false;
  let [column, enter, low, high, leave, lowAt, highAt] = [-Infinity, 0, 0, 0, 0, 0, 0];
  const put = (value: number) => {
    line[size++] = column;
    line[size++] = value;
  };
  const flush = () => {
    put(enter);
    const [one, two] = lowAt < highAt ? [low, high] : [high, low];
    if (one !== enter) put(one);
    if (two !== one) put(two);
    if (leave !== two) put(leave);
  };
  const finish = () => {
    if (!isOpen) return;
    flush();
    // a value that nothing is joined to is seen as a stroke of one pixel
    if (size - begun === 2) {
      column += 1;
      put(leave);
    }
    line[size++] = NaN;
    line[size++] = NaN;
    isOpen = false;
  };
  for (let index = first; index < last; index += 1) {
    const flag = flags[index]!;
    if ((flag & FLAG.draft) !== 0) continue;
    const value = values[index]!;
    if (value !== value || (flag & UNJOINED) !== 0) {
      finish();
      continue;
    }
    const at = Math.round(times[index]! * kx + bx);
    const y = value * ky + by;
    if (isOpen && at === column) {
      leave = y;
      if (y < low) [low, lowAt] = [y, index];
      else if (y > high) [high, highAt] = [y, index];
      continue;
    }
    if (isOpen) flush();
    else begun = size;
    isOpen = true;
    column = at;
    enter = leave = low = high = y;
    lowAt = highAt = index;
  }
  finish();
  return line.subarray(0, size);
};
