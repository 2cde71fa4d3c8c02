import { FLAG, SPECIAL, windowOf } from './columns.ts';
import { type Context, dotOf, joined, oneDigit, type Prepared } from './context.ts';
import type { Dense, Dot, Pane } from './drawing.ts';
import { decimated } from './polylines.ts';
import { type Columns, placeOf } from './series.ts';

/** At most so many symbols for what is flagged, unchecked, corrected or open, or the first of another range. */
const MOST_MARKED = 600;
/** One arrow each way in so many pixels. */
const BUCKET = 14;
const OUTSIDE = FLAG.high | FLAG.low;

interface Scale {
  ky: number;
  by: number;
}

/** The point farthest out of its range in each stretch of the axis, downwards and upwards in turn. */
interface Buckets {
  /** Place of its series, from 1; 0 for none. */
  owners: Int32Array;
  indexes: Int32Array;
  reaches: Float64Array;
}

const bucketsOf = ({ width }: Context): Buckets => {
  const size = Math.ceil(width / BUCKET + 1) * 2;
  return { owners: new Int32Array(size), indexes: new Int32Array(size), reaches: new Float64Array(size) };
};

/** Takes a series into the buckets and answers how many of its points are out of range; arrays and numbers only, as the lines do. */
const fill = (
  owners: Int32Array,
  indexes: Int32Array,
  reaches: Float64Array,
  owner: number,
  times: Float64Array,
  heights: Float64Array,
  flags: Uint16Array,
  start: number,
  end: number,
  kx: number,
  bx: number,
): number => {
  let count = 0;
  for (let index = start; index < end; index += 1) {
    const outside = flags[index]! & OUTSIDE;
    if (outside === 0 || heights[index]! !== heights[index]!) continue;
    count += 1;
    const up = outside & FLAG.high ? 1 : 0;
    const bucket = Math.floor((times[index]! * kx + bx) / BUCKET) * 2 + up;
    if (bucket < 0 || bucket >= owners.length) continue;
    const reach = up === 1 ? heights[index]! : -heights[index]!;
    if (owners[bucket] !== 0 && reach <= reaches[bucket]!) continue;
    owners[bucket] = owner;
    indexes[bucket] = index;
    reaches[bucket] = reach;
  }
  return count;
};

/** Lines with every extreme, arrows where something is out of its range, symbols for what is flagged, unchecked, corrected or open, or begins another range. */
export const densely = (
  all: readonly Prepared[],
  context: Context,
  values: (columns: Columns) => Float64Array,
  scale: Scale,
  points: number,
): Pick<Pane, 'strokes' | 'dots' | 'dense'> => {
  const x = context.timeAxis.x;
  const at = (one: Prepared, place: number): Dot => {
    const value = values(one.columns)[place]!;
    return dotOf(one, place, oneDigit(x(one.columns.times[place]!)), oneDigit(value * scale.ky + scale.by));
  };

  const special: Dot[] = [];
  const buckets = bucketsOf(context);
  let [outOfRange, unmarked] = [0, 0];
  all.forEach((one, place) => {
    const { times, flags } = one.columns;
    const heights = values(one.columns);
    for (const { window: part, kx, bx } of one.stretches) {
      outOfRange += fill(buckets.owners, buckets.indexes, buckets.reaches, place + 1, times, heights, flags, part[0], part[1], kx, bx);
    }
  });
  // what is critical first: it must not be without a symbol because of what is not
  for (const isFirst of [true, false]) {
    for (const one of all) {
      if (!one.columns.isSpecial) continue;
      const { flags } = one.columns;
      const heights = values(one.columns);
      const [start, end] = one.window;
      for (let index = start; index < end; index += 1) {
        const flag = flags[index]! & SPECIAL;
        if (flag === 0 || ((flag & FLAG.critical) !== 0) !== isFirst || heights[index]! !== heights[index]!) continue;
        if (special.length < MOST_MARKED) special.push(at(one, index));
        else unmarked += 1;
      }
    }
  }
  const marked = new Set(special.map((dot) => `${dot.series} ${dot.id}`));
  const extremes: Dot[] = [];
  buckets.owners.forEach((owner, bucket) => {
    if (owner === 0) return;
    const dot = at(all[owner - 1]!, buckets.indexes[bucket]!);
    if (!marked.has(`${dot.series} ${dot.id}`)) extremes.push(dot);
  });

  const dense: Dense = {
    points,
    outOfRange,
    unmarked,
    nearest: (left, top, reach) => {
      const near = { from: context.timeAxis.invert(left - reach), to: context.timeAxis.invert(left + reach) };
      let best: { one: Prepared; index: number; distance: number } | undefined;
      for (const one of all) {
        const heights = values(one.columns);
        const { times } = one.columns;
        const [start, end] = windowOf(times, near);
        for (let index = Math.max(start, one.window[0]); index < Math.min(end, one.window[1]); index += 1) {
          const distance =
            Math.hypot(x(times[index]!) - left, heights[index]! * scale.ky + scale.by - top) - (one.series.id === context.focused ? 2 : 0);
          if (distance <= reach && (!best || distance < best.distance)) best = { one, index, distance };
        }
      }
      return best ? at(best.one, best.index) : null;
    },
    locate: (series, id) => {
      const one = all.find((each) => each.series.id === series);
      const index = one ? placeOf(one.series, id) : -1;
      const isShown = one && index >= one.window[0] && index < one.window[1] && !Number.isNaN(values(one.columns)[index]!);
      return isShown ? at(one, index) : undefined;
    },
  };
  return {
    strokes: all.map((one) => ({
      series: one.series.id,
      // the gaps of a dash would hide an extreme
      mark: { ...one.look, width: 1, dash: '0' },
      line: joined(one.stretches.map((stretch) => decimated(one.columns, values(one.columns), stretch, { ...stretch, ...scale }))),
    })),
    dots: [...extremes, ...special],
    dense,
  };
};
