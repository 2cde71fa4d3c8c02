import { z } from 'zod';
import { event, type EventOf } from '../wire/event.ts';
import { Id, Instant } from '../wire/primitives.ts';

/** What an event keeps of a single-use code: see `infra/access/codes.ts`. The code itself is stored nowhere. */
export const issuedCode = { nonce: z.string(), code_hash: z.string(), expires_at: Instant };

/** On the stream of a user. */
export const accountCodeEvents = [
  event('VerificationCodeIssued', { user_id: Id, ...issuedCode }, { open: 'all' }),
  event('AccountVerified', { user_id: Id }, { open: 'all' }),
  event('RecoveryCodeIssued', { user_id: Id, ...issuedCode }, { open: 'all' }),
  /** A new password was set with a code: no code that was issued before opens anything any more. */
  event('RecoveryCodeSpent', { user_id: Id, nonce: z.string() }, { open: 'all' }),
] as const;
export type AccountCodeEvent = EventOf<(typeof accountCodeEvents)[number]>;
