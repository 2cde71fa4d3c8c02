import { scaleLinear } from 'd3';
import { band } from './band.ts';
import { FLAG } from './columns.ts';
import { type Context, DENSE, dotOf, extremes, joined, oneDigit, type Place, prepared } from './context.ts';
import { densely } from './dense.ts';
import { type Dot, MARGIN, type Pane } from './drawing.ts';
import { polyline } from './polylines.ts';
import type { ChartSeries, Columns } from './series.ts';
import { fitted, LETTER, wrapped } from './text-lane.ts';
import { yDomain, yTicks } from './y-domain.ts';

type Values = (columns: Columns) => Float64Array;

const RAW = { header: 20, line: 16, height: 64 };
/** Below this the words of the reference lines are short. */
const NARROW = 560;
const ROW = 22;

const normalised: Values = ({ heights }) => heights;
const unnormalised: Values = ({ raws }) => raws;

/** The axis where 1 is the upper limit of normal. Left out only when every value has to stand elsewhere. */
export const commonPane: Place = (context, top) => {
  const { series, paneHeight, settled } = context;
  const placed = series.filter((each) => each.columns.counts.height > 0);
  if (placed.length === 0 && series.some((each) => each.columns.times.length > 0)) return null;
  const limited = placed.length === 0 || placed.some((each) => each.limit);
  const domain = yDomain(extremes(placed, normalised, settled), limited ? 1 : undefined);
  const y = scaleLinear(domain, [top + paneHeight, top]);
  const relative = placed.some((each) => each.relative);
  const isNarrow = context.width < NARROW;
  return {
    kind: 'common',
    id: 'common',
    top,
    bottom: top + paneHeight,
    measure: measureOf(placed, context.width),
    axis: yTicks(domain, Math.max(2, Math.floor(paneHeight / 56))).map(({ value, ...words }) => ({ y: oneDigit(y(value)), ...words })),
    references: [
      ...(limited
        ? [{ kind: 'limit' as const, y: oneDigit(y(1)), label: isNarrow ? '1 = upper limit' : '1 = upper limit of normal' }]
        : []),
      ...(relative
        ? [{ kind: 'zero' as const, y: oneDigit(y(0)), label: isNarrow ? '0 = lower limit' : '0 = lower limit of normal, relative series' }]
        : []),
    ],
    bands: placed.filter((each) => each.id === context.focused).map((each) => band(each, context, y, domain)),
    ...drawn(placed, context, normalised, domain, [top + paneHeight, top]),
  };
};

/** What the common axis measures: parameter and unit where there is one, and by what every value is divided. */
export const measureOf = (placed: readonly ChartSeries[], width: number): string => {
  const limited = placed.filter((each) => each.limit).length;
  const by = limited === placed.length ? '\u00d7 upper limit' : limited === 0 ? 'scaled, see legend' : '\u00d7 upper limit, or see legend';
  const [one] = placed;
  const named = placed.length === 1 && one ? `${one.name}, ${one.unit || 'no unit'}, ${by}` : by;
  // the reference lines are explained beside it
  return (named.length + 30) * LETTER + 2 * MARGIN.left < width ? named : by;
};

/** One strip per series with values that cannot be normalised: raw, with the reason. */
export const rawPanes = (series: readonly ChartSeries[]): Place[] =>
  series
    .filter((each) => each.columns.counts.raw > 0)
    .map((each) => (context, top) => {
      const { lowerLimit = null } = each;
      // what is judged by a limit shows it; of very many points only where somebody asks
      const isShaded = lowerLimit !== null && (each.columns.times.length <= DENSE || each.id === context.focused);
      const limits = isShaded ? Array.from(each.columns.times, (_, place) => each.detailsAt(place).limits?.lo ?? []).flat() : [];
      const domain = yDomain([...extremes([each], unnormalised, context.settled), ...limits]);
      const said = [...each.rawNotes];
      const title = `${each.name}, ${each.unit || 'no unit'}`;
      const room = context.width - MARGIN.left - MARGIN.right;
      const fits = [title, ...said].reduce((sum, { length }) => sum + length * LETTER + 8, 0) <= room + 8;
      // a name or a unit is never cut: what does not fit goes on in the next line
      const [heading = title, ...rest] = wrapped(title, room);
      const notes = fits ? [] : [...rest, ...said.flatMap((words) => wrapped(words, room))];
      const upper = top + RAW.header + notes.length * RAW.line;
      const bottom = upper + RAW.height;
      const y = scaleLinear(domain, [bottom, upper]);
      return {
        kind: 'raw',
        id: each.id,
        top: upper,
        bottom,
        title: fits ? title : heading,
        notes: fits ? said : notes,
        titleGoesOn: fits ? 0 : rest.length,
        isNoteBeside: fits,
        axis: yTicks(domain, 2).map(({ value, ...words }) => ({ y: oneDigit(y(value)), ...words })),
        references: [],
        bands: isShaded ? [band(each, context, y, domain, ({ limits: own = null }) => own)] : [],
        ...drawn([each], context, unnormalised, domain, [bottom, upper]),
      };
    });

/** Text results in a lane of their own, a row per series. */
export const textPane: Place = (context, top) => {
  const spoken = context.series.filter((each) => each.columns.counts.text > 0);
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
    dots: prepared(spoken, context).flatMap((one, row) => {
      const { times, flags } = one.columns;
      const places: number[] = [];
      for (let place = one.window[0]; place < one.window[1]; place += 1) if (flags[place]! & FLAG.text) places.push(place);
      return places.map((place, index) => {
        const [x, next] = [context.x(times[place]!), places[index + 1]];
        // words do not run on over a fold
        const fold = context.timeAxis.folds.find(({ left }) => left > x);
        const room = Math.min(next === undefined ? end : context.x(times[next]!), fold?.left ?? end) - x - 16;
        const text = fitted(one.series.detailsAt(place).text ?? '', room);
        return { ...dotOf(one, place, x, top + RAW.header + row * ROW + ROW / 2), text };
      });
    }),
  };
};

/** How far a date runs on that was only said to the year or month. */
const vague = (time: number, until: number | undefined, { x, width }: Context): Pick<Dot, 'vague'> =>
  until === undefined ? {} : { vague: oneDigit(Math.max(0, Math.min(x(until), width - MARGIN.right) - x(time))) };

const drawn = (
  series: readonly ChartSeries[],
  context: Context,
  values: Values,
  [low, high]: readonly [number, number],
  [bottom, top]: readonly [number, number],
): Pick<Pane, 'strokes' | 'dots' | 'dense'> => {
  const all = prepared(series, context);
  const ky = (top - bottom) / (high - low);
  const scale = { ky, by: bottom - low * ky };
  const inView = all.reduce((sum, { window: [start, end] }) => sum + end - start, 0);
  if (inView > DENSE) return densely(all, context, values, scale, inView);
  const y = (value: number) => oneDigit(value * scale.ky + scale.by);
  return {
    strokes: all.flatMap(({ series: { id }, columns, look, stretches }) => {
      const line = joined(stretches.map((stretch) => polyline(columns, values(columns), stretch, { x: context.x, y })));
      return line.length === 0 ? [] : [{ series: id, mark: look, line }];
    }),
    dots: all.flatMap((one) => {
      const [start, end] = one.window;
      const { times } = one.columns;
      const heights = values(one.columns);
      const dots: Dot[] = [];
      for (let index = start; index < end; index += 1) {
        const value = heights[index]!;
        if (Number.isNaN(value)) continue;
        const time = times[index]!;
        dots.push({ ...dotOf(one, index, context.x(time), y(value)), ...vague(time, one.series.untilAt(index), context) });
      }
      return dots;
    }),
  };
};
