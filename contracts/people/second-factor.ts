import { z } from 'zod';
import { messages } from '../rules/messages.ts';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id } from '../wire/primitives.ts';

/**
 * A code of an authenticator app (TOTP) beside the password, stream `user-<id>`. `session_id`: the session that goes on, all others that
 * began before are over. Recovery codes come hashed under a key of the key store.
 */
export const SecondFactorCommand = z.discriminatedUnion('type', [
  command('EnrolSecondFactor', { user_id: Id, secret: z.string() }),
  command('ConfirmSecondFactor', { user_id: Id, session_id: Id, recovery_codes: z.array(z.string()) }),
  command('SpendSecondFactorCode', { user_id: Id, recovery_code: z.string() }),
  command('RemoveSecondFactor', { user_id: Id, session_id: Id.optional() }),
]);
export type SecondFactorCommand = z.infer<typeof SecondFactorCommand>;

export const secondFactorEvents = [
  /** It counts once it was confirmed by a code. */
  event('SecondFactorEnrolled', { user_id: Id, secret: z.string() }, { open: ['user_id'], by: 'user', id: 'user_id' }),
  event(
    'SecondFactorConfirmed',
    { user_id: Id, session_id: Id, recovery_codes: z.array(z.string()) },
    { open: ['user_id', 'session_id'], by: 'user', id: 'user_id' },
  ),
  event('SecondFactorCodeSpent', { user_id: Id, recovery_code: z.string() }, { open: ['user_id'], by: 'user', id: 'user_id' }),
  event('SecondFactorRemoved', { user_id: Id, session_id: Id.optional() }, { open: 'all' }),
] as const;
export type SecondFactorEvent = EventOf<(typeof secondFactorEvents)[number]>;

/** That a code was taken: stream `second_factor-<user id>`, of which only the last event counts. No code of this time step or before counts again. */
export const secondFactorUses = [event('SecondFactorUsed', { user_id: Id, step: z.int() }, { open: 'all' })] as const;
export type SecondFactorUse = EventOf<(typeof secondFactorUses)[number]>;

const Password = z.string().min(1, messages.required).max(200);
/** Six digits of the app, or a recovery code. */
const Code = z.string().trim().min(1, messages.required).max(40);

export const SecondFactorEnrolment = z.object({ password: Password });
export type SecondFactorEnrolment = z.infer<typeof SecondFactorEnrolment>;

/** What the app has to be told, by its picture or typed; `secret` is base32. */
export const SecondFactorOffer = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorOffer = z.infer<typeof SecondFactorOffer>;

export const SecondFactorConfirmation = z.object({ code: Code });
/** Each opens the account once instead of a code of the app. They are told this once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const SecondFactorRemoval = z.object({ password: Password, code: Code });
export type SecondFactorRemoval = z.infer<typeof SecondFactorRemoval>;

/** What a right password is answered with where the account has a second factor. `second_step` is no session; it lives for minutes. */
export const SecondStepRequired = z.object({
  second_factor_required: z.literal(true),
  second_step: z.string(),
  expiration: z.iso.datetime(),
});
export type SecondStepRequired = z.infer<typeof SecondStepRequired>;

export const SecondStep = z.object({ second_step: z.string().min(1, messages.required).max(4096), code: Code });
export type SecondStep = z.infer<typeof SecondStep>;
