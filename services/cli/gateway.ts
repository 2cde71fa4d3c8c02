import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolder } from '#infra/data-folder/data-folder';
import { SqliteGatewayLog } from '../gateway/log/sqlite/sqlite-gateway-log.ts';
import { SqliteGroupStore } from '../gateway/persistent/sqlite/sqlite-group-store.ts';
import { type Credentials, PasswordUnusable, readCredentials } from '../gateway/server/credentials.ts';
import { OpenToEverybody } from '../gateway/server/gateway.ts';
import type { Tls } from '../gateway/server/listening.ts';
import { serveLog } from '../gateway/server/serve-log.ts';
import { OperationFailed } from './control.ts';
import { inWords } from './in-words.ts';
import { holdsClinic } from './keys-engine.ts';

/** What the command line says of a gateway. */
export interface GatewayArguments {
  port?: string | undefined;
  host?: string | undefined;
  data?: string | undefined;
  'tls-cert'?: string | undefined;
  'tls-key'?: string | undefined;
  user?: string | undefined;
  'password-file'?: string | undefined;
}

const PORT = '2113';
const HOST = '127.0.0.1';
const DATA = './gateway';

/** Serves the EventStoreDB protocol on a log of its own, until it is stopped. Resolves once it is served. @throws OperationFailed */
export const gateway = async (args: GatewayArguments): Promise<void> => {
  const { host = HOST, data = DATA } = args;
  const [port, credentials, tls] = [portOf(args.port ?? PORT), await credentialsOf(args), await tlsOf(args)];
  // two kinds of logs in one folder would be taken for one by the next backup
  if (holdsClinic(data)) throw new OperationFailed(`${data} holds the records of a clinic: choose another folder with --data`);
  const folder = DataFolder.open(data);
  const onFatal = (error: Error): void => {
    // What was being written is unknown: nothing may be acknowledged any more.
    console.error(`The disk failed under the log of events or its subscriptions (${error.message}). Stopping.`);
    process.exit(70);
  };
  const log = await SqliteGatewayLog.open({ folder: join(folder.path, 'log'), onFatal });
  const store = SqliteGroupStore.open({ file: join(folder.path, 'subscriptions.sqlite'), onFatal });
  const close = async (): Promise<void> => {
    await store.close();
    await log.close();
    folder.release();
  };
  const served = await serveLog(log, store, { port, host, tls, credentials }).catch(async (error: Error) => {
    await close();
    throw error instanceof OpenToEverybody ? new OperationFailed(error.message) : error;
  });
  if (credentials && !tls) console.error('Without --tls-cert and --tls-key official clients for Node do not send the password.');
  console.log(`Gateway is ready: esdb://${host.includes(':') ? `[${host}]` : host}:${served.port}?tls=${tls !== undefined}`);
  onStop(async () => {
    await served.close();
    await close();
  });
};

/** Ends the process once everything is written, at the first signal. */
const onStop = (stop: () => Promise<void>): void => {
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping ??= stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error('Stopped out of order:', inWords(error) ?? error);
          process.exit(1);
        },
      );
    });
  }
};

const portOf = (text: string): number => {
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new OperationFailed('--port is a number from 0 to 65535');
  return port;
};

const credentialsOf = async ({ user, 'password-file': file }: GatewayArguments): Promise<Credentials | undefined> => {
  if (user === undefined && file === undefined) return undefined;
  if (user === undefined || file === undefined) throw new OperationFailed('--user and --password-file: one is of no use without the other');
  return readCredentials(user, file, console.error).catch((error: Error) => {
    throw error instanceof PasswordUnusable ? new OperationFailed(error.message) : error;
  });
};

/** @throws the system's error where a file cannot be read */
const tlsOf = async ({ 'tls-cert': cert, 'tls-key': key }: GatewayArguments): Promise<Tls | undefined> => {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new OperationFailed('--tls-cert and --tls-key: one is of no use without the other');
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
};
