import type { Trend } from '#contracts/trends';
import { useLive } from '#web/lib/live.ts';

/** Rows of one page of the table. */
export const TAKE = 10;

/** How the parameters of a record run, those out of range first. */
export const useTrends = (patientId: string, skip: number) =>
  useLive<{ items: Trend[]; overall_count: number }>(
    ['lab-results', 'lab-parameters', 'examinations', 'measurement-parameters'],
    `/api/trends?${new URLSearchParams({ patient_id: patientId, skip: String(skip), take: String(TAKE) })}`,
  );
