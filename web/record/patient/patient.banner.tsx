import { Button } from '@blueprintjs/core';
import { ArrowLeft } from '@blueprintjs/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ClinicRecord, PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { ageShown, recordClockName, todayIn } from '#web/lib/dates.ts';
import { wayBack } from '#web/lib/returning.ts';
import { LongDate } from '#web/ui/long-date.tsx';
import { NotLive } from '#web/ui/not-live.tsx';
import { LookAlikeTag } from '#web/ui/tags.tsx';
import { clinicsText, doubtsOf, useIsAggregated } from './all-clinics.ts';
import { ExternalState } from './external-state.tsx';
import styles from './patient.module.css';

const UNKNOWN = '---';

interface Props {
  /** Undefined while it is read: '---', never the patient before. */
  patient: PatientView | undefined;
  readOnly: boolean;
  /** Null where there is nothing to go back to. */
  back: string | null;
}

/** Whose record this is; in view on every screen of the patient. */
export function PatientBanner({ patient, readOnly, back }: Props) {
  const [, navigate] = useLocation();
  const isAll = useIsAggregated();
  const goBack = () => {
    if (back === null) return;
    const { to, state } = wayBack(back);
    navigate(to, { state });
  };
  return (
    <header className={styles.banner} aria-label="Patient">
      {back !== null && <Button variant="minimal" icon={<ArrowLeft />} aria-label="Back" onClick={goBack} />}
      <h1>
        {patient ? (
          <>
            {[patient.first_name, patient.middle_name].flatMap((name) => (name ? `${name} ` : []))}
            <b>{patient.last_name}</b> {patient.name_suffix}
          </>
        ) : (
          UNKNOWN
        )}
      </h1>
      <LookAlikeTag of={patient} />
      {patient && <ExternalState patient={patient} />}
      <Facts patient={patient} />
      {isAll ? <Included patient={patient} /> : readOnly && <span className={styles.mode}>read only</span>}
      <NotLive />
    </header>
  );
}

/** Which clinics the view of all of them shows at this moment (ruling 37), on every screen of the patient and of every width. */
function Included({ patient }: Pick<Props, 'patient'>) {
  const gone = useGone(patient?.records);
  return (
    <span className={styles.included} role="status">
      <span className={styles.mode}>All connected clinics, read only</span> {patient?.records && clinicsText(patient.records)}
      {patient &&
        [...(gone.length > 0 ? [`Not shared any more: ${clinicsText(gone)}`] : []), ...doubtsOf(patient)].map((doubt) => (
          <span key={doubt} className={styles.doubt}>
            {doubt}
          </span>
        ))}
    </span>
  );
}

/** Records that were shown since the screen was opened, and are not any more. */
const useGone = (records: readonly ClinicRecord[] | undefined): ClinicRecord[] => {
  const [seen, setSeen] = useState<readonly ClinicRecord[]>([]);
  const added = (records ?? []).filter(({ patient_id }) => !seen.some((one) => one.patient_id === patient_id));
  if (added.length > 0) setSeen([...seen, ...added]);
  return records ? seen.filter(({ patient_id }) => !records.some((one) => one.patient_id === patient_id)) : [];
};

function Facts({ patient }: { patient: PatientView | undefined }) {
  if (!patient) return <span className={styles.fact}>{UNKNOWN}</span>;
  const age = ageShown(patient, todayIn(patient.time_zone));
  const clock = recordClockName(patient.time_zone);
  return (
    <>
      <span className={styles.detail}>{patient.sex}</span>
      <span className={styles.detail}>
        born {bornShown(patient)} <LongDate date={patient.date_of_birth} precision={patient.date_of_birth_precision} />
      </span>
      {age !== undefined && (
        <span className={styles.fact}>
          <b>{age}</b>
        </span>
      )}
      <span className={styles.detail}>{patient.social_security_number}</span>
      {patient.organization_name && !patient.records && (
        // whose record it is that is shared, on every width
        <span className={patient.read_only ? styles.fact : styles.detail}>{patient.organization_name}</span>
      )}
      {clock !== undefined && (
        <span className={styles.fact}>
          {patient.records ? `Local times are each clinic's own; charts and order: ${clock}` : `Local times of this record: ${clock}`}
        </span>
      )}
    </>
  );
}
