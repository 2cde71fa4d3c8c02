import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import type { ItemPage } from '#web/record/item/item-reads.ts';

const path = (parts: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)])).toString();

/** The first parameters of the catalogue that a text may mean, best first. */
export const findParameters = async (query: string, take: number, signal: AbortSignal): Promise<LabParameterView[]> => {
  const asked = path({ query, status: 'Approved', skip: 0, take });
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
