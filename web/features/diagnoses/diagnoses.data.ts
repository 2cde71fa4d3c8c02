import type { DiagnosisSeries, DiagnosisView, NewDiagnosis } from '#contracts/diagnoses';
import { PAGING } from '#web/lib/former-answer.ts';
import { itemCalls } from '#web/lib/item-calls.ts';
import { useLive } from '#web/lib/live.ts';

export const diagnosisCalls = itemCalls('/api/diagnoses');

/** What the form sends; a change carries the version it was opened with. */
export type DiagnosisForm = Omit<NewDiagnosis, 'patient_id'>;

interface Page<T> {
  items: T[];
  overall_count: number;
  /** What the filter hides. */
  hidden?: number;
  unchecked?: number;
  stale?: true;
}

/** The patient's diagnoses, ongoing first; `active` leaves out those that are over. */
export const useDiagnoses = (patientId: string, page: { skip: number; take: number; active?: boolean } | null) => {
  const query =
    page &&
    new URLSearchParams({
      patient_id: patientId,
      skip: String(page.skip),
      take: String(page.take),
      ...(page.active ? { active: 'true' } : {}),
    });
  return useLive<Page<DiagnosisView>>(['diagnoses'], query && `/api/diagnoses?${query}`, { keepPrevious: [...PAGING, 'active'] });
};

/** The patient's diagnoses as bars of a chart, one series per disease and clinic. */
export const useDiagnosisSeries = (patientId: string) =>
  useLive<Page<DiagnosisSeries>>(['diagnoses'], `/api/diagnoses/series?${new URLSearchParams({ patient_id: patientId })}`);

/** One diagnosis; `fresh`, since a form must open with the version that is current. */
export const useDiagnosis = (id: string | null) =>
  useLive<DiagnosisView>(['diagnoses'], id && `/api/diagnoses/${id}`, { quiet: true, fresh: true });
