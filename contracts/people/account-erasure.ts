import { z } from 'zod';
import { Accepted } from '../wire/command.ts';
import { Comment, Version } from '../wire/primitives.ts';
import { Credentials } from './accounts.ts';

/** Erases the own account, by its password. */
export const OwnAccountErasure = z.object({ password: Credentials.shape.password });
/** Erases the account of another person: its version as displayed, and the reason, which is stored and must not identify the person. */
export const AccountErasure = z.object({ version: Version, comment: Comment });
/**
 * `erased`: the account cannot be read any more. `closed`: the person worked with records; name, roles and id remain in history and access log, while
 * e-mail address, telephone and other numbers, dates and sessions are destroyed.
 */
export const ErasedAccount = Accepted.extend({ outcome: z.enum(['erased', 'closed']) });
export type ErasedAccount = z.infer<typeof ErasedAccount>;
