import type { Axis, Piece } from './axis.ts';
import { firstFrom, FLAG, windowOf } from './columns.ts';
import type { Dot, Pane, SceneInput } from './drawing.ts';
import { lookOf, type Mark } from './marks.ts';
import type { Polyline, Stretch } from './polylines.ts';
import type { ChartSeries, Columns, Span } from './series.ts';

/** What every pane is placed by. */
export interface Context extends SceneInput {
  settled: Span;
  timeAxis: Axis;
  /** Pixels of a time, to a tenth. */
  x: (time: number) => number;
}

/** Lays out a strip of the chart below `top`; null where it has nothing to show. */
export type Place = (context: Context, top: number) => Pane | null;

/** From this many points in view on, a pane draws lines with every extreme and leaves symbols to what is out of the ordinary. */
export const DENSE = 2500;

/** A length in pixels with one digit after the point: nobody sees more, and paths stay short. */
export const oneDigit = (value: number): number => Math.round(value * 10) / 10;

/** A series with its numbers and its look, and where the span lies in it. */
export interface Prepared {
  series: ChartSeries;
  columns: Columns;
  look: Mark;
  window: readonly [number, number];
  /** The same in pieces where time is folded; one where it is not. */
  stretches: readonly (Stretch & Pick<Piece, 'kx' | 'bx'>)[];
}

/** What every pane of a chart needs of its series, computed once for all of them. */
export const prepared = (series: readonly ChartSeries[], { span, timeAxis }: Pick<Context, 'span' | 'timeAxis'>): Prepared[] =>
  series.map((each) => {
    const { columns } = each;
    const { times } = columns;
    const stretches = timeAxis.pieces.map(({ from, to, kx, bx, reach }) => ({
      kx,
      bx,
      window: windowOf(times, { from, to }),
      reach: [firstFrom(times, reach.from), firstFrom(times, reach.to)] as const,
    }));
    return { series: each, columns, look: lookOf(each), window: windowOf(times, span), stretches };
  });

/** Lines one after the other. */
export const joined = (lines: readonly Polyline[]): Polyline => {
  if (lines.length === 1) return lines[0]!;
  const whole = new Float32Array(lines.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const line of lines) {
    whole.set(line, at);
    at += line.length;
  }
  return whole;
};

/** Lowest and highest of some values in a span; undefined where there are none. */
export const extremes = (series: readonly ChartSeries[], pick: (columns: Columns) => Float64Array, span: Span): number[] => {
  let [low, high] = [Infinity, -Infinity];
  for (const each of series) {
    const { columns } = each;
    const values = pick(columns);
    const [start, end] = windowOf(columns.times, span);
    for (let index = start; index < end; index += 1) {
      const value = values[index]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low > high ? [] : [low, high];
};

/** The point at a place of its series, as it stands on the drawing. */
export const dotOf = (
  { series, columns, look }: Pick<Prepared, 'series' | 'columns' | 'look'>,
  place: number,
  x: number,
  y: number,
): Dot => {
  const flag = columns.flags[place]!;
  return {
    id: series.idAt(place),
    series: series.id,
    mark: look,
    x,
    y,
    shape: (flag & FLAG.open) === 0 ? 'symbol' : flag & FLAG.below ? 'below' : 'above',
    hollow: (flag & FLAG.draft) !== 0,
    corrected: (flag & FLAG.corrected) !== 0,
    ...(flag & FLAG.range ? { isRangeChanged: true } : {}),
    arrow: flag & FLAG.high ? 'up' : flag & FLAG.low ? 'down' : flag & FLAG.flagged ? 'flagged' : null,
    ...(flag & FLAG.critical ? { isCritical: true } : {}),
    ...(flag & FLAG.flagged && flag & (FLAG.high | FLAG.low) ? { isDisputed: true } : {}),
  };
};
