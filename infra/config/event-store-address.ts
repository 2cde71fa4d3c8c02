import { wrongTls } from '../tls/pem-files.ts';
import { readOptions, WORD } from './addresses.ts';

/**
 * Options of a connection string that mean something here. Of others one makes refused appends look done, one reads from nodes that are behind, and one
 * is not known to the client.
 */
const OPTIONS = {
  tls: ['true', 'false'],
  tlsCAFile: /./,
  userCertFile: /./,
  userKeyFile: /./,
  connectionName: /./,
  defaultDeadline: /./,
  discoveryInterval: /./,
  gossipTimeout: /./,
  maxDiscoverAttempts: /./,
  keepAliveInterval: /./,
  keepAliveTimeout: /./,
} as const;
const FILES = { ca: 'tlsCAFile', cert: 'userCertFile', key: 'userKeyFile' } as const;

const SERVER = String.raw`[\w.-]+(?::\d{1,5})?`;
/** What clients understand in the same way: a slash behind a name without a port would be part of the name, an @ in the options an end of the password. */
const ADDRESS = new RegExp(
  `^esdb(?:\\+discover)?://(?<credentials>${WORD}:${WORD}@)?${SERVER}(?:,${SERVER})*(?:(?<=:\\d{1,5})/)?(?:\\?(?<options>[^@?]*))?$`,
);

/** As clients compare names of options. */
const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/**
 * What is wrong with the address of an event store; undefined for one that can be used. Quotes nothing of it: it may hold a password, which clients
 * print with what they do not understand, so that nothing else is given to them.
 */
export const wrongAddress = (text: string): string | undefined => {
  if (/^(kurrentdb|kurrent|kdb)(\+discover)?:/.test(text)) return 'write esdb:// or esdb+discover://, also for KurrentDB';
  const { credentials, options: query = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (!ADDRESS.test(text))
    return 'esdb://[user:password@]host[:port][,host...][?option=value&...], or esdb+discover://... (write other characters with percent signs)';
  const options = readOptions(query, OPTIONS, flat);
  if (typeof options === 'string') return options;
  const isTls = options['tls'] !== 'false';
  if (!isTls && credentials !== undefined) return 'a user and password are sent by TLS alone: leave out tls=false, or them';
  return wrongTls(options, isTls, FILES);
};
