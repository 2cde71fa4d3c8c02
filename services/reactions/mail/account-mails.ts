import type { AccountCodeEvent, ResetCodeEvent } from '#contracts/people/account-codes';
import { codeInAddress, codeOf } from '#infra/access/codes';
import { readIdentity } from '#infra/access/identity';
import type { Addressed, MailParts } from './letter.ts';

type Issued = Extract<AccountCodeEvent | ResetCodeEvent, { type: 'VerificationCodeIssued' | 'ResetCodeIssued' }>['data'];

const isOver = ({ expires_at }: Issued): boolean => expires_at <= new Date().toISOString();

/** The link that confirms a new account's address. Anybody may have typed that address: nothing else that was typed goes there. */
export const verificationMail = async (issued: Issued, { log, keys, public_url }: MailParts): Promise<Addressed | undefined> => {
  const { user_id, nonce } = issued;
  const person = await readIdentity(log, user_id);
  if (!person || isOver(issued)) return undefined;
  const code = await codeOf(keys, 'verification', user_id, nonce);
  return {
    to: person.email,
    subject: 'Please confirm your e-mail address',
    paragraphs: ['An account was made with this e-mail address.', 'If it was you, please confirm the address. After that you can sign in.'],
    link: { label: 'Confirm my e-mail address', url: `${public_url}/verify/${codeInAddress(user_id, code)}` },
    after: [
      'The link works for two days and once.',
      'If it was not you, there is nothing to do: without the link nobody can use the account.',
    ],
  };
};

/** The link that sets a new password. */
export const recoveryMail = async (issued: Issued, { log, keys, public_url }: MailParts): Promise<Addressed | undefined> => {
  const { user_id, nonce } = issued;
  const person = await readIdentity(log, user_id);
  if (!person || isOver(issued)) return undefined;
  const token = codeInAddress(user_id, await codeOf(keys, 'recovery', user_id, nonce));
  return {
    to: person.email,
    subject: 'Set a new password',
    name: person.first_name,
    paragraphs: [`Somebody asked to set a new password for the account with the username ${person.username}.`],
    link: {
      label: 'Set a new password',
      url: `${public_url}/resetpasswordform?${new URLSearchParams({ token, email: person.email }).toString()}`,
    },
    after: ['The link works for one hour and once.', 'If it was not you, there is nothing to do: your password stays as it is.'],
  };
};
