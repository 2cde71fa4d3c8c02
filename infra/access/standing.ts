import type { UserActor } from '../event-store/actor.ts';
import type { Identity } from './identity.ts';
import { hasKnownPassword } from './known-passwords.ts';

/** What the guard has to know of an account besides who it is. */
export type Standing = Pick<UserActor, 'known_password' | 'must_change_password' | 'has_second_factor'>;

export const standingOf = (identity: Identity): Standing => ({
  ...(hasKnownPassword(identity) && { known_password: true }),
  ...(identity.password_by_other && { must_change_password: true }),
  ...(identity.second_factor && { has_second_factor: true }),
});
