import { useParams } from 'wouter';
import { Empty } from '#web/ui/faces.tsx';
import { ItemScreen } from '#web/record/item/item-screen.tsx';
import { ChangeDosageEditor } from './change-dosage.form.tsx';
import { useIntake } from './intakes.data.ts';

/** Change of dosage of a treatment at /patients/:patient_id/intakes/:item_id/change-dosage. */
export function ChangeDosageScreen() {
  const { patient_id, item_id } = useParams<{ patient_id: string; item_id: string }>();
  const item = useIntake(item_id);
  return (
    <ItemScreen kind="intakes" patientId={patient_id} itemId={item_id} item={item} headline="Change of dosage">
      {({ patient, existing }) =>
        existing &&
        (existing.draft ? (
          <Empty title="A draft has no dosage to change yet" text="Complete and save the treatment first." />
        ) : (
          <ChangeDosageEditor patient={patient} existing={existing} />
        ))
      }
    </ItemScreen>
  );
}
