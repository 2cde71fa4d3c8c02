import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { EventMeta } from '#contracts/wire/envelope';
import type { StoredEvent } from './event-store.ts';

/** Prefixes of the streams that decide about access: who somebody is, and who may read or do what. */
const DECIDING: readonly string[] = [
  ...['user-', 'session-', 'password_reset-', 'address-', 'organization-'],
  ...['connections-', 'record_account-', 'invitation-'],
];

export const decidesAccess = (stream: string): boolean => DECIDING.some((beginning) => stream.startsWith(beginning));

/** Prefixes of streams that are named for their owner; the owner of any other stream stands in its first event. */
const NAMED_FOR_OWNER: readonly string[] = ['connections-', 'password_reset-', 'address-', 'record_account-'];

/** Whether the owner of a stream is unknown if its first event failed verification. */
export const isOwnedByFirst = (stream: string): boolean => !NAMED_FOR_OWNER.some((beginning) => stream.startsWith(beginning));

/** The time of recording is not known: the earliest, so that the event never counts as the newer one. */
const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z';

/**
 * The event in place of one of these streams that failed verification (ruling 65): only its place in the log and the type that is written there are
 * used, nothing of its envelope or data.
 */
export const unverifiedEvent = ({ id, type, stream, revision, position }: StoredEvent): { event: AccessUnverified; meta: EventMeta } => ({
  event: { type: 'AccessUnverified', data: { id: stream.slice(stream.indexOf('-') + 1), type } },
  meta: {
    ...{ event_id: id, stream, revision, position, schema: 1, command_id: '', correlation_id: '' },
    ...{ actor: { system: 'unknown' }, key_ids: [], recorded_at: UNKNOWN_TIME },
  },
});
