import { type ReactNode, useState } from 'react';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import type { Accepted } from '#contracts/wire/command';
import { RemoveItemDialog } from '#web/record/form/remove-item.dialog.tsx';
import { HistoryDialog } from '#web/record/history/history-dialog.tsx';

interface Options<T> {
  /** What tells an item from others: the title of its history. */
  titleOf: (item: T) => string;
  /** What is about to be removed; default its title. */
  removalOf?: (item: T) => string;
  remove: (item: T, reason: string, commandId: string) => Promise<Accepted>;
  /** To read the list again, with the position of the removal. */
  onRemoved: (position: string) => void;
}

interface ItemDialogs<T> {
  openHistory: (item: T) => void;
  openRemoval: (item: T) => void;
  /** Ids removed here: gone at once, whatever an older answer says. */
  gone: ReadonlySet<string>;
  /** Whichever is open: to be rendered once. */
  dialogs: ReactNode;
}

/** What the rows of a list open: the history of an item, and its removal. */
export const useItemDialogs = <T extends { id: string }>(kind: ItemKind, options: Options<T>): ItemDialogs<T> => {
  const [history, setHistory] = useState<T>();
  const [removing, setRemoving] = useState<T>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const { titleOf, removalOf = titleOf, remove, onRemoved } = options;
  const dialogs = (
    <>
      {history && (
        <HistoryDialog
          type={itemKinds[kind].audit}
          id={history.id}
          title={`History: ${titleOf(history)}`}
          onClose={() => setHistory(undefined)}
        />
      )}
      {removing && (
        <RemoveItemDialog
          id={removing.id}
          type={itemKinds[kind].entry}
          remove={(reason, commandId) => remove(removing, reason, commandId)}
          onClose={() => setRemoving(undefined)}
          onRemoved={(position) => {
            setGone((before) => new Set(before).add(removing.id));
            setRemoving(undefined);
            onRemoved(position);
          }}
        >
          {removalOf(removing)}
        </RemoveItemDialog>
      )}
    </>
  );
  return { openHistory: setHistory, openRemoval: setRemoving, gone, dialogs };
};
