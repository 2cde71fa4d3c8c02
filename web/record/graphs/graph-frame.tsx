import { type ReactNode, useCallback, useState } from 'react';
import type { GraphType } from '#contracts/items/graph-visuals';
import { ChartFigure } from '#web/charts/export/chart-table.tsx';
import type { Sheets } from '#web/charts/export/figure.ts';
import type { Span } from '#web/charts/series.ts';
import { TimeAxis } from '#web/charts/time-axis.tsx';
import { useSharedTimeframe } from '#web/charts/timeframe.ts';
import { useSession } from '#web/lib/session.tsx';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { legendActions, type LegendItem } from './legend-actions.tsx';
import { useMarkedRow } from '#web/lib/returning.ts';
import type { Found } from './narrowed.ts';
import { SectionGraph } from './section-graph.tsx';
import type { Present } from './seen.ts';
import styles from './section-graph.module.css';
import { StyleDialog } from './style-dialog.tsx';
import { useNarrowed } from './use-narrowed.ts';

/** What lines and bars of a section have in common. @param all and `present` keep their identity while nothing changes */
export const useGraph = (type: GraphType, readOnly: boolean, all: readonly Found[], present: readonly Present[]) => {
  const frame = useSharedTimeframe();
  const { user } = useSession();
  const { onOnly, legend, drawn: inView, ...narrowed } = useNarrowed(type, all, present);
  const [focused, onFocused] = useState<string | null>(null);
  const [settings, setSettings] = useState<string | null>(null);
  const isDoctor = user.roles.includes('Doctor');
  // a comment is written to one clinic
  const isPatient = user.roles.every((role) => role === 'Patient');
  const isAll = useIsAggregated();
  const { isReordering } = legend;
  const actionsOn = useCallback(
    (id: string, item: LegendItem) => {
      const choosing = { onSettings: () => setSettings(id), onOnly: () => onOnly(id) };
      return legendActions(isAll ? { ...item, onComment: undefined } : item, { readOnly, isDoctor, isPatient, isReordering }, choosing);
    },
    [readOnly, isDoctor, isPatient, isReordering, onOnly, isAll],
  );
  const sought = useMarkedRow();
  const set = all.find(({ id }) => id === settings);
  const dialog = set && (
    <StyleDialog
      graphType={type}
      name={set.name}
      mark={narrowed.marks.get(set.id) ?? 1}
      style={narrowed.choice.styleOf(set.id)}
      visible={legend.shown.chosen.ids.has(set.id)}
      onChange={(how) => narrowed.style(set.id, how)}
      onClose={() => setSettings(null)}
    />
  );
  return {
    ...narrowed,
    inView,
    isSought: all.some(({ id }) => id === sought),
    isDoctor,
    actionsOn,
    dialog,
    drawing: { frame, focused, onFocused },
    legend: { ...legend, frame, focused, onFocused },
  };
};

interface Props {
  graph: ReturnType<typeof useGraph>;
  title: string;
  /** '8 of 12 series'. */
  counted: string;
  /** What is drawn: 'result', 'results'. */
  noun: readonly [one: string, many: string];
  sheetsOf: (span: Span) => Sheets;
  onList: () => void;
  legend: ReactNode;
  chart: (shared: ReturnType<typeof useGraph>['drawing'] & { label: string }) => ReactNode;
}

/** A chart of a section with its legend, its table and the settings of its lines. */
export function GraphFrame({ graph: { drawing, dialog, isSought }, title, counted, noun, sheetsOf, onList, legend, chart }: Props) {
  const label = `${title} over time`;
  return (
    <>
      <SectionGraph
        title={title}
        legend={legend}
        summary={`Legend: ${counted}`}
        isSought={isSought}
        chart={
          <ChartFigure frame={drawing.frame} label={label} noun={noun} shown={counted} sheetsOf={sheetsOf} onList={onList}>
            {chart({ ...drawing, label })}
            <div className={styles.axis}>
              <TimeAxis frame={drawing.frame} />
            </div>
          </ChartFigure>
        }
      />
      {dialog}
    </>
  );
}
