import { FLAG } from './columns.ts';
import type { Columns } from './series.ts';

/** Points that no line may reach: '<', '>' and corrected values. */
const UNJOINED = FLAG.open | FLAG.corrected;
const { draft: FLAG_DRAFT } = FLAG;

/** A line through canvas or SVG: x and y in turn, NaN where it breaks. */
export type Polyline = Float32Array;

/** Part of a series, by indexes: what is shown, and how far a line may look for the next point on either side. */
export interface Stretch {
  window: readonly [start: number, end: number];
  reach: readonly [first: number, end: number];
}

interface Placing {
  /** Pixels of a time and of a value. */
  x: (time: number) => number;
  y: (value: number) => number;
}

/**
 * The joined stretches of a series inside of a window and to the first point on either side of it. Drafts are passed by; an unsure value
 * ends a stretch and lets a new one begin; a stretch has two points or more.
 */
export const polyline = (columns: Columns, values: Float64Array, { window: [start, end], reach }: Stretch, { x, y }: Placing): Polyline => {
  const { times, flags } = columns;
  const [first, last] = [before(columns, values, start, reach[0]), after(columns, values, end, reach[1])];
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
const before = (columns: Columns, values: Float64Array, start: number, least: number): number => {
  let index = start - 1;
  while (index > least && ((columns.flags[index]! & FLAG.draft) !== 0 || Number.isNaN(values[index]!))) index -= 1;
  return Math.max(least, index);
};

const after = (columns: Columns, values: Float64Array, end: number, most: number): number => {
  let index = end;
  while (index < most && ((columns.flags[index]! & FLAG.draft) !== 0 || Number.isNaN(values[index]!))) index += 1;
  return Math.min(most, index + 1);
};

/** Where lines are written before it is known how long they are; grows, is never given away. */
let draft = new Float32Array(1 << 14);

/**
 * The same line where points stand closer than pixels: of each pixel column the first, the lowest, the highest and the last value stay, so
 * that no extreme is lost. `scale` turns a time and a value into pixels: `time * kx + bx`.
 */
export const decimated = (
  columns: Columns,
  values: Float64Array,
  { window: [start, end], reach }: Stretch,
  { kx, bx, ky, by }: { kx: number; bx: number; ky: number; by: number },
): Polyline => {
  const [first, last] = [before(columns, values, start, reach[0]), after(columns, values, end, reach[1])];
  const most = Math.max(0, last - first) * 4 + 8;
  if (draft.length < most) draft = new Float32Array(most * 2);
  return draft.slice(0, sweep(columns.times, values, columns.flags, first, last, kx, bx, ky, by, draft));
};

/**
 * Writes a line and answers how many numbers it has. It takes arrays of numbers and remembers places in them: an engine keeps what it has
 * compiled for such arguments, but throws it away with the objects of a chart that is gone, and fractions that outlive a step are objects.
 */
const sweep = (
  times: Float64Array,
  values: Float64Array,
  flags: Uint16Array,
  first: number,
  last: number,
  kx: number,
  bx: number,
  ky: number,
  by: number,
  line: Float32Array,
): number => {
  let size = 0;
  let begun = 0;
  let column = 0;
  // places of the first, lowest, highest and last value of the column; -1 where no line is open
  let enter = -1;
  let low = 0;
  let high = 0;
  let leave = 0;
  for (let index = first; index <= last; index += 1) {
    const flag = index < last ? flags[index]! : UNJOINED;
    if ((flag & FLAG_DRAFT) !== 0) continue;
    const isBreak = (flag & UNJOINED) !== 0 || values[index]! !== values[index]!;
    const at = isBreak ? 0 : Math.round(times[index]! * kx + bx);
    if (enter >= 0) {
      if (at === column && !isBreak) {
        leave = index;
        if (values[index]! < values[low]!) low = index;
        else if (values[index]! > values[high]!) high = index;
        continue;
      }
      const one = low < high ? low : high;
      const two = low < high ? high : low;
      line[size++] = column;
      line[size++] = values[enter]! * ky + by;
      if (one !== enter) {
        line[size++] = column;
        line[size++] = values[one]! * ky + by;
      }
      if (two !== one) {
        line[size++] = column;
        line[size++] = values[two]! * ky + by;
      }
      if (leave !== two) {
        line[size++] = column;
        line[size++] = values[leave]! * ky + by;
      }
      if (isBreak) {
        // a value that nothing is joined to is seen as a stroke of one pixel
        if (size - begun === 2) {
          line[size++] = column + 1;
          line[size++] = values[leave]! * ky + by;
        }
        line[size++] = NaN;
        line[size++] = NaN;
        enter = -1;
      }
    }
    if (isBreak) continue;
    if (enter < 0) begun = size;
    column = at;
    enter = index;
    low = index;
    high = index;
    leave = index;
  }
  return size;
};
