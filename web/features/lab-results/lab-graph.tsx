import { Button, Drawer } from '@blueprintjs/core';
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { LabPoint, LabSeries } from '#contracts/lab-results';
import { useIsPhone } from '#web/app/phone.ts';
import type { Dot } from '#web/charts/drawing.ts';
import { pointAt } from '#web/charts/focus.ts';
import { dayLabel, timeOf } from '#web/charts/local-time.ts';
import { type Choices, shown } from '#web/charts/shown.ts';
import { TimeChart } from '#web/charts/time-chart.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { showCount, showValue } from '#web/lib/numbers.ts';
import { chartSeries, numbered, pointId, seriesKey } from './lab-chart-series.ts';
import { Legend, type LegendEntry } from './legend.tsx';
import { PointNote } from './point-note.tsx';

interface Props {
  series: readonly LabSeries[];
  range: { from: string; to: string };
  onRange: (range: { from: string; to: string }) => void;
  timeZone: string | undefined;
  onHistory: (of: HistoryOf) => void;
}

/** Legend and chart of the results, joined by one focus line. */
export function LabGraph({ series, range, onRange, timeZone, onHistory }: Props) {
  const [choices, setChoices] = useState<Choices>({});
  const [day, setDay] = useState<number | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const isPhone = useIsPhone();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [marks, setMarks] = useState<ReadonlyMap<string, number>>(() => numbered(series, new Map()));
  const known = numbered(series, marks);
  if (known !== marks) setMarks(known);

  const today = useMemo(() => timeOf(`${todayIn(timeZone)}T12:00:00`), [timeZone]);
  const all = useMemo(() => series.map((each) => chartSeries(each, known.get(seriesKey(each)) ?? 1)), [series, known]);
  const inView = useMemo(() => shown(all, choices), [all, choices]);
  const visible = useMemo(() => all.filter((each) => inView.ids.has(each.id)), [all, inView]);
  const points = useMemo(() => {
    const found = new Map<string, { series: LabSeries; point: LabPoint }>();
    for (const each of series) for (const point of each.points) found.set(`${seriesKey(each)} ${pointId(point)}`, { series: each, point });
    return found;
  }, [series]);

  const entries: LegendEntry[] = series.map((each, index) => {
    const chart = all[index];
    const at = chart && day !== null ? pointAt(chart, day) : undefined;
    const there = at && points.get(`${seriesKey(each)} ${at.id}`)?.point;
    return {
      series: each,
      chart: chart ?? chartSeries(each, 1),
      visible: inView.ids.has(seriesKey(each)),
      value: day === null ? each.last : (there ?? null),
    };
  });

  const toggle = useCallback((id: string, isShown: boolean) => setChoices((now) => ({ ...now, [id]: isShown })), []);

  const describe = (at: number): string => {
    const said = visible.flatMap((each) => {
      const found = pointAt(each, at);
      const point = found && points.get(`${each.id} ${found.id}`)?.point;
      const standing = point?.standing === 'high' ? ', above range' : point?.standing === 'low' ? ', below range' : '';
      return point ? [`${each.name} ${showValue(point)} ${point.unit}${standing}, ${dayLabel(found.time)}`] : [];
    });
    return [dayLabel(at), ...said].join('; ');
  };

  const openHistory = (dot: Dot) => {
    const found = points.get(`${dot.series} ${dot.id}`);
    if (!found) return;
    const of = `${found.series.name}, ${showDate(found.point.date_applies)}`;
    onHistory({ id: found.point.lab_result_id, entryId: found.point.entry_id, of });
  };
  const note = (dot: Dot, pinned: boolean) => {
    const found = points.get(`${dot.series} ${dot.id}`);
    if (!found) return null;
    return (
      <PointNote
        series={found.series}
        point={found.point}
        pinned={pinned}
        onHistory={() => openHistory(dot)}
        onPage={() => navigate(`/reports/${found.point.file_id}/page/${found.point.page_id}`)}
      />
    );
  };

  const legend = (
    <Legend
      entries={entries}
      hidden={inView.hidden}
      hiddenAbnormal={inView.hiddenAbnormal}
      day={day}
      focused={focused}
      onFocused={setFocused}
      onToggle={toggle}
      onShowAll={() => setChoices(Object.fromEntries(all.map((each) => [each.id, true])))}
    />
  );

  return (
    <div className="lab-graph">
      {!isPhone && legend}
      <div className="lab-chart">
        <TimeChart
          series={visible}
          from={range.from}
          to={range.to}
          onRange={onRange}
          today={today}
          day={day}
          onDay={setDay}
          focused={focused}
          onFocused={setFocused}
          label="Lab results over time"
          describe={describe}
          tooltip={note}
          onOpen={openHistory}
        />
      </div>
      {isPhone && (
        <>
          <Button
            className="legend-open"
            text={`Legend: ${visible.length} of ${showCount(all.length, 'series', 'series')}`}
            onClick={() => setIsSheetOpen(true)}
          />
          <Drawer
            className="legend-sheet"
            isOpen={isSheetOpen}
            onClose={() => setIsSheetOpen(false)}
            position="bottom"
            size="46%"
            title="Legend"
            hasBackdrop={false}
            enforceFocus={false}
            canOutsideClickClose={false}
          >
            {legend}
          </Drawer>
        </>
      )}
    </div>
  );
}
