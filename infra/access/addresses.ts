import { createHmac } from 'node:crypto';
import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { AddressEvent } from '#contracts/people/account-codes';
import { sameEmail } from '#contracts/rules/email';
import type { EventLog } from '../event-store/event-log.ts';
import type { Keys } from '../keys/keys.ts';

/** The stream of an e-mail address, named under a secret of its own: neither the address nor a guess at it can be read from the log. */
export const addressStream = async (keys: Keys, email: string): Promise<string> =>
  `address-${createHmac('sha256', await keys.secret('addresses'))
    .update(sameEmail(email))
    .digest('hex')}`;

/** The users who have the address, at the head of its stream. @throws KeysUnavailable */
export const usersOfAddress = async (log: EventLog, stream: string): Promise<string[]> => {
  const users = new Set<string>();
  for await (const opened of log.read(stream)) {
    if (opened.kind !== 'opened') continue;
    const event = opened.event as AddressEvent | AccessUnverified;
    if (event.type === 'AccessUnverified') users.clear(); // it may have released any of them
    if (event.type === 'AddressTaken') users.add(event.data.user_id);
    if (event.type === 'AddressReleased') users.delete(event.data.user_id);
  }
  return [...users];
};
