import type { ComponentProps } from 'react';
import { pointAt } from '#web/charts/focus.ts';
import type { ChartSeries } from '#web/charts/series.ts';
import type { Shown } from '#web/charts/shown.ts';
import { LineSample, Sparkline } from '#web/charts/sparkline.tsx';
import { type Timeframe, useDay } from '#web/charts/timeframe.ts';
import { useSession } from '#web/lib/session.tsx';
import { comparable, Unit, Value } from '#web/ui/value.tsx';
import { Legend, type LegendEntry } from './legend.tsx';
import { dayOf, notesOf, type ValuePoint, type ValueSeries } from './value-series.ts';

interface Props extends Omit<ComponentProps<typeof Legend>, 'entries' | 'hidden' | 'hiddenAbnormal'> {
  frame: Timeframe;
  /** In the order of the legend, with what the chart takes of each. */
  series: readonly ValueSeries[];
  charts: readonly ChartSeries[];
  inView: Shown;
  pointOf: (series: string, id: string) => { point: ValuePoint } | undefined;
  newComments: (series: ValueSeries) => boolean;
}

/** The legend of lines: the last value of each, or while the focus line stands the one at or before its day, never between two (ruling 33). */
export function ValueLegend({ frame, series, charts, inView, pointOf, newComments, ...rest }: Props) {
  const day = useDay(frame);
  const { user } = useSession();
  const names = new Map<string, number>();
  for (const { name } of series) names.set(name, (names.get(name) ?? 0) + 1);
  const entries = series.map((one, index): LegendEntry => {
    const chart = charts[index]!;
    const at = day === null ? undefined : pointAt(chart, day);
    const value = day === null ? one.last : at ? (pointOf(chart.id, at.id)?.point ?? null) : null;
    const visible = inView.ids.has(chart.id);
    const isForeign = one.organization_id !== user.organization_id;
    return {
      id: chart.id,
      name: one.name,
      detail: (names.get(one.name) ?? 0) > 1 ? (one.axis === 'text' ? 'text' : one.unit || 'no unit') : undefined,
      organization: isForeign ? one.organization_name : undefined,
      visible,
      sample: <LineSample mark={chart.mark} style={chart.style} hidden={!visible} />,
      sparkline: <Sparkline series={chart} />,
      value: value ? (
        <>
          <Value entry={comparable(value)} standing={value.standing} /> {value.value !== null && <Unit unit={value.unit} />}
        </>
      ) : (
        <span className="muted">{day === null ? 'unchecked only' : 'none yet'}</span>
      ),
      date: value ? dayOf(value) : undefined,
      notes: notesOf(one),
      hasNewComment: newComments(one),
      unchecked: one.unchecked,
    };
  });
  return <Legend {...rest} entries={entries} hidden={inView.hidden} hiddenAbnormal={inView.hiddenAbnormal} />;
}
