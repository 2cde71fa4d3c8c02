import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isKey } from '#web/lib/keys.ts';
import { moved } from './visuals.ts';

/** Pixels of the list's edges that bring more of it into sight. */
const EDGE = 24;

const STEPS = { lineUp: -1, lineDown: 1, lineFirst: -Infinity, lineLast: Infinity } as const;

/** Reordering the rows of a list by mouse, finger and keyboard: the ref of the list, and how its rows are held. The new order is told once a row was let go. */
export const useReorder = (ids: readonly string[], onReorder: (ids: readonly string[]) => void) => {
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<{ id: string; ids: readonly string[]; pointer: number } | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const now = held?.ids ?? ids;

  /** Where the held row would stand at this height: behind all others whose middle lies above, so that a tall neighbour does not swap back. */
  const placeAt = (id: string, y: number): number => {
    const others = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])].filter((row) => row.dataset['id'] !== id);
    return others.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    }).length;
  };

  /** Rows out of sight come into it while one is held at an edge of the list. */
  const scrollAt = (y: number): void => {
    const box = list.current?.getBoundingClientRect();
    if (!box) return;
    if (y < box.top + EDGE) list.current?.scrollBy(0, -EDGE / 2);
    else if (y > box.bottom - EDGE) list.current?.scrollBy(0, EDGE / 2);
  };

  const drag = useEffectEvent((event: PointerEvent) => {
    if (!held || event.pointerId !== held.pointer) return;
    scrollAt(event.clientY);
    const place = placeAt(held.id, event.clientY);
    const from = held.ids.indexOf(held.id);
    if (place !== from) setHeld({ ...held, ids: moved(held.ids, from, place) });
  });
  const letGo = useEffectEvent((event: PointerEvent) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (event.type === 'pointerup' && held.ids.join('\n') !== ids.join('\n')) onReorder(held.ids);
    setHeld(null);
  });

  // heard by the window: a row that is put elsewhere in the list loses what was captured for it
  const isHeld = held !== null;
  useEffect(() => {
    if (!isHeld) return;
    const [onMove, onEnd] = [(event: PointerEvent) => drag(event), (event: PointerEvent) => letGo(event)];
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onEnd);
    addEventListener('pointercancel', onEnd);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onEnd);
      removeEventListener('pointercancel', onEnd);
    };
  }, [isHeld]);

  const handle = (id: string) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.focus();
      setHeld({ id, ids, pointer: event.pointerId });
      setLast(id);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const by = (Object.keys(STEPS) as (keyof typeof STEPS)[]).find((name) => isKey(event, name));
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const from = ids.indexOf(id);
      const to = Math.max(0, Math.min(ids.length - 1, from + STEPS[by]));
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
