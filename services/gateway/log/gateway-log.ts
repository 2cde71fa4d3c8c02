import type { Growth } from './growth.ts';

/** The revision that closes a stream for ever: 2^63 - 1 in the protocol, which no number holds. */
export const TOMBSTONE = Number.MAX_SAFE_INTEGER;

/** One event as the protocol shows it. */
export interface LoggedEvent {
  /** From 1 on; commit and prepare position are the same. */
  position: number;
  stream: string;
  /** From 0 on within its stream, or TOMBSTONE. */
  revision: number;
  type: string;
  /** 16 bytes. Not unique: the same id may stand in other streams, and in the same one. */
  id: Uint8Array;
  /** Milliseconds since 1970. */
  created: number;
  /** What the writer said of the data: JSON, or bytes of any kind. */
  isJson: boolean;
  metadata: Uint8Array;
  data: Uint8Array;
  /** The same as it goes over the line, where it lies in the log like that. */
  readonly encoded?: Uint8Array;
}

/** An event on its way into the log. */
export type ProposedEvent = Pick<LoggedEvent, 'type' | 'id' | 'isJson' | 'metadata' | 'data'>;

/** Where a writer believes the stream to be. */
export type Expectation = number | 'any' | 'no-stream' | 'stream-exists';

/** What may be asked of the log besides reading. `soft`: reads find nothing until somebody writes again; `hard`: for ever. */
export type Change =
  | { kind: 'append'; stream: string; expected: Expectation; events: readonly ProposedEvent[] }
  | { kind: 'delete'; stream: string; expected: Expectation; how: 'soft' | 'hard' };

/** What became of a change: the last event's place (revision -1: nothing was written and there is no stream), or why nothing was written. */
export type Changed = { kind: 'done'; revision: number; position: number } | { kind: 'wrong'; actual: number } | { kind: 'deleted' };

/** What a stream is now. `first` and `last` are what a reader finds; `last` is -1 where there was never an event. */
export type StreamState = { kind: 'missing' } | { kind: 'tombstoned' } | { kind: 'there'; first: number; last: number };

export interface Page {
  events: LoggedEvent[];
  /** Revision or position up to (forwards) or down to (backwards) which everything was looked at. */
  seen: number;
  /** There is nothing further in this direction now. */
  isEnd: boolean;
}

/** Which events of the log: `from` is inclusive. */
export interface Span {
  from: number;
  direction: 'forwards' | 'backwards';
  /** At most so many events; a page may hold fewer. */
  limit: number;
}

/** What a reader of the whole log wants of it; undefined: everything. */
export type Filter = (event: Pick<LoggedEvent, 'stream' | 'type'>) => boolean;

/** The log behind the protocol: one of its own, or the product's, which is read only. */
export interface GatewayLog {
  readonly isWritable: boolean;
  readonly growth: Growth;
  /** Position of the last event; 0 where there is none. */
  head(): number;
  state(stream: string): Promise<StreamState>;
  /** Without what the stream's metadata hide ($maxAge, $maxCount, $tb). */
  readStream(stream: string, span: Span): Promise<Page>;
  /** `scan`: at most so many events are looked at for one page, whatever the filter lets through. */
  readAll(span: Span & { filter?: Filter; scan?: number }): Promise<Page>;
  /** Resolves once it is on the disk. @throws StorageFull, StorageFailed */
  change(change: Change): Promise<Changed>;
  close(): Promise<void>;
}
