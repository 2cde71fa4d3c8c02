import type { LabParameterView } from '#contracts/lab-parameters';
import type { LabResultView, NewLabResult, PreviousLabValue } from '#contracts/lab-results';
import { http } from '#web/lib/http.ts';
import { itemCalls } from '#web/lib/item-calls.ts';
import { type ItemPage, readPrevious, useItem, useItemPage, usePrevious } from '#web/lib/item-reads.ts';
import { useLive } from '#web/lib/live.ts';

const path = (parts: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)])).toString();

/** The patient's results, newest first. */
export const useLabResults = (patientId: string, page: Parameters<typeof useItemPage>[2]) =>
  useItemPage<LabResultView>('lab-results', patientId, page);

export const useLabResult = (id: string | null) => useItem<LabResultView>('lab-results', id);

export const usePreviousValues = (patientId: string | null) => usePrevious<PreviousLabValue>('lab-results', patientId);

export const readPreviousValues = (patientId: string) => readPrevious<PreviousLabValue>('lab-results', patientId);

/** Parameters of the catalogue that a text may mean, best first. */
export const findParameters = async (query: string, signal: AbortSignal): Promise<LabParameterView[]> => {
  const asked = path({ query, status: 'Approved', skip: 0, take: 8 });
  return (await http.get<ItemPage<LabParameterView>>(`/api/lab-parameters?${asked}`, { signal, quiet: true })).items;
};

/** Exactly these parameters of the catalogue; nothing is read for none. */
export const useLabParameters = (ids: readonly string[]): readonly LabParameterView[] | undefined =>
  useLive<ItemPage<LabParameterView>>(
    ['lab-parameters'],
    ids.length === 0 ? null : `/api/lab-parameters?${path({ ids: [...ids].sort().join(','), take: 500 })}`,
    { quiet: true, keepPrevious: true },
  ).data?.items;

/** The same, asked once. */
export const readLabParameters = async (ids: readonly string[]): Promise<readonly LabParameterView[]> =>
  ids.length === 0
    ? []
    : (await http.get<ItemPage<LabParameterView>>(`/api/lab-parameters?${path({ ids: ids.join(','), take: 500 })}`, { quiet: true })).items;

/** What the form sends; a change carries the version it was opened with. */
export type LabResultForm = Omit<NewLabResult, 'patient_id'>;

export const labResultCalls = itemCalls('/api/lab-results');
