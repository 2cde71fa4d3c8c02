import { useCallback, useEffect, useState } from 'react';
import { type Held, heldBack } from '#web/lib/hold-back.ts';
import { http } from '#web/lib/http.ts';
import { useMarkedRow } from '#web/lib/returning.ts';
import { useIsPatient } from '#web/lib/session.tsx';

interface HeldRows<T> extends Held<T> {
  /** Takes in what waits. */
  show: () => void;
  isAtTop: boolean;
  /** Never shows a row again, whatever an older answer says: it was removed here, or seen to be removed. */
  forget: (id: string) => void;
}

/**
 * Rows that stay where they are while somebody reads them: a correction appears in place, a removal is marked (a patient's row goes: what
 * was removed is perhaps another person's, decision 0045), additions wait to be asked
 * for unless the list is at its top or somebody is led to one of them. What left the filter or the page alone stays with what it says now.
 * `question` is the address that was asked: another one starts anew. The ref goes above the list: while it is
 * on the screen new rows come in by themselves.
 */
export const useHeldRows = <T extends { id: string }>(question: string | undefined, items: readonly T[], isFirstPage: boolean) => {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  /** Undefined: what is there is taken in. */
  const [held, setHeld] = useState<{ question: string | undefined; items: readonly T[] } | undefined>({ question, items });
  const [sentinel, isNearTop] = useInView();
  const fresh = items.filter(({ id }) => !gone.has(id));
  const known = held?.question === question ? held : undefined;
  if (!known) setHeld({ question, items: fresh });
  const { rows: kept, waiting } = heldBack(
    (known?.items ?? fresh).filter(({ id }) => !gone.has(id)),
    fresh,
  );
  const elsewhere = useElsewhere(question, items, kept);
  const rows = kept.map((row) =>
    row.removed ? { item: elsewhere.get(row.item.id) ?? row.item, removed: elsewhere.get(row.item.id) === null } : row,
  );
  const isPatient = useIsPatient();
  const isAtTop = isFirstPage && isNearTop;
  const marked = useMarkedRow();
  const isAskedFor = fresh.some(({ id }) => id === marked) && !rows.some(({ item }) => item.id === marked);
  if (known && waiting > 0 && (isAtTop || isAskedFor)) setHeld({ question, items: fresh });
  const list: HeldRows<T> = {
    rows: isPatient ? rows.filter(({ removed }) => !removed) : rows,
    waiting,
    isAtTop,
    show: useCallback(() => setHeld(undefined), []),
    forget: useCallback((id: string) => setGone((now) => new Set(now).add(id)), []),
  };
  return [sentinel, list] as const;
};

/** Of rows that the list's last answer lacks: what they say now, null where they were removed; not in it as long as that is asked. */
const useElsewhere = <T extends { id: string }>(question: string | undefined, items: readonly T[], rows: Held<T>['rows']) => {
  const [found, setFound] = useState<ReadonlyMap<string, T | null>>(new Map());
  const lacking = rows.flatMap(({ item, removed }) => (removed ? [item.id] : [])).join(' ');
  useEffect(() => {
    if (question === undefined || lacking === '') return undefined;
    const { pathname, searchParams } = new URL(question, location.origin);
    const controller = new AbortController();
    for (const id of lacking.split(' ')) {
      const query = new URLSearchParams({ patient_id: searchParams.get('patient_id') ?? '', at: id, take: '1' });
      http.get<{ items: T[] }>(`${pathname}?${query}`, { quiet: true, signal: controller.signal }).then(
        (page) => setFound((now) => new Map(now).set(id, page.items.find((item) => item.id === id) ?? null)),
        // what is shown says by itself that it could not be read again
        () => undefined,
      );
    }
    return () => controller.abort();
  }, [question, items, lacking]);
  return found;
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
