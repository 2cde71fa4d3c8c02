import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import { remarkOn } from '#web/charts/export/remark.ts';
import { GraphFaces } from '#web/record/graphs/graph-faces.tsx';
import { useActiveOnly } from '#web/record/graphs/use-active-only.ts';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { HistoryDialog } from '#web/record/history/history-dialog.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Loading } from '#web/ui/faces.tsx';
import { useListPage, useSectionView } from '#web/ui/list-page.ts';
import { ActiveFilter, SectionFrame } from '#web/record/section/section.tsx';
import { useDiagnoses, useDiagnosisSeries } from './diagnoses.data.ts';
import { diagnosisListFigure } from './diagnosis-table.ts';
import { DiagnosesGraph } from './diagnoses.graph.tsx';
import { DiagnosesList } from './diagnoses.list.tsx';

const hiddenText = (count: number): string[] => (count > 0 ? [`${count} over, hidden`] : []);

/** The section 'Diagnoses' of a patient: bars or a list, all or only what lasts. */
export function DiagnosesSection({ patientId, readOnly }: { patientId: string; readOnly: boolean }) {
  const series = useDiagnosisSeries(patientId);
  const [view, setView] = useSectionView('diagnoses');
  const [active, setActive] = useActiveOnly('diagnoses', series);
  const [, navigate] = useLocation();
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const add = readOnly ? undefined : () => navigate(`/patients/${patientId}/diagnoses/add`, { state: window.history.state });
  const addNew = add && <Button text="Add new" icon={<Plus />} onClick={add} />;

  const all = series.data?.items;
  // what nobody checked is not over
  const items = useMemo(() => (active ? all?.filter((one) => one.active || one.unchecked > 0) : all), [all, active]);
  const hides = hiddenText((all?.length ?? 0) - (items?.length ?? 0));
  // the list hides more: what is over of a disease that lasts is a row of its own
  const page = useListPage('diagnoses');
  const listed = useDiagnoses(patientId, view === 'list' && active !== undefined ? { skip: page.skip, take: page.take, active } : null);
  /** What ended while the list was read stands there, and is not hidden yet. */
  const [stillThere, setStillThere] = useState(0);
  useFigure('diagnoses', view === 'list' && items?.length ? () => diagnosisListFigure(items, hides) : null);
  useRemark('diagnoses', remarkOn('diagnoses', series, items?.length, hides));
  return (
    <SectionFrame
      id="diagnoses"
      title="Diagnoses"
      count={all && all.length > 0 ? showCount(all.length, 'diagnosis', 'diagnoses') : undefined}
      unchecked={all?.reduce((sum, one) => sum + one.unchecked, 0)}
      view={view}
      onView={setView}
      onAdd={add}
      filter={<ActiveFilter active={active} onActive={setActive} />}
      hides={view === 'list' ? hiddenText((listed.data?.hidden ?? 0) - stillThere) : hides}
    >
      {view === 'list' && active === undefined ? (
        <Loading label="Reading diagnoses" />
      ) : view === 'list' ? (
        <DiagnosesList patientId={patientId} readOnly={readOnly} active={active} onOver={setStillThere} />
      ) : (
        <GraphFaces what="diagnoses" live={series} addNew={addNew}>
          {() =>
            items && items.length > 0 ? (
              <DiagnosesGraph
                patientId={patientId}
                readOnly={readOnly}
                series={items}
                leftOut={hides}
                onHistory={setHistory}
                onList={() => setView('list')}
              />
            ) : (
              <Empty title="There are no active diagnoses">
                <Button text="Show all" onClick={() => setActive(false)} />
              </Empty>
            )
          }
        </GraphFaces>
      )}
      {history && <HistoryDialog type="diagnose" id={history.id} title={`History: ${history.of}`} onClose={() => setHistory(null)} />}
    </SectionFrame>
  );
}
