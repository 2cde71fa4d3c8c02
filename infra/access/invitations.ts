import { evolve, type Invitation, isKnownThere, type Standing } from '#contracts/people/invitation-rules';
import type { InvitationEvent } from '#contracts/people/invitations';
import { sameEmail } from '#contracts/rules/email';
import type { UserActor } from '../event-store/actor.ts';
import { type EventLog, ForgedEvent } from '../event-store/event-log.ts';
import { matchingCode, readCode } from './codes.ts';
import { readIdentity } from './identity.ts';

/** The invitation at the head of its stream. @throws ForgedEvent */
export const readInvitation = async (log: EventLog, invitation_id: string): Promise<Invitation> => {
  let state: Invitation = { status: 'none' };
  for await (const opened of log.read(`invitation-${invitation_id}`)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'opened') state = evolve(state, opened.event as InvitationEvent);
  }
  return state;
};

/** What an address names an invitation by: its id among those who take part, with the code of the last mail for whoever holds that. */
export const namedInvitation = (address: string): { invitation_id: string; code?: string } => {
  const read = readCode(address);
  return read ? { invitation_id: read.subject_id, code: read.code } : { invitation_id: address.toLowerCase() };
};

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
  const hasCode = code !== undefined && matchingCode(issued, code, new Date(0)) !== undefined;
  return { invitation_id, hasCode, standing: actor && (await standingOf(log, actor, invitation, hasCode)) };
};

const standingOf = async (
  log: EventLog,
  actor: UserActor,
  { facts, approved }: Exclude<Invitation, { status: 'none' }>,
  hasCode: boolean,
): Promise<Standing | undefined> => {
  const { organization_id, from_organization_id, user_id } = facts;
  if (actor.roles.includes('Doctor') && actor.organization_id !== null) {
    if (actor.organization_id === organization_id) return isKnownThere(facts, approved) ? 'clinic' : undefined;
    if (actor.organization_id === from_organization_id) return 'sharing-clinic';
  }
  if (!actor.roles.includes('Patient')) return undefined;
  if (user_id !== null) return user_id === actor.user_id ? 'patient' : undefined;
  if (facts.invitation_type !== 'ClinicInvitesPatient') return undefined;
  const identity = await readIdentity(log, actor.user_id);
  // An address that an administrator wrote into an account tells nobody of the mails that others get there.
  if (!identity || (!hasCode && !identity.proved_address)) return undefined;
  return sameEmail(identity.email) === sameEmail(facts.email) ? 'patient' : undefined;
};
