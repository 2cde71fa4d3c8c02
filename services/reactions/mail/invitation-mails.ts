import type { InvitationEvent } from '#contracts/people/invitations';
import { shortName } from '#contracts/rules/persons';
import type { InvitationFacts } from '#contracts/people/invitation-rules';
import type { EventLog } from '#infra/event-store/event-log';
import { recordFacts } from '#infra/access/person-of';
import { codeInAddress, codeOf } from '#infra/access/codes';
import { readInvitation } from '#infra/access/invitations';
import { readOrganization } from '#infra/access/organization';
import type { Addressed, MailParts } from './letter.ts';

type Sent = Extract<InvitationEvent, { type: 'InvitationSent' | 'InvitationResent' }>['data'];

/** Ruling 38: what was sent before the death was known, and waited, goes no more. */
const hasDied = async (log: EventLog, { patient_id, organization_id }: InvitationFacts): Promise<boolean> =>
  patient_id !== null && organization_id !== null && (await recordFacts(log, patient_id, organization_id))?.deceased !== undefined;

/** The link of an invitation, while this is the mail that was sent last: to a patient of a clinic, or to a clinic that is not registered. */
export const invitationMail = async (
  { invitation_id, code }: Sent,
  { log, keys, public_url }: MailParts,
): Promise<Addressed | undefined> => {
  const state = await readInvitation(log, invitation_id);
  if (code === null || state.status !== 'Pending' || state.facts.code?.nonce !== code.nonce) return undefined;
  const { facts } = state;
  const url = `${public_url}/receiveinvitation/${codeInAddress(invitation_id, await codeOf(keys, 'invitation', invitation_id, code.nonce))}`;
  const after = ['The link works for 30 days.', 'If you do not want this, there is nothing to do: without your consent nothing is shared.'];
  if (facts.clinic) {
    const { doctor_first_name, doctor_last_name, clinic_name } = facts.clinic;
    return {
      to: facts.email,
      subject: 'A patient would like to share records with you',
      name: `${doctor_first_name} ${doctor_last_name}`,
      paragraphs: [
        `${facts.first_name} ${facts.last_name} would like to share records with ${clinic_name}.`,
        'Please register your clinic by the link; once it is approved you can accept.',
      ],
      link: { label: 'Open the invitation', url },
      after,
    };
  }
  if (await hasDied(log, facts)) return undefined;
  const organization = facts.organization_id === null ? undefined : await readOrganization(log, facts.organization_id);
  return {
    to: facts.email,
    subject: 'Your clinic invites you to see your record',
    name: shortName(facts),
    paragraphs: [`${organization?.name ?? 'Your clinic'} invites you to connect your account with the record that it keeps of you.`],
    link: { label: 'Open the invitation', url },
    after,
  };
};
