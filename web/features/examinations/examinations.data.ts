import type { ExaminationView, NewExamination, PreviousMeasurement } from '#contracts/examinations';
import { PAGING } from '#web/lib/former-answer.ts';
import { http } from '#web/lib/http.ts';
import { itemCalls } from '#web/lib/item-calls.ts';
import { useLive } from '#web/lib/live.ts';
import type { Page } from '#web/lib/office-parameters.ts';

export const examinationCalls = itemCalls('/api/examinations');

/** What the form sends; a change carries the version it was opened with. */
export type ExaminationForm = Omit<NewExamination, 'patient_id'>;

const path = (parts: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, String(value)])).toString();

/** The patient's examinations, newest first. */
export const useExaminations = (patientId: string, page: { skip: number; take: number } | null) =>
  useLive<Page<ExaminationView>>(['examinations'], page && `/api/examinations?${path({ patient_id: patientId, ...page })}`, {
    keepPrevious: PAGING,
  });

/** The last value of each parameter: stands beside the fields of the form. */
export const usePreviousMeasurements = (patientId: string | null) =>
  useLive<Page<PreviousMeasurement>>(['examinations'], patientId && `/api/examinations/previous?${path({ patient_id: patientId })}`, {
    quiet: true,
  });

/** One examination; `fresh`, since a form must open with the version that is current. */
export const useExamination = (id: string | null) =>
  useLive<ExaminationView>(['examinations'], id && `/api/examinations/${id}`, { quiet: true, fresh: true });

/** The same, asked once: what a value that is about to count is compared with. */
export const readPreviousMeasurements = async (patientId: string): Promise<readonly PreviousMeasurement[]> =>
  (await http.get<Page<PreviousMeasurement>>(`/api/examinations/previous?${path({ patient_id: patientId })}`, { quiet: true })).items;
