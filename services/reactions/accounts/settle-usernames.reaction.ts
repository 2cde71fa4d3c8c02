import { type AccountEvent, sameName } from '#contracts/people/accounts';
import type { Actor } from '#infra/event-store/actor';
import type { EventLog } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/** A registered user keeps the name that was reserved for it, a removed one gives it back. */
export const settleUsernames = (log: EventLog, reservations: Reservations) => ({
  name: 'settle-usernames',
  types: ['UserRegistered', 'UserRemoved'] as const,
  react: async (happened: { type: string; data: object }): Promise<void> => {
    const event = happened as AccountEvent;
    if (event.type === 'UserRegistered') {
      await reservations.confirm('username', sameName(event.data.username), event.data.user_id, REACTIONS);
    }
    if (event.type === 'UserRemoved') await releaseUsernameOf(log, reservations, event.data.user_id);
  },
});

/** Gives the name of an account free. Harmless twice. */
export const releaseUsernameOf = async (log: EventLog, reservations: Reservations, user_id: string): Promise<void> => {
  const username = await usernameOf(log, user_id);
  if (username !== undefined) await reservations.release('username', sameName(username), user_id, REACTIONS);
};

/** Undefined once the user was erased: what nobody can read cannot be given back. */
const usernameOf = async (log: EventLog, user_id: string): Promise<string | undefined> => {
  for await (const opened of log.read(`user-${user_id}`, { limit: 1 })) {
    if (opened.kind === 'opened' && opened.event.type === 'UserRegistered') return opened.event.data.username as string;
  }
  return undefined;
};
