import type { JsonObject } from '#infra/read-store/read-store';

/** A message; `key` keeps order: messages of one key are handled one after the other. `id` is its own within its topic. */
export interface Message {
  topic: string;
  id: string;
  key: string;
  /** Ids only: jobs carry no personal data. */
  body: JsonObject;
}

/** A message as it is handed to a consumer. */
export interface Delivery extends Message {
  /** 1 at the first try. */
  attempt: number;
  /** Aborted when the consumer stops, or the message has become another process's. */
  signal: AbortSignal;
}

/** Who handles the messages of a topic, and how often it tries. */
export interface Consumer {
  topic: string;
  /** Each group sees every message once (at least). */
  group: string;
  /** How many keys are handled at the same time. */
  concurrency: number;
  /** Tries before a message becomes a dead letter; later messages of its key then go on. Default 5. */
  attempts?: number;
  /** Wait before the next try, in milliseconds. At most an hour. Default: 200 ms doubling up to 30 s, with jitter. */
  backoff?: (attempt: number) => number;
  /** Resolving acknowledges; throwing means try again later; throwing `GiveUp` means dead letter at once. */
  handle(delivery: Delivery): Promise<void>;
  /** Its messages may take longer than ten seconds. */
  isLong?: boolean;
  /** Milliseconds for which its handler may keep the whole process from doing anything else. Default 10,000. */
  max_block_ms?: number;
}

/** Trying again would not help: the message becomes a dead letter at once. */
export class GiveUp extends Error {}

/** The server takes no messages and answers nothing just now: to be tried again. */
export class MessagingUnavailable extends Error {}

/** A message that a group gave up on; it waits for somebody to look at it. */
export interface DeadLetter extends Message {
  group: string;
  /** ISO time, tries, and what went wrong: the handler's own words where it gave up, otherwise kind and place of the fault; no data. */
  failed_at: string;
  attempts: number;
  error: string;
}

/** A message that one group has still to do, as an engine hands it over to another one. */
export interface Undone extends Message {
  group: string;
  /** Attempts that failed. */
  failures: number;
  /** Of a dead letter: ISO time, and what went wrong. */
  dead?: Pick<DeadLetter, 'failed_at' | 'error'>;
}

/**
 * Jobs, at least once, ordered per key, durable. All adapters pass tests/conformance/messaging.conformance.ts: the embedded queue in SQLite, and Kafka.
 *
 * A message in hand when its process ends, or seems to have ended, is handed over again. On Kafka messages that ended shortly before may be as well,
 * for a moment two processes may have messages of one key in hand, and an id that is published twice may be handed over twice: handlers make
 * sure that this is harmless. The embedded queue alone remembers ids, for 30 days.
 *
 * On Kafka every call may throw MessagingUnavailable, and ReadStoreUnavailable where it concerns dead letters.
 */
export abstract class Messaging {
  /** Why no messages are handed over just now, without addresses; undefined where nothing is in the way. */
  abstract readonly waiting: string | undefined;
  /** Resolves once the messages are on disk; where it is rejected, some of them may be. A message id already published on that topic is ignored, as described above. */
  abstract publish(messages: readonly Message[]): Promise<void>;
  /** Starts consuming, also while the server is unavailable; the returned function stops taking, waits for what is in hand and resolves. */
  abstract consume(consumer: Consumer): Promise<() => Promise<void>>;
  /** Of one group; left out: of all. */
  abstract deadLetters(topic?: string, group?: string): Promise<DeadLetter[]>;
  /** Puts a dead letter back at the end of its key, with all its attempts. @throws Error where there is none */
  abstract retry(topic: string, group: string, id: string): Promise<void>;
  /** Gives a dead letter up for good. @throws Error where there is none */
  abstract drop(topic: string, group: string, id: string): Promise<void>;
  /** Messages waiting or in hand. */
  abstract depth(topic: string, group: string): Promise<number>;
  /**
   * Hands over what a group has still to do and its dead letters, while nobody consumes: `receive` gets them, each key in order, and once it resolves they are
   * forgotten here. If it rejects, or the process ends, everything is handed over again by the next call.
   */
  abstract handOver(topic: string, group: string, receive: (messages: readonly Undone[]) => Promise<void>): Promise<void>;
  /** Adds what another engine handed over, also if it was done here before. The embedded queue ignores what it has already. */
  abstract accept(messages: readonly Undone[]): Promise<void>;
  /** Stops all consumers as their own stop does; what they have in hand may still publish. */
  abstract close(): Promise<void>;
}
