import { Button, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { Password, PASSWORD_RULE, type UserDetails } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { userCalls } from './users.data.ts';
import styles from './users.module.css';

interface Props {
  account: UserDetails;
  disabled: boolean;
  errors: FieldErrors;
  run: (said: string, call: () => Promise<Accepted>) => Promise<void>;
}

/** Lets somebody in or out: a lock of the account, and a new password. */
export function UserAccess({ account, disabled, errors, run }: Props) {
  const { username, version, locked } = account;
  const name = `${account.first_name} ${account.last_name}`;
  const [asks, setAsks] = useState(false);
  const [password, setPassword] = useState('');
  const commandId = useCommandId();
  const wrong = password === '' ? undefined : Password.safeParse(password).error?.issues.map(({ message }) => message);

  const lock = () =>
    run(`${name} was ${locked ? 'unlocked' : 'locked'}`, () =>
      userCalls.lock(username, { locked: !locked, version }, commandId(['lock', !locked, version])),
    );
  return (
    <section className={styles.access} aria-label="Access">
      <div>
        <span>{locked ? 'This account is locked.' : 'A locked account is signed out at once and cannot sign in.'}</span>
        <Button text={locked ? 'Unlock' : 'Lock'} disabled={disabled} onClick={() => (locked ? void lock() : setAsks(true))} />
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
      <ConfirmDialog
        isOpen={asks}
        confirm="Lock"
        isWorking={disabled}
        onCancel={() => setAsks(false)}
        onConfirm={() => void lock().then(() => setAsks(false))}
      >
        {name} is signed out at once and cannot sign in until the account is unlocked.
        {account.only_administrator && ` ${account.organization_name ?? 'The organization'} then has no administrator.`}
      </ConfirmDialog>
    </section>
  );
}
