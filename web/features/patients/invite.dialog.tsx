import { useState } from 'react';
import { z } from 'zod';
import { isOpen } from '#contracts/people/invitation-rules';
import type { InvitationAccepted } from '#contracts/people/invitations';
import type { PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { Email } from '#contracts/wire/primitives';
import { useCommandId } from '#web/lib/command-id.ts';
import { fullName } from '#web/lib/names.ts';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { invitationCalls } from '#web/record/patient/invitation-calls.ts';
import { LookAlikeTag } from '#web/ui/tags.tsx';
import { TextRow } from '#web/ui/text-row.tsx';
import { errorsBy, useFields } from '#web/ui/use-fields.ts';
import { useWaitingInvitation, WaitingInvitation } from './waiting-invitation.tsx';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './patient.module.css';

const Form = z.object({ email: Email });
const payloadOf = ({ email }: { email: string }) => ({ email: email.trim() });

/** Id of the patient's last invitation, where it waits. */
const waitingCode = ({ invitation_status, invitation_code }: PatientView): string | undefined =>
  invitation_status !== null && isOpen(invitation_status) ? invitation_code : undefined;

interface Props {
  patient: PatientView;
  onClose: () => void;
  /** An invitation was sent, or sent again. */
  onDone: (sent: InvitationAccepted, said: string) => void;
  /** The one that waited was taken back; the dialog stays open for another address. */
  onCancelled: (position: string) => void;
}

/** Connects a patient's account: shows the invitation that waits, otherwise 'Send Invitation', whose mail has the link that connects. */
export function InviteDialog({ patient, onClose, onDone, onCancelled }: Props) {
  const name = fullName(patient);
  const [code] = useState(() => waitingCode(patient));
  const waiting = useWaitingInvitation(code, (action, accepted) =>
    action === 'cancel' ? onCancelled(accepted.position) : onDone(accepted, `The invitation of ${name} was sent again`),
  );
  const { data } = waiting.read;
  const { errors, setErrors, run, shown } = useEntryCalls(onDone);
  const of = useFields(
    { email: patient.email ?? '' },
    (form) => errorsBy(Form, payloadOf(form), ['email']),
    errors,
    () => setErrors({}),
  );
  const commandId = useCommandId();
  const submit = () => {
    of.submitted();
    if (!of.isValid) return;
    const body = { patient_id: patient.id, ...payloadOf(of.form) };
    void run(`${name} was invited`, () => invitationCalls.invitePatient(body, commandId(body)));
  };
  const person = (
    <>
      <b>{name}</b>, born {bornShown(patient)}, {patient.sex}. <LookAlikeTag of={patient} />
    </>
  );
  const isOver = data !== undefined && (data.invitation_status === 'Cancelled' || data.invitation_status === 'Rejected');
  const isWaiting = code !== undefined && !isOver;
  const mayAct = isWaiting && data !== undefined && isOpen(data.invitation_status);
  // one dialog: where the invitation is taken back, the form takes its place
  const state = isWaiting
    ? {
        ...waiting.shown,
        title: 'Invitation',
        submit: 'Resend',
        cancel: 'Close',
        onSubmit: mayAct ? () => void waiting.act('resend') : undefined,
        drop: mayAct ? ({ label: 'Cancel the invitation', run: () => waiting.act('cancel') } as const) : undefined,
      }
    : { ...shown, title: 'Send Invitation', submit: 'Send', open: unfinished(of.all, { email: 'Email' }), onSubmit: submit };
  return (
    <EntryDialog {...state} className={styles.dialog} onClose={onClose}>
      <div className={fieldStyles.form}>
        {isWaiting ? (
          <>
            <p>For the record of {person}</p>
            <WaitingInvitation read={waiting.read} />
          </>
        ) : (
          <>
            {isOver && (
              <p role="status">
                The invitation to {data.email} was {data.invitation_status.toLowerCase()}.
              </p>
            )}
            <p>
              A mail will be sent with a link that connects an account with the record of {person} Whoever opens it sees name and date of
              birth: please check the address.
            </p>
            <TextRow of={of} name="email" label="Email" type="email" inputMode="email" required isFirst />
          </>
        )}
      </div>
    </EntryDialog>
  );
}
