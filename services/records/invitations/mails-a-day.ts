import { type InvitationFacts, senderOf } from '#contracts/people/invitation-rules';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { StoredEvent } from '#infra/event-store/event-store';
import { eventsOfTypes } from '#infra/event-store/of-types';

/** A person has a handful of clinics; who writes to more in a day writes to strangers. */
const MOST = 10;
const ONE_DAY = 24 * 60 * 60_000;

/** Whether a patient's words go by mail to an address that nobody here has checked. */
export const isMailToStranger = ({ invitation_type, code }: Pick<InvitationFacts, 'invitation_type' | 'code'>): boolean =>
  senderOf[invitation_type] === 'patient' && code !== null;

/** Invitations of one kind that a person mailed within a day, first or again. @throws Refusal 429 */
export const assertFewMails = async (log: EventLog, user_id: string): Promise<void> => {
  const since = new Date(Date.now() - ONE_DAY).toISOString();
  let sent = 0;
  for await (const stored of eventsOfTypes(log.store, ['InvitationSent', 'InvitationResent'])) {
    const { actor, recorded_at } = stored.metadata;
    if (recorded_at <= since || !('user_id' in actor) || actor.user_id !== user_id) continue;
    if (await wentToStranger(log, stored)) sent += 1;
    if (sent >= MOST) {
      throw new Refusal('too-many-mails', `You have sent ${MOST} of these invitations in a day. Please send more tomorrow`, {}, 429);
    }
  }
};

/** By what needs no key of the invitation's first event; of a damaged one nobody can say that it did not. */
const wentToStranger = async (log: EventLog, stored: StoredEvent): Promise<boolean> => {
  for await (const sent of stored.type === 'InvitationSent' ? [stored] : log.store.readStream(stored.stream, { limit: 1 })) {
    const open = log.unsealed(sent);
    return open === undefined || isMailToStranger(open as InvitationFacts);
  }
  return false;
};
