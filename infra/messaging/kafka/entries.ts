import type { Stored } from './deferred-messages.ts';
import type { Fetched } from './messages.ts';

/** Messages fetched together. */
export class Batch {
  entries: readonly Entry[] = [];
  /** Number of messages that are neither done nor stored. */
  left = 0;
  /** Set when a message was stored: later messages of its key have to be stored, too. */
  hasDeferred = false;
  private wake = (): void => undefined;

  settle(entry: Entry): void {
    if (entry.isSettled) return;
    entry.isSettled = true;
    this.left -= 1;
    if (this.left === 0) this.wake();
  }

  deferred(): void {
    this.hasDeferred = true;
    this.wake();
  }

  /** Resolves when all are done or stored, when one was stored, or after this time. */
  next(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** A message of the consumer's partitions, from its arrival until it is done. */
export interface Entry {
  readonly message: Fetched;
  /** Name of its lane: the partition and the key. */
  readonly lane: string;
  /** Undefined for a message loaded from the store. */
  readonly batch: Batch | undefined;
  failures: number;
  takes: number;
  due: number;
  /** Its document; undefined while the message is in Kafka only. */
  stored: Stored | undefined;
  /** Set once storing has begun. */
  storing: Promise<void> | undefined;
  /** Done or stored, so that its offset may be committed. */
  isSettled: boolean;
}

const entryOf = (message: Fetched, batch: Batch | undefined): Entry => ({
  message,
  lane: `${message.partition}/${message.key}`,
  batch,
  failures: 0,
  takes: 0,
  due: 0,
  stored: undefined,
  storing: undefined,
  isSettled: false,
});

/** Entries for fetched messages. */
export const fromKafka = (messages: readonly Fetched[]): Batch => {
  const batch = new Batch();
  batch.entries = messages.map((message) => entryOf(message, batch));
  batch.left = messages.length;
  return batch;
};

/** Entry for a stored message. */
export const fromStore = (stored: Stored): Entry => {
  const { message_id: id, key, body, partition, offset, published_at } = stored.message;
  return updateFrom(
    Object.assign(entryOf({ id, key, body, partition, offset, published_at, isAgain: false }, undefined), { isSettled: true }),
    stored,
  );
};

/** Copies the stored state into the entry, and returns it. */
export const updateFrom = (entry: Entry, stored: Stored): Entry => {
  const { failures, takes, due } = stored.message;
  return Object.assign(entry, { stored, failures, takes, due });
};

/** Lanes in hand, shared by the consumers of a group in this process, so that no two of them handle the same key at the same time. */
export class LanesInHand {
  private readonly names = new Set<string>();
  readonly consumers = new Set<{ schedule(lane: string): void }>();

  has(lane: string): boolean {
    return this.names.has(lane);
  }

  take(lane: string): void {
    this.names.add(lane);
  }

  release(lane: string): void {
    this.names.delete(lane);
    for (const consumer of this.consumers) consumer.schedule(lane);
  }
}
