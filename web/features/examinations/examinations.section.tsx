import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ExaminationView } from '#contracts/examinations';
import { countOf } from '#contracts/observation-columns';
import { useCommenting } from '#web/features/comments/use-commenting.tsx';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import { remarkOn } from '#web/charts/export/remark.ts';
import { GraphFaces } from '#web/features/graph-visuals/graph-faces.tsx';
import { valueListFigure } from '#web/features/graph-visuals/value-figure.ts';
import { ValueGraph } from '#web/features/graph-visuals/value-graph.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { HistoryDialog } from '#web/features/history/history-dialog.tsx';
import { showDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSectionView } from '#web/ui/list-page.ts';
import { SectionFrame } from '#web/ui/section.tsx';
import { useMeasurementSeries } from '#web/lib/series-reads.ts';
import { ExaminationsList } from './examinations.list.tsx';

/** The section 'Examinations' of a patient: its measurements as a chart or as a list. */
export function ExaminationsSection({ patientId, readOnly }: { patientId: string; readOnly: boolean }) {
  const series = useMeasurementSeries(patientId);
  const commenting = useCommenting(patientId);
  const [view, setView] = useSectionView('examinations');
  const [, navigate] = useLocation();
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const add = readOnly ? undefined : () => navigate(`/patients/${patientId}/examinations/add`, { state: window.history.state });
  const addNew = add && <Button text="Add new" icon={<Plus />} onClick={add} />;

  const all = series.data?.items;
  // what is computed was not entered
  const values = all?.reduce((sum, one) => sum + (one.computed ? 0 : countOf(one)), 0);
  useFigure('examinations', view === 'list' && all?.length ? () => valueListFigure('examinations', 'Examinations', all) : null);
  useRemark('examinations', remarkOn('examinations', series, all?.length));
  return (
    <SectionFrame
      id="examinations"
      title="Examinations"
      count={values ? showCount(values, 'value') : undefined}
      unchecked={all?.reduce((sum, one) => sum + (one.computed ? 0 : one.unchecked), 0)}
      view={view}
      onView={setView}
      onAdd={add}
    >
      {view === 'list' ? (
        <>
          <ExaminationsList
            patientId={patientId}
            readOnly={readOnly}
            onComment={(item: ExaminationView) =>
              commenting.open({
                type: 'examination',
                id: item.id,
                of: `examination, ${item.collected === null ? 'no date' : showDate(item.collected)}`,
              })
            }
          />
          {commenting.dialog}
        </>
      ) : (
        <GraphFaces what="examinations" live={series} addNew={addNew}>
          {(items) => (
            <ValueGraph
              patientId={patientId}
              readOnly={readOnly}
              graphType="examinations"
              commentType="examination"
              series={items}
              title="Examinations"
              onList={() => setView('list')}
              onHistory={setHistory}
            />
          )}
        </GraphFaces>
      )}
      {history && (
        <HistoryDialog
          type="examination"
          id={history.id}
          entryId={history.entryId}
          title={`History: ${history.of}`}
          onClose={() => setHistory(null)}
        />
      )}
    </SectionFrame>
  );
}
