import { evolve, type Invitation, isKnownThere, isPatientAsked, type Standing } from '#contracts/people/invitation-rules';
import type { InvitationEvent } from '#contracts/people/invitations';
import { sameEmail } from '#contracts/rules/email';
import type { UserActor } from '../event-store/actor.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { matchingCode, readCode } from './codes.ts';
import { readIdentity } from './identity.ts';

/** The invitation at the head of its stream. @throws KeysUnavailable */
export const readInvitation = async (log: EventLog, invitation_id: string): Promise<Invitation> => {
  let state: Invitation = { status: 'none' };
  for await (const opened of log.read(`invitation-${invitation_id}`)) {
    if (opened.kind === 'opened') state = evolve(state, opened.event as InvitationEvent);
  }
  return state;
};

/** What an address names an invitation by: its id among those who take part, with the code of the last mail for whoever holds that. */
export const namedInvitation = (address: string): { invitation_id: string; code?: string } => {
  const read = readCode(address);
  return read ? { invitation_id: read.subject_id, code: read.code } : { invitation_id: address.toLowerCase() };
};

type Sent = Exclude<Invitation, { status: 'none' }>;

/** How somebody stands to an invitation; both undefined for a stranger. */
export interface InvitationReach {
  invitation_id: string;
  /** A doctor of one of its clinics, or the patient. */
  standing?: Standing | undefined;
  /** Holds the code of the last mail, whoever it is. */
  hasCode: boolean;
}

/** @param address the id, or id and code */
export const reachInvitation = async (log: EventLog, actor: UserActor | undefined, address: string): Promise<InvitationReach> => {
  const { invitation_id, code } = namedInvitation(address);
  const invitation = await readInvitation(log, invitation_id);
  if (invitation.status === 'none') return { invitation_id, hasCode: false };
  const { facts } = invitation;
  const issued = facts.code === null ? [] : [facts.code];
  // Of one that ran out its page still tells that it did.
  const given = code === undefined ? undefined : { subject_id: invitation_id, code };
  const hasCode = given !== undefined && (await matchingCode(log.keys, 'invitation', given, issued, new Date(0))) !== undefined;
  return { invitation_id, hasCode, standing: actor && (await standingOf(log, actor, invitation, hasCode)) };
};

const standingOf = async (log: EventLog, actor: UserActor, state: Sent, hasCode: boolean): Promise<Standing | undefined> => {
  const asStaff = standingOfStaff(actor, state);
  // Who is both comes as the patient while the patient is asked, and otherwise for the clinic.
  if (asStaff !== undefined && !isPatientAsked(state)) return asStaff;
  return (await isPatientOf(log, actor, state, hasCode)) ? 'patient' : asStaff;
};

const standingOfStaff = ({ roles, organization_id: works_in }: UserActor, { facts, approved }: Sent): Standing | undefined => {
  if (!roles.includes('Doctor') || works_in === null) return undefined;
  if (works_in === facts.organization_id) return isKnownThere(facts, approved) ? 'clinic' : undefined;
  return works_in === facts.from_organization_id ? 'sharing-clinic' : undefined;
};

const isPatientOf = async (log: EventLog, actor: UserActor, { facts }: Sent, hasCode: boolean): Promise<boolean> => {
  if (!actor.roles.includes('Patient')) return false;
  if (facts.user_id !== null) return facts.user_id === actor.user_id;
  if (facts.invitation_type !== 'ClinicInvitesPatient') return false;
  const identity = await readIdentity(log, actor.user_id);
  // An address that an administrator wrote into an account tells nobody of the mails that others get there.
  if (!identity || (!hasCode && !identity.proved_address)) return false;
  return sameEmail(identity.email) === sameEmail(facts.email);
};
