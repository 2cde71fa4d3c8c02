/**
 * Appends on their way to the writer. `parts` is flat, because that clones fastest: for each append its sequence number, stream,
 * expectation and number of events, then type, envelope and number of data bytes of each event. `bytes` holds, event after event, id,
 * content hash and data.
 */
export interface Batch {
  parts: (number | string)[];
  bytes: Uint8Array<ArrayBuffer>;
}

export const NO_STREAM = -1;

/** What the main thread sends: appends, or the word that no more will come. */
export type ToWriter = Batch | 'close';

/** `wrote` is the last position of the group, 0 where nothing was new; `answers` holds three numbers for each append: see the writer. */
export type FromWriter =
  | { kind: 'ready' }
  | { kind: 'committed'; answers: number[]; wrote: number }
  | { kind: 'full'; sequences: number[] }
  | { kind: 'failed'; message: string };

export interface IncomingEvent {
  /** 16 bytes. */
  id: Uint8Array;
  type: string;
  /** Canonical JSON. */
  envelope: string;
  data: Uint8Array;
  /** Content hash, 32 bytes. */
  hash: Uint8Array;
}

/** An append as the writer takes it. */
export interface Incoming {
  sequence: number;
  stream: string;
  /** A revision, or NO_STREAM. */
  expected: number;
  events: IncomingEvent[];
}

/** The revision of the first event of an append. */
export const firstRevision = (expected: number): number => expected + 1;
