import type { EventLog } from '../event-store/event-log.ts';
import { outlineOf } from './stream-scope.ts';

/**
 * The super user that every installation begins with. The words are no secret: they open nothing outside the environment 'local' until
 * the password was changed.
 */
export const seededAdministrator = { username: 'admin', password: 'anamnesis' } as const;

/** Its id, the same in every installation: seeding twice meets the same stream, also where a restored log has a new id. */
export const seededAdministratorId = 'd0c3a1de-5b0a-5c0e-9a57-6c1f0a7e4b11';

/** Whether the seeded administrator exists with the password everybody knows. */
export const isSeededAdministratorUntouched = async (log: EventLog): Promise<boolean> => {
  const outline = await outlineOf(log, `user-${seededAdministratorId}`);
  return !!outline && outline.types.has('UserRegistered') && !outline.types.has('PasswordChanged') && !outline.types.has('UserRemoved');
};
