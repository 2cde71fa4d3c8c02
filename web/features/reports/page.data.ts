import { useEffect, useState } from 'react';
import type { PreviousLabValue } from '#contracts/lab/lab-results';
import type { PatientView } from '#contracts/people/patients';
import { isWaiting, type PageAccepted, type PageValidation, type PageView, type ReportView } from '#contracts/reports/reports';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { usePolling } from './reports.data.ts';

/** A page; read again every so often while it waits for reading. */
export const usePage = (id: string) => {
  const live = useLive<PageView>(['reports', 'lab-requests'], `/api/ocr/pages/${encodeURIComponent(id)}`, { quiet: true });
  usePolling(live.data !== undefined && isWaiting(live.data.status), live.refresh);
  return live;
};

/** The file of a page, for its name; undefined where it may not be read. */
export const useFileOf = (page: PageView | undefined): ReportView | undefined =>
  useLive<ReportView>(['reports'], page ? `/api/ocr/${page.report_id}` : null, { quiet: true }).data;

/** A record that a page belongs to; undefined while it is read, or where there is none. `known` saves asking for who was just chosen. */
export const usePatientOf = (id: string | null, known?: PatientView): PatientView | undefined => {
  const [found, setFound] = useState<PatientView>();
  const isKnown = known !== undefined && known.id === id;
  useEffect(() => {
    if (id === null || isKnown) return;
    const controller = new AbortController();
    http.get<PatientView>(`/api/patients/${id}`, { signal: controller.signal, quiet: true }).then(setFound, () => undefined);
    return () => controller.abort();
  }, [id, isKnown]);
  if (isKnown) return known;
  return found?.id === id ? found : undefined;
};

/** The patient's last checked values before a specimen, against which a slipped decimal point shows. */
export const usePreviousOf = (patient: PatientView | undefined, collected: string): readonly PreviousLabValue[] => {
  const before = isLocalDateTime(collected) ? `&before=${collected}` : '';
  const url = patient ? `/api/lab-results/previous?patient_id=${patient.id}${before}` : null;
  return useLive<{ items: PreviousLabValue[] }>(['lab-results'], url, { quiet: true }).data?.items ?? NONE;
};
const NONE: readonly PreviousLabValue[] = [];

export const validatePage = (validation: PageValidation, commandId: string): Promise<PageAccepted> =>
  http.send('PUT', '/api/ocr/validate', validation, { commandId, quiet: true });
