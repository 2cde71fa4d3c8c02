import { ITEM_KINDS } from '#contracts/items/item-kinds';
import type { MedicalItemView } from '#contracts/items/medical-items';
import type { PatientView } from '#contracts/people/patients';
import { PAGING } from '#web/lib/former-answer.ts';
import { http } from '#web/lib/http.ts';
import { searchHeader } from '#web/lib/search.ts';
import { useIsAggregated, useRecordLive } from '#web/record/patient/all-clinics.ts';

/** Rows of a page, as the documents say. */
export const TAKE = 10;

interface Page {
  items: MedicalItemView[];
  overall_count: number;
  /** How many were removed, whatever is listed. */
  removed: number;
}

const SLICES = [...ITEM_KINDS, 'comments'];

/** Which entries are listed: those that are there, that were removed, or what external sources changed since the person looked. */
export type Listed = 'entries' | 'removed' | 'external';

/** A page of the History of Data Entry; `since` marks what external sources changed after it. Without a patient nothing is read. */
export const useMedicalHistory = (
  patientId: string | null,
  skip: number,
  listed: Listed,
  since: string | undefined,
  person?: PatientView,
) => {
  const isAll = useIsAggregated();
  const query = new URLSearchParams({
    patient_id: patientId ?? '',
    skip: String(skip),
    take: String(TAKE),
    ...(listed === 'entries' ? {} : { [listed]: 'true' }),
    ...(since === undefined ? {} : { since }),
  });
  // document 2 passes them along with the view of all clinics; they select nothing (ruling 43)
  const { social_security_number = '', date_of_birth = '' } = person ?? {};
  const headers = isAll ? searchHeader({ social_security_number, date_of_birth }) : {};
  const isReady = patientId !== null && (!isAll || person !== undefined);
  return useRecordLive<Page>(SLICES, isReady ? `/api/patients/history?${query}` : null, { keepPrevious: PAGING, headers });
};

/** Where the page of the removed entries begins that holds this one. */
export const removedPlace = async (patientId: string, id: string): Promise<number> => {
  const query = new URLSearchParams({ patient_id: patientId, take: String(TAKE), removed: 'true', at: id });
  const page = await http.get<{ skip: number }>(`/api/patients/history?${query}`, { quiet: true }).catch(() => ({ skip: 0 }));
  return page.skip;
};
