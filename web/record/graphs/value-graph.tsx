import { useAsKnown } from './use-as-known.ts';
import { History } from '@blueprintjs/icons';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { CommentType } from '#contracts/items/comments';
import type { GraphType } from '#contracts/items/graph-visuals';
import { countOf, type ObservationLine, pointsBetween } from '#contracts/observations/observation-columns';
import { itemIdOf, type Observation } from '#contracts/observations/observations';
import type { Dot } from '#web/charts/drawing.ts';
import { useFigure } from '#web/charts/export/exports.tsx';
import { placeAt } from '#web/charts/focus.ts';
import { dayLabel } from '#web/charts/local-time.ts';
import type { Span } from '#web/charts/series.ts';
import { TimeChart } from '#web/charts/time-chart.tsx';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { showCount } from '#web/lib/numbers.ts';
import { editAddress, type RowAction } from '#web/ui/row-actions.tsx';
import { GraphFrame, useGraph } from './graph-frame.tsx';
import type { LegendItem } from './legend-actions.tsx';
import { commentsOf } from './legend-item.ts';
import { PointNote } from './point-note.tsx';
import { unitActions } from './unit-actions.tsx';
import { ValueLegend } from './value-legend.tsx';
import { useReportName } from '#web/record/external-reports/external-reports.tsx';
import { valueFigure } from './value-figure.ts';
import { valueSheets } from './value-table.ts';
import { inNeed, chartSeries, dayOf, isAbnormal, itemIdsOf, namesApart, pointOf, pointSaid, presentOf, seriesKey } from './value-series.ts';
import { inOrder, markStyleOf } from './visuals.ts';

interface Props {
  patientId: string;
  readOnly: boolean;
  graphType: Extract<GraphType, 'lab-results' | 'examinations'>;
  commentType: CommentType;
  series: readonly ObservationLine[];
  /** 'Lab results'. */
  title: string;
  onHistory: (of: HistoryOf) => void;
  /** Shows the same as a list. */
  onList: () => void;
  /** Shows all values of a parameter in one unit, or each as it was reported again. Without it nothing is converted here. */
  onUnit?: (parameterId: string, unit: string | undefined) => void;
}

const RESULTS = ['result', 'results'] as const;

/** Lines of results with their legend, on the axis that the screen shares. */
export function ValueGraph({ patientId, readOnly, graphType, commentType, series: given, title, onHistory, onList, onUnit }: Props) {
  const [, navigate] = useLocation();
  const isAll = useIsAggregated();
  const commenting = useCommenting(patientId);
  const series = useAsKnown(given, graphType);
  const present = useMemo(() => series.map(presentOf), [series]);
  const nameOf = useMemo(() => namesApart(series), [series]);
  const all = useMemo(
    () => series.map((each) => ({ id: seriesKey(each), name: nameOf(each), isAbnormal: isAbnormal(each) })),
    [series, nameOf],
  );
  const graph = useGraph(graphType, readOnly, all, present);
  const { choice, marks, inView, isDoctor, actionsOn } = graph;

  const ordered = useMemo(() => inOrder(inNeed(series), (each) => choice.styleOf(seriesKey(each))?.index), [series, choice]);
  const charts = useMemo(
    () =>
      ordered.map((each) => ({
        ...chartSeries(each, marks.get(seriesKey(each)) ?? 1, markStyleOf(choice.styleOf(seriesKey(each)))),
        name: nameOf(each),
      })),
    [ordered, nameOf, marks, choice],
  );
  const visible = useMemo(() => charts.filter((each) => inView.ids.has(each.id)), [charts, inView]);
  const byKey = useMemo(() => new Map(ordered.map((each) => [seriesKey(each), each])), [ordered]);

  const reportName = useReportName();
  useFigure(graphType, () =>
    valueFigure({ id: graphType, title, frame: graph.drawing.frame, series: ordered, charts, inView, isAll, reportName }),
  );
  const sheetsOf = useCallback(
    (span: Span) =>
      valueSheets(
        ordered.filter((each) => inView.ids.has(seriesKey(each))),
        reportName,
        span,
        isAll,
      ),
    [ordered, inView, isAll, reportName],
  );

  const pointIn = useCallback(
    (key: string, id: string): { series: ObservationLine; point: Observation } | undefined => {
      const found = byKey.get(key);
      const point = found && pointOf(found, id);
      return found && point && { series: found, point };
    },
    [byKey],
  );

  const describe = (at: number): string => {
    const said = visible.flatMap((each) => {
      const place = placeAt(each, at);
      const [point] = place < 0 ? [] : pointsBetween(byKey.get(each.id)!, place, place + 1);
      return point ? [pointSaid(each.name, point)] : [];
    });
    return [dayLabel(at), ...said].join('; ');
  };

  const historyOf = (dot: Pick<Dot, 'series' | 'id'>) => {
    const found = pointIn(dot.series, dot.id);
    if (!found) return;
    const of = `${found.series.name}, ${dayOf(found.point)}`;
    onHistory({ id: itemIdOf(found.point), entryId: found.point.entry_id, of });
  };
  /** Of the last value of a series; what is computed has no history of its own. */
  const lastHistory = useCallback(
    (one: ObservationLine): RowAction[] => {
      const { last } = one;
      if (!last || one.computed) return [];
      const of = `${one.name}, ${dayOf(last)}`;
      return [{ text: 'History', icon: <History />, onClick: () => onHistory({ id: itemIdOf(last), entryId: last.entry_id, of }) }];
    },
    [onHistory],
  );
  const note = (dot: Dot, pinned: boolean) => {
    const found = pointIn(dot.series, dot.id);
    if (!found) return null;
    const openPage = (file: string, page: string) => navigate(`/reports/${file}/page/${page}`);
    return <PointNote {...found} pinned={pinned} onHistory={() => historyOf(dot)} onPage={openPage} />;
  };

  const itemOf = useCallback(
    (one: ObservationLine): LegendItem => {
      const count = countOf(one);
      const last = one.last ?? pointsBetween(one, count - 1, count)[0];
      return {
        isFhir: last?.origin === 'fhir',
        onEdit: last && !one.computed ? () => navigate(editAddress(patientId, graphType, { ...last, id: itemIdOf(last) })) : undefined,
        ...commentsOf(commenting, commentType, itemIdsOf(one), `${one.name}${last ? `, ${dayOf(last)}` : ''}`),
      };
    },
    [commenting, commentType, graphType, navigate, patientId],
  );
  // rows of the legend are drawn again only where something of this changes
  const newComments = useMemo(
    () => new Set(isDoctor && commenting.unseen > 0 ? ordered.filter((one) => itemOf(one).comments.unseen > 0).map(seriesKey) : []),
    [isDoctor, commenting.unseen, ordered, itemOf],
  );
  const actions = useCallback(
    (id: string) => {
      const one = byKey.get(id);
      return one ? [...actionsOn(id, itemOf(one)), ...lastHistory(one), ...unitActions(one, onUnit)] : [];
    },
    [byKey, itemOf, actionsOn, lastHistory, onUnit],
  );
  return (
    <>
      <GraphFrame
        graph={graph}
        title={title}
        counted={`${visible.length} of ${showCount(charts.length, 'series', 'series')}`}
        noun={RESULTS}
        sheetsOf={sheetsOf}
        onList={onList}
        legend={<ValueLegend {...graph.legend} series={ordered} charts={charts} newComments={newComments} actions={actions} />}
        chart={(shared) => (
          <TimeChart {...shared} series={visible} axis={false} paneHeight={260} describe={describe} tooltip={note} onOpen={historyOf} />
        )}
      />
      {commenting.dialog}
    </>
  );
}
