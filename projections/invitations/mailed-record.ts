import { isExpired, isOpen } from '#contracts/people/invitation-rules';
import { compare } from '#contracts/rules/compare';
import type { InvitationDocument } from './invitations.projection.ts';

/** The time of the last mail to this very account with the code of a record that may still be used. @param now UTC */
export const mailedRecord = (of: readonly InvitationDocument[], user_id: string, now: string): { record_follows?: string } => {
  const waiting = of.filter(
    ({ facts, status, expires_at }) =>
      facts.invitation_type === 'ClinicInvitesPatient' &&
      facts.user_id === user_id &&
      isOpen(status) &&
      !isExpired(status, expires_at, now),
  );
  const last = waiting
    .map(({ sent_at }) => sent_at)
    .toSorted(compare)
    .at(-1);
  return last === undefined ? {} : { record_follows: last };
};
