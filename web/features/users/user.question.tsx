import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UserDetails } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import type { StaleAnswer } from '#web/record/catalogue/use-both-versions.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ReasonField, reasonError } from '#web/ui/reason-field.tsx';

interface Props<A extends Accepted> {
  account: UserDetails;
  title: string;
  confirm: string;
  /** Below the field of the reason. */
  help: string;
  /** For the notice afterwards. */
  said: string | ((accepted: A) => string);
  call: (body: { version: number; comment: string }, commandId: string) => Promise<A>;
  onDone: (accepted: Accepted, said: string) => void;
  /** Somebody else changed the account first. */
  onStale: (stale: StaleAnswer) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done to an account that needs a reason. */
export function UserQuestion<A extends Accepted>(props: Props<A>) {
  const { account, title, confirm, help, said, call, onDone, onStale, onClose, children } = props;
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

  const send = () => {
    const body = { version: account.version, comment: reason.trim() };
    return run<A>(said, () => call(body, commandId([confirm, body])));
  };
  return (
    <ConfirmDialog
      isOpen
      startsInside
      title={title}
      confirm={confirm}
      isWorking={shown.isWorking}
      disabled={reasonError(reason) !== undefined}
      error={shown.failure}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      {children}
      <ReasonField
        label="Reason"
        help={help}
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
