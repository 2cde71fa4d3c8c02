import { Kafka, logLevel } from 'kafkajs';
import type { CloudEvent } from '#infra/outgoing/cloud-event';
import { kafkaWith } from './messaging.ts';

/** A message of a topic, as any consumer gets it. */
export interface Received {
  key: string;
  partition: number;
  headers: Record<string, string>;
  event: CloudEvent;
}

/** Everything that a topic of outgoing events holds by now, each partition in order; empty where there is no such topic. */
export const readTopic = async (topic: string): Promise<Received[]> => {
  const kafka = new Kafka({ brokers: [...kafkaWith('').brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic).catch(() => []);
  await admin.disconnect();
  const missing = new Set(ends.flatMap(({ partition, low, high }) => offsets(Number(low), Number(high)).map((n) => `${partition}/${n}`)));
  if (missing.size === 0) return [];
  const received: Received[] = [];
  const consumer = kafka.consumer({ groupId: `${topic}-${Math.random()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const run = consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message: { offset, key, value, headers = {} } }) => {
        if (!missing.delete(`${partition}/${offset}`)) return; // a group that divides its partitions again begins again
        received.push({
          key: key!.toString(),
          partition,
          headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
          event: JSON.parse(value!.toString()) as CloudEvent,
        });
        if (missing.size === 0) resolve();
      },
    });
    run.catch(reject);
  });
  await consumer.disconnect();
  return received;
};

const offsets = (low: number, high: number): number[] => Array.from({ length: high - low }, (_, n) => low + n);

/** The rule for consumers: the latest feed alone, and of each key nothing that is not above the last position. */
export const withoutRepeats = (received: readonly Received[]): Received[] => {
  const latest = received
    .map(({ event }) => event.feed)
    .toSorted()
    .at(-1);
  const last = new Map<string, string>();
  return received.filter(({ key, event: { feed, position } }) => {
    if (feed !== latest || position <= (last.get(key) ?? '')) return false;
    last.set(key, position);
    return true;
  });
};
