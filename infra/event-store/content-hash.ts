import { createHash, hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { NewEvent } from './event-store.ts';

/** Above this many bytes the data is hashed where it lies; below it one copy and one call are faster. */
const COPIED = 32_768;
/** Used again and again: nothing waits between writing and hashing. */
const scratch = Buffer.allocUnsafe(2 * COPIED);

/**
 * Hex SHA-256 over everything that makes an event what it is: revision, stream, event id, type, canonical envelope, data bytes. Each text
 * and the data are preceded by their length in bytes, so that no two events share an encoding. The position is not part of it: a moved
 * log keeps its hashes.
 */
export const contentHash = (stream: string, revision: number, event: NewEvent): string =>
  hashOfParts(stream, revision, event.id, event.type, canonicalJson(event.metadata), event.data).toString('hex');

/** The same as 32 bytes, for whoever holds the envelope as canonical text already. */
export const hashOfParts = (stream: string, revision: number, id: string, type: string, envelope: string, data: Uint8Array): Buffer => {
  const copied = data.byteLength <= COPIED ? data.byteLength : 0;
  const room = 3 * (stream.length + id.length + type.length + envelope.length) + 4 * 4 + 2 * 8 + copied;
  const bytes = room <= scratch.byteLength ? scratch : Buffer.allocUnsafe(room);
  let at = writeCount(bytes, revision, 0);
  at = writeText(bytes, stream, at);
  at = writeText(bytes, id, at);
  at = writeText(bytes, type, at);
  at = writeText(bytes, envelope, at);
  at = writeCount(bytes, data.byteLength, at);
  if (copied < data.byteLength) return createHash('sha256').update(bytes.subarray(0, at)).update(data).digest();
  bytes.set(data, at);
  return hash('sha256', bytes.subarray(0, at + copied), 'buffer');
};

/** Length in UTF-8 as 4 bytes, big-endian, then the text. */
const writeText = (bytes: Buffer, text: string, at: number): number => {
  const length = bytes.write(text, at + 4);
  bytes.writeUInt32BE(length, at);
  return at + 4 + length;
};

/** 8 bytes, big-endian; safe integers only, so without the cost of a BigInt. */
const writeCount = (bytes: Buffer, count: number, at: number): number => {
  bytes.writeUInt32BE(Math.floor(count / 0x1_0000_0000), at);
  return bytes.writeUInt32BE(count % 0x1_0000_0000, at + 4);
};
