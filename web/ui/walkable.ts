import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { isKey } from '#web/lib/keys.ts';

/** Ref of a table whose rows are reached by the up and down arrows; rows without a tab stop need `tabIndex={-1}`. */
export const walkable = (table: HTMLTableElement | null) => {
  if (!table) return;
  const walk = (event: KeyboardEvent) => {
    const by = isKey(event, 'rowDown') ? 1 : isKey(event, 'rowUp') ? -1 : undefined;
    if (by === undefined) return;
    const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
    const next = rows[rows.findIndex((row) => row.contains(document.activeElement)) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  table.addEventListener('keydown', walk);
  return () => table.removeEventListener('keydown', walk);
};

/** The row that a key leads to from the one that has the focus: its neighbours by the arrows, the list's ends by Home and End. */
export const rowBy = (event: ReactKeyboardEvent<HTMLTableRowElement>): Element | null | undefined => {
  const { nextElementSibling, previousElementSibling, parentElement } = event.currentTarget;
  if (isKey(event, 'rowDown')) return nextElementSibling;
  if (isKey(event, 'rowUp')) return previousElementSibling;
  if (isKey(event, 'rowFirst')) return parentElement?.firstElementChild;
  return isKey(event, 'rowLast') ? parentElement?.lastElementChild : undefined;
};
