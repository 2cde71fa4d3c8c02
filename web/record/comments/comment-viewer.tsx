import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { CommentView } from '#contracts/items/comments';
import { showInstant } from '#web/lib/dates.ts';
import { Problem } from '#web/lib/http.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { LongDates } from '#web/ui/long-date.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { About } from './about.tsx';
import type { CommentOn } from './comment-dialog.tsx';
import { markAsRead, useItemComments } from './comments.data.ts';
import styles from './comments.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  patientId: string;
  on: CommentOn;
  /** Only a doctor marks as read. */
  isDoctor: boolean;
  isPatient: boolean;
  onNew: () => void;
  onClose: () => void;
}

/** All comments on an item, the newest first; a doctor marks the patient's as read. */
export function CommentViewer({ patientId, on, isDoctor, isPatient, onNew, onClose }: Props) {
  useReturnFocus();
  const { data, error, isLoading, refresh } = useItemComments(patientId, on.type, on.id);
  const again = () => void refresh();
  // a patient has seen an answer by reading it here
  const told = useRef(new Set<string>());
  const answers = isPatient ? (data?.items.filter(({ seen_by_patient: isSeen }) => !isSeen) ?? []) : [];
  useEffect(() => {
    for (const { id } of answers) {
      if (told.current.has(id)) continue;
      told.current.add(id);
      // what fails stays new, and is seen the next time
      markAsRead(id).catch(() => undefined);
    }
  });
  return (
    <Dialog isOpen title={isPatient ? 'Comments' : 'Comment from patient'} onClose={onClose} className={styles.dialog}>
      <DialogBody>
        <p className="bp6-text-muted">
          {on.of}
          <LongDates of={on.of} isLine />
        </p>
        {isLoading ? (
          <Loading label="Reading comments" rows={3} />
        ) : !data ? (
          <Failed what="comments" error={error} onRetry={again} />
        ) : data.items.length === 0 ? (
          <Empty title="There are no comments available" />
        ) : (
          <>
            {error && <NotRefreshed error={error} onRetry={again} />}
            <ul className="bp6-list-unstyled">
              {data.items.map((comment) => (
                <Comment key={comment.id} comment={comment} isDoctor={isDoctor} isPatient={isPatient} onRead={refresh} />
              ))}
            </ul>
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="New comment" onClick={onNew} />
            <Button text="Close" intent="primary" onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}

interface CommentProps {
  comment: CommentView;
  isDoctor: boolean;
  isPatient: boolean;
  onRead: (position: string) => Promise<void>;
}

function Comment({ comment, isDoctor, isPatient, onRead }: CommentProps) {
  // stays marked while it is looked at
  const [wasSeen] = useState(comment.seen_by_patient);
  const isNew = isPatient ? !wasSeen : !comment.seen_by_doctor;
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const mark = async () => {
    setIsWorking(true);
    setFailure(undefined);
    try {
      const { position } = await markAsRead(comment.id);
      await onRead(position);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      setFailure(cause.message);
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <li className={isNew ? `${styles.comment} ${styles.unseen}` : styles.comment}>
      <p>{comment.comment}</p>
      <About comment={comment} />
      <p className="bp6-text-muted">
        <span>
          {comment.created_by_name ?? 'Unknown user'}
          {comment.by_patient ? ' (patient)' : ''}, {showInstant(comment.created_at)}
          <LongDates of={showInstant(comment.created_at)} />
        </span>
        {comment.read_at !== null && (
          <span>
            Read by {comment.read_by_name ?? 'a doctor'}, {showInstant(comment.read_at)}
            <LongDates of={showInstant(comment.read_at)} />
          </span>
        )}
        {isPatient && !wasSeen && <StatusTag kind="needs">new answer</StatusTag>}
        {!comment.seen_by_doctor && !isDoctor && <StatusTag kind="waiting">not read yet</StatusTag>}
      </p>
      {comment.by_patient && isDoctor && !comment.seen_by_doctor && (
        <Checkbox label="Mark as Read" checked={isWorking} disabled={isWorking} onChange={() => void mark()} className={styles.mark} />
      )}
      {failure !== undefined && (
        <p className={fieldStyles.error} role="alert">
          {failure}
        </p>
      )}
    </li>
  );
}
