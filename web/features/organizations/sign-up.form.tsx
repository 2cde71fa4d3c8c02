import { Button, Callout, ProgressBar } from '@blueprintjs/core';
import { type SyntheticEvent, useState } from 'react';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { useFields } from '#web/ui/use-fields.ts';
import { DetailFields, PersonFields } from './organization.fields.tsx';
import { type Prefill, signUpErrors, signUpForm, signUpPayload } from './organization.form.ts';
import { organizationCalls } from './organizations.data.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './organizations.module.css';

interface Props {
  prefill?: Prefill;
  invitationCode?: string | undefined;
  /** The organization was made: what happens next is shown in place of the form. */
  isDone: boolean;
  onCreated: () => void;
}

/** The PROFESSIONAL tab of the sign-up: an organization and its first user. */
export function OrganizationSignUp({ prefill, invitationCode, isDone, onCreated }: Props) {
  const [server, setServer] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const fields = useFields(signUpForm(prefill), signUpErrors, server, () => setServer({}));
  const commandId = useCommandId();

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWorking || !fields.isValid) return;
    setIsWorking(true);
    setFailure(undefined);
    const body = { ...signUpPayload(fields.form), ...(invitationCode === undefined ? {} : { invitation_code: invitationCode }) };
    try {
      await organizationCalls.signUp(body, commandId(body));
      onCreated();
    } catch (cause) {
      if (cause instanceof Problem && cause.hasFields) setServer(cause.fields);
      else setFailure(cause instanceof Problem ? cause.message : 'The server answered in an unknown way');
    } finally {
      setIsWorking(false);
    }
  };

  if (isDone) {
    return (
      <Callout intent="success" role="status" title="Organization has been successfully created.">
        Please wait until new organization request will be approved. We sent a mail to your address: open its link to confirm the address.
      </Callout>
    );
  }
  return (
    <form className={`${fieldStyles.form} ${styles.signUp}`} noValidate aria-busy={isWorking} onSubmit={(event) => void submit(event)}>
      {isWorking && <ProgressBar />}
      <h2 className={styles.part}>Organization details</h2>
      <DetailFields of={fields} disabled={isWorking} />
      <h2 className={styles.part}>Personal data</h2>
      <PersonFields of={fields} disabled={isWorking} />
      <p className={fieldStyles.error} role="alert">
        {failure}
      </p>
      <div className={fieldStyles.buttons}>
        <Button type="submit" intent="primary" text="Sign up" disabled={isWorking || !fields.isValid} />
      </div>
    </form>
  );
}
