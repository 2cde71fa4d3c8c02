import { area, curveStepAfter, line, scaleLinear } from 'd3';
import { messages } from '#contracts/messages';
import { MARGIN } from './drawing.ts';
import { lineRuns } from './line-runs.ts';
import type { Dot, Pane, SceneInput } from './drawing.ts';
import type { ChartPoint, ChartSeries, Span } from './series.ts';
import { fitted, LETTER, wrapped } from './text-lane.ts';
import { yDomain, yTicks } from './y-domain.ts';

interface Context extends SceneInput {
  settled: Span;
  x: (time: number) => number;
}

type Place = (context: Context, top: number) => Pane | null;
type Height = (point: ChartPoint) => number | null;

const RAW = { header: 20, line: 16, height: 64 };
/** Below this the words of the reference lines are short. */
const NARROW = 560;
const ROW = 22;

const within = (span: Span) => (point: ChartPoint) => point.time >= span.from && point.time <= span.to;
const normalised: Height = (point) => (point.raw === null ? null : point.height);
const unnormalised: Height = (point) => (point.height === null ? point.raw : null);
const round = (value: number): number => Math.round(value * 10) / 10;

/** The axis where 1 is the upper limit of normal. Left out only when every value has to stand elsewhere. */
export const commonPane: Place = (context, top) => {
  const { series, paneHeight, settled } = context;
  const placed = series.filter((each) => each.points.some((point) => normalised(point) !== null));
  if (placed.length === 0 && series.some((each) => each.points.length > 0)) return null;
  const limited = placed.length === 0 || placed.some((each) => each.limit);
  const heights = placed.flatMap((each) => each.points.filter(within(settled)).map(normalised)).filter((height) => height !== null);
  const domain = yDomain(heights, limited ? 1 : undefined);
  const y = scaleLinear(domain, [top + paneHeight, top]);
  const relative = placed.some((each) => each.relative);
  const isNarrow = context.width < NARROW;
  return {
    kind: 'common',
    id: 'common',
    top,
    bottom: top + paneHeight,
    axis: yTicks(domain, Math.max(2, Math.floor(paneHeight / 56))).map(({ value, label }) => ({ y: round(y(value)), label })),
    references: [
      ...(limited ? [{ kind: 'limit' as const, y: round(y(1)), label: isNarrow ? '1 = upper limit' : '1 = upper limit of normal' }] : []),
      ...(relative
        ? [{ kind: 'zero' as const, y: round(y(0)), label: isNarrow ? '0 = lower limit' : '0 = lower limit of normal, relative series' }]
        : []),
    ],
    bands: placed.filter((each) => each.id === context.focused).map((each) => band(each, context, y, domain)),
    ...drawn(placed, context, normalised, (height) => round(y(height))),
  };
};

/** One strip per series with values that cannot be normalised: raw, with the reason. */
export const rawPanes = (series: readonly ChartSeries[]): Place[] =>
  series
    .filter((each) => each.points.some((point) => unnormalised(point) !== null))
    .map((each) => (context, top) => {
      const values = each.points.filter(within(context.settled)).map(unnormalised);
      const domain = yDomain(values.filter((value) => value !== null));
      const title = `${each.name}, ${each.unit || 'no unit'}`;
      const room = context.width - MARGIN.left - MARGIN.right;
      const fits = (title.length + messages.noRange.length) * LETTER + 8 <= room;
      const notes = fits ? [] : wrapped(messages.noRange, room);
      const upper = top + RAW.header + notes.length * RAW.line;
      const bottom = upper + RAW.height;
      const y = scaleLinear(domain, [bottom, upper]);
      return {
        kind: 'raw',
        id: each.id,
        top: upper,
        bottom,
        title,
        notes: fits ? [messages.noRange] : notes,
        isNoteBeside: fits,
        axis: yTicks(domain, 2).map(({ value, label }) => ({ y: round(y(value)), label })),
        references: [],
        bands: [],
        ...drawn([each], context, unnormalised, (value) => round(y(value))),
      };
    });

/** Text results in a lane of their own, a row per series. */
export const textPane: Place = (context, top) => {
  const spoken = context.series.filter((each) => each.points.some((point) => point.raw === null && point.text));
  if (spoken.length === 0) return null;
  const end = context.width;
  return {
    kind: 'text',
    id: 'text',
    top: top + RAW.header,
    bottom: top + RAW.header + spoken.length * ROW,
    title: 'Text results',
    axis: [],
    references: [],
    strokes: [],
    bands: [],
    dots: spoken.flatMap((each, row) => {
      const points = each.points.filter((point) => point.raw === null && point.text && within(context.span)(point));
      return points.map((point, index) => {
        const [x, next] = [context.x(point.time), points[index + 1]];
        const text = fitted(point.text ?? '', (next ? context.x(next.time) : end) - x - 16);
        return { ...dot(each, point, x, top + RAW.header + row * ROW + ROW / 2), text };
      });
    }),
  };
};

const dot = (series: ChartSeries, point: ChartPoint, x: number, y: number): Dot => ({
  id: point.id,
  series: series.id,
  mark: series.mark,
  x,
  y,
  shape: point.comparator === undefined ? 'symbol' : point.comparator.startsWith('<') ? 'below' : 'above',
  hollow: point.draft,
  corrected: point.corrected,
  arrow: point.standing === 'high' ? 'up' : point.standing === 'low' ? 'down' : null,
});

const drawn = (
  series: readonly ChartSeries[],
  { x, span }: Context,
  height: Height,
  y: (height: number) => number,
): Pick<Pane, 'strokes' | 'dots'> => {
  const path = line<ChartPoint>(
    (point) => x(point.time),
    (point) => y(height(point) ?? 0),
  ).digits(1);
  return {
    strokes: series.flatMap((each) =>
      lineRuns(each.points, height)
        .filter((run) => (run.at(-1)?.time ?? 0) >= span.from && (run[0]?.time ?? 0) <= span.to)
        .map((run) => ({ series: each.id, mark: each.mark, path: path(run) ?? '' })),
    ),
    dots: series.flatMap((each) =>
      each.points.filter(within(span)).flatMap((point) => {
        const value = height(point);
        return value === null ? [] : [dot(each, point, x(point.time), y(value))];
      }),
    ),
  };
};

/** The lo-hi range of each result, reaching half way to its neighbours; an open end runs to the edge of the pane. */
const band = (
  series: ChartSeries,
  { x }: Context,
  y: (height: number) => number,
  [lowest, highest]: [number, number],
): Pane['bands'][number] => {
  const points = series.points.filter((point) => point.band !== null);
  const steps = points.map((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    const at = x(point.time);
    return {
      from: before ? (x(before.time) + at) / 2 : at - 10,
      to: after ? (x(after.time) + at) / 2 : at + 10,
      lo: Math.min(Math.max(point.band?.lo ?? lowest, lowest), highest),
      hi: Math.min(Math.max(point.band?.hi ?? highest, lowest), highest),
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
