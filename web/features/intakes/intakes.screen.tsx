import { useParams } from 'wouter';
import { ItemScreen, useIsReadOnly } from '#web/record/item/item-screen.tsx';
import { useIntake, useIntakes } from './intakes.data.ts';
import { IntakeEditor } from './intakes.form.tsx';

/** Earlier treatments offered by 'Add from previous'. */
const EARLIER = 10;

/** The form of a treatment at /patients/:patient_id/intakes/:item_id, 'add' for a new one. */
export function IntakeScreen() {
  const { patient_id, item_id } = useParams<{ patient_id: string; item_id: string }>();
  const isNew = item_id === 'add';
  const readOnly = useIsReadOnly(patient_id);
  const item = useIntake(isNew ? null : item_id);
  const earlier = useIntakes(patient_id, isNew && !readOnly ? { skip: 0, take: EARLIER } : null);
  return (
    <ItemScreen kind="intakes" patientId={patient_id} itemId={item_id} item={item} isWaiting={isNew && earlier.isLoading}>
      {({ patient, existing, onAnother }) => (
        <IntakeEditor
          patient={patient}
          existing={existing}
          earlier={(earlier.data?.items ?? []).filter(({ draft, medication }) => !draft && medication.id !== undefined)}
          onAnother={onAnother}
        />
      )}
    </ItemScreen>
  );
}
