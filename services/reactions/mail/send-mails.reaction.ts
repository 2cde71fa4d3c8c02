import { Refusal } from '#infra/event-store/decider';
import { Unavailable } from '#infra/following/follower';
import { type Mail, MailUnavailable } from '#infra/mail/mail';
import type { Effects, Reaction } from '../reaction.ts';
import { recoveryMail, verificationMail } from './account-mails.ts';
import { emailChangeMails, emailChangedMail } from './email-change-mails.ts';
import { invitationMail } from './invitation-mails.ts';
import { type Addressed, letterOf, type MailParts } from './letter.ts';

type Letters = Addressed | readonly Addressed[] | undefined;

/** What mails follow from an event, by its type; undefined where nobody needs them any more. A new kind of mail is a line here. */
const mails: Readonly<Record<string, (data: any, parts: MailParts) => Promise<Letters>>> = {
  VerificationCodeIssued: verificationMail,
  ResetCodeIssued: recoveryMail,
  EmailChangeAsked: emailChangeMails,
  EmailChanged: emailChangedMail,
  InvitationSent: invitationMail,
  InvitationResent: invitationMail,
};

/** Whose data the mails of an event hold. */
const aboutOf = ({ invitation_id, user_id }: { invitation_id?: string; user_id?: string }): string =>
  invitation_id === undefined ? `user:${user_id}` : `invitation:${invitation_id}`;

/** Sends the mails that follow from events. While none can be sent they wait in their order; one that is refused becomes a dead letter. */
export const sendMails = (mail: Mail, parts: MailParts): Reaction => ({
  name: 'send-mails',
  types: Object.keys(mails),
  react: async ({ type, data }, _meta, effects: Effects) => {
    const letters = [(await mails[type]!(data, parts)) ?? []].flat();
    const failures: unknown[] = [];
    for (const [n, words] of letters.entries()) {
      try {
        await mail.send({ id: n === 0 ? effects.id() : effects.id(n), to: words.to, about: [aboutOf(data)], ...letterOf(words) });
      } catch (error) {
        if (error instanceof MailUnavailable) throw new Unavailable(error.message, { cause: error });
        failures.push(error); // one that is refused keeps no other from going
      }
    }
    // what may go later is tried again before what is refused is given up
    if (failures.length > 0) throw failures.find((error) => !(error instanceof Refusal)) ?? failures[0];
  },
});
