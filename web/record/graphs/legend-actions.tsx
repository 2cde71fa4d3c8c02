import { Chat, Comment, Cog, Edit, Exchange, EyeOn } from '@blueprintjs/icons';
import type { RowAction } from '#web/ui/row-actions.tsx';
import styles from './legend.module.css';

/** What a legend entry stands for: the item that its actions act on. */
export interface LegendItem {
  /** Where it is edited; undefined where it is not one item. */
  onEdit?: (() => void) | undefined;
  /** Only for the default entry of a medication. */
  onChangeDosage?: (() => void) | undefined;
  isFhir: boolean;
  /** Whether there are comments, and some that no doctor has seen. */
  comments: { total: number; unseen: number };
  onComment?: (() => void) | undefined;
  onViewComments?: (() => void) | undefined;
}

interface Reader {
  readOnly: boolean;
  isDoctor: boolean;
  isPatient: boolean;
  isReordering: boolean;
}

/** How an entry is drawn. */
interface Choosing {
  onSettings: () => void;
  /** Shows it alone. */
  onOnly: () => void;
}

/** The actions of an entry by the documents' hiding rules: a patient comments, staff read comments; nothing external is edited or re-dosed. */
export const legendActions = (item: LegendItem, reader: Reader, { onSettings, onOnly }: Choosing): RowAction[] => {
  const mayEdit = !reader.readOnly && !item.isFhir && !reader.isReordering;
  const mayRead = !reader.isPatient && item.comments.total > 0 && item.onViewComments;
  const isNew = reader.isDoctor && item.comments.unseen > 0;
  return [
    ...(reader.isPatient && item.onComment ? [{ text: 'Comment', icon: <Comment />, onClick: item.onComment }] : []),
    ...(mayRead
      ? [
          {
            text: isNew ? 'Show new comment' : 'Comments',
            icon: isNew ? <Chat className={styles.newComment} /> : <Chat />,
            onClick: mayRead,
          },
        ]
      : []),
    ...(reader.isReordering ? [] : [{ text: 'Only this', icon: <EyeOn />, onClick: onOnly }]),
    { text: 'Settings', icon: <Cog />, onClick: onSettings },
    ...(mayEdit && item.onEdit ? [{ text: 'Edit', icon: <Edit />, onClick: item.onEdit }] : []),
    ...(mayEdit && item.onChangeDosage ? [{ text: 'Change dosage', icon: <Exchange />, onClick: item.onChangeDosage }] : []),
  ];
};
