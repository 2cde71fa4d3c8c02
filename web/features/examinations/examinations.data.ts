import type { ExaminationView, PreviousMeasurement } from '#contracts/examinations/examinations';
import { readPrevious, useItem, useItemPage, usePrevious } from '#web/record/item/item-reads.ts';

/** The patient's examinations, newest first. */
export const useExaminations = (patientId: string, page: Parameters<typeof useItemPage>[2]) =>
  useItemPage<ExaminationView>('examinations', patientId, page);

export const useExamination = (id: string | null) => useItem<ExaminationView>('examinations', id);

export const usePreviousMeasurements = (patientId: string | null) => usePrevious<PreviousMeasurement>('examinations', patientId);

export const readPreviousMeasurements = (patientId: string) => readPrevious<PreviousMeasurement>('examinations', patientId);
