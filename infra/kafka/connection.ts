import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Kafka, logLevel, type SASLOptions } from 'kafkajs';

/** Place of an installation on a cluster. */
export interface KafkaPlace {
  /** host:port of some of its brokers. */
  brokers: readonly string[];
  /** Prefix of the names of topics and consumer groups. */
  prefix: string;
}

export interface KafkaSasl {
  mechanism: 'SCRAM-SHA-256' | 'SCRAM-SHA-512' | 'PLAIN';
  user: string;
  password: string;
}

/** The same with how it is reached. It may contain passwords. */
export interface KafkaSettings extends KafkaPlace {
  /**
   * Undefined: connections are not encrypted. `ca`: PEM file with the authorities of the brokers' certificates; undefined: those that Node trusts.
   * `certificate`: PEM file with a certificate to show and its key, `password` that of the key.
   */
  tls?: { ca: string | undefined; certificate: string | undefined; password: string | undefined } | undefined;
  sasl?: KafkaSasl | undefined;
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
 * unavailable. Its log is not printed: it contains addresses and repeats every error that is thrown. PEM files are read each time, so the next client
 * uses a renewed certificate.
 * @throws if a PEM file cannot be read
 */
export const connect = ({ brokers, tls, sasl }: KafkaSettings): Kafka =>
  new Kafka({
    clientId: 'anamnesis',
    brokers: [...brokers],
    ...(tls && { ssl: certificatesOf(tls) }),
    ...(sasl && { sasl: loginOf(sasl) }),
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    enforceRequestTimeout: true,
    retry: { retries: 4, initialRetryTime: 100, maxRetryTime: 1000 },
    logLevel: logLevel.NOTHING,
    logCreator: () => () => undefined,
  });

const certificatesOf = ({ ca, certificate, password }: NonNullable<KafkaSettings['tls']>) => {
  const own = certificate === undefined ? undefined : readFileSync(certificate);
  return {
    ...(ca !== undefined && { ca: readFileSync(ca) }),
    ...(own && { cert: own, key: own }),
    ...(password !== undefined && { passphrase: password }),
  };
};

/** A new object each time: the client stores in it how it signs in. */
const loginOf = ({ mechanism, user, password }: KafkaSasl): SASLOptions => ({
  mechanism: mechanism.toLowerCase() as 'plain', // the type that all mechanisms with a password share
  username: user,
  password,
});
