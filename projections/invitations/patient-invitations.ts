import { isOpen } from '#contracts/people/invitation-rules';
import { sameEmail } from '#contracts/rules/email';
import { readIdentity } from '#infra/access/identity';
import type { EventLog } from '#infra/event-store/event-log';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type InvitationDocument, invitations } from './invitations.projection.ts';

/** A patient's invitations: those of the account, and those of clinics that were sent to its address and wait. @throws Rebuilding */
export const patientInvitations = async (
  { reader, log }: { reader: Reader; log: EventLog },
  user_id: string,
): Promise<InvitationDocument[]> => {
  const own = await readAll<InvitationDocument>(reader, invitations, { user_id: { eq: user_id } });
  const identity = await readIdentity(log, user_id);
  if (!identity?.proved_address) return own;
  const addressed = await readAll<InvitationDocument>(reader, invitations, { email: { eq: sameEmail(identity.email) } });
  const waiting = addressed.filter(
    ({ facts, status, user_id: of }) => facts.invitation_type === 'ClinicInvitesPatient' && of === null && isOpen(status),
  );
  return [...own, ...waiting];
};
