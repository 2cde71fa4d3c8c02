import { createHash } from 'node:crypto';
import type { Admin, IResourceConfigEntry } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';

/** Long names are cut and told apart by their hash: Kafka takes 249 characters. */
const MAX_NAME_LENGTH = 120;
const ELECTION_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

/** A name made safe for topics and groups: letters, digits, '-', and what is neither as '.' with its bytes. Never '_', which Kafka confuses with '.'. */
export const safeName = (name: string): string => {
  const safe = [...Buffer.from(name, 'utf8')]
    .map((byte) => (/[A-Za-z0-9-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `.${byte.toString(16).padStart(2, '0')}`))
    .join('');
  if (safe.length <= MAX_NAME_LENGTH) return safe;
  return `${safe.slice(0, MAX_NAME_LENGTH - 33)}.${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
};

/** How a topic is made. */
export interface TopicPlan {
  topic: string;
  partitions: number;
  config: readonly IResourceConfigEntry[];
}

/**
 * Makes the topic where it is missing, and waits until each of its partitions answers: the client's own wait ends at a broker that has not heard of
 * the topic yet. An account that may not make topics needs those that are there already. @throws Error where it stays missing
 */
export const ensureTopic = async (admin: Admin, { topic, partitions, config }: TopicPlan): Promise<void> => {
  let refused: Error | undefined;
  try {
    await admin.createTopics({ topics: [{ topic, numPartitions: partitions, configEntries: [...config] }], waitForLeaders: false });
  } catch (error) {
    refused = error as Error;
  }
  for (const until = performance.now() + (refused === undefined ? ELECTION_TIMEOUT_MS : 0); ; await pause(POLL_MS)) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (performance.now() > until) throw refused ?? error;
    }
  }
};
