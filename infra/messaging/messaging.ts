import type { JsonObject } from '#infra/read-store/read-store';

/** A message; `id` makes publishing idempotent within its topic, `key` keeps order: messages of one key are handled one after the other. */
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
  /** Aborted when the consumer stops. */
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
}

/** Trying again would not help: the message becomes a dead letter at once. */
export class GiveUp extends Error {}

/** A message that a group gave up on; it waits for somebody to look at it. */
export interface DeadLetter extends Message {
  group: string;
  /** ISO time, tries, and what went wrong: the handler's own words where it gave up, otherwise kind and place of the fault; no data. */
  failed_at: string;
  attempts: number;
  error: string;
}

/**
 * Jobs and outgoing events, at least once, ordered per key, durable. All adapters pass tests/conformance/messaging.conformance.ts.
 * The embedded engine is a queue in SQLite.
 */
export abstract class Messaging {
  /** Resolves once the messages are on disk. A message id already published on that topic is ignored. */
  abstract publish(messages: readonly Message[]): Promise<void>;
  /** Starts consuming; the returned function stops taking, waits for what is in hand and resolves. Messages in hand at a crash come again. */
  abstract consume(consumer: Consumer): Promise<() => Promise<void>>;
  /** Of one group; left out: of all. */
  abstract deadLetters(topic?: string, group?: string): Promise<DeadLetter[]>;
  /** Puts a dead letter back at the end of its key. */
  abstract retry(topic: string, group: string, id: string): Promise<void>;
  /** Gives a dead letter up for good. @throws Error where there is none */
  abstract drop(topic: string, group: string, id: string): Promise<void>;
  /** Messages waiting or in hand. */
  abstract depth(topic: string, group: string): Promise<number>;
  abstract close(): Promise<void>;
}
