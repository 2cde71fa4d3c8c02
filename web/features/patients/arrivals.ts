import { useState, useSyncExternalStore } from 'react';
import { useMarkedRow } from '#web/lib/returning.ts';

interface Item {
  id: string;
}

/** A list as it is shown while somebody is in the middle of it: known rows change or go in place, new ones wait. */
export const arrivals = <T extends Item>(shown: readonly T[], fresh: readonly T[]): { rows: T[]; waiting: number } => {
  const now = new Map(fresh.map((item) => [item.id, item]));
  const known = new Set(shown.map((item) => item.id));
  return {
    rows: shown.flatMap((item) => now.get(item.id) ?? []),
    waiting: fresh.filter((item) => !known.has(item.id)).length,
  };
};

const scroller = () => document.getElementById('main');
const watchScroll = (listener: () => void) => {
  const element = scroller();
  element?.addEventListener('scroll', listener, { passive: true });
  return () => element?.removeEventListener('scroll', listener);
};
const isAtTop = (): boolean => (scroller()?.scrollTop ?? 0) < 8;

/**
 * Rows that do not move because data arrived, unless the list is at its top or somebody is led to one of them; `question` names what was
 * asked for.
 */
export const useArrivals = <T extends Item>(fresh: readonly T[], question: string) => {
  const atTop = useSyncExternalStore(watchScroll, isAtTop);
  const [held, setHeld] = useState({ question, items: fresh });
  const marked = useMarkedRow();
  const isMarked = ({ id }: Item) => id === marked;
  const isTaken = held.question !== question || atTop || (fresh.some(isMarked) && !held.items.some(isMarked));
  if (isTaken && held.items !== fresh) setHeld({ question, items: fresh });
  return { ...arrivals(isTaken ? fresh : held.items, fresh), show: () => setHeld({ question, items: fresh }) };
};
