import { wrongTls } from '../tls/pem-files.ts';
import { HOST, readOptions, WORD, wrongPorts } from './addresses.ts';

/** Options that an address may have, with their values. None of them changes durability, or the member that is read from. */
const OPTIONS = {
  tls: ['true', 'false'],
  tlsCAFile: /./,
  tlsCertificateKeyFile: /./,
  tlsCertificateKeyFilePassword: /./,
  authSource: /./,
  // other mechanisms send the password itself
  authMechanism: ['SCRAM-SHA-1', 'SCRAM-SHA-256', 'MONGODB-X509'],
  replicaSet: /./,
  maxPoolSize: /^[1-9]\d{0,3}$/,
  retryWrites: ['true', 'false'],
} as const;
const FILES = {
  ca: 'tlsCAFile',
  cert: 'tlsCertificateKeyFile',
  key: 'tlsCertificateKeyFile',
  password: 'tlsCertificateKeyFilePassword',
} as const;

const SERVER = String.raw`${HOST}(?::\d{1,5})?`;
const ADDRESS = new RegExp(
  `^(?<scheme>mongodb(?:\\+srv)?)://(?:${WORD}(?::${WORD})?@)?(?<hosts>${SERVER}(?:,${SERVER})*)/(?<database>[^/?#]*)(?:\\?(?<options>[^#]*))?$`,
);

/** Names that are valid on every system, except the server's own databases: `local` is not replicated. */
const DATABASE = /^(?!(?:local|admin|config)$)[\w-]{1,63}$/i;

/**
 * Checks the address of a database, since the client would print a wrong one with its password.
 * @returns the error, without any part of the address; undefined for a valid address
 */
export const wrongDatabase = (text: string): string | undefined => {
  const { scheme, hosts = '', database = '', options: query = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (scheme === undefined)
    return 'mongodb://[user:password@]host[:port][,host...]/DATABASE[?option=value&...], or mongodb+srv://... (write other characters with percent signs)';
  const servers = hosts.split(',');
  const ports = servers.flatMap((host) => /:(\d+)$/.exec(host)?.[1] ?? []);
  if (scheme === 'mongodb+srv' && (servers.length > 1 || ports.length > 0)) return 'mongodb+srv:// has one host, and no port';
  const wrongPort = wrongPorts(ports);
  if (wrongPort !== undefined) return wrongPort;
  if (!DATABASE.test(database))
    return 'the name of the database, behind the hosts, is 1 to 63 letters, digits, _ and -; not local, admin or config';
  const options = readOptions(query, OPTIONS);
  if (typeof options === 'string') return options;
  return wrongTls(options, options['tls'] === 'true' || (options['tls'] === undefined && scheme === 'mongodb+srv'), FILES);
};
