import { type Name, restart } from '../engines/servers/servers.js';

/** Kills one of the servers that the engines are tried on, as `npm run engines` starts them, and starts it again. */
export const restartServer = (name: Name): Promise<void> => restart(name, process.env['ENGINES_HOME']!);

/** Variables that `npm run engines -- up` prints, a person may name a server without ENGINES_HOME; and a program, as `npm run verify` finds it. */
type Variable = 'KAFKA_BROKERS' | 'KAFKA_SECURED' | 'MONGODB_URL' | 'MONGODB_SECURED' | 'ENGINES_HOME' | 'NGINX_PATH';

/** `describe` where all these variables are set; otherwise it is said in a line and skipped. */
export const describeWith = (variables: readonly Variable[], name: string, body: () => void): void => {
  const missing = variables.find((variable) => !process.env[variable]);
  if (!missing) return describe(name, body);
  process.stderr.write(`SKIPPED: ${name}: ${missing} is not set\n`);
  return describe.skip(name, body);
};
