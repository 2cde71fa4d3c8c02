import type { EventLog } from '../event-store/event-log.ts';
import { eventsOfTypes } from '../event-store/of-types.ts';
import { type Identity, readIdentity } from './identity.ts';

/** Everybody who works in an organization now, as their streams say. @throws ForgedEvent, KeysUnavailable */
export const usersOf = async (log: EventLog, organization_id: string): Promise<Identity[]> => {
  const found: Identity[] = [];
  for await (const { stream, metadata } of eventsOfTypes(log.store, ['UserRegistered'])) {
    if (metadata.organization_id !== organization_id) continue;
    const user = await readIdentity(log, stream.slice('user-'.length));
    if (user && !user.locked && !user.unverified) found.push(user);
  }
  return found;
};
