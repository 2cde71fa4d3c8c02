/** Ref of a table whose rows are reached by the up and down arrows; rows without a tab stop need `tabIndex={-1}`. */
export const walkable = (table: HTMLTableElement | null) => {
  if (!table) return;
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
    const next = rows[rows.findIndex((row) => row.contains(document.activeElement)) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  table.addEventListener('keydown', walk);
  return () => table.removeEventListener('keydown', walk);
};
