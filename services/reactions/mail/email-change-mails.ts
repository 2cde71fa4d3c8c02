import type { EmailChangeEvent } from '#contracts/people/email-change';
import { codeInAddress, codeOf } from '#infra/access/codes';
import { readIdentity } from '#infra/access/identity';
import type { Addressed, MailParts } from './letter.ts';

type Asked = Extract<EmailChangeEvent, { type: 'EmailChangeAsked' }>['data'];
type Changed = Extract<EmailChangeEvent, { type: 'EmailChanged' }>['data'];

/** The link that confirms the new address, and a note to the present one. */
export const emailChangeMails = async (
  { user_id, nonce, expires_at, email, former_email }: Asked,
  { log, keys, public_url }: MailParts,
): Promise<readonly Addressed[]> => {
  const person = await readIdentity(log, user_id);
  if (!person || expires_at <= new Date().toISOString()) return [];
  const code = codeInAddress(user_id, await codeOf(keys, 'email-change', user_id, nonce));
  return [
    {
      // names nobody: a mistyped address is somebody else's
      to: email,
      subject: 'Please confirm your new e-mail address',
      paragraphs: ['Somebody asked to use this e-mail address for an account.', 'If it was you, please confirm it.'],
      link: { label: 'Confirm my new e-mail address', url: `${public_url}/confirm-address/${code}` },
      after: ['The link works for one day and once.', 'If it was not you, there is nothing to do: without the link nothing changes.'],
    },
    {
      to: former_email,
      subject: 'Another e-mail address was asked for',
      name: person.first_name,
      paragraphs: [
        `Somebody who knows the password asked to change the e-mail address of the account with the username ${person.username}.`,
        'If it was you, there is nothing to do: this address stays until the link in the mail to the new one is opened.',
        'If it was not you, please set a new password. That takes the change back.',
      ],
      link: { label: 'Set a new password', url: `${public_url}/recoverform` },
    },
  ];
};

/** Tells the former address. */
export const emailChangedMail = async ({ user_id, former_email }: Changed, { log }: MailParts): Promise<Addressed | undefined> => {
  const person = await readIdentity(log, user_id);
  if (!person) return undefined;
  return {
    to: former_email,
    subject: 'Your e-mail address was changed',
    name: person.first_name,
    paragraphs: [
      `The account with the username ${person.username} has another e-mail address now. Links to set a new password go to that one.`,
      'If it was not you, please sign in, choose a new password under "My account" and change the address back. Where you cannot sign in any more, please tell your clinic.',
    ],
  };
};
