import { Button, Checkbox, HTMLSelect, InputGroup, ProgressBar } from '@blueprintjs/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { PASSWORD_RULE } from '#contracts/people/accounts';
import { Sex } from '#contracts/people/patients';
import { isLike, personShown } from '#contracts/people/same-person';
import { shortName } from '#contracts/rules/persons';
import { type Birth, bornShown } from '#contracts/wire/birth';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { typedNumber } from '#web/lib/typed-number.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ConsentDialog } from './consent.dialog.tsx';
import { isConsentShown, showConsent } from './consent-flag.ts';
import { EMPTY, errorsOf, isRequired, LABELS, payloadOf, type Prefill, type SignUpContent, type SignUpField } from './sign-up.ts';
import styles from './sign-up.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  prefill?: Prefill;
  /** Name of the clinic that invites. */
  organization?: string;
  /** Of the invitation that this sign-up answers. */
  invitationCode?: string;
  /** The clinic that invites filed what the patient signed there: no consent is asked for again. */
  hasAgreement?: boolean;
  /** Of the invitation: the person whom it is for, shown once before an account of another name or birth date is created. */
  invited?: InvitedPerson | undefined;
  /** The person is not the invited one. */
  onNotMe?: () => void;
  onCreated: () => void;
}

type InvitedPerson = Birth & { first_name: string; last_name: string };

type TextField = Exclude<SignUpField, 'hipaa_consent'>;
interface TextOptions {
  type?: 'password' | 'email' | 'tel';
  autoComplete?: string;
  autoCapitalize?: 'none';
  spellCheck?: false;
  autoFocus?: boolean;
}

const invitedShown = (person: InvitedPerson): string => `${shortName(person)}, born ${bornShown(person)}`;

/** Registration of a patient: who it is, the account, and the consent. */
export function SignUpForm({ prefill, organization, invitationCode, hasAgreement = false, invited, onNotMe, onCreated }: Props) {
  const [form, setForm] = useState<SignUpContent>({ ...EMPTY, ...prefill });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const [isReading, setIsReading] = useState(isConsentShown);
  const [isDoubtful, setIsDoubtful] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const commandId = useCommandId();
  const errors = errorsOf(form, hasAgreement);
  /** The placeholder of the number that the inviting clinic's record has: sent back it means that very number (ruling 37). */
  const recordNumber = prefill?.social_security_number ?? '';
  const errorOf = (field: SignUpField) => server[field] ?? (left.has(field) ? errors[field] : undefined);

  useEffect(() => {
    if (failure === undefined && Object.keys(server).length === 0) return;
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? box.current?.querySelector<HTMLElement>('p[role=alert]'))?.focus();
  }, [failure, server]);

  const change = (changes: Partial<SignUpContent>) => {
    setForm((before) => ({ ...before, ...changes }));
    setServer((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))));
  };
  const leave = (field: SignUpField) => setLeft((before) => new Set(before).add(field));
  const read = (isOpen: boolean) => {
    showConsent(isOpen);
    setIsReading(isOpen);
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWorking || Object.keys(errors).length > 0) return;
    if (invited && !isLike(invited, form)) return setIsDoubtful(true);
    void create();
  };
  const create = async () => {
    setIsWorking(true);
    setFailure(undefined);
    setServer({});
    const body = { ...payloadOf(form), ...(invitationCode === undefined ? {} : { invitation_code: invitationCode }) };
    try {
      await http.send('POST', '/api/users/patient', body, { commandId: commandId(body), quiet: true });
      onCreated();
    } catch (cause) {
      if (cause instanceof Problem && cause.hasFields) setServer(cause.fields);
      else setFailure(cause instanceof Problem ? cause.message : 'The account was not created');
      setIsWorking(false);
    }
  };

  const text = (field: TextField, options: TextOptions = {}, help?: string) => (
    <FieldRow label={LABELS[field]} required={isRequired(field)} help={help} error={errorOf(field)}>
      {(props) => (
        <InputGroup
          {...props}
          {...options}
          disabled={isWorking}
          value={form[field]}
          onValueChange={(value) => change({ [field]: value })}
          onBlur={() => leave(field)}
        />
      )}
    </FieldRow>
  );

  return (
    <form ref={box} className={`${fieldStyles.form} ${styles.form}`} onSubmit={submit} aria-busy={isWorking} noValidate>
      {isWorking && <ProgressBar />}
      {organization !== undefined && (
        <FieldRow label="Organization" required>
          {(props) => <InputGroup {...props} readOnly value={organization} />}
        </FieldRow>
      )}
      <h2>About you</h2>
      <div className={fieldStyles.line}>
        {text('first_name', { autoComplete: 'given-name' })}
        {text('middle_name', { autoComplete: 'additional-name' })}
      </div>
      <div className={fieldStyles.line}>
        {text('last_name', { autoComplete: 'family-name' })}
        {text('name_suffix', { autoComplete: 'honorific-suffix' })}
      </div>
      {text('maiden_name', { autoComplete: 'off' })}
      <div className={fieldStyles.line}>
        <DateField
          label={LABELS.date_of_birth}
          required
          isBirth
          disabled={isWorking}
          value={form.date_of_birth}
          error={errorOf('date_of_birth')}
          onChange={(value) => change({ date_of_birth: value })}
          onBlur={() => leave('date_of_birth')}
        />
        <FieldRow label={LABELS.sex} required error={errorOf('sex')}>
          {(props) => (
            <HTMLSelect
              {...props}
              disabled={isWorking}
              value={form.sex}
              onChange={(event) => change({ sex: event.target.value })}
              onBlur={() => leave('sex')}
              options={[{ value: '', label: 'Choose' }, ...Sex.options]}
            />
          )}
        </FieldRow>
      </div>
      <FieldRow
        label={LABELS.social_security_number}
        required
        help={recordNumber === '' ? undefined : 'The number in the record of the clinic. Type over it to give another one.'}
        error={errorOf('social_security_number')}
      >
        {(props) => (
          <InputGroup
            {...props}
            placeholder="111-11-1111"
            inputMode="numeric"
            autoComplete="off"
            disabled={isWorking}
            value={form.social_security_number}
            onValueChange={(value) => change({ social_security_number: typedNumber(form.social_security_number, value) })}
            onBlur={() => {
              if (form.social_security_number === '') change({ social_security_number: recordNumber });
              leave('social_security_number');
            }}
          />
        )}
      </FieldRow>
      <div className={fieldStyles.line}>
        {text('city_of_birth')}
        {text('state_of_birth')}
        {text('country_of_birth')}
      </div>
      <h2>Your account</h2>
      {text(
        'email',
        { type: 'email', autoComplete: 'email' },
        invitationCode === undefined
          ? 'We send a link there that you have to open before you can sign in.'
          : 'The invitation was sent there.',
      )}
      <div className={fieldStyles.line}>
        {text('phone_number', { type: 'tel', autoComplete: 'tel' })}
        {text('username', { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false })}
      </div>
      {text('password', { type: 'password', autoComplete: 'new-password' }, PASSWORD_RULE)}
      <h2>Consent</h2>
      <div className={styles.consent}>
        <FieldRow
          label="HIPAA consent"
          required={!hasAgreement}
          help={hasAgreement ? 'The clinic has filed what you signed there.' : undefined}
          error={errorOf('hipaa_consent')}
        >
          {(props) => (
            <Checkbox
              {...props}
              label={LABELS.hipaa_consent}
              checked={form.hipaa_consent}
              disabled={isWorking}
              onChange={(event) => {
                change({ hipaa_consent: event.currentTarget.checked });
                leave('hipaa_consent');
              }}
            />
          )}
        </FieldRow>
        <Button text="Read the form" onClick={() => read(true)} />
      </div>
      <p className={fieldStyles.error} role="alert" tabIndex={-1}>
        {failure}
      </p>
      <Button type="submit" intent="primary" text="Sign up" disabled={isWorking || Object.keys(errors).length > 0} />
      <ConsentDialog isOpen={isReading} onClose={() => read(false)} />
      {invited && (
        <ConfirmDialog
          isOpen={isDoubtful}
          confirm="Sign up"
          cancel="Correct"
          intent="primary"
          other={onNotMe && { text: 'This is not me', onClick: onNotMe }}
          onConfirm={() => {
            setIsDoubtful(false);
            void create();
          }}
          onCancel={() => setIsDoubtful(false)}
        >
          {`This invitation is for ${invitedShown(invited)}. Your account says ${personShown(form)}. The clinic will see the difference.`}
        </ConfirmDialog>
      )}
    </form>
  );
}
