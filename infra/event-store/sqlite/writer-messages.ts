import { canonicalJson } from '../canonical-json.ts';
import type { Expected, NewEvent } from '../event-store.ts';
import { InvalidInput } from '../valid-input.ts';

/** One append on its way to the writer: sequence number, stream, expectation, then id, type, envelope and data of each event. Flat, because that clones fastest. */
export type PackedAppend = [number, string, number, ...(string | Uint8Array<ArrayBuffer>)[]];

export const ANY = -1;
export const NO_STREAM = -2;
export const STREAM_EXISTS = -3;

/** What the main thread sends: appends, or the word that no more will come. */
export type ToWriter = PackedAppend | 'close';

/** `wrote` is the last position of the group, 0 where nothing was new; `answers` holds three numbers for each append: see the writer. */
export type FromWriter =
  | { kind: 'ready' }
  | { kind: 'committed'; answers: number[]; wrote: number }
  | { kind: 'full'; sequences: number[] }
  | { kind: 'failed'; message: string };

export interface IncomingEvent {
  id: string;
  type: string;
  envelope: string;
  data: Uint8Array;
}

/** An append as the writer takes it. */
export interface Incoming {
  sequence: number;
  stream: string;
  /** A revision, or ANY, NO_STREAM, STREAM_EXISTS. */
  expected: number;
  events: IncomingEvent[];
}

/** From this size on the copy of the data is handed over instead of being copied once more. */
const TRANSFERRED = 65_536;

/**
 * Copies an append for the writer. The caller's bytes stay its own (it may append them again), and a copy of just them is sent: cloning
 * a view of Node's buffer pool would take the whole pool along.
 */
export const pack = (
  sequence: number,
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
): { message: PackedAppend; transfer: ArrayBuffer[] } => {
  const message: PackedAppend = [sequence, stream, expectation(expected)];
  const transfer: ArrayBuffer[] = [];
  for (const { id, type, metadata, data } of events) {
    const copy = new Uint8Array(data);
    if (copy.byteLength >= TRANSFERRED) transfer.push(copy.buffer);
    message.push(id, type, envelope(metadata), copy);
  }
  return { message, transfer };
};

export const unpack = (message: PackedAppend): Incoming => {
  const events: IncomingEvent[] = [];
  for (let at = 3; at < message.length; at += 4) {
    events.push({
      id: message[at] as string,
      type: message[at + 1] as string,
      envelope: message[at + 2] as string,
      data: message[at + 3] as Uint8Array,
    });
  }
  return { sequence: message[0], stream: message[1], expected: message[2], events };
};

const expectation = (expected: Expected): number => {
  if (typeof expected === 'object') return expected.exact;
  switch (expected) {
    case 'any':
      return ANY;
    case 'no-stream':
      return NO_STREAM;
    case 'stream-exists':
      return STREAM_EXISTS;
  }
};

const envelope = (metadata: object): string => {
  try {
    return canonicalJson(metadata);
  } catch (error) {
    throw new InvalidInput(`the envelope is not plain JSON: ${(error as Error).message}`);
  }
};
