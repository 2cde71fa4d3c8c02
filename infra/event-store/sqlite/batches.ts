import type { ContentHashes } from '../content-hash.ts';
import type { Expected, NewEvent } from '../event-store.ts';
import { checkSize, envelopeText } from '../valid-input.ts';
import { idBytes } from '../event-id.ts';
import { type Batch, firstRevision, type Incoming, type IncomingEvent, NO_STREAM } from './writer-messages.ts';

const ID = 16;
const HASH = 32;
const ROOM = 65_536;
/** A batch of so many appends or bytes does not wait for more: the writer begins with it while the next one is made. */
const MOST_APPENDS = 32;
const MOST_BYTES = 1_048_576;

/**
 * Appends that are sent to the writer together: one message for many costs far less than one each. Data are copied, so the caller's
 * bytes stay its own. Hashes are made here: the writer is the narrow place, and one turn of the loop has time.
 */
export class Outbox {
  private parts: Batch['parts'] = [];
  private bytes = new Uint8Array(ROOM);
  private used = 0;
  private appends = 0;

  constructor(private readonly hashes: ContentHashes) {}

  get isEmpty(): boolean {
    return this.appends === 0;
  }

  get isFull(): boolean {
    return this.appends >= MOST_APPENDS || this.used >= MOST_BYTES;
  }

  /** @throws InvalidInput where an envelope is no JSON, TooLarge; then nothing of the append is kept */
  add(sequence: number, stream: string, events: readonly NewEvent[], expected: Expected): void {
    const envelopes = events.map(({ metadata }) => envelopeText(metadata));
    checkSize(events, envelopes);
    const expectation = typeof expected === 'object' ? expected.exact : NO_STREAM;
    const first = firstRevision(expectation);
    this.parts.push(sequence, stream, expectation, events.length);
    for (const [n, { id, type, data }] of events.entries()) {
      const envelope = envelopes[n]!;
      this.makeRoom(ID + HASH + data.byteLength);
      this.bytes.set(idBytes(id), this.used);
      this.bytes.set(this.hashes.ofParts(stream, first + n, id, type, envelope, data), this.used + ID);
      this.bytes.set(data, this.used + ID + HASH);
      this.used += ID + HASH + data.byteLength;
      this.parts.push(type, envelope, data.byteLength);
    }
    this.appends += 1;
  }

  /** Everything that waits; from here on it belongs to whoever takes it. */
  take(): Batch {
    const batch = { parts: this.parts, bytes: this.bytes.slice(0, this.used) };
    this.parts = [];
    this.used = this.appends = 0;
    if (this.bytes.byteLength > MOST_BYTES) this.bytes = new Uint8Array(ROOM);
    return batch;
  }

  private makeRoom(more: number): void {
    if (this.used + more <= this.bytes.byteLength) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.byteLength, this.used + more));
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }
}

/** The appends of a batch, in their order. */
export const unpack = ({ parts, bytes }: Batch): Incoming[] => {
  const appends: Incoming[] = [];
  let from = 0;
  for (let at = 0; at < parts.length;) {
    const append = { sequence: parts[at] as number, stream: parts[at + 1] as string, expected: parts[at + 2] as number };
    const count = parts[at + 3] as number;
    const events: IncomingEvent[] = [];
    at += 4;
    for (let n = 0; n < count; n++, at += 3) {
      const data = from + ID + HASH;
      const end = data + (parts[at + 2] as number);
      events.push({
        id: bytes.subarray(from, from + ID),
        type: parts[at] as string,
        envelope: parts[at + 1] as string,
        data: bytes.subarray(data, end),
        hash: bytes.subarray(from + ID, data),
      });
      from = end;
    }
    appends.push({ ...append, events });
  }
  return appends;
};
