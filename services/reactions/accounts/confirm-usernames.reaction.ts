import type { AccountEvent } from '#contracts/accounts';
import type { Actor } from '#infra/access/actor';
import type { Reservations } from '#infra/event-store/reservations';
import { sameName } from '../../records/accounts/accounts.handlers.ts';
import type { Reaction } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/** The account exists: its name is its own for good. A removed account keeps it, so that it is never taken for somebody else's. */
export const confirmUsernames = (reservations: Reservations): Reaction => ({
  name: 'confirm-usernames',
  types: ['UserRegistered'],
  react: async (happened) => {
    const { data } = happened as Extract<AccountEvent, { type: 'UserRegistered' }>;
    await reservations.confirm('username', sameName(data.username), data.user_id, REACTIONS);
  },
});
