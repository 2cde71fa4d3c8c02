import type { KafkaSasl, KafkaSettings } from '../kafka/connection.ts';
import { wrongTls } from '../tls/pem-files.ts';
import { decoded, readOptions, WORD, wrongPorts } from './addresses.ts';

const DEFAULT_MECHANISM = 'SCRAM-SHA-512';
/** Options that an address may have, named as those of MongoDB are. */
const OPTIONS = {
  tls: ['true', 'false'],
  tlsCAFile: /./,
  tlsCertificateKeyFile: /./,
  tlsCertificateKeyFilePassword: /./,
  authMechanism: [DEFAULT_MECHANISM, 'SCRAM-SHA-256', 'PLAIN'],
} as const;
const FILES = {
  ca: 'tlsCAFile',
  cert: 'tlsCertificateKeyFile',
  key: 'tlsCertificateKeyFile',
  password: 'tlsCertificateKeyFilePassword',
} as const;

const BROKER = String.raw`[\w.-]+:\d{1,5}`;
const ADDRESS = new RegExp(
  `^kafka://(?:(?<user>${WORD}):(?<password>${WORD})@)?(?<brokers>${BROKER}(?:,${BROKER})*)(?:/(?<prefix>[^/?#]*))?(?:\\?(?<options>[^#]*))?$`,
);
/** No '_', which Kafka does not distinguish from '.' in metrics. */
const PREFIX = /^[a-z0-9][a-z0-9-]{0,39}$/;
const DEFAULT_PREFIX = 'anamnesis';

/**
 * The parts of an address. Its PEM files are checked.
 * @returns the error instead, without any part of the address
 */
export const kafkaAddress = (text: string): KafkaSettings | string => {
  if (/^kafka:\/\/(?:[^/?#]*[@,])?\[/.test(text))
    return 'its hosts cannot be IPv6 addresses, which the client does not take: write their names';
  const { user, password, brokers: hosts = '', prefix: given, options: query = '' } = ADDRESS.exec(text)?.groups ?? {};
  const [brokers, prefix] = [hosts.split(','), given || DEFAULT_PREFIX];
  const [name, secret] = [user, password].map((word) => (word === undefined ? undefined : decoded(word)));
  if (hosts === '' || (name === undefined) !== (user === undefined) || (secret === undefined) !== (password === undefined))
    return 'kafka://[user:password@]host:port[,host:port...][/PREFIX][?option=value&...] (write other characters with percent signs)';
  const wrongPort = wrongPorts(brokers.map((broker) => /\d+$/.exec(broker)![0]));
  if (wrongPort !== undefined) return wrongPort;
  if (!PREFIX.test(prefix)) return 'the prefix of its topics is 1 to 40 lower-case letters, digits and -, beginning with a letter or digit';
  const options = readOptions(query, OPTIONS);
  if (typeof options === 'string') return options;
  const isTls = options['tls'] === 'true';
  const wrong = wrongTls(options, isTls, FILES);
  if (wrong !== undefined) return wrong;
  const mechanism = (options['authMechanism'] ?? DEFAULT_MECHANISM) as KafkaSasl['mechanism'];
  if (options['authMechanism'] !== undefined && name === undefined) return 'its option authMechanism needs user and password';
  if (mechanism === 'PLAIN' && !isTls) return 'PLAIN sends the password itself: only with tls=true';
  return {
    brokers,
    prefix,
    tls: isTls ? { ca: options[FILES.ca], certificate: options[FILES.cert], password: options[FILES.password] } : undefined,
    sasl: name !== undefined && secret !== undefined ? { mechanism, user: name, password: secret } : undefined,
  };
};
