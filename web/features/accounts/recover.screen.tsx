import { Button, InputGroup, ProgressBar } from '@blueprintjs/core';
import { type SyntheticEvent, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { RecoveryRequest } from '#contracts/people/sign-up';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import styles from './recover.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

/** Asks for a link to set a new password. Nobody learns here whether an account has the address. */
export function RecoverScreen() {
  const [email, setEmail] = useState('');
  const [hasLeft, setHasLeft] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const commandId = useCommandId();
  const body = { email: email.trim() };
  const [issue] = RecoveryRequest.safeParse(body).error?.issues ?? [];

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWorking || issue) return;
    setIsWorking(true);
    setFailure(undefined);
    try {
      await http.send('POST', '/api/users/recover_password', body, { commandId: commandId(body), quiet: true });
      navigate('/signin', { state: { recover_success: true } });
    } catch (cause) {
      setFailure(cause instanceof Problem ? cause.message : 'The server answered in an unknown way');
      setIsWorking(false);
    }
  };

  return (
    <form className={`${fieldStyles.form} ${styles.narrow}`} onSubmit={submit} aria-busy={isWorking} noValidate>
      {isWorking && <ProgressBar />}
      <h1>Recover password</h1>
      <p className="bp6-text-muted">We send a link to set a new password to the address of your account.</p>
      <FieldRow label="Email" required error={hasLeft && email !== '' ? issue?.message : undefined}>
        {(field) => (
          <InputGroup
            {...field}
            {...startHere}
            type="email"
            autoComplete="email"
            value={email}
            onValueChange={setEmail}
            onBlur={() => setHasLeft(true)}
          />
        )}
      </FieldRow>
      <p className={fieldStyles.error} role="alert">
        {failure}
      </p>
      <Button type="submit" intent="primary" fill text="Recover" disabled={isWorking || issue !== undefined} />
      <nav className={styles.links}>
        <Link to="/signin">Sign in</Link>
      </nav>
    </form>
  );
}
