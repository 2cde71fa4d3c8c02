import { Link } from 'wouter';
import { deathShown, type Inactivity } from '#contracts/people/external-states';
import type { PatientView } from '#contracts/people/patients';
import { useIsPatient } from '#web/lib/session.tsx';
import { StatusTag } from '#web/ui/tags.tsx';

interface Props {
  patient: Pick<PatientView, 'deceased' | 'inactive_at_source'>;
}

/** What an external record says of the whole record: in the banner and in rows of the search (ruling 38). */
export function ExternalState({ patient: { deceased, inactive_at_source: inactive } }: Props) {
  const isPatient = useIsPatient();
  // a relative may read it, or somebody whose death is an error of the source
  const wrong = isPatient ? '. If this is wrong, please tell your clinic' : '';
  return (
    <>
      {deceased && <StatusTag kind="external">{`${deathShown(deceased)}${wrong}`}</StatusTag>}
      {inactive && (
        <StatusTag kind="external">
          {`Inactive by its source (${inactive.source})`}
          <Replacements of={inactive} />
        </StatusTag>
      )}
    </>
  );
}

/** Records in its place, with a link to those that the reader may open. */
function Replacements({ of: { replaced_by = [] } }: { of: Inactivity }) {
  return replaced_by.map(({ reference, patient_id }, index) => (
    <span key={reference ?? index}>
      {index === 0 ? ', replaced by ' : ', '}
      {patient_id === undefined ? 'another record' : <Link to={`/patients/${patient_id}`}>another record</Link>}
    </span>
  ));
}
