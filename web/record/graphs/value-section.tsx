import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { itemKinds } from '#contracts/item-kinds';
import { countOf } from '#contracts/observation-columns';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import { remarkOn } from '#web/charts/export/remark.ts';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { HistoryDialog } from '#web/record/history/history-dialog.tsx';
import { showCount } from '#web/lib/numbers.ts';
import type { useLabSeries } from './series-reads.ts';
import { useSectionView } from '#web/ui/list-page.ts';
import { SectionFrame } from '#web/record/section/section.tsx';
import { GraphFaces } from './graph-faces.tsx';
import { valueListFigure } from './value-figure.ts';
import { ValueGraph } from './value-graph.tsx';

interface Props extends Pick<Parameters<typeof ValueGraph>[0], 'onUnit'> {
  kind: 'lab-results' | 'examinations';
  patientId: string;
  readOnly: boolean;
  series: ReturnType<typeof useLabSeries>;
  /** Said behind how many values there are. */
  alsoCounted?: string | undefined;
  /** The same as a list. */
  list: (onHistory: (of: HistoryOf) => void) => ReactNode;
  /** Above chart and list. */
  children?: ReactNode;
}

/** A section of a patient with values over time: its items as a chart or as a list. */
export function ValueSection({ kind, patientId, readOnly, series, alsoCounted, list, children, onUnit }: Props) {
  const { titles: title, list: listName, audit } = itemKinds[kind];
  const what = title.toLowerCase();
  const [view, setView] = useSectionView(listName);
  const [, navigate] = useLocation();
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const add = readOnly ? undefined : () => navigate(`/patients/${patientId}/${kind}/add`, { state: window.history.state });
  const addNew = add && <Button text="Add new" icon={<Plus />} onClick={add} />;

  const all = series.data?.items;
  // what is computed was not entered
  const entered = all?.filter(({ computed }) => !computed);
  const values = entered?.reduce((sum, one) => sum + countOf(one), 0);
  useFigure(kind, view === 'list' && all?.length ? () => valueListFigure(kind, title, all) : null);
  useRemark(kind, remarkOn(what, series, all?.length));
  return (
    <SectionFrame
      id={kind}
      title={title}
      count={values ? [showCount(values, 'value'), alsoCounted].filter(Boolean).join(', ') : undefined}
      unchecked={entered?.reduce((sum, one) => sum + one.unchecked, 0)}
      view={view}
      onView={setView}
      onAdd={add}
    >
      {children}
      {view === 'list' ? (
        list(setHistory)
      ) : (
        <GraphFaces what={what} live={series} addNew={addNew}>
          {(items) => (
            <ValueGraph
              patientId={patientId}
              readOnly={readOnly}
              graphType={kind}
              commentType={audit}
              series={items}
              title={title}
              onList={() => setView('list')}
              onHistory={setHistory}
              onUnit={onUnit}
            />
          )}
        </GraphFaces>
      )}
      {history && (
        <HistoryDialog
          type={audit}
          id={history.id}
          entryId={history.entryId}
          title={`History: ${history.of}`}
          onClose={() => setHistory(null)}
        />
      )}
    </SectionFrame>
  );
}
