import { type Identity, readIdentity } from '#infra/access/identity';
import { passwordMatches } from '#infra/access/passwords';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { Throttle } from '#infra/http/throttle';

const WRONG = 'This is not your present password';

/**
 * The account of who knows its password; guesses are counted for each account.
 * @param field of the form that holds the password
 * @throws TooManyAttempts, Refusal 422 keyed by the field
 */
export const checkOwnPassword = async (
  log: EventLog,
  throttle: Throttle,
  user_id: string,
  field: string,
  password: string,
): Promise<Identity> => {
  const identity = await readIdentity(log, user_id);
  const right = throttle.guess(`password of ${user_id}`, undefined);
  const matches = await passwordMatches(identity?.password_hash, password);
  if (!identity || !matches) throw new Refusal('wrong-password', WRONG, { [field]: [WRONG] });
  right();
  return identity;
};
