import type { LabParameterView } from '#contracts/lab-parameters';
import type { LabResultView, NewLabResult, PreviousLabValue } from '#contracts/lab-results';
import { PAGING } from '#web/lib/former-answer.ts';
import { http } from '#web/lib/http.ts';
import { itemCalls } from '#web/lib/item-calls.ts';
import { useLive } from '#web/lib/live.ts';

interface Page<T> {
  items: T[];
  overall_count: number;
  stale?: true;
}

const path = (parts: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)])).toString();

/** The patient's results, newest first. */
export const useLabResults = (patientId: string, page: { skip: number; take: number } | null) =>
  useLive<Page<LabResultView>>(['lab-results'], page && `/api/lab-results?${path({ patient_id: patientId, ...page })}`, {
    keepPrevious: PAGING,
  });

/** Last value, units and range of each parameter: stands beside the fields of the form. */
export const usePreviousValues = (patientId: string | null) =>
  useLive<Page<PreviousLabValue>>(['lab-results'], patientId && `/api/lab-results/previous?${path({ patient_id: patientId })}`, {
    quiet: true,
  });

export const useLabResult = (id: string | null) => useLive<LabResultView>(['lab-results'], id && `/api/lab-results/${id}`, { quiet: true });

/** Parameters of the catalogue that a text may mean, best first. */
export const findParameters = async (query: string, signal: AbortSignal): Promise<LabParameterView[]> => {
  const asked = path({ query, status: 'Approved', skip: 0, take: 8 });
  return (await http.get<Page<LabParameterView>>(`/api/lab-parameters?${asked}`, { signal, quiet: true })).items;
};

/** Exactly these parameters of the catalogue; nothing is read for none. */
export const useLabParameters = (ids: readonly string[]): readonly LabParameterView[] | undefined =>
  useLive<Page<LabParameterView>>(
    ['lab-parameters'],
    ids.length === 0 ? null : `/api/lab-parameters?${path({ ids: [...ids].sort().join(','), take: 500 })}`,
    { quiet: true, keepPrevious: true },
  ).data?.items;

/** The same, asked once. */
export const readLabParameters = async (ids: readonly string[]): Promise<readonly LabParameterView[]> =>
  ids.length === 0
    ? []
    : (await http.get<Page<LabParameterView>>(`/api/lab-parameters?${path({ ids: ids.join(','), take: 500 })}`, { quiet: true })).items;

/** What the form sends; a change carries the version it was opened with. */
export type LabResultForm = Omit<NewLabResult, 'patient_id'>;

export const labResultCalls = itemCalls('/api/lab-results');

/** The last values, asked once: what a value that is about to count is compared with. */
export const readPreviousValues = async (patientId: string): Promise<readonly PreviousLabValue[]> =>
  (await http.get<Page<PreviousLabValue>>(`/api/lab-results/previous?${path({ patient_id: patientId })}`, { quiet: true })).items;
