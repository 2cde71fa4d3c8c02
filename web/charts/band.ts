import { area, curveStepAfter } from 'd3';
import type { Context } from './context.ts';
import type { Pane } from './drawing.ts';
import type { ChartSeries, Details, Limits } from './series.ts';

/** The lo-hi range of each result, reaching half way to its neighbours; an open end runs to the edge of the pane. */
export const band = (
  series: ChartSeries,
  { x }: Context,
  y: (height: number) => number,
  [lowest, highest]: [number, number],
  rangeOf: (details: Details) => Limits | null = ({ band: own }) => own,
): Pane['bands'][number] => {
  const points: { time: number; range: Limits }[] = [];
  series.columns.times.forEach((time, place) => {
    const range = rangeOf(series.detailsAt(place));
    if (range) points.push({ time, range });
  });
  const steps = points.map((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    const at = x(point.time);
    return {
      from: before ? (x(before.time) + at) / 2 : at - 10,
      to: after ? (x(after.time) + at) / 2 : at + 10,
      lo: Math.min(Math.max(point.range.lo ?? lowest, lowest), highest),
      hi: Math.min(Math.max(point.range.hi ?? highest, lowest), highest),
    };
  });
  const last = steps.at(-1);
  const corners = last ? [...steps, { ...last, from: last.to }] : [];
  const shape = area<(typeof corners)[number]>()
    .x((step) => step.from)
    .y0((step) => y(step.lo))
    .y1((step) => y(step.hi))
    .curve(curveStepAfter)
    .digits(1);
  return { area: shape(corners) ?? '', edges: [shape.lineY0()(corners), shape.lineY1()(corners)].join('') };
};
