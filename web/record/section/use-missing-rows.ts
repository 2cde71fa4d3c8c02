import { useEffect, useState } from 'react';
import type { Held } from '#web/lib/waiting-rows.ts';
import { http } from '#web/lib/http.ts';
import { useIsPatient, useSession } from '#web/lib/session.tsx';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';

type Rows<T> = Held<T>['rows'];

/**
 * Rows that the last answer lacks, with what they say now: what left the filter or the page alone stays, what was removed is marked; a
 * patient's row goes: what was removed is perhaps another person's (decision 0045). So does another
 * clinic's in the view of all clinics: what it removed, or shares no more, is not seen any more. `question` is the address that was answered.
 */
export const useMissingRows = <T extends { id: string; organization_id: string }>(
  question: string | undefined,
  items: readonly T[],
  rows: Rows<T>,
): Rows<T> => {
  const isPatient = useIsPatient();
  const { user } = useSession();
  const isAll = useIsAggregated();
  /** Null: it was removed. */
  const [found, setFound] = useState<ReadonlyMap<string, T | null>>(new Map());
  const lacking = rows.flatMap(({ item, removed }) => (removed ? [item.id] : [])).join(' ');
  useEffect(() => {
    if (question === undefined || lacking === '') return undefined;
    const { pathname, searchParams } = new URL(question, location.origin);
    const controller = new AbortController();
    for (const id of lacking.split(' ')) {
      const query = new URLSearchParams({ patient_id: searchParams.get('patient_id') ?? '', at: id, take: '1' });
      if (isAll) query.set('all_clinics', 'true');
      http.get<{ items: T[] }>(`${pathname}?${query}`, { quiet: true, signal: controller.signal }).then(
        (page) => setFound((now) => new Map(now).set(id, page.items.find((item) => item.id === id) ?? null)),
        // what is shown says by itself that it could not be read again
        () => undefined,
      );
    }
    return () => controller.abort();
  }, [question, items, lacking, isAll]);
  const current = rows.map(({ item, removed }) => {
    const now = removed ? found.get(item.id) : undefined;
    return { item: now ?? item, removed: now === null };
  });
  const mayStay = ({ organization_id }: T) => !isPatient && (!isAll || organization_id === user.organization_id);
  return current.filter(({ item, removed }) => !removed || mayStay(item));
};
