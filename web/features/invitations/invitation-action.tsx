import { Button, type Intent } from '@blueprintjs/core';
import { useState } from 'react';
import type { InvitationAction } from '#contracts/people/invitations';
import { useCommandId } from '#web/lib/command-id.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { invitationCalls } from '#web/record/patient/invitation-calls.ts';

/** What a button asks before it does what it says. */
export interface Ask {
  action: InvitationAction;
  label: string;
  question: string;
  intent?: Intent;
}

interface Props {
  ask: Ask;
  code: string;
  /** Whom or what the row is about, for a screen reader. */
  of: string;
  onDone: (position: string) => void;
}

/** A button of a row that asks 'Are you sure?' and then answers an invitation. */
export function InvitationButton({ ask, code, of, onDone }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { label, intent } = ask;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        {...(intent && { intent })}
        text={label}
        aria-label={`${label}: ${of}`}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <Question ask={ask} code={code} onClose={() => setIsOpen(false)} onDone={onDone} />}
    </>
  );
}

function Question({ ask, code, onClose, onDone }: Pick<Props, 'ask' | 'code' | 'onDone'> & { onClose: () => void }) {
  useReturnFocus();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const confirm = async () => {
    setIsWorking(true);
    setError(undefined);
    try {
      const { position } = await invitationCalls.act(code, ask.action, commandId(ask.action));
      onDone(position);
      onClose();
    } catch (cause) {
      setError(refusalText(cause));
      setIsWorking(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      confirm={ask.label}
      {...(ask.label === 'Cancel' && { cancel: 'Keep the invitation' })}
      intent={ask.intent ?? 'primary'}
      isWorking={isWorking}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {ask.question}
    </ConfirmDialog>
  );
}
