import { useParams } from 'wouter';
import { useOfficeParameters } from '#web/record/catalogue/office-parameters.ts';
import { usePickable } from '#web/record/catalogue/templates.ts';
import { ItemScreen, useIsReadOnly } from '#web/record/item/item-screen.tsx';
import { offersFrom } from './exam-offers.ts';
import { useExamination, useExaminations, usePreviousMeasurements } from './examinations.data.ts';
import { ExaminationEditor } from './examinations.form.tsx';

/** Earlier examinations offered by 'Add from previous'. */
const EARLIER = 5;

/** The form of an examination at /patients/:patient_id/examinations/:item_id, 'add' for a new one. */
export function ExaminationScreen() {
  const { patient_id, item_id } = useParams<{ patient_id: string; item_id: string }>();
  const isNew = item_id === 'add';
  const readOnly = useIsReadOnly(patient_id);
  const item = useExamination(isNew ? null : item_id);
  const ids = item.data?.measurements.flatMap(({ parameter_id }) => (parameter_id === null ? [] : [parameter_id])) ?? null;
  const parameters = useOfficeParameters(ids);
  const pickable = usePickable(readOnly ? null : patient_id);
  const previous = usePreviousMeasurements(readOnly ? null : patient_id);
  const earlier = useExaminations(patient_id, isNew && !readOnly ? { skip: 0, take: EARLIER } : null);
  return (
    <ItemScreen
      kind="examinations"
      patientId={patient_id}
      itemId={item_id}
      item={item}
      isWaiting={previous.isLoading || parameters.isLoading || pickable.isLoading || (isNew && earlier.isLoading)}
    >
      {({ patient, existing, onAnother }) => (
        <ExaminationEditor
          patient={patient}
          existing={existing}
          previous={previous.data?.items ?? []}
          parameters={parameters.data?.items ?? []}
          earlier={earlier.data?.items ?? []}
          offers={pickable.templates && pickable.parameters && offersFrom(pickable.templates, pickable.parameters)}
          onAnother={onAnother}
        />
      )}
    </ItemScreen>
  );
}
