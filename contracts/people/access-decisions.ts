import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id, Version } from '../wire/primitives.ts';

/**
 * An event of a stream that decides about access, and that failed verification (ruling 65): it was forged, or is damaged. Readers of the log get this in
 * its place; it is never stored. `id`: the id in the stream's name; `type`: the type that is written there.
 */
export interface AccessUnverified {
  type: 'AccessUnverified';
  data: { id: string; type: string };
}

/** Whether an account is locked by an unverified event of it: what takes away takes effect. A removal only locks, as it could not be taken back. */
export const locksUnverified = ({ data: { type } }: AccessUnverified): boolean => type === 'UserLocked' || type === 'UserRemoved';

export const AccessDecisionCommand = command('DecideAccess', { user_id: Id, reason: z.string(), version: Version.optional() });
export type AccessDecisionCommand = z.infer<typeof AccessDecisionCommand>;

export const accessDecisionEvents = [
  /**
   * On the stream of a user, or of the user's connections: an administrator knows of the unverified events before it. They grant nothing. Of a user, the
   * password and all sessions end with it; connections have ended with the unverified event.
   */
  event('AccessDecided', { user_id: Id, reason: z.string() }, { open: ['user_id'], by: 'user', id: 'user_id' }),
] as const;
export type AccessDecisionEvent = EventOf<(typeof accessDecisionEvents)[number]>;
