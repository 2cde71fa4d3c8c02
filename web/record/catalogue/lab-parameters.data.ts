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

/** A page of what the catalogue has approved; nothing is read without a question. */
export const useApprovedParameters = (asked: { query: string; skip: number; take: number } | null) =>
  useLive<ItemPage<LabParameterView>>(['lab-parameters'], asked && `/api/lab-parameters?${path({ ...asked, status: 'Approved' })}`, {
    keepPrevious: true,
  });

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

/** As new results name it: of what was merged, the parameter that it stands for. */
export const asRecorded = (parameter: LabParameterView): LabParameterView =>
  parameter.merged_into ? { ...parameter, id: parameter.merged_into.id } : parameter;
