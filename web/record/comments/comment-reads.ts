import type { LastComment } from '#contracts/items/comments';
import { useIsShared } from '#web/record/patient/patients.data.ts';
import { type Live, useLive } from '#web/lib/live.ts';

export interface LastComments {
  items: LastComment[];
  overall_count: number;
  unseen: number;
}

/** The last comment on each item of the patient. One read, however many ask; of another clinic's record none. */
export const useLastComments = (patientId: string): Live<LastComments> => {
  const isShared = useIsShared(patientId);
  const path = `/api/comments/last/all?${new URLSearchParams({ patient_id: patientId })}`;
  return useLive<LastComments>(['comments'], isShared ? null : path, { quiet: true });
};
