import { type ComponentProps, useMemo } from 'react';
import { type ObservationLine, pointsBetween } from '#contracts/observations/observation-columns';
import { placeAt } from '#web/charts/focus.ts';
import type { ChartSeries } from '#web/charts/series.ts';
import { LineSample, Sparkline } from '#web/charts/sparkline.tsx';
import { type Timeframe, useDay } from '#web/charts/timeframe.ts';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { LongDate } from '#web/ui/long-date.tsx';
import { Unit, Value } from '#web/ui/value.tsx';
import { Legend, type LegendEntry } from './legend.tsx';
import { NONE_YET, roomOf } from './legend-room.ts';
import { sharedColors } from './shared-colors.ts';
import { dayOf, isLab, lastDates, notesOf, rangeChangesOf } from './value-series.ts';

interface Props extends Omit<ComponentProps<typeof Legend>, 'entries'> {
  frame: Timeframe;
  /** In the order of the legend, with what the chart takes of each; both keep their identity while nothing changes. */
  series: readonly ObservationLine[];
  charts: readonly ChartSeries[];
  /** Series with a comment that no doctor has seen, by id. */
  newComments: ReadonlySet<string>;
}

/** The legend of lines: the last value of each, or while the focus line stands the one at or before its day, never between two (ruling 33). */
export function ValueLegend({ frame, series, charts, newComments, ...rest }: Props) {
  const { chosen, drawn } = rest.shown;
  const day = useDay(frame);
  const ownClinic = useOwnClinic();
  const entryOf = useMemo(
    () => entries(series, charts, chosen.ids, sharedColors(charts, drawn.ids), newComments, ownClinic),
    [series, charts, chosen, drawn, newComments, ownClinic],
  );
  return <Legend {...rest} entries={charts.map((_, index) => entryOf(index, day))} />;
}

/** Entries of a legend on a day, each the same as long as it says the same: only rows whose value changes are drawn again. */
const entries = (
  series: readonly ObservationLine[],
  charts: readonly ChartSeries[],
  shown: ReadonlySet<string>,
  alike: ReadonlyMap<string, readonly string[]>,
  newComments: ReadonlySet<string>,
  organization_id: string | null,
) => {
  const names = new Map<string, number>();
  for (const { name } of series) names.set(name, (names.get(name) ?? 0) + 1);
  const last = new Map<number, { said: string; entry: LegendEntry }>();
  return (index: number, day: number | null): LegendEntry => {
    const [one, chart] = [series[index]!, charts[index]!];
    const place = day === null ? undefined : placeAt(chart, day);
    const said = `${place ?? 'last'}`;
    const before = last.get(index);
    if (before?.said === said) return before.entry;
    const value = place === undefined ? one.last : (pointsBetween(one, place, place + 1)[0] ?? null);
    const visible = shown.has(chart.id);
    const entry: LegendEntry = {
      id: chart.id,
      name: one.name,
      detail: (names.get(one.name) ?? 0) > 1 ? (one.axis === 'text' ? 'text' : one.unit || 'no unit') : undefined,
      organization: one.organization_id !== organization_id ? one.organization_name : undefined,
      visible,
      sample: <LineSample mark={chart.mark} style={chart.style} hidden={!visible} />,
      sparkline: <Sparkline series={chart} />,
      value: value ? (
        <>
          <Value entry={value} standing={value.standing} isMeasured={!isLab(value)} /> {value.value !== null && <Unit unit={value.unit} />}
        </>
      ) : (
        <span className="bp6-text-muted">{place === undefined ? 'unchecked only' : NONE_YET}</span>
      ),
      // only the rows in sight are made before the chart is drawn: the others need no room until then
      get room() {
        return roomOf(one);
      },
      date: value && (
        <>
          {place === undefined ? lastDates(one) : dayOf(value)} <LongDate date={value.date_applies} precision={value.precision} isLine />
        </>
      ),
      hasTimes: one.columns.shown_offset !== undefined,
      notes: [...notesOf(one), ...(alike.get(chart.id) ?? [])],
      inFull: rangeChangesOf(one),
      hasNewComment: newComments.has(chart.id),
      unchecked: one.unchecked,
    };
    last.set(index, { said, entry });
    return entry;
  };
};
