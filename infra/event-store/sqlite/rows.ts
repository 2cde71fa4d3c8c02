import type { Envelope } from '#contracts/wire/envelope';
import type { ContentHashes } from '../content-hash.ts';
import type { StoredEvent } from '../event-store.ts';
import { idText } from '../event-id.ts';
import { toPosition } from './position.ts';

/** A row of the log with its names, as a list: naming the columns of each row would cost a third of reading it. */
export type Row = [
  position: number,
  /** Position or revision: what the read goes along. */
  place: number,
  stream: string | null,
  revision: number,
  type: string | null,
  id: Uint8Array,
  hash: Uint8Array,
  metadata: string,
  data: Uint8Array,
];

/** The event with its bytes hashed anew. Of one that is not intact any part may be wrong, and the envelope is empty where it is no JSON. */
export const fromRow = ([position, , stream, revision, type, bytes, hash, metadata, data]: Row, hashes: ContentHashes): StoredEvent => {
  const id = idText(bytes);
  const envelope = parse(metadata);
  const found = hashes.ofParts(stream ?? '', revision, id, type ?? '', metadata, data);
  return {
    id,
    type: type ?? '',
    data,
    metadata: envelope ?? ({} as Envelope),
    stream: stream ?? '',
    revision,
    position: toPosition(position),
    content_hash: Buffer.from(hash).toString('hex'),
    intact: envelope !== undefined && found.equals(hash),
  };
};

const parse = (text: string): Envelope | undefined => {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined;
  }
};
