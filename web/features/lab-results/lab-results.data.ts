import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import { readPrevious, useItem, useItemPage, usePrevious } from '#web/record/item/item-reads.ts';

/** The patient's results, newest first. */
export const useLabResults = (patientId: string, page: Parameters<typeof useItemPage>[2]) =>
  useItemPage<LabResultView>('lab-results', patientId, page);

export const useLabResult = (id: string | null) => useItem<LabResultView>('lab-results', id);

export const usePreviousValues = (patientId: string | null) => usePrevious<PreviousLabValue>('lab-results', patientId);

export const readPreviousValues = (patientId: string) => readPrevious<PreviousLabValue>('lab-results', patientId);
