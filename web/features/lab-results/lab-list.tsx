import { Button } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { itemKinds } from '#contracts/item-kinds';
import { labResultErrors, type LabResultView } from '#contracts/lab-results';
import { isCritical, standing } from '#contracts/lab-values';
import { labWarnings } from '#contracts/lab-warnings';
import { useCommenting } from '#web/features/comments/use-commenting.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { doubtOf, useConfirmDrafts } from '#web/features/items/confirm-drafts.tsx';
import { usePatient } from '#web/features/patients/patients.data.ts';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { readResultsOfDay } from '#web/lib/results-of-day.ts';
import { useSession } from '#web/lib/session.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { RemoveItemDialog } from '#web/ui/form/remove-item.dialog.tsx';
import { LIST_SIZES, useListPage } from '#web/ui/list-page.ts';
import { FirstPage, Paging } from '#web/ui/paging.tsx';
import { editAddress } from '#web/ui/row-actions.tsx';
import { useHeldRows } from '#web/ui/use-held-rows.ts';
import { Range, Unit, Value } from '#web/ui/value.tsx';
import type { Courses } from './courses.ts';
import { LabRows } from './lab-rows.tsx';
import { labResultCalls, readLabParameters, readPreviousValues, useLabResults } from './lab-results.data.ts';

interface Props {
  patientId: string;
  readOnly: boolean;
  /** How each parameter runs; empty while that is read. */
  courses: Courses;
  onHistory: (of: HistoryOf) => void;
  /** The action of the empty face. */
  addNew: ReactNode;
}

const NONE: readonly LabResultView[] = [];

/** The patient's results as a list, newest first. New ones wait to be asked for unless the list is at its top. */
export function LabList({ patientId, readOnly, courses, onHistory, addNew }: Props) {
  const { skip, take, go } = useListPage('lab');
  const { data, answers, error, isLoading, isPrevious, refresh } = useLabResults(patientId, { skip, take });
  const [removing, setRemoving] = useState<LabResultView | null>(null);
  const [sentinel, held] = useHeldRows(answers, data?.items ?? NONE, skip === 0 && !isPrevious);
  const [, navigate] = useLocation();
  const { user } = useSession();
  const commenting = useCommenting(patientId);

  const patient = usePatient(patientId);
  const drafts = useConfirmDrafts<LabResultView>({
    patientId,
    path: '/api/lab-results',
    calls: labResultCalls,
    titleOf: ({ collected }) => `lab results, ${showDate(collected)}`,
    linesOf: ({ parameters }) => parameters.map((entry) => <DraftValue key={entry.entry_id} entry={entry} />),
    payloadOf: ({ collected, parameters }) => ({ collected, parameters }),
    errorsOf: ({ parameters }) => labResultErrors({ draft: false, parameters }),
    onEdit: (item) => navigate(editAddress(patientId, 'lab-results', item), { state: window.history.state }),
    doubtsOf: async ({ id, collected, parameters }) => {
      const [before, catalogue, ofDay] = await Promise.all([
        readPreviousValues(patientId),
        readLabParameters(parameters.flatMap(({ parameter_id }) => parameter_id ?? [])),
        readResultsOfDay(patientId, collected),
      ]);
      const { date_of_birth, sex } = patient.data ?? {};
      const facts = {
        today: todayIn(patient.data?.time_zone),
        ...(date_of_birth === undefined ? {} : { date_of_birth }),
        ...(sex === undefined ? {} : { sex }),
        previous: before.filter((last) => last.collected !== collected),
        parameters: new Map(catalogue.map((parameter) => [parameter.id, parameter])),
        recorded: ofDay.filter((other) => other.id !== id),
      };
      return labWarnings({ collected, parameters }, facts).map((asked) => doubtOf(asked, parameters));
    },
    refresh,
  });

  // the last item of the last page was removed: one page back
  const total = data?.overall_count ?? 0;
  const beyond = data !== undefined && !isPrevious && data.items.length === 0 && total > 0 && skip > 0;
  useEffect(() => {
    if (beyond) go({ skip: Math.max(0, Math.floor((total - 1) / take) * take), take });
  });

  if (isLoading) return <Loading label="Reading lab results" rows={8} />;
  if (!data) {
    return (
      <>
        <Failed what="lab results" error={error} onRetry={() => void refresh()} />
        {skip > 0 && <FirstPage onGo={() => go({ skip: 0, take })} />}
      </>
    );
  }
  const showAll = () => {
    held.show();
    if (skip > 0) go({ skip: 0, take });
  };
  const removed = async (item: LabResultView, position: string) => {
    held.forget(item.id);
    setRemoving(null);
    await labResultCalls.caughtUp(patientId, position);
    await refresh(position);
    held.show();
  };

  if (total === 0 && held.rows.length === 0) return <Empty title="There are no lab results available">{addNew}</Empty>;
  return (
    <div className="lab-list">
      <div ref={sentinel} />
      {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {readOnly ? null : drafts.tools(data.items)}
      <div className="lab-waiting" aria-live="polite">
        {held.waiting > 0 && !held.isAtTop && (
          <Button size="small" intent="primary" text={`${showCount(held.waiting, 'new result')}: show`} onClick={showAll} />
        )}
      </div>
      <div className={isPrevious ? 'is-previous' : ''} aria-busy={isPrevious}>
        <LabRows
          rows={held.rows}
          organizationId={user.organization_id}
          readOnly={readOnly}
          patientId={patientId}
          courses={courses}
          onHistory={onHistory}
          onConfirm={drafts.confirm}
          onRemove={setRemoving}
          onForget={held.forget}
          commenting={commenting}
        />
      </div>
      {commenting.dialog}
      {drafts.dialog}
      <Paging skip={skip} take={take} total={total} sizes={LIST_SIZES} onChange={go} />
      {removing && (
        <RemoveItemDialog
          id={removing.id}
          type={itemKinds['lab-results'].entry}
          remove={(comment, commandId) => labResultCalls.remove(removing, comment, commandId)}
          onClose={() => setRemoving(null)}
          onRemoved={(position) => void removed(removing, position)}
        >
          Collected {showDate(removing.collected)}
        </RemoveItemDialog>
      )}
    </div>
  );
}

/** A value as it is to be confirmed: 'Potassium 5.9 mmol/L, above range 3.5–5.1, flag H'. */
function DraftValue({ entry }: { entry: LabResultView['parameters'][number] }) {
  const own = standing(entry);
  const { value, unit, min, max, range_text, flag } = entry;
  const has = min !== null || max !== null;
  return (
    <span className={own === 'low' || own === 'high' ? 'abnormal' : undefined}>
      {entry.name} <Value entry={entry} /> {value !== null && <Unit unit={unit} />}
      {value !== null && (has ? `, ${own === 'high' ? 'above ' : own === 'low' ? 'below ' : ''}range ` : ', no range')}
      {value !== null && has && <Range min={min} max={max} range_text={range_text} />}
      {flag && (isCritical(entry) ? `, critical ${flag}` : `, flag ${flag}`)}
    </span>
  );
}
