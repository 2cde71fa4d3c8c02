import { useEffect, useRef, useState } from 'react';
import type { ErasedAccount } from '#contracts/people/account-erasure';
import type { UserDetails } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import type { StaleAnswer } from '#web/record/catalogue/use-both-versions.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ReasonField, reasonError } from '#web/ui/reason-field.tsx';
import { lastAdministrator } from './user.form.ts';
import { userCalls } from './users.data.ts';

const OUTCOMES: Readonly<Record<ErasedAccount['outcome'], string>> = {
  erased: 'The account was erased',
  closed: 'The account was closed: name and roles remain in history and access log, all else is erased',
};

interface Props {
  account: UserDetails;
  onDone: (accepted: Accepted, said: string) => void;
  onStale: (stale: StaleAnswer) => void;
  onClose: () => void;
}

/** Asks before an account is destroyed, and why: the reason outlives it. */
export function EraseUserQuestion({ account, onDone, onStale, onClose }: Props) {
  const { username, version, first_name, last_name } = account;
  const [reason, setReason] = useState('');
  const { errors, setErrors, run, shown } = useEntryCalls(onDone, (stale) => {
    onClose();
    onStale(stale);
  });
  const input = useRef<HTMLInputElement>(null);
  const commandId = useCommandId();
  const refused = errors['reason'] ?? errors['comment'];
  useEffect(() => {
    if (refused) input.current?.focus();
  }, [refused]);

  const erase = () => {
    const body = { version, comment: reason.trim() };
    return run<ErasedAccount>(
      ({ outcome }) => OUTCOMES[outcome],
      () => userCalls.erase(username, body, commandId(body)),
    );
  };
  return (
    <ConfirmDialog
      isOpen
      startsInside
      title="Erase this account?"
      confirm="Erase"
      isWorking={shown.isWorking}
      disabled={reasonError(reason) !== undefined}
      error={shown.failure}
      onConfirm={() => void erase()}
      onCancel={onClose}
    >
      <p>
        {first_name} {last_name} is signed out at once and can no longer sign in.{lastAdministrator(account)}
      </p>
      <p>
        {"'Remove' keeps the name and data of the account; 'Erase' destroys them for ever. "}
        If the person worked with records, name and roles remain in history and access log. This cannot be taken back.
      </p>
      <ReasonField
        label="Reason"
        help="Required. It is kept when all else is gone, and must not say who the person is."
        value={reason}
        onChange={(text) => {
          setReason(text);
          setErrors({});
        }}
        error={refused ?? (reason === '' ? undefined : reasonError(reason))}
        autoFocus
        inputRef={input}
      />
    </ConfirmDialog>
  );
}
