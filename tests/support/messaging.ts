import { createHash } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import type { KafkaSettings } from '#infra/kafka/connection';

/** Brokers that KAFKA_BROKERS names, with a prefix for topics of one's own. */
export const kafkaWith = (prefix: string): KafkaSettings => ({ brokers: process.env['KAFKA_BROKERS']?.split(',') ?? [], prefix });

/** Whether jobs are carried by Kafka in this run of tests: set where it is in the form `ANAMNESIS_TEST_MESSAGING=kafka`. */
const isOnKafka = process.env['TEST_MESSAGING'] === 'kafka';

/** Data folders that were given topics of their own here. */
const used = new Set<string>();

const prefixOf = (data: string): string => `test-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;

/** The brokers that carry the jobs of this data folder; undefined where they wait in the folder itself. */
export const messagingOf = (data: string): { brokers: string[]; prefix: string } | undefined => {
  if (!isOnKafka) return undefined;
  used.add(data);
  const { brokers, prefix } = kafkaWith(prefixOf(data));
  return { brokers: [...brokers], prefix };
};

/** Deletes the topics whose names begin so. */
export const deleteTopics = async (...prefixes: string[]): Promise<void> => {
  const admin = new Kafka({ brokers: [...kafkaWith('').brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) =>
      prefixes.some((prefix) => topic.startsWith(`${prefix}-`) || topic === `${prefix}.events`),
    );
    if (topics.length > 0) await admin.deleteTopics({ topics });
  } finally {
    await admin.disconnect();
  }
};

/** Deletes the topics of a folder that is removed: its own, and those of data folders in it. */
export const endMessagingOf = async (folder: string): Promise<void> => {
  const ended = [...used].filter((data) => data === folder || data.startsWith(`${folder}/`));
  for (const data of ended) used.delete(data);
  if (ended.length > 0) await deleteTopics(...ended.map(prefixOf));
};
