import { type ReactNode, useState } from 'react';
import type { CommentType, LastComment } from '#contracts/comments';
import { useSession } from '#web/lib/session.tsx';
import { CommentDialog, type CommentOn } from './comment-dialog.tsx';
import { CommentViewer } from './comment-viewer.tsx';
import { useComments } from './comments.data.ts';

export interface Commenting {
  /** The last comment on an item, if any. */
  byItem: (type: CommentType, id: string) => LastComment | undefined;
  /** How many on the item wait for this doctor; 0 for everybody else. */
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
  const { byItem, unseen } = useComments(patientId);
  const [opened, setOpened] = useState<{ on: CommentOn; what: 'read' | 'write' }>();
  const isDoctor = user.roles.includes('Doctor');
  const isPatient = user.roles.includes('Patient') && !user.roles.some((role) => role !== 'Patient');
  const close = () => setOpened(undefined);

  return {
    byItem,
    unseen,
    waiting: (type, id) => (isDoctor ? (byItem(type, id)?.unseen ?? 0) : 0),
    open: (on) => setOpened({ on, what: byItem(on.type, on.id) ? 'read' : 'write' }),
    dialog:
      opened?.what === 'read' ? (
        <CommentViewer
          patientId={patientId}
          on={opened.on}
          isDoctor={isDoctor}
          isPatient={isPatient}
          onNew={() => setOpened({ on: opened.on, what: 'write' })}
          onClose={close}
        />
      ) : opened ? (
        <CommentDialog patientId={patientId} on={opened.on} byPatient={isPatient} onClose={close} />
      ) : null,
  };
};
