import type { InvitationFacts } from '#contracts/people/invitation-rules';
import { isKnownThere, senderOf } from '#contracts/people/invitation-rules';
import type { InvitationEvent } from '#contracts/people/invitations';
import { editorOf } from '#contracts/wire/envelope';
import { addressStream, usersOfAddress } from '#infra/access/addresses';
import { readIdentity } from '#infra/access/identity';
import { readInvitation } from '#infra/access/invitations';
import { usersOf } from '#infra/access/users-of';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import type { Keys } from '#infra/keys/keys';
import type { Reaction } from '../reaction.ts';
import { raise } from './raise.ts';

interface Parts {
  log: EventLog;
  streams: Streams;
  keys: Keys;
}
type Followed = Extract<InvitationEvent, { type: 'InvitationSent' | 'InvitationApproved' | 'InvitationRejected' }>;

/** Who is asked is told of an invitation, and who sent it of the answer (ruling 16). */
export const tellOfInvitations = (parts: Parts): Reaction => ({
  name: 'tell-of-invitations',
  types: ['InvitationSent', 'InvitationApproved', 'InvitationRejected'],
  react: async (happened, { stream, recorded_at: at }, effects) => {
    const { type, data } = happened as Followed;
    const { invitation_id } = data;
    const state = await readInvitation(parts.log, invitation_id);
    if (state.status === 'none') return;
    const { facts, approved } = state;
    // what a part of the system connects, nobody is asked about
    const sender = await senderBehind(parts.log, stream);
    if (sender === null) return;
    const about = { invitation_id };
    if (type === 'InvitationSent')
      return raise(parts.streams, await askedOf(parts, facts), { kind: 'InvitationReceived', about, at }, effects);
    if (type === 'InvitationApproved' && state.status !== 'Approved') {
      // the patient said yes: now the other clinic learns of it
      const asked = isKnownThere(facts, approved) ? await doctorsOf(parts, facts) : [];
      return raise(parts.streams, asked, { kind: 'InvitationReceived', about, at }, effects);
    }
    await raise(parts.streams, [sender], { kind: type, about, at }, effects);
  },
});

/** The accounts that are asked first. */
const askedOf = async (parts: Parts, facts: InvitationFacts): Promise<string[]> => {
  if (senderOf[facts.invitation_type] === 'patient') return doctorsOf(parts, facts);
  if (facts.user_id !== null) return [facts.user_id];
  const addressed = await usersOfAddress(parts.log, await addressStream(parts.keys, facts.email));
  const people = await Promise.all(addressed.map((user_id) => readIdentity(parts.log, user_id)));
  return people.flatMap((person) => (person?.roles.includes('Patient') && person.proved_address ? [person.user_id] : []));
};

const doctorsOf = async ({ log }: Parts, { organization_id }: InvitationFacts): Promise<string[]> => {
  const staff = organization_id === null ? [] : await usersOf(log, organization_id);
  return staff.flatMap(({ user_id, roles }) => (roles.includes('Doctor') ? [user_id] : []));
};

/** The person behind the first event; null where it was a part of the system. */
const senderBehind = async (log: EventLog, stream: string): Promise<string | null> => {
  for await (const { metadata } of log.store.readStream(stream, { limit: 1 })) return editorOf(metadata);
  return null;
};
