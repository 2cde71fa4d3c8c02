import { useCallback, useState } from 'react';
import { type Held, heldBack } from '#web/lib/waiting-rows.ts';
import { useMarkedRow } from '#web/lib/returning.ts';

interface HeldRows<T> extends Held<T> {
  /** Takes in what waits. */
  show: () => void;
  /** Never shows a row again, whatever an older answer says: it was removed here, or seen to be removed. */
  forget: (id: string) => void;
}

/**
 * Rows that stay where they are while somebody reads them: a correction appears in place, a removal is marked, additions wait to be asked
 * for unless the list is at its top or somebody is led to one of them. `question` names what was asked: another one starts anew. The ref goes
 * above the list: while it is on the screen new rows come in by themselves.
 */
export const useWaitingRows = <T extends { id: string }>(question: string | undefined, items: readonly T[], isFirstPage = true) => {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  /** Undefined: what is there is taken in. */
  const [held, setHeld] = useState<{ question: string | undefined; items: readonly T[] } | undefined>({ question, items });
  const [sentinel, isNearTop] = useInView();
  const fresh = items.filter(({ id }) => !gone.has(id));
  const known = held?.question === question ? held : undefined;
  if (!known) setHeld({ question, items: fresh });
  const { rows, waiting } = heldBack(
    (known?.items ?? fresh).filter(({ id }) => !gone.has(id)),
    fresh,
  );
  const marked = useMarkedRow();
  const isAskedFor = fresh.some(({ id }) => id === marked) && !rows.some(({ item }) => item.id === marked);
  if (known && waiting > 0 && ((isFirstPage && isNearTop) || isAskedFor)) setHeld({ question, items: fresh });
  const list: HeldRows<T> = {
    rows,
    waiting,
    show: useCallback(() => setHeld(undefined), []),
    forget: useCallback((id: string) => setGone((now) => new Set(now).add(id)), []),
  };
  return [sentinel, list] as const;
};

/** Whether an element is on the screen: new rows may come in only while the reader is at the top of the list. */
const useInView = () => {
  const [isInView, setIsInView] = useState(true);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isInView] as const;
};
