import type { AccessDecisionCommand, AccessUnverified, AccessDecisionEvent } from '#contracts/people/access-decisions';
import type { Decider } from '#infra/event-store/decider';

interface Decisions {
  isOpen: boolean;
}

const evolve = ({ isOpen }: Decisions, { type }: AccessDecisionEvent | AccessUnverified): Decisions => {
  if (type === 'AccessUnverified') return { isOpen: true };
  return { isOpen: isOpen && type !== 'AccessDecided' };
};

const decide = ({ data: { user_id, reason } }: AccessDecisionCommand, { isOpen }: Decisions): AccessDecisionEvent[] =>
  isOpen ? [{ type: 'AccessDecided', data: { user_id, reason } }] : [];

/** Decisions of administrators about unverified events, streams `user-<id>` and `connections-<user>`. */
export const accessDecisions: Decider<Decisions, AccessDecisionCommand, AccessDecisionEvent> = {
  initial: { isOpen: false },
  evolve,
  decide,
};
