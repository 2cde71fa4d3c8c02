import { createHash, hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { NewEvent } from './event-store.ts';

/** Above this many bytes the data is hashed where it lies; below it one copy and one call are faster. */
const COPIED = 32_768;

/**
 * Hex SHA-256 over everything that makes an event what it is: stream, revision, event id, type, canonical envelope, data bytes. Each part
 * is preceded by its length, so that no two events share an encoding. The position is not part of it: a moved log keeps its hashes.
 */
export const contentHash = (stream: string, revision: number, event: NewEvent): string =>
  hashOfParts(stream, revision, event.id, event.type, canonicalJson(event.metadata), event.data).toString('hex');

/** The same as 32 bytes, for whoever holds the envelope as canonical text already. */
export const hashOfParts = (stream: string, revision: number, id: string, type: string, envelope: string, data: Uint8Array): Buffer => {
  const inline = data.byteLength <= COPIED;
  const texts = [stream, id, type, envelope];
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const head = 8 + lengths.reduce((sum, length) => sum + 4 + length, 0) + 8;
  const bytes = Buffer.allocUnsafe(inline ? head + data.byteLength : head);
  let at = writeCount(bytes, revision, 0);
  texts.forEach((text, index) => {
    at = bytes.writeUInt32BE(lengths[index]!, at);
    at += bytes.write(text, at);
  });
  at = writeCount(bytes, data.byteLength, at);
  if (!inline) return createHash('sha256').update(bytes).update(data).digest();
  bytes.set(data, at);
  return hash('sha256', bytes, 'buffer');
};

/** 8 bytes, big-endian; safe integers only, so without the cost of a BigInt. */
const writeCount = (bytes: Buffer, count: number, at: number): number => {
  bytes.writeUInt32BE(Math.floor(count / 0x1_0000_0000), at);
  return bytes.writeUInt32BE(count % 0x1_0000_0000, at + 4);
};
