import { messages } from '#contracts/rules/messages';
import type { LastSeenMark } from '#contracts/items/last-seen';
import { Refusal } from '#infra/event-store/decider';
import type { EventStore } from '#infra/event-store/event-store';
import { positionToken, readToken } from '#infra/event-store/position-token';
import type { Filter } from '#infra/read-store/read-store';
import type { MedicalItemDocument, Write } from '../records/medical-items.projection.ts';

/** From where on changes are new to somebody: after a position of this log, or after a time where the positions were another log's. */
export type Since = { position: string } | { at: string };

/** Everything is new to who never looked. */
const NEVER = 'never';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Log = Pick<EventStore, 'log_id'>;

/** After what somebody has looked at. A restored or moved log has positions of its own: then the time decides. */
export const sinceLastSeen = (log: Log, mark: LastSeenMark | undefined): Since => {
  if (mark === undefined) return { position: '' };
  return mark.log_id === log.log_id ? { position: mark.position } : { at: mark.at };
};

/** As an address names it. */
export const sinceToken = (log: Log, since: Since): string => {
  if ('at' in since) return since.at;
  return isNever(since) ? NEVER : positionToken(log.log_id, since.position);
};

/** What an address names. @throws Refusal 422 for what is no place of this log */
export const sinceOf = (log: Log, text: string): Since => {
  if (text === NEVER) return { position: '' };
  if (INSTANT.test(text)) return { at: text };
  const token = readToken(text);
  if (token?.log_id !== log.log_id) throw new Refusal('since-unknown', messages.format, { since: [messages.format] });
  return { position: token.position };
};

/** What was changed or created after it. Positions have an index; times, which only a restored log asks for, are read one by one. */
export const after = (since: Since, what: 'created' | 'changed'): Filter =>
  'at' in since ? { [`${what}.at`]: { gt: since.at } } : { [`${what}.position`]: { gt: since.position } };

/** What was changed or created up to it. */
export const before = (since: Since, what: 'created' | 'changed'): Filter =>
  'at' in since ? { [`${what}.at`]: { lte: since.at } } : { [`${what}.position`]: { lte: since.position } };

export const isNever = (since: Since): boolean => 'position' in since && since.position === '';

const isAfter = (since: Since, { position, at }: Write): boolean => ('at' in since ? at > since.at : position > since.position);

/** What happened to an item since; undefined where nothing did. */
export const changeOf = (
  since: Since,
  { created, changed, is_removed }: Pick<MedicalItemDocument, 'created' | 'changed' | 'is_removed'>,
): 'brought' | 'corrected' | 'removed' | undefined => {
  if (!isAfter(since, changed)) return undefined;
  if (is_removed) return 'removed';
  return isAfter(since, created) ? 'brought' : 'corrected';
};
