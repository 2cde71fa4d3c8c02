import { Button, Callout, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import type { ErasedAccount } from '#contracts/people/account-erasure';
import { Password, PASSWORD_RULE, type UserDetails } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import type { StaleAnswer } from '#web/record/catalogue/use-both-versions.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { lastAdministrator } from './user.form.ts';
import { UserQuestion } from './user.question.tsx';
import { userCalls } from './users.data.ts';
import styles from './users.module.css';

const OUTCOMES: Readonly<Record<ErasedAccount['outcome'], string>> = {
  erased: 'The account was erased',
  closed: 'The account was closed: name and roles remain in history and access log, all else is erased',
};

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
  const { username, version, locked, unverified } = account;
  const name = `${account.first_name} ${account.last_name}`;
  const [asks, setAsks] = useState<'lock' | 'erase' | 'decide'>();
  const [password, setPassword] = useState('');
  const commandId = useCommandId();
  const wrong = password === '' ? undefined : Password.safeParse(password).error?.issues.map(({ message }) => message);

  const lock = () =>
    run(`${name} was ${locked ? 'unlocked' : 'locked'}`, () =>
      userCalls.lock(username, { locked: !locked, version }, commandId(['lock', !locked, version])),
    );
  return (
    <section className={styles.access} aria-label="Access">
      {unverified && (
        <Callout intent="danger" title="Entries of this account failed verification">
          <p>
            They were forged or are damaged, and grant nothing. {name} cannot sign in, and nobody reads records by what the person shared.
            Find out what happened, then decide.
          </p>
          <Button text="Decide…" disabled={disabled} onClick={() => setAsks('decide')} />
        </Callout>
      )}
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
      {asks === 'erase' && (
        <UserQuestion<ErasedAccount>
          {...{ account, onDone, onStale }}
          title="Erase this account?"
          confirm="Erase"
          help="Required. It is kept when all else is gone, and must not say who the person is."
          said={({ outcome }) => OUTCOMES[outcome]}
          call={(body, id) => userCalls.erase(username, body, id)}
          onClose={() => setAsks(undefined)}
        >
          <p>
            {name} is signed out at once and can no longer sign in.{lastAdministrator(account)}
          </p>
          <p>
            {"'Remove' keeps the name and data of the account; 'Erase' destroys them for ever. "}
            If the person worked with records, name and roles remain in history and access log. This cannot be taken back.
          </p>
        </UserQuestion>
      )}
      {asks === 'decide' && (
        <UserQuestion
          {...{ account, onDone, onStale }}
          title="Let this account in again?"
          confirm="Let in again"
          help="Required: what happened, and how you know. It is stored."
          said={`${name} is let in again`}
          call={(body, id) => userCalls.decideAccess(username, body, id)}
          onClose={() => setAsks(undefined)}
        >
          <p>The entries that failed verification grant nothing. What they may have taken away stays taken away:</p>
          <ul>
            <li>The password is void. Set a new one, or let the person ask for a link; check the e-mail address first.</li>
            <li>The roles are those of before. Check them.</li>
            <li>If entries about sharing failed, the person shares nothing any more, and needs new invitations.</li>
          </ul>
        </UserQuestion>
      )}
    </section>
  );
}
