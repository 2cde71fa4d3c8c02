import type { Envelope } from '#contracts/wire/envelope';
import { canonicalJson } from '../canonical-json.ts';
import type { ContentHashes } from '../content-hash.ts';
import type { NewEvent, StoredEvent } from '../event-store.ts';
import type { ProposedEvent, RecordedEvent } from './client.ts';
import { toPosition } from './position.ts';

const encoder = new TextEncoder();

/**
 * The event as it is sent: the data as bytes of any kind, so that nobody writes them anew, and as metadata one JSON object of the envelope and
 * the content hash. Data are copied.
 */
export const proposed = (
  hashes: ContentHashes,
  stream: string,
  revision: number,
  { id, type, data, metadata }: NewEvent,
  envelope: string,
): ProposedEvent => {
  const content_hash = hashes.ofParts(stream, revision, id, type, envelope, data).toString('hex');
  return {
    id,
    type,
    contentType: 'application/octet-stream',
    data: new Uint8Array(data),
    metadata: encoder.encode(canonicalJson({ ...metadata, content_hash })),
  };
};

/**
 * The event with its bytes hashed anew. Of one that is not intact any part may be wrong, and the envelope is empty where there is none.
 * @param hashes left out where nothing but its place is asked for: then it never counts as intact
 */
export const fromRecorded = (
  hashes: ContentHashes | undefined,
  { streamId: stream, id, revision: number, type, data, metadata, position }: RecordedEvent,
): StoredEvent => {
  if (position === undefined) throw new Error('the server gave an event without its position');
  const revision = Number(number);
  const bytes = bytesOf(data);
  const { content_hash, ...envelope } = objectOf(metadata);
  const kept = typeof content_hash === 'string' ? content_hash : '';
  return {
    id,
    type,
    data: bytes,
    metadata: envelope as unknown as Envelope,
    stream,
    revision,
    position: toPosition(position),
    content_hash: kept,
    intact: kept !== '' && hashes?.ofParts(stream, revision, id, type, canonicalJson(envelope), bytes).toString('hex') === kept,
  };
};

/** The client has parsed what somebody else wrote as JSON. */
const bytesOf = (data: unknown): Uint8Array => {
  if (data instanceof Uint8Array) return data;
  return encoder.encode(typeof data === 'string' ? data : (JSON.stringify(data) ?? ''));
};

const objectOf = (metadata: unknown): Record<string, unknown> =>
  typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) && !(metadata instanceof Uint8Array)
    ? (metadata as Record<string, unknown>)
    : {};
