import { type PackedTrends, type TrendLine, trendLines } from '#contracts/observations/trends';
import { PAGING } from '#web/lib/former-answer.ts';
import { useRecordLive } from '#web/record/patient/all-clinics.ts';

/** Rows of one page of the table. */
export const TAKE = 10;

interface Page {
  items: TrendLine[];
  overall_count: number;
  stale?: true;
}

/** Series travel as columns. */
const read = ({ items, packed, ...page }: PackedTrends & Omit<Page, 'items'>): Page => ({ ...page, items: trendLines({ items, packed }) });

/** How the parameters of a record run, those out of range first. */
export const useTrends = (patientId: string, skip: number) =>
  useRecordLive<Page>(
    ['lab-results', 'lab-parameters', 'examinations', 'measurement-parameters', 'external-reports'],
    `/api/trends?${new URLSearchParams({ patient_id: patientId, skip: String(skip), take: String(TAKE), packed: 'true' })}`,
    { read, keepPrevious: PAGING },
  );
