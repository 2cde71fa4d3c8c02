import { useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { ReportView } from '#contracts/reports/reports';
import { Problem } from '#web/lib/http.ts';
import { showCount } from '#web/lib/numbers.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ReasonField, reasonError, rememberReason } from '#web/ui/reason-field.tsx';
import { removeReport } from './reports.data.ts';

interface Props {
  file: ReportView;
  /** With the answer's position where it was removed, to read the list with. */
  onDone: (position?: string) => void;
}

/** Asks before a file goes with its pages and the results that were taken from them, and why. */
export function RemoveReportDialog({ file, onDone }: Props) {
  const [comment, setComment] = useState('');
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const command = useRef(newId());
  const saved = file.pages.filter(({ status }) => status === 'ValidationDone' || status === 'ValidationAdvised').length;

  const remove = async () => {
    setIsWorking(true);
    setError(undefined);
    try {
      const { position } = await removeReport(file.id, comment, command.current);
      rememberReason(comment.trim());
      onDone(position);
    } catch (cause) {
      setError(cause instanceof Problem ? Object.values(cause.fields).flat().join(', ') || cause.message : String(cause));
      setIsWorking(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      confirm="Remove OCR"
      isWorking={isWorking}
      disabled={reasonError(comment) !== undefined}
      error={error}
      onConfirm={() => void remove()}
      onCancel={() => onDone()}
    >
      <p>Are you sure? You&apos;re trying to remove OCR files and related lab results. This action is irreversible!</p>
      <p>
        <strong>{file.name}</strong>
        <span className="bp6-text-muted">
          {file.pages.length > 0 && `, ${showCount(file.pages.length, 'page')}`}
          {saved > 0 && `; results of ${showCount(saved, 'page')} leave the record`}
        </span>
      </p>
      <ReasonField value={comment} onChange={setComment} />
    </ConfirmDialog>
  );
}
