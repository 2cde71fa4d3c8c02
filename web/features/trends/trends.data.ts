import { type PackedTrends, type Trend, unpackTrends } from '#contracts/trends';
import { PAGING } from '#web/lib/former-answer.ts';
import { useLive } from '#web/lib/live.ts';

/** Rows of one page of the table. */
export const TAKE = 10;

interface Page {
  items: Trend[];
  overall_count: number;
  stale?: true;
}

/** Series travel as columns. */
const unpacked = ({ items, packed, ...page }: PackedTrends & Omit<Page, 'items'>): Page => ({
  ...page,
  items: unpackTrends({ items, packed }),
});

/** How the parameters of a record run, those out of range first. */
export const useTrends = (patientId: string, skip: number) =>
  useLive<Page>(
    ['lab-results', 'lab-parameters', 'examinations', 'measurement-parameters'],
    `/api/trends?${new URLSearchParams({ patient_id: patientId, skip: String(skip), take: String(TAKE), packed: 'true' })}`,
    { read: unpacked, keepPrevious: PAGING },
  );
