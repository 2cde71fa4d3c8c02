import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id, Instant } from '../wire/primitives.ts';

/** What an event keeps of a single-use code: see `infra/access/codes.ts`. The code itself is stored nowhere. */
export const issuedCode = { nonce: z.string(), expires_at: Instant };

/** `nonce` is that of an issued code which the person was found to have; a password is reset only after its code was spent. */
export const AccountCodeCommand = z.discriminatedUnion('type', [
  command('IssueVerificationCode', { user_id: Id, ...issuedCode }),
  command('VerifyAccount', { user_id: Id, nonce: z.string() }),
  command('ResetPassword', { user_id: Id, password_hash: z.string() }),
]);
export type AccountCodeCommand = z.infer<typeof AccountCodeCommand>;

/** On the stream of a user. */
export const accountCodeEvents = [
  event('VerificationCodeIssued', { user_id: Id, ...issuedCode }, { open: 'all' }),
  /** The address is the person's: the account can be used, and no code for it opens anything any more. Without `nonce` by a new password. */
  event('AccountVerified', { user_id: Id, nonce: z.string().optional() }, { open: 'all' }),
] as const;
export type AccountCodeEvent = EventOf<(typeof accountCodeEvents)[number]>;

export const ResetCodeCommand = z.discriminatedUnion('type', [
  command('IssueResetCode', { user_id: Id, ...issuedCode }),
  command('SpendResetCode', { user_id: Id, nonce: z.string(), spent_by: Id }),
]);
export type ResetCodeCommand = z.infer<typeof ResetCodeCommand>;

/**
 * Codes that set a new password have a stream of their own, `password_reset-<user id>`: anybody may ask for them, and the account's own stream,
 * which is read at each request, does not grow by it.
 */
export const resetCodeEvents = [
  event('ResetCodeIssued', { user_id: Id, ...issuedCode }, { open: 'all' }),
  /** None that was issued before opens anything any more. `spent_by`: the command that sets the password. */
  event('ResetCodeSpent', { user_id: Id, nonce: z.string(), spent_by: Id }, { open: 'all' }),
] as const;
export type ResetCodeEvent = EventOf<(typeof resetCodeEvents)[number]>;

/**
 * Which accounts have an e-mail address: the stream `address-<HMAC of the address>`, which says neither the address nor whether anybody has
 * it. Several accounts may have the same.
 */
export const addressEvents = [
  event('AddressTaken', { user_id: Id }, { open: 'all' }),
  event('AddressReleased', { user_id: Id }, { open: 'all' }),
  /** Somebody wants to set a new password: recorded whether or not anybody has the address. */
  event('RecoveryAsked', { asked_id: Id }, { open: 'all' }),
] as const;
export type AddressEvent = EventOf<(typeof addressEvents)[number]>;
