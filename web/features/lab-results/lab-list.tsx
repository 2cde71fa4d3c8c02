import { Button } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { LabResultView } from '#contracts/lab-results';
import { labWarnings } from '#contracts/lab-warnings';
import { useCommenting } from '#web/features/comments/use-commenting.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { doubtOf, useConfirmDrafts } from '#web/features/items/confirm-drafts.tsx';
import { usePatient } from '#web/features/patients/patients.data.ts';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { useSession } from '#web/lib/session.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { RemoveItemDialog } from '#web/ui/form/remove-item.dialog.tsx';
import { useMarkedRow } from '#web/lib/returning.ts';
import { LIST_SIZES, useListPage } from '#web/ui/list-page.ts';
import { FirstPage, Paging } from '#web/ui/paging.tsx';
import { useInView } from '#web/ui/use-held-rows.ts';
import { heldBack } from '#web/lib/hold-back.ts';
import type { Courses } from './courses.ts';
import { LabRows } from './lab-rows.tsx';
import { LAB_RESULT, labResultCalls, readPreviousValues, useLabResults } from './lab-results.data.ts';
import { useSeen } from '#web/lib/seen.ts';

interface Props {
  patientId: string;
  readOnly: boolean;
  /** How each parameter runs; empty while that is read. */
  courses: Courses;
  onHistory: (of: HistoryOf) => void;
  /** The action of the empty face. */
  addNew: ReactNode;
}

/** The patient's results as a list, newest first. New ones wait to be asked for unless the list is at its top. */
export function LabList({ patientId, readOnly, courses, onHistory, addNew }: Props) {
  const { skip, take, go } = useListPage('lab');
  const { data, answers = '', error, isLoading, isPrevious, refresh } = useLabResults(patientId, { skip, take });
  const [removing, setRemoving] = useState<LabResultView | null>(null);
  const [sentinel, isNearTop] = useInView();
  const { user } = useSession();
  const seen = useSeen(user.user_id);
  const commenting = useCommenting(patientId);

  const patient = usePatient(patientId);
  const drafts = useConfirmDrafts<LabResultView>({
    patientId,
    path: '/api/lab-results',
    calls: labResultCalls,
    titleOf: ({ collected, parameters }) => `${showDate(collected)}: ${parameters.map(({ name }) => name).join(', ')}`,
    payloadOf: ({ collected, parameters }) => ({ collected, parameters }),
    doubtsOf: async ({ collected, parameters }) => {
      const previous = (await readPreviousValues(patientId)).filter((last) => last.collected !== collected);
      const { date_of_birth, sex } = patient.data ?? {};
      const facts = {
        today: todayIn(patient.data?.time_zone),
        ...(date_of_birth === undefined ? {} : { date_of_birth }),
        ...(sex === undefined ? {} : { sex }),
        previous,
      };
      return labWarnings({ collected, parameters }, facts).map((asked) => doubtOf(asked, parameters));
    },
    refresh,
  });

  /** Removed here, or seen to be removed: never shown again, whatever an older answer says. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const forget = (id: string) => setGone((now) => new Set(now).add(id));

  const [held, setHeld] = useState<{ answers: string; items: readonly LabResultView[] }>();
  const marked = useMarkedRow();
  const atTop = skip === 0 && isNearTop && !isPrevious;

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
  const shown = held?.answers === answers ? held : undefined;
  const fresh = data.items.filter(({ id }) => !gone.has(id));
  if (!shown) setHeld({ answers, items: fresh });
  const { rows: all, waiting } = heldBack(shown?.items ?? fresh, fresh);
  const rows = all.filter(({ item }) => !gone.has(item.id));
  const showAll = () => {
    setHeld({ answers, items: fresh });
    if (skip > 0) go({ skip: 0, take });
  };
  // somebody is led to it
  const isAskedFor = fresh.some(({ id }) => id === marked) && !all.some(({ item }) => item.id === marked);
  if (shown && waiting > 0 && atTop) showAll();
  else if (shown && isAskedFor) setHeld({ answers, items: fresh });

  const removed = async (item: LabResultView, position: string) => {
    forget(item.id);
    setRemoving(null);
    await labResultCalls.caughtUp(patientId, position);
    await refresh(position);
    setHeld(undefined);
  };

  if (total === 0 && rows.length === 0) return <Empty title="There are no lab results available">{addNew}</Empty>;
  return (
    <div className="lab-list">
      <div ref={sentinel} />
      {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {readOnly ? null : drafts.tools(data.items)}
      <div className="lab-waiting" aria-live="polite">
        {waiting > 0 && !atTop && (
          <Button size="small" intent="primary" text={`${showCount(waiting, 'new result')}: show`} onClick={showAll} />
        )}
      </div>
      <div className={isPrevious ? 'is-previous' : ''} aria-busy={isPrevious}>
        <LabRows
          rows={rows}
          seen={seen}
          userId={user.user_id}
          organizationId={user.organization_id}
          readOnly={readOnly}
          patientId={patientId}
          courses={courses}
          onHistory={onHistory}
          onConfirm={drafts.confirm}
          onRemove={setRemoving}
          onForget={forget}
          commenting={commenting}
        />
      </div>
      {commenting.dialog}
      {drafts.dialog}
      <Paging skip={skip} take={take} total={total} sizes={LIST_SIZES} onChange={go} />
      {removing && (
        <RemoveItemDialog
          type={LAB_RESULT.type}
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
