import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { java, run, versionOf } from './jars.js';
import { freePort } from './processes.js';

const NAME = 'kafka';
const server = `Apache Kafka ${versionOf(NAME, 'kafka_2.13')}`;

// A broker that was killed is taken for alive until its session ends, and nobody else may have its number: the time that a restart takes.
// Names of files are those of the folder that it runs in, whose own name the format of this file might not take.
const settings = (port, controller) => `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
log.dirs=data
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
`;

/** A cluster's id as Kafka writes them; one that began with - would be taken for an option. */
const newId = () => {
  const bytes = randomBytes(16);
  bytes[0] &= 0x7f;
  return bytes.toString('base64url');
};

const mark = (folder) => [`-Danamnesis.engine=${folder}`];
const FILE = 'server.properties';

/** A broker that is its own controller. */
export const kafka = {
  server,
  given: 'KAFKA_BROKERS',
  addressOf: (given) => given,
  address: (port) => `127.0.0.1:${port}`,
  variables: (address) => ({ KAFKA_BROKERS: address, ANAMNESIS_MESSAGING: `kafka://${address}` }),
  prepare: async (folder, port) => {
    if (existsSync(join(folder, 'data/meta.properties'))) return;
    writeFileSync(join(folder, FILE), settings(port, await freePort()));
    const format = await java(NAME, server, [], 'kafka.tools.StorageTool', 'format', '--cluster-id', newId(), '--config', FILE);
    const { isDone, output } = await run(format[0], format.slice(1), { folder });
    if (!isDone) throw new Error(`Kafka's folder could not be formatted:\n${output}`);
  },
  mark,
  command: (folder) => java(NAME, server, mark(folder), 'kafka.Kafka', FILE),
  /** It does not say its version. */
  ask: async (address) => {
    const admin = new Kafka({
      brokers: address.split(','),
      logLevel: logLevel.NOTHING,
      connectionTimeout: 2000,
      retry: { retries: 0 },
    }).admin();
    try {
      await admin.connect();
      await admin.describeCluster();
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  },
};
