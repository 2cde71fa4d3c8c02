import { v5 as uuidv5 } from 'uuid';
import type { EventLog } from '../event-store/event-log.ts';
import { outlineOf } from './stream-scope.ts';

/**
 * The super user that every installation begins with. The words are no secret: they open nothing outside the environment 'local' until
 * the password was changed.
 */
export const seededAdministrator = { username: 'admin', password: 'anamnesis' } as const;

/** Its id, one per log, so that seeding twice meets the same stream. */
export const seededAdministratorId = (log: EventLog): string => uuidv5('seeded administrator', log.store.log_id);

/** Whether the seeded administrator exists with the password everybody knows. */
export const isSeededAdministratorUntouched = async (log: EventLog): Promise<boolean> => {
  const outline = await outlineOf(log, `user-${seededAdministratorId(log)}`);
  return !!outline && outline.types.has('UserRegistered') && !outline.types.has('PasswordChanged') && !outline.types.has('UserRemoved');
};
