import { z } from 'zod';
import { messages } from '../rules/messages.ts';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Email, Id, Instant } from '../wire/primitives.ts';
import { issuedCode } from './account-codes.ts';

/** A person's change of the own e-mail address, on the stream of the user. `nonce` is that of an issued code which the person was found to have. */
export const EmailChangeCommand = z.discriminatedUnion('type', [
  command('AskEmailChange', { user_id: Id, email: z.string(), ...issuedCode }),
  command('WithdrawEmailChange', { user_id: Id }),
  command('ConfirmEmailChange', { user_id: Id, nonce: z.string() }),
]);
export type EmailChangeCommand = z.infer<typeof EmailChangeCommand>;

/** The address that is to be, or is, the account's, and the one before it. */
const addresses = { email: z.string(), former_email: z.string() };

export const emailChangeEvents = [
  /** Replaces what was asked before. Nothing changes until the link to the new address is opened. */
  event(
    'EmailChangeAsked',
    { user_id: Id, ...issuedCode, ...addresses },
    { open: ['user_id', 'nonce', 'expires_at'], by: 'user', id: 'user_id' },
  ),
  event('EmailChangeWithdrawn', { user_id: Id }, { open: 'all' }),
  /** The person has shown the address to be theirs. */
  event('EmailChanged', { user_id: Id, nonce: z.string(), ...addresses }, { open: ['user_id', 'nonce'], by: 'user', id: 'user_id' }),
] as const;
export type EmailChangeEvent = EventOf<(typeof emailChangeEvents)[number]>;

/** What a person sends who wants another e-mail address. */
export const EmailChangeRequest = z.object({
  email: Email,
  password: z.string().min(1, messages.required).max(200),
});
export type EmailChangeRequest = z.infer<typeof EmailChangeRequest>;

/** The own e-mail address, and the one that waits to be confirmed. */
export const OwnEmail = z.object({ email: z.string(), pending: z.object({ email: z.string(), expires_at: Instant }).nullable() });
export type OwnEmail = z.infer<typeof OwnEmail>;
