import { useParams } from 'wouter';
import { ItemScreen, useIsReadOnly } from '#web/record/item/item-screen.tsx';
import { LabResultEditor } from './lab-results.form.tsx';
import { useLabResult, useLabResults, usePreviousValues } from './lab-results.data.ts';

/** Earlier results offered by 'Add from previous'. */
const EARLIER = 5;

/** The form of a lab result at /patients/:patient_id/lab-results/:item_id, 'add' for a new one. */
export function LabResultScreen() {
  const { patient_id, item_id } = useParams<{ patient_id: string; item_id: string }>();
  const isNew = item_id === 'add';
  const readOnly = useIsReadOnly(patient_id);
  const item = useLabResult(isNew ? null : item_id);
  const previous = usePreviousValues(readOnly ? null : patient_id);
  const earlier = useLabResults(patient_id, isNew && !readOnly ? { skip: 0, take: EARLIER } : null);
  return (
    <ItemScreen
      kind="lab-results"
      patientId={patient_id}
      itemId={item_id}
      item={item}
      isWaiting={previous.isLoading || (isNew && earlier.isLoading)}
    >
      {({ patient, existing, onAnother }) => (
        <LabResultEditor
          patient={patient}
          existing={existing}
          previous={previous.data?.items ?? []}
          earlier={earlier.data?.items ?? []}
          onAnother={onAnother}
        />
      )}
    </ItemScreen>
  );
}
