import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Keys } from '../keys/keys.ts';
import { canonicalJson } from './canonical-json.ts';
import type { NewEvent } from './event-store.ts';

/** Above this many bytes the data is hashed where it lies; below it one copy and one call less are faster. */
const COPIED = 32_768;
/** Used again and again: nothing waits between writing and hashing. */
const scratch = Buffer.allocUnsafe(2 * COPIED);

/**
 * Content hashes of events: HMAC-SHA-256 under a secret of the key store, so that the right to append to a log, or to change its bytes, is not enough
 * to write an event that counts.
 */
export class ContentHashes {
  private readonly key: KeyObject;

  /** @param secret 32 bytes */
  constructor(secret: Uint8Array) {
    this.key = createSecretKey(secret);
  }

  /** @throws KeysUnavailable */
  static async under(keys: Keys): Promise<ContentHashes> {
    return new ContentHashes(await keys.secret('content-hashes'));
  }

  /**
   * The hash in hex over everything that makes an event what it is: revision, stream, event id, type, canonical envelope, data bytes. Each text and the
   * data are preceded by their length in bytes, so that no two events share an encoding. The position is not part of it: a moved log keeps its hashes.
   */
  of(stream: string, revision: number, event: NewEvent): string {
    return this.ofParts(stream, revision, event.id, event.type, canonicalJson(event.metadata), event.data).toString('hex');
  }

  /** The same as 32 bytes, where the envelope is canonical text already. */
  ofParts(stream: string, revision: number, id: string, type: string, envelope: string, data: Uint8Array): Buffer {
    const copied = data.byteLength <= COPIED ? data.byteLength : 0;
    const room = 3 * (stream.length + id.length + type.length + envelope.length) + 4 * 4 + 2 * 8 + copied;
    const bytes = room <= scratch.byteLength ? scratch : Buffer.allocUnsafe(room);
    let at = writeCount(bytes, revision, 0);
    at = writeText(bytes, stream, at);
    at = writeText(bytes, id, at);
    at = writeText(bytes, type, at);
    at = writeText(bytes, envelope, at);
    at = writeCount(bytes, data.byteLength, at);
    if (copied < data.byteLength) return this.digest(bytes.subarray(0, at), data);
    bytes.set(data, at);
    return this.digest(bytes.subarray(0, at + copied));
  }

  /** Digest of the parts in this order, 32 bytes. */
  protected digest(...parts: Uint8Array[]): Buffer {
    const hmac = createHmac('sha256', this.key);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  }
}

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
