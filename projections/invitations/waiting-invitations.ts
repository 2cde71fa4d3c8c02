import { isExpired } from '#contracts/people/invitation-rules';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type InvitationDocument, invitations } from './invitations.projection.ts';

/** Invitations that a clinic received and can still answer. @param now UTC */
export const waitingInvitations = async (reader: Reader, organization_id: string | null, now: string): Promise<InvitationDocument[]> => {
  const filter = { received_by: { eq: organization_id ?? '' }, status: { in: ['Pending', 'Received'] } };
  const received = await readAll<InvitationDocument>(reader, invitations, filter);
  return received.filter(({ status, expires_at, approved }) => !isExpired(status, expires_at, now) && !approved.includes('clinic'));
};
