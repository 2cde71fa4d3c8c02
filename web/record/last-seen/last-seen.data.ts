import type { Accepted } from '#contracts/wire/command';
import { ITEM_KINDS } from '#contracts/items/item-kinds';
import { policy } from '#contracts/policy';
import type { ChangedItem, ExternalDifferences, RecordChanges } from '#contracts/items/last-seen';
import { http } from '#web/lib/http.ts';
import { type Live, useLive } from '#web/lib/live.ts';
import { useIsShared } from '#web/record/patient/patients.data.ts';
import { useSession } from '#web/lib/session.tsx';

const SLICES = [...ITEM_KINDS, 'record-looks'];

/** Whether the signed-in person is told what is new in a record: the clinic's staff is, patients and other clinics are not. */
export const useIsTold = (patientId: string): boolean => {
  const { user } = useSession();
  const isShared = useIsShared(patientId);
  if (isShared !== false) return false;
  const roles = policy['GET /api/patients/external-differences']?.roles ?? [];
  return roles === 'all' || user.roles.some((role) => roles.includes(role));
};

interface Options {
  /** As an earlier answer named it; left out: since the person's last look. */
  since?: string;
  /** Only what is read from now on counts. */
  fresh?: boolean;
}

/** How much sources outside the clinic brought, corrected or removed; a `patientId` of null asks nothing. */
export const useExternalCount = (patientId: string | null, { since, fresh = false }: Options = {}): Live<ExternalDifferences> => {
  const query = new URLSearchParams({ patient_id: patientId ?? '', take: '0', ...(since === undefined ? {} : { since }) });
  return useLive<ExternalDifferences>(SLICES, patientId === null ? null : `/api/patients/external-differences?${query}`, { fresh });
};

/** The person has looked at the History of Data Entry up to there. What fails here is counted again the next time, and no warning is wanted. */
export const markHistorySeen = (patientId: string, until: string): Promise<Accepted> =>
  http.send<Accepted>('POST', `/api/record-looks/${patientId}`, { kind: 'history', until }, { quiet: true });

/** What is new in the record since the person said to have seen it. */
export const useRecordChanges = (patientId: string | null): Live<RecordChanges> =>
  useLive<RecordChanges>([...SLICES, 'comments'], patientId === null ? null : `/api/record-looks/${patientId}`);

/** Which items these are. */
export const useChangedItems = (patientId: string | null, since: string): Live<{ items: ChangedItem[] }> =>
  useLive(
    [...ITEM_KINDS, 'comments'],
    patientId === null ? null : `/api/record-looks/${patientId}/items?${new URLSearchParams({ since })}`,
  );

/** The person has seen what was new up to there. */
export const sawChanges = (patientId: string, until: string): Promise<Accepted> =>
  http.send<Accepted>('POST', `/api/record-looks/${patientId}`, { kind: 'changes', until });
