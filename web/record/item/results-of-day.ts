import type { LabResultView } from '#contracts/lab/lab-results';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';

const NONE: readonly LabResultView[] = [];
/** More than a day ever has. */
const ALL = 200;
const address = (patientId: string, collected: string): string =>
  `/api/lab-results?${new URLSearchParams({ patient_id: patientId, day: collected.slice(0, 10), take: String(ALL) })}`;

/** What the record has of a day, drafts too: what is about to be recorded is held against it. None where the day is not one yet. */
export const useResultsOfDay = (patientId: string | undefined, collected: string): readonly LabResultView[] =>
  useLive<{ items: LabResultView[] }>(
    ['lab-results'],
    patientId !== undefined && isLocalDateTime(collected) ? address(patientId, collected) : null,
    { quiet: true },
  ).data?.items ?? NONE;

/** The same, as it is at this moment. */
export const readResultsOfDay = async (patientId: string, collected: string): Promise<readonly LabResultView[]> =>
  (await http.get<{ items: LabResultView[] }>(address(patientId, collected), { quiet: true })).items;
