import { Button } from '@blueprintjs/core';
import { CaretDown, CaretUp, Edit, NewPerson } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { former } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { ExternalState } from '#web/record/patient/external-state.tsx';
import { TableRow } from '#web/ui/table.tsx';
import { LookAlikeTag, SimilarMatch } from '#web/ui/tags.tsx';
import { fullName, listedFirstName, listedLastName, placeOfBirth } from '#web/lib/names.ts';
import { rowBy } from '#web/ui/walkable.ts';
import table from '#web/ui/table.module.css';
import styles from './patients.module.css';

interface Props {
  patients: readonly PatientView[];
  /** They answer what was typed before. */
  isFormer: boolean;
  orderBy: string;
  onOrder: (order: string) => void;
  onEdit: (id: string) => void;
  /** Only for who may invite. */
  onInvite: ((patient: PatientView) => void) | undefined;
}

const AGREEMENT = 'HIPAA agreement';

/** Invited patients accept it when they sign up, without a file. */
const agreementOf = ({ agreement_uploaded, invitation_status }: PatientView): string =>
  agreement_uploaded ? 'On file' : invitation_status === 'Approved' ? 'Accepted by the patient' : 'Not on file';

const COLUMNS = [
  { label: 'Last name', order: 'LastName', className: styles.last },
  { label: 'First name', order: 'FirstName', className: styles.first },
  { label: 'Date of birth', order: 'DateOfBirth', className: styles.born },
  { label: 'Sex', order: undefined, className: styles.sex },
  { label: 'Place of birth', order: undefined, className: styles.place },
  { label: 'Social security number', order: undefined, className: styles.number },
  { label: AGREEMENT, order: undefined, className: styles.agreement },
] as const;

/** Also where an invitation waits, which is then opened. Nobody is invited who has died. */
const mayInvite = ({ deceased, invitation_status }: PatientView): boolean => deceased === undefined && invitation_status !== 'Approved';

/** One row per patient; the whole row opens, arrow keys move, Enter opens. */
export function PatientsTable({ patients, isFormer, orderBy, onOrder, onEdit, onInvite }: Props) {
  const [, navigate] = useLocation();
  const [at, setAt] = useState(0);
  const current = Math.min(at, patients.length - 1);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, patient: PatientView) => {
    if (event.target !== event.currentTarget) return;
    const to = rowBy(event);
    if (isKey(event, 'edit')) onEdit(patient.id);
    else if (to instanceof HTMLElement) to.focus();
    else return;
    event.preventDefault();
  };

  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          {COLUMNS.map(({ label, order, className }) => (
            <th key={label} scope="col" aria-sort={order === orderBy ? 'ascending' : undefined} className={className}>
              {order === undefined ? (
                label
              ) : (
                <SortButton label={label} isOn={order === orderBy} onClick={() => onOrder(order === orderBy ? 'None' : order)} />
              )}
            </th>
          ))}
          <th scope="col" className={`${table.controls} ${styles.actions}`}>
            Management
          </th>
        </tr>
      </thead>
      <tbody {...former(isFormer)}>
        {patients.map((patient, index) => (
          <TableRow
            key={patient.id}
            id={patient.id}
            aria-disabled={isFormer || undefined}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setAt(index)}
            onKeyDown={(event) => onKeyDown(event, patient)}
            onOpen={() => navigate(`/patients/${patient.id}`)}
          >
            <td className={styles.last}>
              <Link to={`/patients/${patient.id}`} tabIndex={-1} aria-label={fullName(patient)}>
                {listedLastName(patient)}
              </Link>
              <LookAlikeTag of={patient} />
              {patient.match === 'similar' && <SimilarMatch />}
              <ExternalState patient={patient} />
            </td>
            <td className={styles.first}>{listedFirstName(patient)}</td>
            <td className={styles.born}>{bornShown(patient)}</td>
            <td className={styles.sex}>{patient.sex}</td>
            <td className={styles.place}>{placeOfBirth(patient)}</td>
            <td className={styles.number}>{patient.social_security_number}</td>
            <td className={styles.agreement}>
              {/* where the columns have no head */}
              <span className={styles.head}>{AGREEMENT}: </span>
              {agreementOf(patient)}
              {patient.invitation_status && <div className="bp6-text-muted">Invitation: {patient.invitation_status}</div>}
            </td>
            <td className={`${table.controls} ${styles.actions}`}>
              {onInvite && mayInvite(patient) && (
                <Button
                  variant="minimal"
                  size="small"
                  icon={<NewPerson />}
                  aria-label={`Connect to patient account: ${fullName(patient)}`}
                  title="Connect to patient account"
                  tabIndex={index === current ? 0 : -1}
                  onClick={() => onInvite(patient)}
                />
              )}
              <Button
                variant="minimal"
                size="small"
                icon={<Edit />}
                aria-label={`Update ${fullName(patient)}`}
                title="Update patient"
                tabIndex={index === current ? 0 : -1}
                onClick={() => onEdit(patient.id)}
              />
            </td>
          </TableRow>
        ))}
      </tbody>
    </table>
  );
}

function SortButton({ label, isOn, onClick }: { label: string; isOn: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.sort} onClick={onClick}>
      {label}
      {isOn ? <CaretUp aria-hidden /> : <CaretDown aria-hidden className={styles.off} />}
    </button>
  );
}
