import { Button } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { LabResultView } from '#contracts/lab-results';
import { useCommenting } from '#web/features/comments/use-commenting.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { showDate } from '#web/lib/dates.ts';
import { useSession } from '#web/lib/session.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { RemoveItemDialog } from '#web/ui/form/remove-item.dialog.tsx';
import { LIST_SIZES, useListPage } from '#web/ui/list-page.ts';
import { FirstPage, Paging } from '#web/ui/paging.tsx';
import { useInView } from '#web/ui/use-held-rows.ts';
import { heldBack } from '#web/lib/hold-back.ts';
import type { Courses } from './courses.ts';
import { LabRows } from './lab-rows.tsx';
import { LAB_RESULT, labResultCalls, useLabResults } from './lab-results.data.ts';
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

  /** Removed here, or seen to be removed: never shown again, whatever an older answer says. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const forget = (id: string) => setGone((now) => new Set(now).add(id));

  const [held, setHeld] = useState<{ answers: string; items: readonly LabResultView[] }>();
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
  if (shown && waiting > 0 && atTop) showAll();

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
          onRemove={setRemoving}
          onForget={forget}
          commenting={commenting}
        />
      </div>
      {commenting.dialog}
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
