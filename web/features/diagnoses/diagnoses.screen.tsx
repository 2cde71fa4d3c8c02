import { useParams } from 'wouter';
import { ItemScreen, useIsReadOnly } from '#web/record/item/item-screen.tsx';
import { DiagnosisEditor } from './diagnoses.form.tsx';
import { useDiagnoses, useDiagnosis } from './diagnoses.data.ts';

/** Earlier diagnoses offered by 'Add from previous'. */
const EARLIER = 10;

/** The form of a diagnosis at /patients/:patient_id/diagnoses/:item_id, 'add' for a new one. */
export function DiagnosisScreen() {
  const { patient_id, item_id } = useParams<{ patient_id: string; item_id: string }>();
  const isNew = item_id === 'add';
  const readOnly = useIsReadOnly(patient_id);
  const item = useDiagnosis(isNew ? null : item_id);
  const earlier = useDiagnoses(patient_id, isNew && !readOnly ? { skip: 0, take: EARLIER } : null);
  return (
    <ItemScreen kind="diagnoses" patientId={patient_id} itemId={item_id} item={item} isWaiting={isNew && earlier.isLoading}>
      {({ patient, existing, onAnother }) => (
        <DiagnosisEditor patient={patient} existing={existing} earlier={earlier.data?.items ?? []} onAnother={onAnother} />
      )}
    </ItemScreen>
  );
}
