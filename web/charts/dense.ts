import { type Columns, decimated, FLAG } from './columns.ts';
import { type Context, dotOf, oneDigit, type Prepared } from './context.ts';
import type { Dense, Dot, Pane } from './drawing.ts';

/** At most so many symbols for what is unchecked, corrected or open. */
const MOST_MARKED = 600;
/** One arrow each way in so many pixels. */
const BUCKET = 14;
const SPECIAL = FLAG.draft | FLAG.corrected | FLAG.open;

interface Scale {
  ky: number;
  by: number;
}

/** Lines with every extreme, arrows where something is out of its range, symbols for what is unchecked, corrected or open. */
export const densely = (
  all: readonly Prepared[],
  context: Context,
  values: (columns: Columns) => Float64Array,
  scale: Scale,
  points: number,
): Pick<Pane, 'strokes' | 'dots' | 'dense'> => {
  const { kx, bx } = context;
  const at = ({ series, columns, look }: Prepared, index: number): Dot => {
    const value = values(columns)[index]!;
    return dotOf(series.id, look, series.points[index]!, oneDigit(columns.times[index]! * kx + bx), oneDigit(value * scale.ky + scale.by));
  };

  const special: Dot[] = [];
  const arrows = new Map<number, { one: Prepared; index: number; value: number }>();
  let [outOfRange, unmarked] = [0, 0];
  for (const one of all) {
    const { times, flags } = one.columns;
    const heights = values(one.columns);
    const [start, end] = one.window;
    for (let index = start; index < end; index += 1) {
      const flag = flags[index]!;
      if (flag === 0) continue;
      const value = heights[index]!;
      if (value !== value) continue;
      if ((flag & SPECIAL) !== 0) {
        if (special.length < MOST_MARKED) special.push(at(one, index));
        else unmarked += 1;
      }
      if ((flag & (FLAG.high | FLAG.low)) === 0) continue;
      outOfRange += 1;
      const isHigh = (flag & FLAG.high) !== 0;
      const bucket = Math.floor((times[index]! * kx + bx) / BUCKET) * 2 + (isHigh ? 1 : 0);
      const there = arrows.get(bucket);
      if (!there) arrows.set(bucket, { one, index, value });
      else if (isHigh ? value > there.value : value < there.value) Object.assign(there, { one, index, value });
    }
  }
  const marked = new Set(special.map((dot) => `${dot.series} ${dot.id}`));
  const extremes = [...arrows.values()].map(({ one, index }) => at(one, index)).filter((dot) => !marked.has(`${dot.series} ${dot.id}`));

  const dense: Dense = {
    points,
    outOfRange,
    unmarked,
    nearest: (x, y, reach) => {
      let best: { one: Prepared; index: number; distance: number } | undefined;
      for (const one of all) {
        const heights = values(one.columns);
        const [start, end] = one.window;
        for (let index = start; index < end; index += 1) {
          const dx = one.columns.times[index]! * kx + bx - x;
          if (dx < -reach) continue;
          if (dx > reach) break;
          const distance = Math.hypot(dx, heights[index]! * scale.ky + scale.by - y) - (one.series.id === context.focused ? 2 : 0);
          if (distance <= reach && (!best || distance < best.distance)) best = { one, index, distance };
        }
      }
      return best ? at(best.one, best.index) : null;
    },
    locate: (series, id) => {
      const one = all.find((each) => each.series.id === series);
      const index = one ? one.series.points.findIndex((point) => point.id === id) : -1;
      const isShown = one && index >= one.window[0] && index < one.window[1] && !Number.isNaN(values(one.columns)[index]!);
      return isShown ? at(one, index) : undefined;
    },
  };
  return {
    strokes: all.map((one) => ({
      series: one.series.id,
      mark: one.look.width > 1 ? { ...one.look, width: 1 } : one.look,
      line: decimated(one.columns, values(one.columns), one.window, { kx, bx, ...scale }),
    })),
    dots: [...extremes, ...special],
    dense,
  };
};
