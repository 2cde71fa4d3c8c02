import { canonicalJson } from './canonical-json.ts';
import { type Expected, MAX_APPEND_BYTES, type NewEvent, type ReadOptions } from './event-store.ts';

/** What was asked is malformed: nothing was done, and it will never succeed as it is. */
export class InvalidInput extends Error {}

/** One append carries more than any engine has to take. */
export class TooLarge extends InvalidInput {}

const MAX_NAME = 1024;
/** What an engine may keep with each event besides data, envelope and type: id, content hash and their names. */
const BESIDES = 128;

// Not every event store takes other characters, and names of streams are ids that we made.
const STREAM = /^[\x20-\x7e]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// Neither control characters nor halves of a surrogate pair survive every engine's text.
const TYPE = /^[^\p{Cc}\p{Cs}]+$/u;

/**
 * Checks what every engine asks of an append, before anything is sent. Texts of the errors carry no names and no data.
 * @throws InvalidInput
 */
export const checkAppend = (stream: string, events: readonly NewEvent[], expected: Expected): void => {
  checkStreamName(stream);
  if (typeof expected === 'object' && !(Number.isSafeInteger(expected.exact) && expected.exact >= 0)) {
    throw new InvalidInput('an expected revision is a whole number from 0 on');
  }
  if (events.length === 0) throw new InvalidInput('an append needs at least one event');
  const ids = new Set<string>();
  for (const { id, type, data } of events) {
    if (!UUID.test(id)) throw new InvalidInput('an event id is a UUID in lower case');
    if (ids.has(id)) throw new InvalidInput('two events of one append have the same id');
    ids.add(id);
    if (type.length > MAX_NAME || !TYPE.test(type)) throw new InvalidInput(`an event type has 1 to ${MAX_NAME} printable characters`);
    if (!(data instanceof Uint8Array)) throw new InvalidInput('the data of an event are bytes');
  }
};

/** The envelope as canonical JSON, as it is hashed. @throws InvalidInput where it is no JSON */
export const envelopeText = (metadata: object): string => {
  try {
    return canonicalJson(metadata);
  } catch (error) {
    throw new InvalidInput(`the envelope is not plain JSON: ${(error as Error).message}`);
  }
};

/**
 * Adds up what a batch takes: data, envelopes, types in two bytes a character, and 128 bytes for each event.
 * @param envelopes canonical JSON of each event's envelope
 * @throws TooLarge
 */
export const checkSize = (events: readonly NewEvent[], envelopes: readonly string[]): void => {
  let bytes = 0;
  for (const [n, { type, data }] of events.entries())
    bytes += data.byteLength + Buffer.byteLength(envelopes[n]!) + 2 * type.length + BESIDES;
  if (bytes > MAX_APPEND_BYTES) throw new TooLarge(`an append holds at most ${MAX_APPEND_BYTES} bytes, and this one has ${bytes}`);
};

/** @throws InvalidInput unless the name has 1 to 1024 printable ASCII characters */
export const checkStreamName = (stream: string): void => {
  if (stream.length > MAX_NAME || !STREAM.test(stream)) {
    throw new InvalidInput(`a stream name has 1 to ${MAX_NAME} printable ASCII characters`);
  }
};

/** @throws InvalidInput when `limit` is no whole number from 0 on */
export const checkLimit = ({ limit }: ReadOptions): void => {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) throw new InvalidInput('a limit is a whole number from 0 on');
};
