import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { itemIdOf, type Observation } from '#contracts/observations/observations';
import type { TrendLine } from '#contracts/observations/trends';
import type { Dot } from '#web/charts/drawing.ts';
import { ChartFigure } from '#web/charts/export/chart-table.tsx';
import { useFigure } from '#web/charts/export/exports.tsx';
import { placeAt } from '#web/charts/focus.ts';
import { dayLabel, timeOf } from '#web/charts/local-time.ts';
import type { Span } from '#web/charts/series.ts';
import { TimeChart } from '#web/charts/time-chart.tsx';
import { type TimeRange, useTimeframe } from '#web/charts/timeframe.ts';
import { useReportName } from '#web/record/external-reports/external-reports.tsx';
import { PointNote } from '#web/record/graphs/point-note.tsx';
import { useSeen } from '#web/record/graphs/use-seen.ts';
import { useVisuals } from '#web/record/graphs/use-visuals.tsx';
import { markStyleOf, styleOf } from '#web/record/graphs/visuals.ts';
import { valueFigure } from '#web/record/graphs/value-figure.ts';
import { valueSheets } from '#web/record/graphs/value-table.ts';
import { dayOf, chartSeries, isAbnormal, namesApart, pointOf, pointSaid, presentOf, seriesKey } from '#web/record/graphs/value-series.ts';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { HistoryDialog } from '#web/record/history/history-dialog.tsx';
import { addDays } from '#contracts/rules/calendar-days';
import { showCount } from '#web/lib/numbers.ts';
import { trendsSheet } from './trends-sheet.ts';
import { TrendsTable } from './trends.table.tsx';
import styles from './trends.module.css';

interface Props {
  trends: readonly TrendLine[];
  /** Parameters on other pages. */
  elsewhere: number;
  /** The clinic's, `YYYY-MM-DD`. */
  today: string;
}

/** How many lines one begins with: more of them hide each other. */
const SHOWN_AT_FIRST = 3;

/** Its id among what can be exported. */
export const TRENDS = 'trends';
const RESULTS = ['result', 'results'] as const;

const hiddenAbnormal = (trends: readonly TrendLine[], chosen: ReadonlySet<string>): number =>
  trends.filter(({ id, series }) => !chosen.has(id) && isAbnormal(series)).length;

const wholeSpan = (trends: readonly TrendLine[]): TimeRange => {
  const from = trends.map((trend) => trend.from).sort()[0]!;
  const to = trends
    .map((trend) => trend.to)
    .sort()
    .at(-1)!;
  return { from: `${addDays(from.slice(0, 10), -14)}T00:00:00`, to: `${addDays(to.slice(0, 10), 14)}T23:59:59` };
};

/** The trends of a type as the chart of the record knows them: a parameter looks the same on both. */
const usePresent = (trends: readonly TrendLine[], type: TrendLine['data_type']) =>
  useMemo(() => trends.flatMap(({ data_type, series }) => (data_type === type ? [presentOf(series)] : [])), [trends, type]);

interface History {
  type: 'labresult' | 'examination';
  id: string;
  entryId: string;
  title: string;
}

/** One page of the table with the lines of the rows that are chosen above it. */
export function TrendsPage({ trends, elsewhere, today }: Props) {
  const [, navigate] = useLocation();
  const isAll = useIsAggregated();
  const [range, setRange] = useState(() => wholeSpan(trends));
  const frame = useTimeframe(range, timeOf(`${today}T12:00:00`), setRange);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(trends.slice(0, SHOWN_AT_FIRST).map(({ id }) => id)));
  const [focused, setFocused] = useState<string | null>(null);
  const [history, setHistory] = useState<History>();
  const { visuals } = useVisuals();
  const results = useSeen('lab-results', usePresent(trends, 'lab-results'), false);
  const measurements = useSeen('examinations', usePresent(trends, 'examinations'), false);

  const nameOf = useMemo(() => namesApart(trends.map(({ series }) => series)), [trends]);
  const lines = useMemo(
    () =>
      trends.map((trend) => {
        const { id, data_type, series } = trend;
        const { marks } = data_type === 'lab-results' ? results : measurements;
        const key = seriesKey(series);
        const chart = chartSeries(series, marks.get(key) ?? 1, markStyleOf(styleOf(visuals, data_type, key)), id);
        return { trend, chart: { ...chart, name: nameOf(series) } };
      }),
    [trends, nameOf, results, measurements, visuals],
  );
  const visible = useMemo(() => lines.flatMap(({ trend, chart }) => (chosen.has(trend.id) ? [chart] : [])), [lines, chosen]);

  const pointIn = (id: string, point: string): { trend: TrendLine; point: Observation } | undefined => {
    const trend = trends.find((one) => one.id === id);
    const found = trend && pointOf(trend.series, point);
    return trend && found && { trend, point: found };
  };
  const describe = (day: number): string => {
    const said = visible.flatMap((line) => {
      const place = placeAt(line, day);
      const found = place < 0 ? undefined : pointIn(line.id, line.idAt(place));
      return found ? [pointSaid(line.name, found.point)] : [];
    });
    return [dayLabel(day), ...said].join('; ');
  };
  const open = ({ series, id }: Pick<Dot, 'series' | 'id'>) => {
    const found = pointIn(series, id);
    if (!found) return;
    const { trend, point } = found;
    const type = trend.data_type === 'lab-results' ? 'labresult' : 'examination';
    const title = `History: ${trend.series.name}, ${dayOf(point)}`;
    setHistory({ type, id: itemIdOf(point), entryId: point.entry_id, title });
  };
  const note = (dot: Dot, pinned: boolean) => {
    const found = pointIn(dot.series, dot.id);
    if (!found) return null;
    const openPage = (file: string, page: string) => navigate(`/reports/${file}/page/${page}`);
    return <PointNote series={found.trend.series} point={found.point} pinned={pinned} onHistory={() => open(dot)} onPage={openPage} />;
  };
  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const inView = useMemo(() => ({ ids: chosen, hiddenAbnormal: hiddenAbnormal(trends, chosen) }), [trends, chosen]);
  const reportName = useReportName();
  useFigure(TRENDS, () => ({
    ...valueFigure({
      id: TRENDS,
      title: 'Trends',
      frame,
      series: lines.map(({ trend }) => trend.series),
      charts: lines.map(({ chart }) => chart),
      inView,
      isAll,
      reportName,
      leftOut: elsewhere > 0 ? [`${showCount(elsewhere, 'parameter')} on other pages of the table`] : [],
    }),
    table: trendsSheet(trends, reportName),
  }));
  const sheetsOf = useCallback(
    (span: Span) =>
      valueSheets(
        trends.flatMap(({ id, series }) => (chosen.has(id) ? [series] : [])),
        reportName,
        span,
        isAll,
      ),
    [trends, chosen, isAll, reportName],
  );

  const hidden = trends.length - visible.length;
  return (
    <>
      <div className={styles.chart}>
        {visible.length === 0 ? (
          <p className={`bp6-text-muted ${styles.none}`}>No line is shown: choose one below.</p>
        ) : (
          <ChartFigure
            frame={frame}
            label="Trends over time"
            noun={RESULTS}
            shown={`${visible.length} of ${showCount(trends.length, 'parameter')} on this page`}
            sheetsOf={sheetsOf}
          >
            <TimeChart
              frame={frame}
              series={visible}
              focused={focused !== null && chosen.has(focused) ? focused : null}
              onFocused={setFocused}
              paneHeight={280}
              label="Trends over time"
              describe={describe}
              tooltip={note}
              onOpen={open}
            />
          </ChartFigure>
        )}
      </div>
      <p className={`bp6-text-muted ${styles.says}`}>
        {hidden > 0 ? `${visible.length} of ${trends.length} parameters on this page are drawn.` : 'All parameters on this page are drawn.'}
      </p>
      <TrendsTable lines={lines} chosen={chosen} onToggle={toggle} onFocused={setFocused} />
      {history && (
        <HistoryDialog
          type={history.type}
          id={history.id}
          entryId={history.entryId}
          title={history.title}
          onClose={() => setHistory(undefined)}
        />
      )}
    </>
  );
}
