import { z } from 'zod';
import type { InvitationAccepted } from '#contracts/people/invitations';
import type { PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { Email } from '#contracts/wire/primitives';
import { useCommandId } from '#web/lib/command-id.ts';
import { http } from '#web/lib/http.ts';
import { fullName } from '#web/lib/names.ts';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { LookAlikeTag } from '#web/ui/tags.tsx';
import { TextRow } from '#web/ui/text-row.tsx';
import { errorsBy, useFields } from '#web/ui/use-fields.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './patient.module.css';

const Form = z.object({ email: Email });
const payloadOf = ({ email }: { email: string }) => ({ email: email.trim() });

interface Props {
  patient: PatientView;
  onClose: () => void;
  onDone: (sent: InvitationAccepted, said: string) => void;
}

/** 'Send Invitation': the mail's link connects the patient's account with this record. Whose it is stands above the address. */
export function InviteDialog({ patient, onClose, onDone }: Props) {
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
    const call = () =>
      http.send<InvitationAccepted>('PUT', '/api/patient-invitations/invitation/invite', body, { commandId: commandId(body), quiet: true });
    void run(`${fullName(patient)} was invited`, call);
  };
  return (
    <EntryDialog
      {...shown}
      className={styles.dialog}
      title="Send Invitation"
      submit="Send"
      open={unfinished(of.all, { email: 'Email' })}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={fieldStyles.form}>
        <p>
          A mail will be sent with a link that connects an account with the record of <b>{fullName(patient)}</b>, born {bornShown(patient)},{' '}
          {patient.sex} <LookAlikeTag of={patient} />. Whoever opens it sees name and date of birth: please check the address.
        </p>
        <TextRow of={of} name="email" label="Email" type="email" inputMode="email" required isFirst />
      </div>
    </EntryDialog>
  );
}
