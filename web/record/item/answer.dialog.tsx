import { type ReactNode, useState } from 'react';
import { type AskingItem, questionsOf } from '#contracts/items/open-questions';
import type { ItemCalls, Target } from '#web/record/form/item-calls.ts';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/problem.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { reasonError, ReasonField } from '#web/ui/reason-field.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import fieldStyles from '#web/ui/field-row.module.css';

type Asking = Target & AskingItem;

interface Options<T> {
  titleOf: (item: T) => string;
  accept: ItemCalls['accept'];
  /** To read the list again, with the position of the answer. */
  onAnswered: (position: string) => void;
}

/** The dialog in which somebody says that what an external record says is right as it stands. */
export const useAnswering = <T extends Asking>(options: Options<T>): { open: (item: T) => void; dialog: ReactNode } => {
  const [item, setItem] = useState<T>();
  const close = () => setItem(undefined);
  return {
    open: setItem,
    dialog: item && (
      <AnswerDialog
        {...options}
        item={item}
        onClose={close}
        onAnswered={(position) => {
          close();
          options.onAnswered(position);
        }}
      />
    ),
  };
};

function AnswerDialog<T extends Asking>({ item, titleOf, accept, onClose, onAnswered }: Options<T> & { item: T; onClose: () => void }) {
  useReturnFocus(item.id);
  const [comment, setComment] = useState('Right as it stands');
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const wrong = reasonError(comment);

  const answer = async () => {
    setIsWorking(true);
    try {
      const { position } = await accept(item, comment.trim(), commandId(comment.trim()));
      onAnswered(position);
    } catch (cause) {
      const isStale = cause instanceof Problem && cause.code === 'stale';
      const refused = cause instanceof Problem ? (cause.fields['comment']?.join(', ') ?? cause.message) : 'The answer could not be saved';
      setError(isStale ? 'It was changed in the meantime. Close this and look at it again.' : refused);
      setIsWorking(false);
    }
  };

  return (
    <ConfirmDialog
      isOpen
      title="Is this right?"
      confirm="Right as it stands"
      cancel="Close"
      intent="primary"
      isWorking={isWorking}
      disabled={wrong !== undefined}
      error={error}
      onConfirm={() => void answer()}
      onCancel={onClose}
    >
      <p>{titleOf(item)}</p>
      {questionsOf(item).map(({ text, entry_id }) => (
        <p key={`${entry_id} ${text}`} className={fieldStyles.doubt}>
          {nameOfEntry(item, entry_id)}
          {text}
        </p>
      ))}
      <p className="bp6-text-muted">
        What an external record says is not changed here. If it is not right, leave the question open, or comment on it: its source can send
        it again.
      </p>
      <ReasonField value={comment} onChange={setComment} help="Why it is right" error={wrong} />
    </ConfirmDialog>
  );
}

/** 'Potassium: ', where the question is about one value. */
const nameOfEntry = ({ parameters = [], measurements = [] }: AskingItem, entry_id: string | undefined): string => {
  const entry = [...parameters, ...measurements].find((one) => 'entry_id' in one && one.entry_id === entry_id);
  const { name, parameter_name = name } = (entry ?? {}) as { name?: string; parameter_name?: string };
  return parameter_name === undefined ? '' : `${parameter_name}: `;
};
