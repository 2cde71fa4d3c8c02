import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ChangedItem } from '#contracts/items/last-seen';
import { itemKinds } from '#contracts/items/item-kinds';
import { removedPlace } from '#web/record/history/medical-history.data.ts';
import { markRow } from '#web/lib/returning.ts';
import { rowPlace } from '#web/record/form/row-place.ts';
import { useParam } from '#web/ui/list-page.ts';
import { newThings, nextThing, type NewThing } from './new-things.ts';

/** The sections of the record without this one among the hidden ones. */
const unhidden = (hide: string | null, section: string): string | undefined =>
  (hide ?? '')
    .split(',')
    .filter((name) => name !== section)
    .join(',') || undefined;

/** The way from one new thing to the next; `items` are undefined while they are read. */
export const useNewThings = (patientId: string, items: readonly ChangedItem[] | undefined) => {
  const [params, set] = useParam();
  const [, navigate] = useLocation();
  const [at, setAt] = useState<string>();
  // pressed before it was known what is new
  const awaited = useRef(false);
  const latest = useRef<NewThing>(undefined);
  const things = items && newThings(items);

  const go = async (thing: NewThing | undefined) => {
    latest.current = thing;
    setAt(thing?.id);
    if (!thing) return;
    const { id, kind } = thing;
    if (!kind) {
      const skip = await removedPlace(patientId, id);
      if (latest.current !== thing) return;
      markRow(id);
      const query = new URLSearchParams({ removed: '1', ...(skip > 0 ? { skip: String(skip) } : {}) });
      return navigate(`/patients/${patientId}/medical-history?${query}`, { state: window.history.state });
    }
    const place = await rowPlace(kind, patientId, id, params);
    // pressed again meanwhile
    if (latest.current !== thing) return;
    set({ ...place, [`${itemKinds[kind].list}_view`]: 'list', hide: unhidden(params.get('hide'), kind) });
    markRow(id);
  };
  /** To the one after `from`, or after the last one that was gone to. */
  const next = (from = at) => {
    if (things) void go(nextThing(things, from));
    else awaited.current = true;
  };
  const onKnown = useEffectEvent(() => {
    if (!awaited.current) return;
    awaited.current = false;
    next();
  });
  useEffect(() => {
    if (items) onKnown();
  }, [items]);

  const index = things?.findIndex(({ id }) => id === at) ?? -1;
  return { next, total: things?.length ?? 0, number: index + 1, said: things?.[index]?.said, forget: () => setAt(undefined) };
};
