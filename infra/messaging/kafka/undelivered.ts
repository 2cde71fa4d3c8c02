import type { Kafka, KafkaMessage } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../kafka/within.ts';
import { MessagingUnavailable } from '../messaging.ts';

/** A member of the group whose process was killed is removed after 30 s, and its partitions are free only then. */
const SILENCE_TIMEOUT_MS = 60_000;
const CHECK_MS = 50;
/** Disconnecting waits for the last fetch. */
const MAX_FETCH_WAIT_MS = 500;
const DISCONNECT_TIMEOUT_MS = 3000;

/** Messages of a partition that a group has not taken yet, from its committed offset to the end. */
export interface Left {
  partition: number;
  /** Offset of the first one. */
  from: number;
  /** Offset after the last one. */
  end: number;
}

export interface Undelivered<M> {
  connect: () => Kafka;
  /** Names at the brokers. */
  topic: string;
  groupId: string;
  left: readonly Left[];
  /** Undefined for a message that is left out. */
  parse: (message: KafkaMessage, partition: number) => M | undefined;
}

/**
 * Reads messages that a group has not taken yet, as its only member, and commits their offsets once the work resolves.
 * @param work gets them in the order of their partitions and offsets
 * @throws MessagingUnavailable, errors of the client and of the work: nothing is committed
 */
export const takeUndelivered = async <M>(
  { connect, topic, groupId, left, parse }: Undelivered<M>,
  work: (messages: readonly M[]) => Promise<void>,
): Promise<void> => {
  if (left.length === 0) return work([]);
  const read = new Map(left.map(({ partition }) => [partition, new Map<number, M>()]));
  const missing = new Map(left.map(({ partition, end }) => [partition, end]));
  let lastAt = performance.now();
  let failure: { error: unknown } | undefined;
  const retry = { restartOnFailure: () => Promise.resolve(false) };
  const client = connect().consumer({ groupId, maxWaitTimeInMs: MAX_FETCH_WAIT_MS, allowAutoTopicCreation: false, retry });
  client.on(client.events.CRASH, ({ payload: { error } }) => (failure = { error }));
  try {
    await client.connect();
    await client.subscribe({ topics: [topic], fromBeginning: true });
    await client.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        const { partition, messages } = batch;
        lastAt = performance.now();
        const end = left.find((one) => one.partition === partition)?.end ?? 0;
        for (const message of messages) {
          const parsed = Number(message.offset) < end ? parse(message, partition) : undefined;
          if (parsed !== undefined) read.get(partition)!.set(Number(message.offset), parsed); // again after a rebalance
        }
        if (Number(batch.lastOffset()) >= end - 1) missing.delete(partition);
      },
    });
    while (missing.size > 0) {
      if (failure) throw failure.error;
      if (performance.now() - lastAt > SILENCE_TIMEOUT_MS) throw new MessagingUnavailable('Kafka hands over no messages of a topic');
      await pause(CHECK_MS);
    }
    const inOrder = [...read.values()].flatMap((ofPartition) =>
      [...ofPartition].toSorted(([a], [b]) => a - b).map(([, message]) => message),
    );
    await work(inOrder);
    await client.commitOffsets(left.map(({ partition, end }) => ({ topic, partition, offset: String(end) })));
  } finally {
    await within(DISCONNECT_TIMEOUT_MS, client.disconnect());
  }
};
