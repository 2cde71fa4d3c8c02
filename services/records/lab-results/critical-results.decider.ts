import type { CriticalResultCommand, CriticalResultEvent } from '#contracts/lab/critical-results';
import { isSeenIn, type SeenValue } from '#contracts/observations/critical';
import type { Decider } from '#infra/event-store/decider';

/** The values that a doctor has seen, each as it was then. */
export type CriticalResult = readonly SeenValue[];

/** The first doctor counts; what was seen once is not seen again, also if it was another value in between. */
const decide = ({ data: { values, ...of } }: CriticalResultCommand, seen: CriticalResult): CriticalResultEvent[] => {
  const unseen = values.filter((value) => !isSeenIn(seen, value));
  return unseen.length === 0 ? [] : [{ type: 'CriticalResultSeen', data: { ...of, values: unseen } }];
};

/** What doctors have seen of the critical values of one lab result, stream `critical_result-<lab_result_id>`. */
export const criticalResult: Decider<CriticalResult, CriticalResultCommand, CriticalResultEvent> = {
  initial: [],
  evolve: (seen, { data }) => [...seen, ...data.values],
  decide,
};
