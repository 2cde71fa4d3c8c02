import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import { fromPosition, toPosition } from '#infra/event-store/sqlite/position';
import { ProductLog } from '../gateway/log/product-log.ts';
import { SqliteGroupStore } from '../gateway/persistent/sqlite/sqlite-group-store.ts';
import { PasswordUnusable, readCredentials } from '../gateway/server/credentials.ts';
import { serveLog } from '../gateway/server/serve-log.ts';
import type { Kernel } from './kernel.ts';

/**
 * Lets clients of EventStoreDB read the product's log, sealed as it is; its persistent subscriptions lie in a file of their own.
 * @throws WrongSettings where the password cannot be used
 */
export const serveProductLog = async (
  { events, folder, settings }: Kernel,
  { port, user, password_file, tls: files }: NonNullable<Settings['gateway']>,
  say: (text: string) => void,
): Promise<{ close(): Promise<void> }> => {
  const credentials = await readCredentials(user, password_file, console.error).catch((error: Error) => {
    throw error instanceof PasswordUnusable ? new WrongSettings(`ANAMNESIS_GATEWAY_PASSWORD_FILE: ${error.message}`) : error;
  });
  const tls = files && { cert: await readFile(files.cert, 'utf8'), key: await readFile(files.key, 'utf8') };
  const log = await ProductLog.open(events, { to: toPosition, from: fromPosition }, (error) => {
    console.error(`The gateway can no longer follow the log: ${(error as Error).message}`);
  });
  const store = SqliteGroupStore.open({
    file: join(folder.path, 'gateway', 'subscriptions.sqlite'),
    log_id: events.log_id,
    onFatal: (error) => console.error(`The gateway can no longer keep its persistent subscriptions: ${error.message}`),
  });
  const { host } = settings;
  const served = await serveLog(log, store, { port, host, tls, credentials });
  if (!tls) console.error('The gateway has no certificate: official clients for Node do not send the password.');
  say(`The log is open to clients: esdb://${host.includes(':') ? `[${host}]` : host}:${served.port}?tls=${tls !== undefined}`);
  return {
    close: async () => {
      await served.close();
      await store.close();
      await log.close();
    },
  };
};
