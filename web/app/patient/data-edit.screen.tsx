import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react';
import { useParams } from 'wouter';
import { isItemKind, type ItemKind } from '#contracts/items/item-kinds';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';
import { Empty, Loading } from '#web/ui/faces.tsx';
import { PatientBanner } from '#web/record/patient/patient.banner.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';

/** The form of each kind of data, by its name in the address; each is loaded when it is first opened. */
const FORMS: Readonly<Record<ItemKind, LazyExoticComponent<ComponentType>>> = {
  intakes: lazy(async () => ({ default: (await import('#web/features/intakes/intakes.screen.tsx')).IntakeScreen })),
  'lab-results': lazy(async () => ({ default: (await import('#web/features/lab-results/lab-results.screen.tsx')).LabResultScreen })),
  examinations: lazy(async () => ({ default: (await import('#web/features/examinations/examinations.screen.tsx')).ExaminationScreen })),
  diagnoses: lazy(async () => ({ default: (await import('#web/features/diagnoses/diagnoses.screen.tsx')).DiagnosisScreen })),
};

/** The data edit form of one item, by its kind in the address. */
export function DataEditScreen() {
  const { data_type, patient_id } = useParams<{ patient_id: string; data_type: string }>();
  const Form = isItemKind(data_type) ? FORMS[data_type] : undefined;
  const type = data_type.replaceAll('-', ' ');
  if (!Form) return <NoForm patientId={patient_id} type={type} />;
  return (
    <Suspense fallback={<Loading label={`Opening ${type}`} />}>
      <Form />
    </Suspense>
  );
}

function NoForm({ patientId, type }: { patientId: string; type: string }) {
  const { user } = useSession();
  const { data } = usePatient(patientId);
  return (
    <div>
      <PatientBanner patient={data} readOnly={readsAsPatient(user, patientId)} back={`/patients/${patientId}`} />
      <Empty title={`There is no form for ${type} yet.`} text="Please come back at a later time." />
    </div>
  );
}
