import { Unavailable } from '#infra/following/follower';
import { type Mail, MailUnavailable } from '#infra/mail/mail';
import type { Effects, Reaction } from '../reaction.ts';
import { recoveryMail, verificationMail } from './account-mails.ts';
import { invitationMail } from './invitation-mails.ts';
import { type Addressed, letterOf, type MailParts } from './letter.ts';

/** The mail that follows from an event, by its type; undefined where nobody needs it any more. A new kind of mail is a line here. */
const mails: Readonly<Record<string, (data: any, parts: MailParts) => Promise<Addressed | undefined>>> = {
  VerificationCodeIssued: verificationMail,
  ResetCodeIssued: recoveryMail,
  InvitationSent: invitationMail,
  InvitationResent: invitationMail,
};

/** Sends the mails that follow from events. While none can be sent they wait in their order; one that is refused becomes a dead letter. */
export const sendMails = (mail: Mail, parts: MailParts): Reaction => ({
  name: 'send-mails',
  types: Object.keys(mails),
  react: async ({ type, data }, _meta, effects: Effects) => {
    const words = await mails[type]!(data, parts);
    if (!words) return;
    try {
      await mail.send({ id: effects.id(), to: words.to, ...letterOf(words) });
    } catch (error) {
      if (error instanceof MailUnavailable) throw new Unavailable(error.message, { cause: error });
      throw error;
    }
  },
});
