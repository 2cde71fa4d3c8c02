import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { java, run, versionOf } from './jars.js';
import { freePort } from './processes.js';
import { account, certificate, key } from './secured.js';

const NAME = 'kafka';
const server = `Apache Kafka ${versionOf(NAME, 'kafka_2.13')}`;

const CERTIFICATE = 'certificate.pem';
const SCRAM = ['SCRAM-SHA-256', 'SCRAM-SHA-512'];
const LOGIN = {
  ...Object.fromEntries(SCRAM.map((mechanism) => [mechanism, 'scram.ScramLoginModule required'])),
  PLAIN: `plain.PlainLoginModule required user_${account.user}="${account.password}"`,
};

// A broker that was killed is taken for alive until its session ends, and nobody else may have its number: the time that a restart takes.
// Names of files are those of the folder that it runs in, whose own name the format of this file might not take.
// Who speaks without TLS may do everything. With TLS it takes a certificate and a password, and what the account may do has to be granted to it.
const settings = (port, secured, controller) => `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:${port},SECURED://127.0.0.1:${secured},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port},SECURED://127.0.0.1:${secured}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL,CONTROLLER:PLAINTEXT
listener.name.secured.ssl.keystore.type=PEM
listener.name.secured.ssl.keystore.location=${CERTIFICATE}
listener.name.secured.ssl.truststore.type=PEM
listener.name.secured.ssl.truststore.location=${CERTIFICATE}
listener.name.secured.ssl.client.auth=required
listener.name.secured.sasl.enabled.mechanisms=${Object.keys(LOGIN).join(',')}
${Object.entries(LOGIN)
  .map(
    ([mechanism, login]) => `listener.name.secured.${mechanism.toLowerCase()}.sasl.jaas.config=org.apache.kafka.common.security.${login};`,
  )
  .join('\n')}
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS
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

const securedAddress = (port, folder) => {
  const { user, password } = account;
  const options = Object.entries({ tls: 'true', tlsCAFile: certificate, tlsCertificateKeyFile: join(folder, CERTIFICATE) })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `kafka://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}?${options}`;
};

/** A broker that is its own controller. */
export const kafka = {
  server,
  given: 'KAFKA_BROKERS',
  addressOf: (given) => given,
  address: (port) => `127.0.0.1:${port}`,
  variables: (address, { folder, secured } = {}) => ({
    KAFKA_BROKERS: address,
    ...(secured && { KAFKA_SECURED: securedAddress(secured, folder) }),
    ANAMNESIS_MESSAGING: `kafka://${address}`,
  }),
  prepare: async (folder, { port, secured }) => {
    if (existsSync(join(folder, 'data/meta.properties'))) return;
    writeFileSync(join(folder, FILE), settings(port, secured, await freePort()));
    writeFileSync(join(folder, CERTIFICATE), `${readFileSync(key, 'utf8')}${readFileSync(certificate, 'utf8')}`);
    const users = SCRAM.flatMap((mechanism) => ['--add-scram', `${mechanism}=[name=${account.user},password=${account.password}]`]);
    const options = ['--cluster-id', newId(), '--config', FILE, ...users];
    const format = await java(NAME, server, [], 'kafka.tools.StorageTool', 'format', ...options);
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
