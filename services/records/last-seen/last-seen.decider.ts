import type { LastSeenCommand, LastSeenEvent } from '#contracts/items/last-seen';
import type { Decider } from '#infra/event-store/decider';

/** What was looked at last, and up to where; null where nothing was. */
type LastSeen = LastSeenEvent['data'] | null;

/** Whole states. A look that reaches no further than the one before says nothing new: reloading a screen stores nothing. */
export const lastSeen: Decider<LastSeen, LastSeenCommand, LastSeenEvent> = {
  initial: null,
  evolve: (_, { data }) => data,
  decide: ({ data: { user_id, patient_id, kind, mark } }, seen) => {
    const before = seen?.[kind];
    // positions of another log cannot be compared: whoever looks at this one has seen it up to here
    if (before && before.log_id === mark.log_id && before.position >= mark.position) return [];
    return [{ type: 'RecordLookedAt', data: { ...seen, user_id, patient_id, kind, [kind]: mark } }];
  },
};
