import type { ExaminationView, NewExamination, PreviousMeasurement } from '#contracts/examinations';
import { itemCalls } from '#web/record/form/item-calls.ts';
import { readPrevious, useItem, useItemPage, usePrevious } from '#web/record/item/item-reads.ts';

export const examinationCalls = itemCalls('/api/examinations');

/** What the form sends; a change carries the version it was opened with. */
export type ExaminationForm = Omit<NewExamination, 'patient_id'>;

/** The patient's examinations, newest first. */
export const useExaminations = (patientId: string, page: Parameters<typeof useItemPage>[2]) =>
  useItemPage<ExaminationView>('examinations', patientId, page);

export const useExamination = (id: string | null) => useItem<ExaminationView>('examinations', id);

export const usePreviousMeasurements = (patientId: string | null) => usePrevious<PreviousMeasurement>('examinations', patientId);

export const readPreviousMeasurements = (patientId: string) => readPrevious<PreviousMeasurement>('examinations', patientId);
