import { type ComponentProps, type ReactNode, useCallback, useMemo, useState } from 'react';
import { DEFAULT_THICKNESS, type GraphType } from '#contracts/graph-visuals';
import { BarChart, type BarHit } from '#web/charts/bar-chart.tsx';
import type { BarSeries } from '#web/charts/bars.ts';
import { ChartFigure } from '#web/charts/export/chart-table.tsx';
import { useFigure } from '#web/charts/export/exports.tsx';
import type { SheetsOf } from '#web/charts/export/figure.ts';
import { dayLabel } from '#web/charts/local-time.ts';
import type { Span } from '#web/charts/series.ts';
import { BarSample } from '#web/charts/sparkline.tsx';
import { type Timeframe, useDay, useSharedTimeframe } from '#web/charts/timeframe.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.tsx';
import type { BarEntry } from './bar-entry.ts';
import { barFigure } from './bar-figure.ts';
import { Legend, type LegendEntry } from './legend.tsx';
import { legendActions } from './legend-actions.tsx';
import { SectionGraph } from './section-graph.tsx';
import { StyleDialog } from './style-dialog.tsx';
import type { Present } from './seen.ts';
import { useNarrowed } from './use-narrowed.ts';
import { inOrder, markStyleOf } from './visuals.ts';

interface Props {
  graphType: Extract<GraphType, 'intakes' | 'diagnoses'>;
  entries: readonly BarEntry[];
  readOnly: boolean;
  /** What a row is. */
  noun: readonly [one: string, many: string];
  /** What a bar is, where a row has several of other kinds: each dosage of a treatment. */
  barNoun?: readonly [one: string, many: string];
  /** 'Treatments'. */
  title: string;
  /** What the screen leaves out before it comes here. */
  leftOut: readonly string[];
  /** What lies behind the bars; keeps its identity while nothing changes. */
  sheets: SheetsOf;
  /** Shows the same as a list. */
  onList: () => void;
  tooltip: (hit: BarHit, pinned: boolean) => ReactNode;
  onOpen: (hit: BarHit) => void;
}

/** Bars of treatments or diagnoses with their legend, on the axis that the screen shares. */
export function BarGraph(props: Props) {
  const { graphType, entries, readOnly, noun, barNoun = noun, title, tooltip, onOpen } = props;
  const frame = useSharedTimeframe();
  const { user } = useSession();
  const present = useMemo(() => entries.map(presentOf), [entries]);
  const all = useMemo(() => entries.map(({ series: { id, name } }) => ({ id, name, isAbnormal: false })), [entries]);
  const { choice, marks, style, drawn: inView, onOnly, legend: narrowing } = useNarrowed(graphType, all, present);
  const [focused, setFocused] = useState<string | null>(null);
  const [settings, setSettings] = useState<string | null>(null);

  const needed = useMemo(() => entries.toSorted((a, b) => Number(b.active) - Number(a.active) || latest(b) - latest(a)), [entries]);
  const ordered = useMemo(() => inOrder(needed, ({ series }) => choice.styleOf(series.id)?.index), [needed, choice]);
  const drawn = useMemo(
    () =>
      ordered.map(({ series }): BarSeries => {
        const chosen = choice.styleOf(series.id);
        const thickness = chosen?.thickness ?? DEFAULT_THICKNESS[graphType];
        return { ...series, mark: marks.get(series.id) ?? 1, style: markStyleOf(chosen), thickness };
      }),
    [ordered, marks, choice, graphType],
  );
  const visible = useMemo(() => drawn.filter(({ id }) => inView.ids.has(id)), [drawn, inView]);
  const { sheets, leftOut } = props;
  useFigure(graphType, () =>
    barFigure({ id: graphType, title, frame, entries: ordered, drawn, ids: inView.ids, noun, barNoun, leftOut, sheets }),
  );
  const sheetsOf = useCallback((span: Span) => sheets(inView.ids, span), [sheets, inView]);
  const describe = useCallback(
    (day: number) => {
      const said = ordered.filter(({ series }) => inView.ids.has(series.id)).flatMap((entry) => entry.sayAt(day) ?? []);
      return [dayLabel(day), ...(said.length > 0 ? said : [`no ${noun[1]}`])].join('; ');
    },
    [ordered, inView, noun],
  );
  const reader = {
    readOnly,
    isDoctor: user.roles.includes('Doctor'),
    isPatient: user.roles.every((role) => role === 'Patient'),
    isReordering: narrowing.isReordering,
  };
  const byId = useMemo(() => new Map(ordered.map((entry) => [entry.series.id, entry])), [ordered]);
  const set = settings === null ? undefined : byId.get(settings);

  const counted = `${visible.length} of ${showCount(ordered.length, noun[0], noun[1])}`;
  const legend = (
    <BarLegend
      {...narrowing}
      frame={frame}
      entries={ordered}
      drawn={drawn}
      isDoctor={reader.isDoctor}
      noun={noun}
      focused={focused}
      onFocused={setFocused}
      actions={(id) => {
        const entry = byId.get(id);
        return entry ? legendActions(entry.item, reader, { onSettings: () => setSettings(id), onOnly: () => onOnly(id) }) : [];
      }}
    />
  );
  return (
    <>
      <SectionGraph
        title={title}
        legend={legend}
        summary={`Legend: ${counted}`}
        chart={
          <ChartFigure frame={frame} label={`${title} over time`} noun={barNoun} shown={counted} sheetsOf={sheetsOf} onList={props.onList}>
            <BarChart
              frame={frame}
              series={visible}
              focused={focused}
              onFocused={setFocused}
              noun={barNoun}
              label={`${title} over time`}
              describe={describe}
              tooltip={tooltip}
              onOpen={onOpen}
            />
          </ChartFigure>
        }
      />
      {set && settings !== null && (
        <StyleDialog
          graphType={graphType}
          name={set.series.name}
          mark={marks.get(settings) ?? 1}
          style={choice.styleOf(settings)}
          visible={narrowing.shown.chosen.ids.has(settings)}
          onChange={(how) => style(settings, how)}
          onClose={() => setSettings(null)}
        />
      )}
    </>
  );
}

const latest = ({ series }: BarEntry): number => Math.max(...series.bars.map(({ from, to }) => to ?? from ?? 0), 0);

/** A bar of another clinic is of the same drug or disease: it has the colour that is theirs, if that is free. */
const presentOf = (entry: BarEntry): Present => ({
  id: entry.series.id,
  parameter: entry.series.id.slice(0, entry.series.id.lastIndexOf(' ')),
  isNeeded: entry.active,
  time: latest(entry),
});

interface LegendProps extends Omit<ComponentProps<typeof Legend>, 'entries'> {
  frame: Timeframe;
  entries: readonly BarEntry[];
  drawn: readonly BarSeries[];
  isDoctor: boolean;
}

function BarLegend({ frame, entries, drawn, isDoctor, ...rest }: LegendProps) {
  const day = useDay(frame);
  const rows = entries.map((entry, index): LegendEntry => {
    const { mark, style } = drawn[index]!;
    const { id, name } = entry.series;
    const visible = rest.shown.chosen.ids.has(id);
    return {
      id,
      name,
      detail: entry.detail,
      organization: entry.organization,
      visible,
      sample: <BarSample mark={mark} style={style} hidden={!visible} />,
      ...entry.valueAt(day),
      room: entry.room,
      ...(entry.notes ? { notes: entry.notes } : {}),
      hasNewComment: isDoctor && entry.item.comments.unseen > 0,
      unchecked: entry.unchecked,
    };
  });
  return <Legend {...rest} isWordy entries={rows} />;
}
