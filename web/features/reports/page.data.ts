import { useEffect, useState } from 'react';
import type { Accepted } from '#contracts/command';
import type { PatientView } from '#contracts/patients';
import type { PageStatus, PageValidation, PageView } from '#contracts/reports';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';

export const usePage = (id: string) => useLive<PageView>(['reports'], `/api/ocr/pages/${id}`);

/** Pages that wait for reading, or could not be read, are not validated. */
const unready: readonly PageStatus[] = ['Empty', 'Generated', 'Processing', 'Recognized', 'Error'];
export const canValidate = (status: PageStatus): boolean => !unready.includes(status);

/** The record that a page was matched with or validated for; undefined while it is read, or where there is none. */
export const usePatientOf = (id: string | null | undefined): PatientView | undefined => {
  const [patient, setPatient] = useState<PatientView>();
  useEffect(() => {
    if (!id) return;
    const controller = new AbortController();
    http.get<PatientView>(`/api/patients/${id}`, { signal: controller.signal, quiet: true }).then(setPatient, () => undefined);
    return () => controller.abort();
  }, [id]);
  return patient?.id === id ? patient : undefined;
};

export const validatePage = (
  validation: PageValidation,
  commandId: string,
): Promise<Accepted & { saved: number; awaiting: number; ignored: number }> =>
  http.send('PUT', '/api/ocr/validate', validation, { commandId, quiet: true });
