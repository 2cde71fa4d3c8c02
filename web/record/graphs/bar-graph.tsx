import { type ComponentProps, type ReactNode, useCallback, useMemo } from 'react';
import { DEFAULT_THICKNESS, type GraphType } from '#contracts/items/graph-visuals';
import { BarChart, type BarHit } from '#web/charts/bar-chart.tsx';
import { type BarSeries, isUnsure } from '#web/charts/bars.ts';
import { useFigure } from '#web/charts/export/exports.tsx';
import type { SheetsOf } from '#web/charts/export/figure.ts';
import { dayLabel } from '#web/charts/local-time.ts';
import type { Span } from '#web/charts/series.ts';
import { BarSample } from '#web/charts/sparkline.tsx';
import { type Timeframe, useDay } from '#web/charts/timeframe.ts';
import { showCount } from '#web/lib/numbers.ts';
import type { BarEntry } from './bar-entry.ts';
import { barFigure } from './bar-figure.ts';
import { GraphFrame, useGraph } from './graph-frame.tsx';
import { Legend, type LegendEntry } from './legend.tsx';
import type { Present } from './seen.ts';
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

/** The clinic behind the name of a bar where another one has a bar of the same name (ruling 37); where there is no room it goes before the drug does. */
const apart = (all: readonly BarEntry[], { series, organization }: BarEntry): Partial<BarSeries> => {
  const isTwice = organization !== undefined && all.filter((other) => other.series.name === series.name).length > 1;
  if (!isTwice) return {};
  return { name: `${series.name} [${organization}]`, shortName: series.shortName ?? series.name };
};

/** Bars of treatments or diagnoses with their legend, on the axis that the screen shares. */
export function BarGraph(props: Props) {
  const { graphType, entries, readOnly, noun, barNoun = noun, title, tooltip, onOpen } = props;
  const present = useMemo(() => entries.map(presentOf), [entries]);
  const all = useMemo(() => entries.map(({ series: { id, name } }) => ({ id, name, isAbnormal: false })), [entries]);
  const graph = useGraph(graphType, readOnly, all, present);
  const { choice, marks, inView, legend, drawing } = graph;

  const needed = useMemo(() => entries.toSorted((a, b) => Number(b.active) - Number(a.active) || latest(b) - latest(a)), [entries]);
  const ordered = useMemo(() => inOrder(needed, ({ series }) => choice.styleOf(series.id)?.index), [needed, choice]);
  const drawn = useMemo(
    () =>
      ordered.map((each): BarSeries => {
        const { series } = each;
        const chosen = choice.styleOf(series.id);
        const thickness = chosen?.thickness ?? DEFAULT_THICKNESS[graphType];
        return { ...series, ...apart(ordered, each), mark: marks.get(series.id) ?? 1, style: markStyleOf(chosen), thickness };
      }),
    [ordered, marks, choice, graphType],
  );
  const visible = useMemo(() => drawn.filter(({ id }) => inView.ids.has(id)), [drawn, inView]);
  const { sheets, leftOut } = props;
  useFigure(graphType, () =>
    barFigure({ id: graphType, title, frame: drawing.frame, entries: ordered, drawn, ids: inView.ids, noun, barNoun, leftOut, sheets }),
  );
  const sheetsOf = useCallback((span: Span) => sheets(inView.ids, span), [sheets, inView]);
  const describe = useCallback(
    (day: number) => {
      const said = ordered.filter(({ series }) => inView.ids.has(series.id)).flatMap((entry) => entry.sayAt(day) ?? []);
      return [dayLabel(day), ...(said.length > 0 ? said : [`no ${noun[1]}`])].join('; ');
    },
    [ordered, inView, noun],
  );
  const byId = useMemo(() => new Map(ordered.map((entry) => [entry.series.id, entry])), [ordered]);
  return (
    <GraphFrame
      graph={graph}
      title={title}
      counted={`${visible.length} of ${showCount(ordered.length, ...noun)}`}
      noun={barNoun}
      sheetsOf={sheetsOf}
      onList={props.onList}
      legend={
        <BarLegend
          {...legend}
          entries={ordered}
          drawn={drawn}
          isDoctor={graph.isDoctor}
          noun={noun}
          actions={(id) => {
            const entry = byId.get(id);
            return entry ? graph.actionsOn(id, entry.item) : [];
          }}
        />
      }
      chart={(shared) => <BarChart {...shared} series={visible} noun={barNoun} describe={describe} tooltip={tooltip} onOpen={onOpen} />}
    />
  );
}

const latest = ({ series }: BarEntry): number => Math.max(...series.bars.map(({ from, to }) => to ?? from ?? 0), 0);

/** A bar of another clinic is of the same drug or disease: it has the colour that is theirs, if that is free. */
const presentOf = (entry: BarEntry): Present => ({
  id: entry.series.id,
  parameter: entry.series.id.slice(0, entry.series.id.lastIndexOf(' ')),
  need: entry.active ? 1 : 0,
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
      sample: <BarSample mark={mark} style={style} hidden={!visible} isUnsure={isUnsure(entry.series)} />,
      ...entry.valueAt(day),
      room: entry.room,
      ...(entry.notes ? { notes: entry.notes } : {}),
      hasNewComment: isDoctor && entry.item.comments.unseen > 0,
      unchecked: entry.unchecked,
    };
  });
  return <Legend {...rest} isWordy entries={rows} />;
}
