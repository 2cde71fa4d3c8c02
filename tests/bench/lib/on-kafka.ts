import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { KafkaMessaging } from '#infra/messaging/kafka/kafka-messaging';
import { formatMessage } from '#infra/messaging/kafka/messages';
import type { Message } from '#infra/messaging/messaging';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';

const TOPIC = 'bench';
const GROUP = 'bench';
/** As the product's topics have them. */
const PARTITIONS = 16;
/** Messages of one publication. */
const AT_ONCE = 500;
const KEYS = 200;
/** Messages between two commits, as in the product. */
const COMMITTED_AT_ONCE = 500;

/** Jobs published and done a second. */
export type Figures = { per_second: number };

const jobs = (count: number): Message[] =>
  Array.from({ length: count }, (_, n) => ({
    topic: TOPIC,
    id: randomUUID(),
    key: `patient-${n % KEYS}`,
    body: { report_id: randomUUID(), n },
  }));

const parts = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, n) => items.slice(n * AT_ONCE, (n + 1) * AT_ONCE));

/** Resolves once it was called so often. */
const counter = (wanted: number): { reached: Promise<void>; count: () => void } => {
  let [left, end] = [wanted, (): void => undefined];
  const reached = new Promise<void>((resolve) => (end = resolve));
  const count = (): void => {
    left -= 1;
    if (left === 0) end();
  };
  return { reached, count };
};

const clientOf = (brokers: string): Kafka => new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });

const removeTopics = async (brokers: string, prefix: string): Promise<void> => {
  const admin = clientOf(brokers).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: (await admin.listTopics()).filter((topic) => topic.startsWith(prefix)) });
  await admin.disconnect();
};

/** The product's messaging: jobs are published while a consumer, which is already there, does them. @param folder for the store of what is deferred */
export const measureJobs = async (brokers: string, folder: string, count: number): Promise<Figures> => {
  const prefix = `bench-${randomUUID().slice(0, 8)}`;
  const store = await SqliteReadStore.open({ file: join(folder, `${prefix}.sqlite`) });
  const messaging = new KafkaMessaging({ brokers: brokers.split(','), prefix, store, log_id: randomUUID() });
  const begun = counter(1);
  const done = counter(count);
  try {
    await messaging.consume({
      topic: TOPIC,
      group: GROUP,
      concurrency: 16,
      handle: async ({ key }) => (key === 'begun' ? begun.count() : done.count()),
    });
    await messaging.publish([{ topic: TOPIC, id: 'begun', key: 'begun', body: {} }]);
    await begun.reached;
    const all = parts(jobs(count));
    const start = performance.now();
    for (const part of all) await messaging.publish(part);
    await done.reached;
    return { per_second: count / ((performance.now() - start) / 1000) };
  } finally {
    await messaging.close();
    await store.close();
    await removeTopics(brokers, prefix);
  }
};

/** The same messages by kafkajs alone, with the same acknowledgements, and commits at the same places. */
export const measureBareKafka = async (brokers: string, count: number): Promise<Figures> => {
  const topic = `bench-${randomUUID().slice(0, 8)}`;
  const kafka = clientOf(brokers);
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: PARTITIONS, replicationFactor: 1 }], waitForLeaders: true });
  await admin.disconnect();
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false });
  const consumer = kafka.consumer({ groupId: topic, maxWaitTimeInMs: 500, maxBytes: 1_000_000, maxBytesPerPartition: 250_000 });
  const begun = counter(1);
  const done = counter(count);
  try {
    await producer.connect();
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: async (payload) => {
        const { messages, partition } = payload.batch;
        const commit = (offset: number): Promise<void> => consumer.commitOffsets([{ topic, partition, offset: String(offset) }]);
        await commit(Number(messages[0]!.offset)); // what is in hand, should the process end
        for (let at = 0; at < messages.length; at += COMMITTED_AT_ONCE) {
          const slice = messages.slice(at, at + COMMITTED_AT_ONCE);
          for (const { key, value } of slice) {
            JSON.parse(value!.toString());
            if (key!.toString() === 'begun') begun.count();
            else done.count();
          }
          const reached = Number(slice.at(-1)!.offset);
          payload.resolveOffset(String(reached));
          await commit(reached + 1);
          await payload.heartbeat();
        }
      },
    });
    const send = (messages: readonly Message[]): Promise<unknown> =>
      producer.send({ topic, acks: -1, messages: messages.map((message) => formatMessage(message, topic)) });
    await send([{ topic, id: 'begun', key: 'begun', body: {} }]);
    await begun.reached;
    const all = parts(jobs(count));
    const start = performance.now();
    for (const part of all) await send(part);
    await done.reached;
    return { per_second: count / ((performance.now() - start) / 1000) };
  } finally {
    await consumer.disconnect();
    await producer.disconnect();
    await removeTopics(brokers, topic);
  }
};
