import { type ReactNode, useState } from 'react';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { rememberReason } from '#web/lib/reasons.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { reasonError, ReasonField } from '#web/ui/reason-field.tsx';
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
  const [isLeft, setIsLeft] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const wrong = reasonError(comment);

  const confirm = async () => {
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
      disabled={wrong !== undefined}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>Are you sure? You&apos;re trying to remove patient medical data. This action is irreversible!</p>
      <p className="bp6-text-muted">{children}</p>
      <ReasonField
        value={comment}
        onChange={setComment}
        onBlur={() => setIsLeft(true)}
        help="Why this is removed"
        error={isLeft || comment !== '' ? wrong : undefined}
      />
    </ConfirmDialog>
  );
}
