import { type InvitationFacts, senderOf } from '#contracts/people/invitation-rules';
import { Refusal } from '#infra/event-store/decider';
import { ForgedEvent, type EventLog } from '#infra/event-store/event-log';
import { eventsOfTypes } from '#infra/event-store/of-types';

/** A person has a handful of clinics; who writes to more in a day writes to strangers. */
const MOST = 10;
const ONE_DAY = 24 * 60 * 60_000;

/** Whether a patient's words go by mail to an address that nobody here has checked. */
export const isMailToStranger = ({ invitation_type, code }: Pick<InvitationFacts, 'invitation_type' | 'code'>): boolean =>
  senderOf[invitation_type] === 'patient' && code !== null;

/** Invitations of one kind that a person mailed within a day, first or again. @throws Refusal 429, ForgedEvent */
export const assertFewMails = async (log: EventLog, user_id: string): Promise<void> => {
  const since = new Date(Date.now() - ONE_DAY).toISOString();
  const toStrangers = new Set<string>();
  let sent = 0;
  for await (const stored of eventsOfTypes(log.store, ['InvitationSent', 'InvitationResent'])) {
    const { stream, type, metadata } = stored;
    if (!('user_id' in metadata.actor) || metadata.actor.user_id !== user_id) continue;
    if (type === 'InvitationSent') {
      const opened = await log.open(stored);
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      if (opened.kind === 'opened' && isMailToStranger(opened.event.data as InvitationFacts)) toStrangers.add(stream);
    }
    if (metadata.recorded_at > since && toStrangers.has(stream)) sent += 1;
  }
  if (sent >= MOST)
    throw new Refusal('too-many-mails', `You have sent ${MOST} of these invitations in a day. Please send more tomorrow`, {}, 429);
};
