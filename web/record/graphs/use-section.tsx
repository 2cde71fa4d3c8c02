import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { HistoryDialog } from '#web/record/history/history-dialog.tsx';
import { useSectionView } from '#web/ui/list-page.ts';

/** What sections of all kinds have in common: chart or list, the way to a new entry, and the history of one. */
export const useSection = (kind: ItemKind, patientId: string, readOnly: boolean) => {
  const { titles: title, list, audit } = itemKinds[kind];
  const [view, onView] = useSectionView(list);
  const [, navigate] = useLocation();
  const [history, onHistory] = useState<HistoryOf | null>(null);
  const onAdd = readOnly ? undefined : () => navigate(`/patients/${patientId}/${kind}/add`, { state: window.history.state });
  return {
    title,
    what: title.toLowerCase(),
    view,
    frame: { id: kind, title, view, onView, onAdd },
    onHistory,
    onList: () => onView('list'),
    dialog:
      history &&
      ((
        <HistoryDialog
          type={audit}
          id={history.id}
          entryId={history.entryId}
          title={`History: ${history.of}`}
          onClose={() => onHistory(null)}
        />
      ) as ReactNode),
  };
};
