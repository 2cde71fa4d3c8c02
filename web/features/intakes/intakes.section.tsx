import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { IntakeView } from '#contracts/intake-views';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import { remarkOn } from '#web/charts/export/remark.ts';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import { GraphFaces } from '#web/record/graphs/graph-faces.tsx';
import { useActiveOnly } from '#web/record/graphs/use-active-only.ts';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { HistoryDialog } from '#web/record/history/history-dialog.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Loading } from '#web/ui/faces.tsx';
import { useListPage, useSectionView } from '#web/ui/list-page.ts';
import { ActiveFilter, SectionFrame } from '#web/record/section/section.tsx';
import { intakeListFigure } from './intake-table.ts';
import { useIntakes, useIntakeSeries } from './intakes.data.ts';
import { IntakesGraph } from './intakes.graph.tsx';
import { IntakeList } from './intakes.list.tsx';

const hiddenText = (count: number): string[] => (count > 0 ? [`${count} ended, hidden`] : []);

/** The section 'Treatments' of a patient: bars or a list, all or only what lasts. */
export function IntakesSection({ patientId, readOnly }: { patientId: string; readOnly: boolean }) {
  const series = useIntakeSeries(patientId);
  const patient = usePatient(patientId);
  const commenting = useCommenting(patientId);
  const [view, setView] = useSectionView('intakes');
  const [active, setActive] = useActiveOnly('intakes', series);
  const [, navigate] = useLocation();
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const add = readOnly ? undefined : () => navigate(`/patients/${patientId}/intakes/add`, { state: window.history.state });
  const addNew = add && <Button text="Add new" icon={<Plus />} onClick={add} />;

  const all = series.data?.items;
  // what nobody checked is not over
  const items = useMemo(() => (active ? all?.filter((one) => one.active || one.unchecked > 0) : all), [all, active]);
  const hides = hiddenText((all?.length ?? 0) - (items?.length ?? 0));
  // the list hides more: what is over of a drug that lasts is a row of its own
  const page = useListPage('intakes');
  const listed = useIntakes(patientId, view === 'list' && active !== undefined ? { skip: page.skip, take: page.take, active } : null);
  /** What ended while the list was read stands there, and is not hidden yet. */
  const [stillThere, setStillThere] = useState(0);
  useFigure('intakes', view === 'list' && items?.length ? () => intakeListFigure(items, hides) : null);
  useRemark('intakes', remarkOn('treatments', series, items?.length, hides));
  return (
    <SectionFrame
      id="intakes"
      title="Treatments"
      count={all && all.length > 0 ? showCount(all.length, 'ingredient') : undefined}
      unchecked={all?.reduce((sum, one) => sum + one.unchecked, 0)}
      view={view}
      onView={setView}
      onAdd={add}
      filter={<ActiveFilter active={active} onActive={setActive} />}
      hides={view === 'list' ? hiddenText((listed.data?.hidden ?? 0) - stillThere) : hides}
    >
      {view === 'list' && active === undefined ? (
        <Loading label="Reading treatments" />
      ) : view === 'list' ? (
        <>
          <IntakeList
            patientId={patientId}
            readOnly={readOnly}
            active={active}
            onOver={setStillThere}
            onComment={(item: IntakeView) => commenting.open({ type: 'intake', id: item.id, of: item.name })}
            newComments={(item: IntakeView) => commenting.waiting('intake', item.id)}
          />
          {commenting.dialog}
        </>
      ) : (
        <GraphFaces what="treatments" live={series} addNew={addNew}>
          {() =>
            items && items.length > 0 ? (
              <IntakesGraph
                patientId={patientId}
                readOnly={readOnly}
                series={items}
                timeZone={patient.data?.time_zone}
                leftOut={hides}
                onHistory={setHistory}
                onList={() => setView('list')}
              />
            ) : (
              <Empty title="There are no active treatments">
                <Button text="Show all" onClick={() => setActive(false)} />
              </Empty>
            )
          }
        </GraphFaces>
      )}
      {history && <HistoryDialog type="intake" id={history.id} title={`History: ${history.of}`} onClose={() => setHistory(null)} />}
    </SectionFrame>
  );
}
