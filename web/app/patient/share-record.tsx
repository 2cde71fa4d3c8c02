import { Button } from '@blueprintjs/core';
import { lazy, Suspense, useState } from 'react';
import type { PatientView } from '#contracts/people/patients';
import { useSharedBeside } from '#web/record/patient/single-clinic.tsx';
import { useSession } from '#web/lib/session.tsx';
import { sayInvited } from '#web/ui/say-invited.ts';

/** Read when it is needed: a record does not wait for it. */
const SelectClinicDialog = lazy(async () => ({
  default: (await import('#web/features/invitations/select-clinic.dialog.tsx')).SelectClinicDialog,
}));

/** A doctor shares the record with another clinic: only where its patient has an account, which has to accept (ruling 42). */
export function ShareRecord({ patient }: { patient: PatientView }) {
  const { user } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { records, leftOut } = useSharedBeside(patient.id);
  if (!user.roles.includes('Doctor') || patient.invitation_status !== 'Approved') return null;
  return (
    <>
      <Button text="Share with clinic" onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Suspense>
          <SelectClinicDialog
            connected={[patient, ...records, ...leftOut].map(({ organization_id }) => organization_id)}
            patientId={patient.id}
            onClose={() => setIsOpen(false)}
            onDone={(sent) => {
              setIsOpen(false);
              sayInvited(sent, 'The patient is asked: the record is shared once the patient and the clinic have accepted');
            }}
          />
        </Suspense>
      )}
    </>
  );
}
