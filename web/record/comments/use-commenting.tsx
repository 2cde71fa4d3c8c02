import { type ReactNode, useMemo, useState } from 'react';
import type { CommentType, LastComment } from '#contracts/items/comments';
import { useSession } from '#web/lib/session.tsx';
import { useIsShared } from '#web/record/patient/patients.data.ts';
import { toast } from '#web/ui/toasts.tsx';
import { CommentDialog, type CommentOn } from './comment-dialog.tsx';
import { CommentViewer } from './comment-viewer.tsx';
import { type Commented, useComments } from './comments.data.ts';

const STAYS = 'Comments stay with the clinic that keeps this record.';

export interface Commenting {
  /** The last comment on an item, if any. */
  byItem: (type: CommentType, id: string) => LastComment | undefined;
  /** Those of the items that have comments, in their order. */
  among: (type: CommentType, ids: readonly string[]) => readonly Commented[];
  /** How many on the item wait for this reader: a doctor's of the patient, a patient's answers of the staff; 0 for everybody else. */
  waiting: (type: CommentType, id: string) => number;
  /** All comments of the patient's record that no doctor has seen. */
  unseen: number;
  /** Opens what is there to read, or the dialog for a new comment where there is nothing. */
  open: (on: CommentOn) => void;
  /** The open dialog: to be rendered once. */
  dialog: ReactNode;
}

/** Comments in rows and legends, and the dialogs that their buttons open. */
export const useCommenting = (patientId: string): Commenting => {
  const { user } = useSession();
  const { byItem, among, unseen } = useComments(patientId);
  const [opened, setOpened] = useState<{ on: CommentOn; what: 'read' | 'write' }>();
  const isShared = useIsShared(patientId);
  const isDoctor = user.roles.includes('Doctor');
  const isPatient = user.roles.includes('Patient') && !user.roles.some((role) => role !== 'Patient');

  // legends are drawn anew only where this changes
  const asked = useMemo(
    () => ({
      byItem,
      among,
      unseen,
      waiting: (type: CommentType, id: string) =>
        isDoctor ? (byItem(type, id)?.unseen ?? 0) : isPatient ? (byItem(type, id)?.answers ?? 0) : 0,
      open: (on: CommentOn) =>
        isShared ? toast.show(STAYS, 'primary') : setOpened({ on, what: byItem(on.type, on.id) ? 'read' : 'write' }),
    }),
    [byItem, among, unseen, isDoctor, isPatient, isShared],
  );
  const dialog = useMemo(() => {
    const close = () => setOpened(undefined);
    if (!opened) return null;
    const { on } = opened;
    if (opened.what === 'write') return <CommentDialog patientId={patientId} on={on} byPatient={isPatient} onClose={close} />;
    const write = () => setOpened({ on, what: 'write' });
    return <CommentViewer patientId={patientId} on={on} isDoctor={isDoctor} isPatient={isPatient} onNew={write} onClose={close} />;
  }, [opened, patientId, isDoctor, isPatient]);
  return useMemo(() => ({ ...asked, dialog }), [asked, dialog]);
};
