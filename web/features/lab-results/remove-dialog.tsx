import { useState } from 'react';
import { v4 as newId } from 'uuid';
import { messages } from '#contracts/messages';
import { Problem } from '#web/lib/http.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showDate } from '#web/lib/dates.ts';
import { ReasonField, rememberReason } from '#web/ui/reason-field.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { removeLabResult } from './lab-results.data.ts';

interface Props {
  item: { id: string; version: number; collected: string };
  onClose: () => void;
  onRemoved: (position: string) => void;
}

/** The documents' confirmation, with the reason that every removal asks for. */
export function RemoveDialog({ item, onClose, onRemoved }: Props) {
  useReturnFocus();
  const [comment, setComment] = useState('');
  const [asked, setAsked] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const [commandId] = useState(() => newId());

  const remove = async () => {
    setAsked(true);
    if (comment.trim() === '') return;
    setIsWorking(true);
    try {
      const { position } = await removeLabResult(item.id, item.version, comment.trim(), commandId);
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
      confirm="Remove lab results"
      isWorking={isWorking}
      error={error}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>Are you sure? You&apos;re trying to remove patient medical data. This action is irreversible!</p>
      <p className="muted">Collected {showDate(item.collected)}</p>
      <ReasonField value={comment} onChange={setComment} error={asked && comment.trim() === '' ? messages.comment : undefined} />
    </ConfirmDialog>
  );
}
