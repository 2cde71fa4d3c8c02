import { createRequire } from 'node:module';
import { Kafka, logLevel } from 'kafkajs';

/** Address of a cluster. */
export interface KafkaSettings {
  /** host:port of some of its brokers. */
  brokers: readonly string[];
  /** Prefix of the names of topics and consumer groups. */
  prefix: string;
}

interface RequestQueue {
  pending: readonly unknown[];
  throttledUntil: number;
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}
/** The client checks idle connections for waiting requests a thousand times a second, by a negative timer. This restricts the checks to connections with waiting requests. */
const { prototype: queue } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
const { scheduleCheckPendingRequests: schedule } = queue;
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this);
};

/**
 * A client of the cluster, which connects at its first use. It gives up after some seconds, so that the caller can report that the cluster is
 * unavailable. Its log is not printed: it contains addresses and repeats every error that is thrown.
 */
export const connect = ({ brokers }: KafkaSettings): Kafka =>
  new Kafka({
    clientId: 'anamnesis',
    brokers: [...brokers],
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    enforceRequestTimeout: true,
    retry: { retries: 4, initialRetryTime: 100, maxRetryTime: 1000 },
    logLevel: logLevel.NOTHING,
    logCreator: () => () => undefined,
  });
