import type { KafkaMessage, Message as ProducerMessage } from 'kafkajs';
import type { JsonObject } from '../../read-store/read-store.ts';
import type { Message } from '../messaging.ts';
import { named, textOf } from '../valid-messages.ts';

/** A message holds ids only, far below the limit of brokers. */
const MAX_BODY_BYTES = 500_000;

/** Value of a message as JSON. Ids are in the value because the client decodes headers slowly. */
interface Value {
  /** Id of the event log that the message was derived from. */
  log: string;
  id: string;
  /** Addressed to this consumer group only; all groups if omitted. */
  to?: string;
  body: JsonObject;
}

/** Formats a message for Kafka, keyed so that its order is kept. @throws TypeError for invalid names and for bodies over 500 kB */
export const formatMessage = ({ topic, id, key, body }: Message, log_id: string, to?: string): ProducerMessage => {
  named(topic, id, key);
  if (Buffer.byteLength(textOf(body)) > MAX_BODY_BYTES) throw new TypeError(`the body of a message has at most ${MAX_BODY_BYTES} bytes`);
  return { key, value: JSON.stringify({ log: log_id, id, body, ...(to !== undefined && { to }) } satisfies Value) };
};

/** A message fetched from Kafka. */
export interface Fetched extends Omit<Message, 'topic'> {
  partition: number;
  offset: number;
  /** Milliseconds since 1970, by the clock of the process that published it. */
  published_at: number;
  /** A dead letter that was published again. */
  isAgain: boolean;
}

/** Parses a fetched message; undefined if it belongs to another log or group, or has another format. */
export const parseMessage = (
  message: KafkaMessage,
  partition: number,
  { log_id, group }: { log_id: string; group: string },
): Fetched | undefined => {
  const value = message.value === null ? undefined : parsed(message.value);
  if (message.key === null || value?.log !== log_id || typeof value.id !== 'string' || typeof value.body !== 'object') return undefined;
  if (value.to !== undefined && value.to !== group) return undefined;
  const { id, body, to } = value;
  const place = { partition, offset: Number(message.offset), published_at: Number(message.timestamp) };
  return { id, key: message.key.toString(), body, ...place, isAgain: to !== undefined };
};

const parsed = (value: Buffer): Partial<Value> | undefined => {
  try {
    return JSON.parse(value.toString()) as Partial<Value>;
  } catch {
    return undefined;
  }
};
