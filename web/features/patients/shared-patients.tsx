import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { fullName, listedFirstName, listedLastName } from '#web/lib/names.ts';
import { showCount } from '#web/lib/numbers.ts';
import { type Names, TAKE, useSharedPatients } from '#web/record/patient/patients.data.ts';
import { ExternalState } from '#web/record/patient/external-state.tsx';
import { Failed, NotRefreshed } from '#web/ui/faces.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { Table } from '#web/ui/table.tsx';
import { SimilarMatch } from '#web/ui/tags.tsx';
import styles from './patients.module.css';

interface Props {
  names: Names;
  orderBy: string;
}

const clinicOf = ({ organization_name }: PatientView): string => organization_name ?? 'a clinic that is not known';

/** Records of other clinics that patients share with the doctor's clinic: apart from its own, since nothing of them can be changed here. */
export function SharedPatients({ names, orderBy }: Props) {
  const [, navigate] = useLocation();
  const [skip, setSkip] = useState(0);
  const { data, error, refresh } = useSharedPatients(names, { orderBy, skip });
  const again = () => void refresh();
  if (!data) return error ? <Failed what="patients shared with your clinic" error={error} onRetry={again} /> : null;
  if (data.overall_count === 0) return null;
  return (
    <section className={styles.shared} aria-label="Shared with your clinic">
      <h2>
        Shared with your clinic <span className="bp6-text-muted">{showCount(data.overall_count, 'record')}, read only</span>
      </h2>
      {error && <NotRefreshed error={error} onRetry={again} />}
      <Table
        className={styles.table}
        rows={data.items}
        keyOf={({ id }) => id}
        row={({ id }) => ({ id, onOpen: () => navigate(`/patients/${id}`) })}
        columns={[
          {
            title: 'Last name',
            className: styles.last,
            cell: (patient) => (
              <>
                <Link to={`/patients/${patient.id}`} tabIndex={-1} aria-label={`${fullName(patient)}, ${clinicOf(patient)}`}>
                  {listedLastName(patient)}
                </Link>
                {patient.match === 'similar' && <SimilarMatch />}
                <ExternalState patient={patient} />
              </>
            ),
          },
          {
            title: 'First name',
            className: styles.first,
            cell: (patient) => (
              <>
                {listedFirstName(patient)} <span className="bp6-text-muted">[{clinicOf(patient)}]</span>
              </>
            ),
          },
          { title: 'Date of birth', className: styles.born, cell: (patient) => bornShown(patient) },
          { title: 'Sex', className: styles.sex, cell: ({ sex }) => sex },
          { title: 'Social security number', className: styles.number, cell: (patient) => patient.social_security_number },
        ]}
      />
      {data.overall_count > TAKE && <Paging skip={skip} take={TAKE} total={data.overall_count} onChange={(page) => setSkip(page.skip)} />}
    </section>
  );
}
