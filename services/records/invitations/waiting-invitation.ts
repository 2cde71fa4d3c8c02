import { type InvitationFacts, isExpired, isOpen } from '#contracts/people/invitation-rules';
import { sameEmail } from '#contracts/rules/email';
import { readInvitation } from '#infra/access/invitations';
import type { Actor } from '#infra/event-store/actor';
import type { EventLog } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';

/** As somebody types them again: neither case nor spaces tell two clinics apart. */
const sameWords = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * What invitations have in common of which only one waits at a time: the person or record, and the clinic, the address or the words that it goes to. It
 * stays the same whatever happens to an invitation. A code that only one account may use is another than that for whoever has the address.
 */
export const subjectOf = ({ invitation_type, patient_id, user_id, organization_id, email, clinic }: InvitationFacts): string => {
  switch (invitation_type) {
    case 'ClinicInvitesPatient':
      return JSON.stringify([invitation_type, patient_id, user_id, sameEmail(email)]);
    case 'ClinicInvitesClinic':
      return JSON.stringify([invitation_type, patient_id, organization_id]);
    case 'PatientInvitesClinic':
      if (clinic === null) return JSON.stringify([invitation_type, user_id, organization_id]);
      if (email !== '') return JSON.stringify([invitation_type, user_id, sameEmail(email)]);
      const { clinic_name, doctor_first_name, doctor_last_name, phone_number = '', city = '' } = clinic;
      const words = [clinic_name, doctor_first_name, doctor_last_name, phone_number, city];
      return JSON.stringify([invitation_type, user_id, ...words.map(sameWords)]);
  }
};

/** Whether nobody can say yes to an invitation any more; not of one that is about to be sent. */
const isOver = async (log: EventLog, invitation_id: string): Promise<boolean> => {
  // before the look at it: what is sent meanwhile is not over
  const isSent = (await log.store.lastRevision(`invitation-${invitation_id}`)) >= 0;
  const state = await readInvitation(log, invitation_id);
  if (state.status === 'none') return isSent; // it was erased
  const { code, email } = state.facts;
  const isWithoutCode = email !== '' && code === null; // an event of it failed verification
  return !isOpen(state.status) || isWithoutCode || isExpired(state.status, code?.expires_at ?? null, new Date().toISOString());
};

/**
 * Which invitation of this subject waits, or is to be sent now: the given one where none waits. Of many that are sent at once all are answered with
 * the same.
 */
export const waitingInvitation = (log: EventLog, reservations: Reservations, facts: InvitationFacts, actor: Actor): Promise<string> => {
  const { invitation_id } = facts;
  const stream = `invitation-${invitation_id}`;
  return reservations.claim('invitation', subjectOf(facts), stream, invitation_id, (holder) => isOver(log, holder), actor);
};
