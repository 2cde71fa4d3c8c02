import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { PAGING } from '#web/lib/former-answer.ts';
import { http } from '#web/lib/http.ts';
import { type Live, useLive } from '#web/lib/live.ts';
import { useRecordLive } from '#web/record/patient/all-clinics.ts';

export interface ItemPage<T> {
  items: T[];
  overall_count: number;
  /** What the filter hides. */
  hidden?: number;
  /** Of these, what is only probably over. */
  probably_over?: number;
  of_visits?: number;
  given_doses?: number;
  /** Drafts among all of them, for the staff. */
  unchecked?: number;
  stale?: true;
}

interface AskedPage {
  skip: number;
  take: number;
  /** Leaves out what is over. */
  active?: boolean;
}

const address = (kind: ItemKind, what: '' | '/series' | '/previous', asked: Record<string, string | number>): string =>
  `/api/${kind}${what}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`;

/** A page of the patient's items, in the order of their list; nothing is read for null. */
export const useItemPage = <T>(kind: ItemKind, patientId: string, page: AskedPage | null): Live<ItemPage<T>> => {
  const { skip, take, active } = page ?? {};
  // values have the ids of the reports that list them
  const slices = itemKinds[kind].chart === 'lines' ? [kind, 'external-reports'] : [kind];
  const asked = page && address(kind, '', { patient_id: patientId, skip: skip!, take: take!, ...(active ? { active: 'true' } : {}) });
  return useRecordLive<ItemPage<T>>(slices, asked, { keepPrevious: [...PAGING, 'active'] });
};

/** The patient's items as bars of a chart. */
export const useItemBars = <T>(kind: ItemKind, patientId: string, quiet = false): Live<ItemPage<T>> =>
  useRecordLive<ItemPage<T>>([kind], address(kind, '/series', { patient_id: patientId }), { quiet });

/** One item; `fresh`, since a form must open with the version that is current. */
export const useItem = <T>(kind: ItemKind, id: string | null): Live<T> =>
  useLive<T>([kind], id && `/api/${kind}/${id}`, { quiet: true, fresh: true });

/** The last checked value of each parameter: stands beside the fields of the form. */
export const usePrevious = <T>(kind: ItemKind, patientId: string | null): Live<ItemPage<T>> =>
  useLive<ItemPage<T>>([kind], patientId && address(kind, '/previous', { patient_id: patientId }), { quiet: true });

/** The same, asked once: what a value that is about to count is compared with. */
export const readPrevious = async <T>(kind: ItemKind, patientId: string): Promise<readonly T[]> =>
  (await http.get<ItemPage<T>>(address(kind, '/previous', { patient_id: patientId }), { quiet: true })).items;
