import { Button } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { LabResultView } from '#contracts/lab-results';
import { useCommenting } from '#web/features/comments/use-commenting.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { showDate } from '#web/lib/dates.ts';
import { useSession } from '#web/lib/session.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { RemoveItemDialog } from '#web/ui/form/remove-item.dialog.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { useInView } from '#web/ui/use-held-rows.ts';
import { heldBack } from '#web/lib/hold-back.ts';
import type { Courses } from './courses.ts';
import { LabRows } from './lab-rows.tsx';
import { LAB_RESULT, labResultCalls, useLabResults } from './lab-results.data.ts';
import { useSeen } from '#web/lib/seen.ts';

const SIZES = [5, 10, 25, 50];
const DEFAULT_SIZE = 10;

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
  const [params, setParams] = useSearchParams();
  const [skip, take] = [Math.max(0, Number(params.get('lab_skip')) || 0), Number(params.get('lab_take')) || DEFAULT_SIZE];
  const { data, error, isLoading, refresh } = useLabResults(patientId, { skip, take: SIZES.includes(take) ? take : DEFAULT_SIZE });
  const [removing, setRemoving] = useState<LabResultView | null>(null);
  const [sentinel, isNearTop] = useInView();
  const { user } = useSession();
  const seen = useSeen(user.user_id);
  const commenting = useCommenting(patientId);

  /** Removed here, or seen to be removed: never shown again, whatever an older answer says. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const forget = (id: string) => setGone((now) => new Set(now).add(id));

  const page = `${patientId} ${skip} ${take}`;
  const [held, setHeld] = useState<{ page: string; items: readonly LabResultView[] }>();
  const atTop = skip === 0 && isNearTop;

  const go = (next: { skip: number; take: number }) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [name, value, usual] of [
          ['lab_skip', next.skip, 0],
          ['lab_take', next.take, DEFAULT_SIZE],
        ] as const) {
          if (value === usual) changed.delete(name);
          else changed.set(name, String(value));
        }
        return changed;
      },
      { replace: true, state: window.history.state },
    );

  // the last item of the last page was removed: one page back
  const total = data?.overall_count ?? 0;
  const beyond = data !== undefined && data.items.length === 0 && total > 0 && skip > 0;
  useEffect(() => {
    if (beyond) go({ skip: Math.max(0, Math.floor((total - 1) / take) * take), take });
  });

  if (isLoading) return <Loading label="Reading lab results" rows={8} />;
  if (!data) return <Failed what="lab results" error={error} onRetry={() => void refresh()} />;
  const shown = held?.page === page ? held : undefined;
  const fresh = data.items.filter(({ id }) => !gone.has(id));
  if (!shown) setHeld({ page, items: fresh });
  const { rows: all, waiting } = heldBack(shown?.items ?? fresh, fresh);
  const rows = all.filter(({ item }) => !gone.has(item.id));
  const showAll = () => {
    setHeld({ page, items: fresh });
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
      {commenting.dialog}
      <Paging skip={skip} take={take} total={total} sizes={SIZES} onChange={go} />
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
