import type { LastComment } from '#contracts/items/comments';
import { type Live, useLive } from '#web/lib/live.ts';

export interface LastComments {
  items: LastComment[];
  overall_count: number;
  unseen: number;
}

/** The last comment on each item of the patient. One read, however many ask. */
export const useLastComments = (patientId: string): Live<LastComments> =>
  useLive<LastComments>(['comments'], `/api/comments/last/all?${new URLSearchParams({ patient_id: patientId })}`, { quiet: true });
