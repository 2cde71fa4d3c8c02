import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import type { CommentType } from '#contracts/items/comments';
import { messages } from '#contracts/rules/messages';
import { fullName } from '#web/lib/names.ts';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { LONGEST_COMMENT } from '#contracts/wire/primitives';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import { useSession } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { LongDates } from '#web/ui/long-date.tsx';
import { SaveKey } from '#web/ui/save-key.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { toast } from '#web/ui/toasts.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { useItemComments, writeComment } from './comments.data.ts';
import { Thread } from './thread.tsx';
import styles from './comments.module.css';

/** What a comment is about. */
export interface CommentOn {
  type: CommentType;
  id: string;
  /** What it is, to be told apart: 'Hypertension, 03/01/2024'. */
  of: string;
}

/** What is kept of a comment that was never saved. */
export interface KeptComment {
  comment: string;
  on: CommentOn;
}

interface Props {
  patientId: string;
  on: CommentOn;
  /** The patient writes, for the doctor; otherwise the staff writes. */
  byPatient: boolean;
  onClose: () => void;
  onSaved?: (position: string) => void;
}

/** The documents' record types. */
export const RECORDS: Readonly<Record<CommentType, string>> = {
  intake: 'treatment',
  diagnose: 'diagnosis',
  examination: 'examination',
  labresult: 'lab result',
};

const FAILED = 'Error saving comment. Please contact administrator.';

/** A new comment on an item. What was typed stays until the server has it. */
export function CommentDialog({ patientId, on, byPatient, onClose, onSaved }: Props) {
  useReturnFocus();
  const { restored, take, keep, done, saved } = useTyped<KeptComment>({ form: 'comments', patient: patientId, item: on.id });
  const [comment, setComment] = useState(() => {
    take();
    return restored?.content.comment ?? '';
  });
  const [isLeft, setIsLeft] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const patient = usePatient(patientId);
  const name = patient.data ? fullName(patient.data) : '';
  const commandId = useCommandId();
  const thread = useItemComments(patientId, on.type, on.id).data?.items ?? [];
  const { user } = useSession();
  // what a doctor answers is read thereby; what came after this was opened is not
  const questions = user.roles.includes('Doctor') ? thread.filter(({ seen_by_doctor: isSeen }) => !isSeen).map(({ id }) => id) : [];
  const words = comment.trim();
  const wrong = words === '' ? messages.comment : words.length > LONGEST_COMMENT ? messages.maxLength(LONGEST_COMMENT) : undefined;

  const type = (text: string) => {
    setComment(text);
    setFailure(undefined);
    if (text.trim() === '') done();
    else keep({ comment: text, on });
  };
  const leave = () => {
    done();
    onClose();
  };
  const cancel = () => {
    if (isWorking) return;
    if (words === '') leave();
    else setIsLeaving(true);
  };
  const save = async () => {
    setIsLeft(true);
    if (wrong !== undefined || isWorking) return;
    setIsWorking(true);
    try {
      const { position } = await writeComment(patientId, on.type, on.id, words, questions, commandId([on.id, words, questions]));
      saved();
      toast.show([name, 'comment saved'].filter(Boolean).join(': '), 'success');
      onSaved?.(position);
      onClose();
    } catch (cause) {
      setIsWorking(false);
      setFailure((cause instanceof Problem && cause.fields['comment']?.join(', ')) || FAILED);
    }
  };

  return (
    <Dialog
      isOpen
      title={`New comment to ${RECORDS[on.type]} record`}
      onClose={cancel}
      className={styles.dialog}
      canOutsideClickClose={words === ''}
    >
      {isWorking && <ProgressBar />}
      <SaveKey onSave={() => void save()}>
        <DialogBody>
          <p className="bp6-text-muted">
            {[name, on.of].filter(Boolean).join(' · ')}
            <LongDates of={on.of} isLine />
          </p>
          {byPatient ? (
            <Callout compact intent="warning" icon={null} className={styles.emergency}>
              This is not for emergencies. It may take days until somebody reads it. If you need help now, call your local emergency number.
            </Callout>
          ) : (
            <p className="bp6-text-muted">The patient can read this comment.</p>
          )}
          <Thread comments={thread} />
          <FieldRow label="Comment" required error={failure ?? (isLeft || words !== '' ? wrong : undefined)}>
            {(field) => (
              <TextArea
                {...field}
                fill
                rows={5}
                value={comment}
                disabled={isWorking}
                onChange={(event) => type(event.target.value)}
                onBlur={() => setIsLeft(true)}
                {...startHere}
              />
            )}
          </FieldRow>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="Cancel" onClick={cancel} disabled={isWorking} />
              <Button
                text="Save"
                intent="primary"
                title="Ctrl Enter"
                onClick={() => void save()}
                disabled={isWorking || wrong !== undefined}
              />
            </>
          }
        />
      </SaveKey>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Leave without saving?"
        confirm="Throw it away"
        cancel="Go on typing"
        onCancel={() => setIsLeaving(false)}
        onConfirm={leave}
      >
        The comment on {on.of} would be lost.
      </ConfirmDialog>
    </Dialog>
  );
}
