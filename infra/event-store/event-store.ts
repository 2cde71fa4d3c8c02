import type { Envelope } from '#contracts/wire/envelope';

/** Where an event stands in the whole log: opaque, fixed width, ordered by plain string comparison. Gaps may occur. Only meaningful together with the log id. */
export type Position = string;

/** Before the first event of any log. */
export const BEGINNING: Position = '';

/** Where the stream must end for an append: `exact` is the revision of its last event (0 for the first), `no-stream` says that it does not exist. */
export type Expected = { exact: number } | 'no-stream';

/** The most that one append may carry, in bytes, by `checkSize`: what an EventStoreDB takes by its own default. Larger contents are files. */
export const MAX_APPEND_BYTES = 1_048_576;

/** One event to append. `data` are the sealed bytes as they go to disk; `id` is unique within its stream (UUID). */
export interface NewEvent {
  id: string;
  type: string;
  data: Uint8Array;
  metadata: Envelope;
}

/** One event as stored. `revision` counts from 0 within the stream. */
export interface StoredEvent extends NewEvent {
  stream: string;
  revision: number;
  position: Position;
  /** Hex HMAC-SHA-256 by `ContentHashes`, computed when the event was appended. */
  content_hash: string;
  /** False when the stored hash is not that of the stored bytes under our secret; such an event must never be folded. */
  intact: boolean;
}

/** Answer to an append: the revision and position of the last event of the batch. */
export interface AppendResult {
  revision: number;
  position: Position;
}

/** Which part of a stream, or of the log. */
export interface ReadOptions {
  /** Exclusive; left out: from the very first (forwards) or very last (backwards) event. */
  after?: number | Position;
  direction?: 'forwards' | 'backwards';
  limit?: number;
}

/** What to follow, and from where. */
export interface Subscription {
  /** Follow one stream; left out: the whole log. */
  stream?: string;
  /** Exclusive: a position of the log, or a revision when `stream` is given; 'end' for what comes from now on; left out: from the first event. */
  after?: number | Position | 'end';
  /** Keep events whose stream name starts with one of these. */
  stream_prefixes?: readonly string[];
  /** Keep events of these types. With prefixes given too, both must hold. */
  types?: readonly string[];
  /** Ends the iteration without an error. */
  signal?: AbortSignal;
}

/** `checkpoint` says that everything up to here was seen, also where the filter let nothing through; `caught-up` that the end of the log was reached. */
export type SubscriptionMessage =
  | { kind: 'event'; event: StoredEvent }
  | { kind: 'checkpoint'; position: Position }
  | { kind: 'caught-up'; position: Position };

/** The stream is not where the writer expected it; `actual` is its last revision, -1 where it does not exist. Nothing was written. */
export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly actual: number,
  ) {
    super(`stream is at revision ${actual}`);
  }
}

/** What an engine can do with its own files. */
export interface Maintenance {
  /**
   * Copies the log as it is at one moment into an empty folder, while appends go on: on disk when it resolves, to be opened there as a log
   * of its own with the same id. @throws Error where it cannot be written
   */
  copyTo(folder: string): Promise<void>;

  /** What the engine itself finds wrong with its files, in words; nothing where they are sound. Contents are for the reader to check. */
  check(): Promise<string[]>;
}

/** The disk is full: nothing was written, reading goes on, appends may succeed again once there is room. */
export class StorageFull extends Error {}

/** The disk failed: whether the events were written is unknown. The store takes no more appends and the process has to stop. */
export class StorageFailed extends Error {}

/**
 * The server of the log does not answer, longer than was waited for. Of an append it is not known whether it was written: sent again as it is,
 * it is answered rightly.
 */
export class StoreUnavailable extends Error {}

/** A stream is not what was written: a server deleted it, or its beginning. Nothing can be decided on it, and it never counts as missing. */
export class DamagedStream extends Error {
  constructor(
    readonly stream: string,
    what: string,
  ) {
    super(`stream ${stream} is damaged: ${what}`);
  }
}

/**
 * The log of all events: a port, so that an event store of its own can take the place of the embedded SQLite engine.
 * Streams are never truncated or deleted. All adapters pass tests/conformance/event-store.conformance.ts.
 */
export abstract class EventStore {
  /** UUID of this log; a restored or moved log has a new one, so that old positions are recognised as foreign. */
  abstract readonly log_id: string;

  /** Whether positions follow each other without gaps, so that a missing one is a lost event. */
  abstract readonly gapless: boolean;

  /**
   * Appends a batch to one stream, all or nothing; resolves once it is on disk.
   * Idempotent by event id at the expected place: a batch whose ids stand there already is answered as it was then and not written again.
   * Whether an id stands elsewhere in the stream is for the caller to know: some engines refuse it, others write it a second time.
   * @throws InvalidInput, TooLarge, WrongExpectedRevision, StorageFull, StorageFailed, StoreUnavailable, DamagedStream
   */
  abstract append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<AppendResult>;

  /** The events of one stream, `after` being a revision; an unknown stream yields nothing. @throws DamagedStream, StoreUnavailable */
  abstract readStream(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;

  /** The events of the whole log, `after` being a position. @throws StoreUnavailable */
  abstract readAll(options?: ReadOptions): AsyncIterable<StoredEvent>;

  /** Catch-up subscription: history first, then live, in order, each event once per iteration. Ends by its signal. */
  abstract subscribe(subscription: Subscription): AsyncIterable<SubscriptionMessage>;

  /** Revision of the stream's last event; -1 where there is none. */
  abstract lastRevision(stream: string): Promise<number>;

  /** Position of the last event of the log; BEGINNING when empty. */
  abstract head(): Promise<Position>;

  /** Whether appends are taken now, and if not, why. */
  abstract health(): { writable: boolean; reason?: 'full' | 'failed' | 'closed' | 'unreachable' };

  /** Left out where the engine's files are not ours: its server has tools of its own. */
  readonly maintenance?: Maintenance;

  /** Waits for what is in flight, then releases everything. */
  abstract close(): Promise<void>;
}
