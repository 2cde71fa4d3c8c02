import { Button, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { Password, PASSWORD_RULE, type UserDetails } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import type { StaleAnswer } from '#web/record/catalogue/use-both-versions.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { EraseUserQuestion } from './erase-user.question.tsx';
import { lastAdministrator } from './user.form.ts';
import { userCalls } from './users.data.ts';
import styles from './users.module.css';

interface Props {
  account: UserDetails;
  disabled: boolean;
  errors: FieldErrors;
  run: (said: string, call: () => Promise<Accepted>) => Promise<void>;
  onDone: (accepted: Accepted, said: string) => void;
  /** Somebody else changed the account first. */
  onStale: (stale: StaleAnswer) => void;
}

/** Lets somebody in or out: a lock of the account, a new password, and the end of all that the account holds. */
export function UserAccess({ account, disabled, errors, run, onDone, onStale }: Props) {
  const { username, version, locked } = account;
  const name = `${account.first_name} ${account.last_name}`;
  const [asks, setAsks] = useState<'lock' | 'erase'>();
  const [password, setPassword] = useState('');
  const commandId = useCommandId();
  const wrong = password === '' ? undefined : Password.safeParse(password).error?.issues.map(({ message }) => message);

  const lock = () =>
    run(`${name} was ${locked ? 'unlocked' : 'locked'}`, () =>
      userCalls.lock(username, { locked: !locked, version }, commandId(['lock', !locked, version])),
    );
  return (
    <section className={styles.access} aria-label="Access">
      <div className={styles.choice}>
        <span>{locked ? 'This account is locked.' : 'A locked account is signed out at once and cannot sign in.'}</span>
        <Button text={locked ? 'Unlock' : 'Lock'} disabled={disabled} onClick={() => (locked ? void lock() : setAsks('lock'))} />
      </div>
      <FieldRow
        label="New password"
        error={errors['password'] ?? wrong}
        help={`${PASSWORD_RULE} The person has to change it at the next sign-in.`}
      >
        {(field) => (
          <InputGroup
            {...field}
            type="password"
            autoComplete="new-password"
            disabled={disabled}
            value={password}
            onValueChange={setPassword}
            rightElement={
              <Button
                variant="minimal"
                text="Set password"
                disabled={disabled || password === '' || wrong !== undefined}
                onClick={() =>
                  void run(`The password of ${name} was set`, () =>
                    userCalls.setPassword(username, password, commandId(['password', password])),
                  )
                }
              />
            }
          />
        )}
      </FieldRow>
      <div className={styles.choice}>
        <span>Removing an account keeps its name and data; erasing destroys them for ever.</span>
        <Button intent="danger" variant="outlined" text="Erase…" disabled={disabled} onClick={() => setAsks('erase')} />
      </div>
      <ConfirmDialog
        isOpen={asks === 'lock'}
        confirm="Lock"
        isWorking={disabled}
        onCancel={() => setAsks(undefined)}
        onConfirm={() => void lock().then(() => setAsks(undefined))}
      >
        {name} is signed out at once and cannot sign in until the account is unlocked.
        {lastAdministrator(account)}
      </ConfirmDialog>
      {asks === 'erase' && <EraseUserQuestion account={account} onDone={onDone} onStale={onStale} onClose={() => setAsks(undefined)} />}
    </section>
  );
}
