import './lab-results.css';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { LabResultView } from '#contracts/lab-results';
import { HistoryTable } from '#web/features/history/history-table.tsx';
import { useHistory } from '#web/features/history/history.data.ts';
import { fullName } from '#web/features/patients/names.ts';
import { PatientBanner } from '#web/features/patients/patient.banner.tsx';
import { usePatient } from '#web/features/patients/patients.data.ts';
import { useSession } from '#web/lib/session.tsx';
import { Empty, Failed, Loading } from '#web/ui/faces.tsx';
import { DraftTag } from '#web/ui/tags.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { LabResultEditor } from './lab-results.form.tsx';
import { useLabResult, useLabResults, usePreviousValues } from './lab-results.data.ts';

/** Earlier results offered by 'Add from previous'. */
const EARLIER = 5;

/** The form of a lab result at /patients/:patient_id/lab-results/:item_id, 'add' for a new one. */
export function LabResultScreen() {
  const { patient_id, item_id } = useParams<{ patient_id: string; item_id: string }>();
  return <Form key={`${patient_id} ${item_id}`} patientId={patient_id} itemId={item_id} />;
}

function Form({ patientId, itemId }: { patientId: string; itemId: string }) {
  const isNew = itemId === 'add';
  const { user } = useSession();
  const [, navigate] = useLocation();
  const state = useHistoryState<{ readOnly?: boolean } | null>();
  const patient = usePatient(patientId);
  const item = useLabResult(isNew ? null : itemId);
  const readOnly = user.roles.includes('Patient') || state?.readOnly === true;
  const previous = usePreviousValues(readOnly ? null : patientId);
  const earlier = useLabResults(patientId, isNew && !readOnly ? { skip: 0, take: EARLIER } : null);
  const [round, setRound] = useState(0);
  // the form keeps the version it was opened with, whatever is read later
  const [opened, setOpened] = useState<LabResultView>();
  if (item.data && !opened) setOpened(item.data);
  useTitle(patient.data ? `${fullName(patient.data)}: lab results` : 'Lab results');

  const home = `/patients/${patientId}`;
  const page = opened?.file_id && opened.page_id ? `/reports/${opened.file_id}/page/${opened.page_id}` : null;
  useEffect(() => {
    if (page) navigate(page, { replace: true });
  }, [page, navigate]);

  const failed = (!patient.data && !patient.isLoading && patient) || (!isNew && !opened && !item.isLoading && item);
  const isReady = patient.data && (isNew || opened) && !previous.isLoading && !(isNew && earlier.isLoading);
  const isElsewhere = opened !== undefined && opened.patient_id !== patientId;
  return (
    <div className="patient">
      <PatientBanner patient={patient.data} readOnly={readOnly} back={home} />
      <header className="section-header">
        <h2>{isNew ? 'New lab results' : 'Lab results'}</h2>
        {opened?.draft && <DraftTag />}
      </header>
      {failed || isElsewhere ? (
        <Failed what="lab results" error={failed ? failed.error : undefined} onRetry={failed ? () => void failed.refresh() : undefined} />
      ) : !patient.data || !isReady || page ? (
        <Loading label="Opening lab results" rows={8} />
      ) : readOnly ? (
        <Empty title="This record is read only" text="Lab results of this record can be looked at on the patient's page." />
      ) : opened?.origin === 'fhir' ? (
        <Empty title="An external record cannot be changed here" text="It belongs to the health record system that it came from." />
      ) : (
        <>
          <LabResultEditor
            key={round}
            patient={patient.data}
            existing={opened ?? null}
            previous={previous.data?.items ?? []}
            earlier={earlier.data?.items ?? []}
            onAnother={() => (isNew ? setRound(round + 1) : navigate(`${home}/lab-results/add`, { state: window.history.state }))}
          />
          {opened && <Operations id={opened.id} />}
        </>
      )}
    </div>
  );
}

/** The history of operations below the form. */
function Operations({ id }: { id: string }) {
  const { data, error, isLoading, refresh } = useHistory('labresult', id);
  if (isLoading) return <Loading label="Reading the history" rows={3} />;
  if (!data) return <Failed what="history" error={error} onRetry={() => void refresh()} />;
  return (
    <section className="section">
      <h2>History of operations</h2>
      <HistoryTable entries={data.items} />
    </section>
  );
}
