import type { EventMeta } from '#contracts/wire/envelope';
import type { Position } from '#infra/event-store/event-store';
import type { Incoming } from '#infra/following/opened-events';
import { type AnyProjection, gone } from './projection.ts';

/** A document while it is folded: `data` null once it is gone. */
export interface Folded {
  position: Position;
  data: object | null;
}

/** The event types that a projection takes; undefined: all. */
export const typesOf = (projection: AnyProjection): string[] | undefined =>
  'of' in projection ? undefined : [...new Set([...Object.keys(projection.create), ...Object.keys(projection.apply)])];

export const typeOf = (incoming: Incoming): string => (incoming.kind === 'opened' ? incoming.event.type : incoming.type);

/** Folds by type, as `create` and `apply` declare them. */
const foldsOf = (folds: object, type: string): ((...args: unknown[]) => unknown) | undefined =>
  Object.hasOwn(folds, type) ? (folds as Record<string, (...args: unknown[]) => unknown>)[type] : undefined;

const LONGEST_KEY = 400;

/**
 * The document that an event belongs to; undefined where there is nothing to fold (erased, or none of this projection's).
 * @throws what the projection throws, and where it answers no usable key
 */
export const keyOf = (projection: AnyProjection, incoming: Incoming): string | undefined => {
  if ('of' in projection) return projection.key(typeOf(incoming), incoming.meta);
  if (incoming.kind !== 'opened') return undefined;
  const { event } = incoming;
  if (!foldsOf(projection.create, event.type) && !foldsOf(projection.apply, event.type)) return undefined;
  const key: unknown = projection.key(event);
  if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY) throw new TypeError('a key is a text of 1 to 400 characters');
  return key;
};

/** Whether the event begins a document, where there is none yet. */
export const begins = (projection: AnyProjection, incoming: Incoming): boolean =>
  !('of' in projection) && incoming.kind === 'opened' && foldsOf(projection.create, incoming.event.type) !== undefined;

/** The value by which the event is assigned to a bucket, the same for all events of its document. */
export const partitionOf = (projection: AnyProjection, { patient_id, stream }: Pick<EventMeta, 'patient_id' | 'stream'>): string =>
  ('partition' in projection ? undefined : patient_id) ?? stream;

/**
 * The document after the event; the same document where the event changes nothing: it was seen already, begins what exists,
 * or belongs to what does not exist or is gone. @throws what the fold throws
 */
export const foldEvent = (projection: AnyProjection, doc: Folded | undefined, incoming: Incoming): Folded | undefined => {
  const { meta } = incoming;
  const { position } = meta;
  if (doc !== undefined && position <= doc.position) return doc;
  if ('of' in projection) return { position, data: checked(projection.fold(doc?.data ?? undefined, typeOf(incoming), meta)) };
  if (incoming.kind !== 'opened') return doc;
  const { event } = incoming;
  if (doc === undefined) {
    const create = foldsOf(projection.create, event.type);
    return create && { position, data: checked(create(event, meta)) };
  }
  const apply = foldsOf(projection.apply, event.type);
  if (apply === undefined || doc.data === null) return doc;
  const data = apply(doc.data, event, meta);
  return { position, data: data === gone ? null : checked(data) };
};

/** A fold that forgets to answer must not pass for a removal. */
const checked = (data: unknown): object => {
  if (typeof data !== 'object' || data === null) throw new TypeError('a fold answers a document or gone');
  return data;
};
