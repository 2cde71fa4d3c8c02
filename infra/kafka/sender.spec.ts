import { createRequire } from 'node:module';
import type { Kafka, Message, Partitioners, RecordMetadata } from 'kafkajs';
import { connect } from './connection.ts';
import { Sender } from './sender.ts';

interface Batch {
  topicMessages: { topic: string; messages: Message[] }[];
}
type Partitioner = ReturnType<typeof Partitioners.DefaultPartitioner>;

describe('sending to Kafka', () => {
  /** A client whose brokers have three partitions of each topic, and answer for those that are not left out. */
  const clientOf = (isLeftOut: (partition: number) => boolean, sent: Batch[]): Kafka => {
    const partitionMetadata = [0, 1, 2].map((partitionId) => ({ partitionId, leader: 1 }));
    const producer = ({ createPartitioner }: { createPartitioner: () => Partitioner }) => {
      const choose = createPartitioner();
      const partitionOf = (topic: string, message: Message) => choose({ topic, message, partitionMetadata } as Parameters<Partitioner>[0]);
      return {
        connect: async () => {},
        disconnect: async () => {},
        sendBatch: async (batch: Batch) => {
          sent.push(batch);
          const chosen = batch.topicMessages.flatMap(({ topic, messages }) =>
            messages.map((message) => [topic, partitionOf(topic, message)] as const),
          );
          return chosen
            .filter(([, partition]) => !isLeftOut(partition))
            .map(([topicName, partition]) => ({ topicName, partition }) as RecordMetadata);
        },
      };
    };
    return { producer } as unknown as Kafka;
  };
  const messages = Array.from({ length: 20 }, (_, n) => ({ key: `k${n}`, value: 'x' }));

  it('resolves once every partition has answered', async () => {
    const sent: Batch[] = [];
    const sender = new Sender(() => clientOf(() => false, sent));
    await Promise.all([sender.send('one', messages), sender.send('two', messages)]);
    expect(sent.map(({ topicMessages }) => topicMessages.map(({ topic }) => topic))).toEqual([['one', 'two']]);
    await sender.close();
  });

  it('is rejected where the client resolves without an answer of one', async () => {
    const sender = new Sender(() => clientOf((partition) => partition === 1, []));
    await expect(sender.send('one', messages)).rejects.toThrow('not every partition');
    await sender.close();
  });

  it('needs no timer on a connection where no requests wait', () => {
    connect({ brokers: ['127.0.0.1:9'], prefix: 'a' });
    const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: object };
    const queueWith = (pending: unknown[]) =>
      Object.assign(Object.create(prototype) as { scheduleCheckPendingRequests(): void }, {
        ...{ pending, throttledUntil: -1, throttleCheckTimeoutId: null as NodeJS.Timeout | null },
      });
    const [idle, busy] = [queueWith([]), queueWith([{}])];
    idle.scheduleCheckPendingRequests();
    busy.scheduleCheckPendingRequests();
    expect(idle.throttleCheckTimeoutId).toBeNull();
    expect(busy.throttleCheckTimeoutId).not.toBeNull();
    clearTimeout(busy.throttleCheckTimeoutId!);
  });
});
