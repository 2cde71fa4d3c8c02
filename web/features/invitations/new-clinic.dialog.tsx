import { Checkbox } from '@blueprintjs/core';
import { type InvitationAccepted, NewClinicInvitation } from '#contracts/people/invitations';
import { useCommandId } from '#web/lib/command-id.ts';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { TextRow } from '#web/ui/text-row.tsx';
import { errorsBy, useFields } from '#web/ui/use-fields.ts';
import { invitationCalls } from '#web/record/patient/invitation-calls.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './invitations.module.css';

const EMPTY = {
  clinic_name: '',
  doctor_first_name: '',
  doctor_last_name: '',
  doctor_email: '',
  phone_number: '',
  city: '',
  email_unknown: false,
};

const LABELS = {
  clinic_name: 'Clinic name',
  doctor_first_name: "Doctor's first name",
  doctor_last_name: "Doctor's last name",
  doctor_email: "Doctor's email",
  phone_number: 'Phone number',
  city: 'City',
};

/** What is asked depends on whether the address is known (document 1 section 4.3). */
const payloadOf = ({ doctor_email, phone_number, city, email_unknown, ...form }: typeof EMPTY) => {
  const said = Object.fromEntries(Object.entries(form).map(([field, text]) => [field, text.trim()]));
  return email_unknown
    ? { ...said, email_unknown, city: city.trim(), ...(phone_number.trim() === '' ? {} : { phone_number: phone_number.trim() }) }
    : { ...said, email_unknown, doctor_email: doctor_email.trim() };
};
const errorsOf = (form: typeof EMPTY) =>
  errorsBy(NewClinicInvitation, payloadOf(form), [
    ...['clinic_name', 'doctor_first_name', 'doctor_last_name'],
    form.email_unknown ? 'city' : 'doctor_email',
  ]);

/** A patient invites a clinic or a doctor that is not registered. */
export function NewClinicDialog({ onClose, onDone }: { onClose: () => void; onDone: (sent: InvitationAccepted) => void }) {
  const { errors, setErrors, run, shown } = useEntryCalls((sent: InvitationAccepted) => onDone(sent));
  const of = useFields(EMPTY, errorsOf, errors, () => setErrors({}));
  const commandId = useCommandId();
  const submit = () => {
    of.submitted();
    if (!of.isValid) return;
    const body = payloadOf(of.form);
    void run('', () => invitationCalls.inviteNewClinic(body, commandId(body)));
  };
  const { email_unknown } = of.form;
  return (
    <EntryDialog
      {...shown}
      className={styles.dialog}
      title="Invite new clinic"
      submit="Invite"
      open={unfinished(of.all, LABELS)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={fieldStyles.form}>
        <TextRow of={of} name="clinic_name" label={LABELS.clinic_name} required isFirst />
        <div className={fieldStyles.line}>
          <TextRow of={of} name="doctor_first_name" label={LABELS.doctor_first_name} required />
          <TextRow of={of} name="doctor_last_name" label={LABELS.doctor_last_name} required />
        </div>
        {!email_unknown && <TextRow of={of} name="doctor_email" label={LABELS.doctor_email} type="email" inputMode="email" required />}
        <Checkbox
          label="I do not know email address"
          checked={email_unknown}
          onChange={(event) => of.change({ email_unknown: event.currentTarget.checked })}
        />
        {email_unknown && (
          <div className={fieldStyles.line}>
            <TextRow of={of} name="phone_number" label={LABELS.phone_number} inputMode="tel" />
            <TextRow of={of} name="city" label={LABELS.city} required />
          </div>
        )}
      </div>
    </EntryDialog>
  );
}
