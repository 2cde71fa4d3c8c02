const HOST = String.raw`(?:[\w.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}`;
const ADDRESS = new RegExp(`^kafka://(?<brokers>${HOST}(?:,${HOST})*)(?:/(?<prefix>[^/?#]*))?$`);
/** No '_', which Kafka does not distinguish from '.' in metrics. */
const PREFIX = /^[a-z0-9][a-z0-9-]{0,39}$/;
const DEFAULT_PREFIX = 'anamnesis';

/** Brokers of Kafka, and the prefix of topics and consumer groups. */
export interface KafkaAddress {
  /** host:port of each. */
  brokers: string[];
  prefix: string;
}

/** The parts of a valid address. */
export const kafkaAddress = (text: string): KafkaAddress => {
  const { brokers = '', prefix } = ADDRESS.exec(text)?.groups ?? {};
  return { brokers: brokers.split(','), prefix: prefix || DEFAULT_PREFIX };
};

/** Checks an address. @returns the error; undefined for a valid address */
export const wrongBrokers = (text: string): string | undefined => {
  if (!ADDRESS.test(text)) return 'kafka://host:port[,host:port...][/PREFIX]; brokers that want TLS or a password cannot be used yet';
  const { brokers, prefix } = kafkaAddress(text);
  const ports = brokers.map((broker) => Number(/\d+$/.exec(broker)![0]));
  if (ports.some((port) => port < 1 || port > 65_535)) return 'a port is a number from 1 to 65535';
  if (!PREFIX.test(prefix)) return 'the prefix of its topics is 1 to 40 lower-case letters, digits and -, beginning with a letter or digit';
  return undefined;
};
