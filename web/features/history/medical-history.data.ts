import type { MedicalItemView } from '#contracts/medical-items';
import { useLive } from '#web/lib/live.ts';

/** Rows of a page, as the documents say. */
export const TAKE = 10;

interface Page {
  items: MedicalItemView[];
  overall_count: number;
  /** How many were removed, whatever is listed. */
  removed: number;
}

const SLICES = ['lab-results', 'diagnoses', 'intakes', 'examinations', 'comments'];

/** A page of the History of Data Entry: what is there, or what was removed. */
export const useMedicalHistory = (patientId: string, skip: number, removed: boolean) => {
  const query = new URLSearchParams({
    patient_id: patientId,
    skip: String(skip),
    take: String(TAKE),
    ...(removed ? { removed: 'true' } : {}),
  });
  return useLive<Page>(SLICES, `/api/patients/history?${query}`);
};
