import { type ObservationLine, pointsBetween } from '#contracts/observations/observation-columns';
import type { Observation } from '#contracts/observations/observations';
import { beyond } from '#web/charts/beyond.ts';
import { windowOf } from '#web/charts/columns.ts';
import { beyondSaid, hiddenSaid } from '#web/charts/export/left-out.ts';
import type { Figure, LegendLine } from '#web/charts/export/figure.ts';
import type { ChartSeries, Span } from '#web/charts/series.ts';
import type { Shown } from '#web/charts/shown.ts';
import type { Timeframe } from '#web/charts/timeframe.ts';
import { sharedColors } from './shared-colors.ts';
import { showNumber } from '#web/lib/numbers.ts';
import { dayOf, isLab, notesOf, standingSaid, timesOf } from './value-series.ts';
import { rangeSaid, valueSaid, valueSheets } from './value-table.ts';

interface Given {
  id: string;
  title: string;
  frame: Timeframe;
  /** With what the chart takes of each, in the same order. */
  series: readonly ObservationLine[];
  charts: readonly ChartSeries[];
  inView: Pick<Shown, 'ids' | 'hiddenAbnormal'>;
  /** What the screen leaves out besides. */
  leftOut?: readonly string[];
  /** Of the view of all clinics: each series says its own. */
  isAll?: boolean;
  /** Name of a report by its id. */
  reportName: (id: string) => string;
}

const RESULTS = ['result', 'results'] as const;
const SERIES = ['series', 'series'] as const;
/** So many ranges of one series are said; more of them are counted. */
const RANGES = 3;
/** Changes of a range that are named there: on paper nothing can be pointed at. */
const CHANGES = 12;

/** Lines of values as they are shown now, to be exported. */
export const valueFigure = ({ id, title, frame, series, charts, inView, leftOut = [], isAll = false, reportName }: Given): Figure => {
  const { span, today, bounds } = frame.shown();
  const drawn = charts.filter((chart) => inView.ids.has(chart.id));
  const isTwice = isAll || new Set(series.map(({ name }) => name)).size < series.length;
  const alike = sharedColors(charts, inView.ids);
  const legend = series.flatMap((one, index): LegendLine[] => {
    const chart = charts[index]!;
    if (!inView.ids.has(chart.id)) return [];
    const unit = one.axis === 'text' ? 'text' : one.unit || 'no unit';
    const clinic = isTwice && one.organization_name ? ` [${one.organization_name}]` : '';
    return [
      {
        id: chart.id,
        kind: 'line',
        mark: chart.mark,
        style: chart.style,
        name: `${one.name}, ${unit}${clinic}`,
        says: [...saysOf(one, span), ...(alike.get(chart.id) ?? [])],
      },
    ];
  });
  const hidden = charts.filter((chart) => !inView.ids.has(chart.id)).map(({ name }) => name);
  return {
    id,
    title,
    drawing: { kind: 'lines', series: drawn, span, today, bounds },
    legend,
    leftOut: [...hiddenSaid(hidden, inView.hiddenAbnormal, SERIES), ...beyondSaid(beyond(drawn, span), span, RESULTS), ...leftOut],
    sheets: valueSheets(
      series.filter((_, index) => inView.ids.has(charts[index]!.id)),
      reportName,
      span,
      isAll,
    ),
  };
};

/** Of measurements the catalogue's limit, which is no range (ruling 18). */
export const rangesSaid = (points: readonly Observation[]): string => {
  const limits = points.flatMap((point) => (!isLab(point) && point.max !== null ? [showNumber(point.max)] : []));
  if (limits.length > 0) return `upper limit ${[...new Set(limits)].join('; ')}`;
  const ranges = [
    ...new Set(
      points
        .filter(isLab)
        .map(({ min, max, range_text }) => rangeSaid(min, max, range_text))
        .filter(Boolean),
    ),
  ];
  if (ranges.length === 0) return 'no range';
  if (ranges.length > RANGES) return `${ranges.length} different ranges`;
  return `${ranges.length > 1 ? 'ranges' : 'range'} ${ranges.join('; ')}`;
};

const saysOf = (one: ObservationLine, span: Span): string[] => {
  const points = pointsBetween(one, ...windowOf(timesOf(one), span));
  const { last } = one;
  const standing = last ? standingSaid(last) : '';
  return [
    rangesSaid(points),
    last ? `last ${valueSaid(last)} on ${dayOf(last)}${standing && `, ${standing}`}` : 'unchecked only',
    ...notesOf(one, 'raw values on an axis of their own', CHANGES),
  ];
};

/** The values of a section that is shown as a list: all of them, whatever page is open. */
export const valueListFigure = (
  id: string,
  title: string,
  series: readonly ObservationLine[],
  isAll: boolean,
  reportName: (id: string) => string,
): Figure => ({
  id,
  title,
  legend: [],
  leftOut: [],
  sheets: valueSheets(series, reportName, undefined, isAll),
});
