/** Options of an address that mean something here. What is durable, and from where it is read, no address changes. */
const OPTIONS = [
  ...['tls', 'tlsCAFile', 'tlsCertificateKeyFile', 'tlsCertificateKeyFilePassword'],
  ...['authSource', 'authMechanism', 'replicaSet', 'directConnection', 'maxPoolSize', 'retryWrites'],
];
const SWITCHES = ['tls', 'directConnection', 'retryWrites'];

const ADDRESS =
  /^mongodb(?:\+srv)?:\/\/(?:[^:@/?]+:[^:@/?]+@)?[\w.-]+(?::\d{1,5})?(?:,[\w.-]+(?::\d{1,5})?)*\/(?<database>[^/?]*)(?:\?(?<options>.*))?$/;

/** What a server takes on every system. */
const DATABASE = /^[\w-]{1,63}$/;

/**
 * What is wrong with the address of a database; undefined for one that can be used. Quotes nothing of it: it may hold a password, which the
 * client prints with what it does not understand.
 */
export const wrongDatabase = (text: string): string | undefined => {
  const { database = '', options = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (!ADDRESS.test(text))
    return 'mongodb://[user:password@]host[:port][,host...]/DATABASE[?option=value&...], or mongodb+srv://... (percent signs for others)';
  if (!DATABASE.test(database)) return 'the name of the database, behind the hosts, is 1 to 63 letters, digits, _ and -';
  const given = options === '' ? [] : options.split('&').map((option) => option.split('='));
  if (given.some((option) => option.length !== 2 || option.includes(''))) return 'its options are name=value, with & between them';
  if (given.some(([name]) => !OPTIONS.includes(name!))) return `its options may be ${OPTIONS.join(', ')}`;
  const unclear = given.find(([name, value]) => SWITCHES.includes(name!) && value !== 'true' && value !== 'false');
  if (unclear) return `${unclear[0]} is true or false`;
  const size = given.find(([name]) => name === 'maxPoolSize')?.[1];
  if (size !== undefined && !/^[1-9]\d{0,3}$/.test(size)) return 'maxPoolSize is a number from 1 to 9999';
  return undefined;
};
