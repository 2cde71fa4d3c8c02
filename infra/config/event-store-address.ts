/** Options of a connection string that mean something here. */
const OPTIONS = [
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'maxDiscoverAttempts',
  'keepAliveInterval',
  'keepAliveTimeout',
];

const ADDRESS =
  /^esdb(?:\+discover)?:\/\/(?<credentials>[^:@/?]+:[^@/?]+@)?(?<hosts>[\w.-]+(?::\d{1,5})?(?:,[\w.-]+(?::\d{1,5})?)*)\/?(?:\?(?<options>.*))?$/;

/** As clients compare them. */
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/**
 * What is wrong with the address of an event store; undefined for one that can be used. Quotes nothing of it: it may hold a password, which clients
 * print with what they do not understand, so that nothing else is given to them.
 */
export const wrongAddress = (text: string): string | undefined => {
  if (/^(kurrentdb|kurrent|kdb)(\+discover)?:/.test(text)) return 'write esdb:// or esdb+discover://, also for KurrentDB';
  const { credentials, options = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (!ADDRESS.test(text))
    return 'esdb://[user:password@]host[:port][,host...][?option=value&...], or esdb+discover://... (percent signs for others)';
  const given = options === '' ? [] : options.split('&').map((option) => option.split('='));
  if (given.some((option) => option.length !== 2 || option.includes(''))) return 'its options are name=value, with & between them';
  const names = given.map(([name]) => flat(name!));
  // of others one makes refused appends look done, one reads from nodes that are behind, and one is not known to the client
  const known = OPTIONS.map(flat);
  if (names.some((name) => !known.includes(name))) return `its options may be ${OPTIONS.join(', ')}`;
  const tls = given[names.indexOf('tls')]?.[1];
  if (tls !== undefined && tls !== 'true' && tls !== 'false') return 'tls is true or false';
  if (tls === 'false' && credentials !== undefined) return 'a user and password are sent by TLS alone: leave out tls=false, or them';
  return undefined;
};
