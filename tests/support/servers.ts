import { join } from 'node:path';

type Name = 'kafka' | 'mongodb' | 'eventstoredb';

/** The servers that the engines are tried on, as `npm run engines` starts them: tests/engines/servers/servers.js says more. */
interface Servers {
  restart: (name: Name, home: string) => Promise<void>;
}
const { restart } = (await import(join(import.meta.dirname, '../engines/servers/servers.js'))) as Servers;

/** Kills one of those servers and starts it again. */
export const restartServer = (name: Name): Promise<void> => restart(name, process.env['ENGINES_HOME']!);

/** Variables that `npm run engines -- up` prints; a person may name a server without ENGINES_HOME. */
type Variable = 'KAFKA_BROKERS' | 'KAFKA_SECURED' | 'MONGODB_URL' | 'MONGODB_SECURED' | 'ENGINES_HOME';

/** `describe` where all these variables are set; otherwise it is said in a line and skipped. */
export const describeWith = (variables: readonly Variable[], name: string, body: () => void): void => {
  const missing = variables.find((variable) => !process.env[variable]);
  if (!missing) return describe(name, body);
  process.stderr.write(`SKIPPED: ${name}: ${missing} is not set\n`);
  return describe.skip(name, body);
};
