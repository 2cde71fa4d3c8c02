import { Button, ButtonGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { MedicalItemView } from '#contracts/items/medical-items';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import { fullName } from '#web/lib/names.ts';
import { PatientBanner } from '#web/record/patient/patient.banner.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { isGone, RecordGone } from '#web/record/patient/record-gone.tsx';
import { NothingAtClinic, SingleClinicProvider } from '#web/record/patient/single-clinic.tsx';
import { ImportNotesHistory } from '#web/record/import-notes/import-notes.tsx';
import { useExternalSeen } from '#web/record/last-seen/use-external-seen.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { useIsReadOnly } from '#web/record/item/item-screen.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { FirstPage, Paging } from '#web/ui/paging.tsx';
import { Headings } from '#web/ui/table.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { walkable } from '#web/ui/walkable.ts';
import { HistoryDialog } from '#web/record/history/history-dialog.tsx';
import { type Listed, TAKE, useMedicalHistory } from '#web/record/history/medical-history.data.ts';
import { MedicalHistoryRow } from './medical-history.row.tsx';
import { kindOf, titleOf } from '#web/record/history/medical-item.ts';
import table from '#web/ui/table.module.css';
import list from '#web/record/section/item-list.module.css';
import styles from './medical-history.module.css';

const NOTHING: Readonly<Record<Listed, string>> = {
  entries: 'There are no entries available',
  removed: 'Nothing was removed',
  external: 'External sources brought nothing new',
};

/** The History of Data Entry at /patients/:patient_id/medical-history: every entry of every type, and what was removed. */
export function MedicalHistoryScreen() {
  const { patient_id } = useParams<{ patient_id: string }>();
  // a different patient is a different screen: nothing of the one before may stay
  return <Entries key={patient_id} patientId={patient_id} />;
}

function Entries({ patientId }: { patientId: string }) {
  const { data: read, error, isLoading, refresh } = usePatient(patientId);
  const gone = isGone({ error });
  const patient = gone ? undefined : read;
  const readOnly = useIsReadOnly(patientId);
  const [params, set] = useParam();
  const isRemoved = params.get('removed') === '1';
  const isExternal = !isRemoved && params.get('external') === '1';
  const skip = Math.max(0, Math.floor(Number(params.get('skip')) || 0));
  const [isShown, setIsShown] = useState(false);
  const look = useExternalSeen(patientId, isShown);
  const listed = isRemoved ? 'removed' : isExternal ? 'external' : 'entries';
  const isShared = patient?.read_only === true;
  const live = useMedicalHistory(look.isAsking || isShared ? null : patientId, skip, listed, look.since, patient);
  if (live.data && patient && !isShown) setIsShown(true);
  useTitle(patient ? `${fullName(patient)}: history of data entry` : 'History of Data Entry');

  const total = live.data?.overall_count ?? 0;
  const go = (to: number) => set({ skip: to === 0 ? undefined : String(to) });
  const list = (which: Listed) =>
    set({ removed: which === 'removed' ? '1' : undefined, external: which === 'external' ? '1' : undefined, skip: undefined });
  // the last entry of the last page was removed: one page back
  const isBeyond = live.data !== undefined && !live.isPrevious && live.data.items.length === 0 && total > 0 && skip > 0;
  useEffect(() => {
    if (isBeyond) go(Math.floor((total - 1) / TAKE) * TAKE);
  });

  const removed = live.data?.removed ?? 0;
  return (
    <div>
      <PatientBanner patient={patient} readOnly={readOnly && !gone} back={`/patients/${patientId}`} />
      {gone && <RecordGone error={error} onRetry={() => void refresh()} />}
      {!patient && !isLoading && !gone && <Failed what="patient" error={error} onRetry={() => void refresh()} />}
      {patient && isShared && (
        <Empty
          title="The history of this record is not shared"
          text={`It stays with the clinic that keeps the record${patient.organization_name ? `, ${patient.organization_name}` : ''}.`}
        />
      )}
      {patient && !isShared && (
        <>
          <PageTitle
            title="History of Data Entry"
            count={live.data && showCount(total, isRemoved ? 'removed entry' : 'entry', isRemoved ? 'removed entries' : 'entries')}
          >
            <ButtonGroup>
              <Button
                size="small"
                text="Entries"
                active={listed === 'entries'}
                aria-pressed={listed === 'entries'}
                onClick={() => list('entries')}
              />
              {(look.count > 0 || isExternal) && (
                <Button
                  size="small"
                  text={look.count > 0 ? `New external (${look.count.toLocaleString('en-US')})` : 'New external'}
                  active={isExternal}
                  aria-pressed={isExternal}
                  onClick={() => list('external')}
                />
              )}
              <Button
                size="small"
                text={removed > 0 ? `Removed (${removed.toLocaleString('en-US')})` : 'Removed'}
                active={isRemoved}
                aria-pressed={isRemoved}
                onClick={() => list('removed')}
              />
            </ButtonGroup>
          </PageTitle>
          {!readOnly && <ImportNotesHistory patientId={patientId} timeZone={patient.time_zone} />}
          {look.isAsking || live.isLoading ? (
            <Loading label="Reading the history of data entry" rows={TAKE} />
          ) : !live.data ? (
            <>
              <Failed what="history of data entry" error={live.error} onRetry={() => void live.refresh()} />
              {skip > 0 && <FirstPage onGo={() => go(0)} />}
            </>
          ) : total === 0 ? (
            <SingleClinicProvider patientId={patientId}>
              <Empty title={listed === 'entries' ? <NothingAtClinic title={NOTHING.entries} /> : NOTHING[listed]} />
            </SingleClinicProvider>
          ) : (
            <>
              {live.error && <NotRefreshed error={live.error} onRetry={() => void live.refresh()} />}
              <Table
                patientId={patientId}
                items={live.data.items}
                skip={skipOf(live.answers, skip)}
                isPrevious={live.isPrevious}
                readOnly={readOnly}
                isRemoved={isRemoved}
                lookedBefore={look.before}
              />
              <Paging skip={skip} take={TAKE} total={total} onChange={(page) => go(page.skip)} />
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Where the rows that are shown begin: those of the former page keep their numbers. */
const skipOf = (answers: string | undefined, asked: number): number =>
  answers === undefined ? asked : Number(new URLSearchParams(answers.split('?')[1]).get('skip'));

interface TableProps {
  patientId: string;
  items: readonly MedicalItemView[];
  skip: number;
  /** The next page is on its way. */
  isPrevious: boolean;
  readOnly: boolean;
  isRemoved: boolean;
  lookedBefore: string | null;
}

function Table({ patientId, items, skip, isPrevious, readOnly, isRemoved, lookedBefore }: TableProps) {
  const { user } = useSession();
  const [, navigate] = useLocation();
  const commenting = useCommenting(patientId);
  const [open, setOpen] = useState<string>();
  const [history, setHistory] = useState<MedicalItemView>();
  return (
    <>
      <div className={styles.frame} data-former={isPrevious || undefined} aria-busy={isPrevious}>
        <table ref={walkable} data-items className={`${table.table} ${list.table} ${list.touch} ${styles.table}`}>
          <Headings
            of={[
              'ID',
              'Date collected',
              'Type',
              'Entry',
              'Draft',
              isRemoved ? 'Removed by, when and why' : 'Last edited by',
              { title: 'Actions', className: list.actions },
            ]}
          />
          <tbody>
            {items.map((item, index) => (
              <MedicalHistoryRow
                key={item.id}
                item={item}
                number={skip + index + 1}
                userId={user.user_id}
                readOnly={readOnly}
                isOpen={open === item.id}
                onToggle={() => setOpen(open === item.id ? undefined : item.id)}
                onEdit={(address) => navigate(address, { state: window.history.state })}
                onHistory={() => setHistory(item)}
                commenting={commenting}
                lookedBefore={lookedBefore}
              />
            ))}
          </tbody>
        </table>
      </div>
      {commenting.dialog}
      {history && (
        <HistoryDialog
          type={kindOf(history).audit}
          id={history.id}
          title={`History: ${titleOf(history)}`}
          onClose={() => setHistory(undefined)}
        />
      )}
    </>
  );
}
