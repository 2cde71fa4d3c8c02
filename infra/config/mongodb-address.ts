/** Options that an address may have, with their values. None of them changes durability, or the member that is read from. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: /^(true|false)$/,
  tlsCAFile: /./,
  tlsCertificateKeyFile: /./,
  tlsCertificateKeyFilePassword: /./,
  authSource: /./,
  // other mechanisms send the password itself
  authMechanism: /^(SCRAM-SHA-1|SCRAM-SHA-256|MONGODB-X509)$/,
  replicaSet: /./,
  maxPoolSize: /^[1-9]\d{0,3}$/,
  retryWrites: /^(true|false)$/,
};

const WORD = String.raw`(?:[^:@/?#%]|%[0-9A-Fa-f]{2})+`;
const HOST = String.raw`(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?`;
const ADDRESS = new RegExp(
  `^(?<scheme>mongodb(?:\\+srv)?)://(?:${WORD}(?::${WORD})?@)?(?<hosts>${HOST}(?:,${HOST})*)/(?<database>[^/?#]*)(?:\\?(?<options>[^#]*))?$`,
);

/** Names that are valid on every system, except the server's own databases: `local` is not replicated. */
const DATABASE = /^(?!(?:local|admin|config)$)[\w-]{1,63}$/i;

/**
 * Checks the address of a database, since the client would print a wrong one with its password.
 * @returns the error, without any part of the address; undefined for a valid address
 */
export const wrongDatabase = (text: string): string | undefined => {
  const { scheme, hosts = '', database = '', options = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (scheme === undefined)
    return 'mongodb://[user:password@]host[:port][,host...]/DATABASE[?option=value&...], or mongodb+srv://... (write other characters with percent signs)';
  const ports = hosts.split(',').map((host) => /:(\d+)$/.exec(host)?.[1]);
  if (scheme === 'mongodb+srv' && (ports.length > 1 || ports[0] !== undefined)) return 'mongodb+srv:// has one host, and no port';
  if (ports.some((port) => port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return 'a port is a number from 1 to 65535';
  if (!DATABASE.test(database))
    return 'the name of the database, behind the hosts, is 1 to 63 letters, digits, _ and -; not local, admin or config';
  const given = options === '' ? [] : options.split('&').map((option) => option.split('='));
  if (given.some((option) => option.length !== 2 || option.includes(''))) return 'its options are name=value, with & between them';
  const names = given.map(([name]) => name!);
  if (names.some((name) => !Object.hasOwn(OPTIONS, name)) || new Set(names).size < names.length)
    return `its options may be ${Object.keys(OPTIONS).join(', ')}, each once`;
  const wrong = given.find(([name, value]) => !OPTIONS[name!]!.test(value!));
  if (wrong) return `its option ${wrong[0]} has a value that cannot be used`;
  return undefined;
};
