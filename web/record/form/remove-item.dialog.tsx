import { type ReactNode, useState } from 'react';
import { messages } from '#contracts/rules/messages';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { rememberReason } from '#web/lib/reasons.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ReasonField } from '#web/ui/reason-field.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';

interface Props {
  /** Of the item: the focus goes from its row in a list to the one that takes its place. */
  id: string;
  /** 'treatment': the button says 'Remove treatment'. */
  type: string;
  /** What it is that would go, such as name and date. */
  children: ReactNode;
  remove: (comment: string, commandId: string) => Promise<Accepted>;
  onClose: () => void;
  onRemoved: (position: string) => void;
}

/** The documents' confirmation, with the reason that every removal asks for. */
export function RemoveItemDialog({ id, type, children, remove, onClose, onRemoved }: Props) {
  useReturnFocus(id);
  const [comment, setComment] = useState('');
  const [asked, setAsked] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();

  const confirm = async () => {
    setAsked(true);
    if (comment.trim() === '') return;
    setIsWorking(true);
    try {
      const { position } = await remove(comment.trim(), commandId(comment.trim()));
      rememberReason(comment.trim());
      onRemoved(position);
    } catch (cause) {
      setError(
        cause instanceof Problem && cause.code === 'stale'
          ? 'It was changed in the meantime. Close this, look at it again, then remove it.'
          : cause instanceof Problem
            ? (cause.fields['comment']?.join(', ') ?? cause.message)
            : 'It could not be removed',
      );
      setIsWorking(false);
    }
  };

  return (
    <ConfirmDialog
      isOpen
      confirm={`Remove ${type}`}
      isWorking={isWorking}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>Are you sure? You&apos;re trying to remove patient medical data. This action is irreversible!</p>
      <p className="bp6-text-muted">{children}</p>
      <ReasonField
        value={comment}
        onChange={setComment}
        help="Why this is removed"
        error={asked && comment.trim() === '' ? messages.comment : undefined}
      />
    </ConfirmDialog>
  );
}
