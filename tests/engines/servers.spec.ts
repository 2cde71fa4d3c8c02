import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { until } from '../e2e/until.ts';
import { describeWith, restartServer } from '../support/servers.ts';

/** Kills under load. */
const KILLS = 3;
/** The least number of acknowledgements between two kills. */
const ENOUGH = 200;
/** Milliseconds: bounds, not expectations. */
const ANSWER = 10_000;
jest.setTimeout(300_000);

/** One after the other until `isOver`, each again until it is acknowledged. @returns the acknowledged numbers */
const acknowledging = (write: (number: number) => Promise<unknown>) => {
  let isOver = false;
  const acknowledged: number[] = [];
  const done = (async () => {
    for (let number = 0; !isOver;) {
      await write(number).then(
        () => acknowledged.push(number++),
        () => new Promise((resolve) => setTimeout(resolve, 50)),
      );
    }
  })();
  const more = async (): Promise<void> => {
    for (const from = acknowledged.length; acknowledged.length < from + ENOUGH;) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const end = async (): Promise<number[]> => {
    isOver = true;
    await done;
    return acknowledged;
  };
  return { more, end };
};

/** Kills the server again and again while something is written to it. @returns the acknowledged numbers */
const killedUnderLoad = async (name: 'kafka' | 'mongodb', write: (number: number) => Promise<unknown>): Promise<number[]> => {
  const { more, end } = acknowledging(write);
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await more();
      await restartServer(name);
    }
    await more();
  } finally {
    await end();
  }
  return end();
};

describeWith(['MONGODB_URL', 'ENGINES_HOME'], 'a server of the MongoDB protocol that is killed', () => {
  it('has each document that it acknowledged, whole and once', async () => {
    const client = new MongoClient(process.env['MONGODB_URL']!, {
      writeConcern: { w: 'majority', j: true },
      serverSelectionTimeoutMS: ANSWER,
    });
    const documents = client.db(`killed-${randomUUID()}`).collection<{ _id: number; of: number[] }>('documents');
    try {
      const acknowledged = await killedUnderLoad('mongodb', (n) => documents.replaceOne({ _id: n }, { of: [n, n] }, { upsert: true }));
      expect(await documents.find().sort({ _id: 1 }).toArray()).toEqual(acknowledged.map((n) => ({ _id: n, of: [n, n] })));
    } finally {
      await client.close();
    }
  });
});

describeWith(['KAFKA_BROKERS', 'ENGINES_HOME'], 'a broker of Kafka that is killed', () => {
  const topic = `killed-${randomUUID()}`;
  let kafka: Kafka;
  let admin: Admin;
  beforeAll(async () => {
    kafka = new Kafka({ brokers: process.env['KAFKA_BROKERS']!.split(','), logLevel: logLevel.NOTHING, requestTimeout: ANSWER });
    admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
  });
  afterAll(() => admin.disconnect());

  it('has each message that it acknowledged, in order', async () => {
    const producer = kafka.producer({ retry: { retries: 0 } });
    await producer.connect();
    const acknowledged = await killedUnderLoad('kafka', (n) =>
      producer.send({ topic, acks: -1, messages: [{ value: String(n) }] }),
    ).finally(() => producer.disconnect());

    const [partition] = await admin.fetchTopicOffsets(topic);
    const consumer = kafka.consumer({ groupId: topic });
    const read: number[] = [];
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({ eachMessage: async ({ message }) => void read.push(Number(message.value)) });
      await until('all are read', async () => read.length === Number(partition!.high));
    } finally {
      await consumer.disconnect();
    }
    // one that was written and not answered is written again
    expect([...new Set(read)]).toEqual(acknowledged);
  });
});
