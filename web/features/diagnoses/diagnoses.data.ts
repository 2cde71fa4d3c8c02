import type { DiagnosisView, NewDiagnosis } from '#contracts/diagnoses/diagnoses';
import { useItem, useItemPage } from '#web/record/item/item-reads.ts';

/** What the form sends; a change carries the version it was opened with. */
export type DiagnosisForm = Omit<NewDiagnosis, 'patient_id'>;

/** The patient's diagnoses, ongoing first; `active` leaves out those that are over. */
export const useDiagnoses = (patientId: string, page: Parameters<typeof useItemPage>[2]) =>
  useItemPage<DiagnosisView>('diagnoses', patientId, page);

export const useDiagnosis = (id: string | null) => useItem<DiagnosisView>('diagnoses', id);
