import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { AuditType } from '#contracts/items/history';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import type { Origin } from '#contracts/wire/origin';
import type { PatientView } from '#contracts/people/patients';
import type { Live } from '#web/lib/live.ts';
import { fullName } from '#web/lib/names.ts';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';
import { Empty, Failed, Loading } from '#web/ui/faces.tsx';
import { ItemNowContext } from '#web/record/form/item-now.ts';
import { DraftTag } from '#web/ui/tags.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { HistoryTable } from '#web/record/history/history-table.tsx';
import { useHistory } from '#web/record/history/history.data.ts';
import type { RecordState } from '#web/record/patient/all-clinics.ts';
import { PatientBanner } from '#web/record/patient/patient.banner.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import section from '#web/record/section/section.module.css';

/** What the frame needs to know of an item. */
interface Item {
  id: string;
  version: number;
  patient_id: string;
  draft: boolean;
  origin: Origin;
  file_id?: string | undefined;
  page_id?: string | undefined;
}

interface Props<T extends Item> {
  kind: ItemKind;
  patientId: string;
  /** 'add' for a new one. */
  itemId: string;
  /** The item as it is read now; nothing is read for a new one. */
  item: Live<T>;
  /** Instead of the kind's: 'Change of dosage'. */
  headline?: string;
  /** Other reads that the form starts with; it waits for them, failed or not. */
  isWaiting?: boolean;
  /** The form, once everything that it needs is there. */
  children: (opened: { patient: PatientView; existing: T | null; onAnother: () => void }) => ReactNode;
}

/** Whether the record is only looked at here: by its patient, by doctors of another clinic, and by whoever came to look. */
export const useIsReadOnly = (patientId: string): boolean => {
  const { user } = useSession();
  const { data: patient } = usePatient(patientId);
  const state = useHistoryState<RecordState | null>();
  if (state?.readOnly === true || state?.aggregated === true || patient?.read_only === true) return true;
  return patient === undefined ? user.roles.includes('Patient') : readsAsPatient(user, patient.id);
};

/** A form's screen: banner, headline, the form with the version it was opened with, and the history of operations. */
export function ItemScreen<T extends Item>(props: Props<T>) {
  return <Screen key={`${props.patientId} ${props.itemId}`} {...props} />;
}

function Screen<T extends Item>({ kind, patientId, itemId, item, headline, isWaiting = false, children }: Props<T>) {
  const isNew = itemId === 'add';
  const [, navigate] = useLocation();
  const patient = usePatient(patientId);
  const readOnly = useIsReadOnly(patientId);
  const [round, setRound] = useState(0);
  // the form keeps the version it was opened with, whatever is read later
  const [opened, setOpened] = useState<T>();
  if (item.data && !opened) setOpened(item.data);
  const row = itemKinds[kind];
  const title = headline ?? (isNew ? `New ${row.entry}` : row.title);
  useTitle(patient.data ? `${fullName(patient.data)}: ${title.toLowerCase()}` : title);

  const home = `/patients/${patientId}`;
  const page = opened?.file_id && opened.page_id ? `/reports/${opened.file_id}/page/${opened.page_id}` : null;
  useEffect(() => {
    if (page) navigate(page, { replace: true });
  }, [page, navigate]);

  const failed = (!patient.data && !patient.isLoading && patient) || (!isNew && !opened && !item.isLoading && item);
  const isElsewhere = opened !== undefined && opened.patient_id !== patientId;
  const isReady = patient.data && (isNew || opened) && !isWaiting;
  const isRemoved = item.error?.status === 404;
  const now =
    opened && item.data
      ? { version: isRemoved ? null : item.data.version, reopen: () => (setOpened(item.data), setRound(round + 1)) }
      : undefined;
  const another = () => (isNew ? setRound(round + 1) : navigate(`${home}/${kind}/add`, { state: window.history.state }));
  return (
    <div>
      <PatientBanner patient={patient.data} readOnly={readOnly} back={home} />
      <header className={section.header}>
        <h2>{title}</h2>
        {opened?.draft && <DraftTag />}
      </header>
      {failed || isElsewhere ? (
        <Failed what={row.entry} error={failed ? failed.error : undefined} onRetry={failed ? () => void failed.refresh() : undefined} />
      ) : !patient.data || !isReady || page ? (
        <Loading label={`Opening ${row.entry}`} rows={8} />
      ) : readOnly ? (
        <Empty title="This record is read only" text="What it holds can be looked at on the patient's page." />
      ) : opened?.origin === 'fhir' ? (
        <Empty title="An external record cannot be changed here" text="It belongs to the health record system that it came from." />
      ) : (
        <ItemNowContext value={now}>
          <div key={round}>{children({ patient: patient.data, existing: opened ?? null, onAnother: another })}</div>
        </ItemNowContext>
      )}
      {!failed && opened && !isElsewhere && !page && <Operations type={row.audit} id={opened.id} />}
    </div>
  );
}

/** The history of operations below the form. */
function Operations({ type, id }: { type: AuditType; id: string }) {
  const { data, error, isLoading, refresh } = useHistory(type, id);
  if (isLoading) return <Loading label="Reading the history" rows={3} />;
  if (!data) return <Failed what="history" error={error} onRetry={() => void refresh()} />;
  return (
    <section className={section.section}>
      <h2>History of operations</h2>
      <HistoryTable entries={data.items} />
    </section>
  );
}
