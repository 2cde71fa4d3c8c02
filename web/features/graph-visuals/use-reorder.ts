import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { moved } from './visuals.ts';

/** Reordering the rows of a list by mouse, finger and keyboard: the ref of the list, and how its rows are held. The new order is told once a row was let go. */
export const useReorder = (ids: readonly string[], onReorder: (ids: readonly string[]) => void) => {
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<{ id: string; ids: readonly string[] } | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const now = held?.ids ?? ids;

  /** Where a row held at this height would stand. */
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
    const index = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height;
    });
    return index < 0 ? rows.length - 1 : index;
  };

  const handle = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.focus();
      event.currentTarget.setPointerCapture(event.pointerId);
      setHeld({ id, ids });
      setLast(id);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!held || held.id !== id) return;
      const place = placeAt(event.clientY);
      const from = held.ids.indexOf(id);
      if (place !== from) setHeld({ id, ids: moved(held.ids, from, place) });
    },
    onPointerUp: () => {
      if (held && held.ids.join('\n') !== ids.join('\n')) onReorder(held.ids);
      setHeld(null);
    },
    onPointerCancel: () => setHeld(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const by = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const from = ids.indexOf(id);
      const to = Math.max(0, Math.min(ids.length - 1, from + by));
      if (to === from) return;
      setLast(id);
      onReorder(moved(ids, from, to));
    },
  });

  const reorder = {
    ids: now,
    /** The row that was moved last, or is being held. */
    dragged: held?.id ?? last,
    handle,
    /** Said to screen readers. */
    said: (name: string | undefined): string =>
      name === undefined
        ? 'Reordering. Use the up and down arrows on a handle.'
        : `${name}, ${now.indexOf(held?.id ?? last ?? '') + 1} of ${now.length}`,
  };
  return [list, reorder] as const;
};
