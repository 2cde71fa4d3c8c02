import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Finds the address, and nothing else, in what a start prints. */
export const READY = /ready: (https?:\/\/[^/\s]+)/;

const folders = new Map<string, string>();

/** Says in which data folder the server at an address works. */
export const servesFrom = (url: string, data: string): void => void folders.set(url, data);

/** The secret of the last start at an address, as programs of the same person read it; undefined where it has none. */
export const localSecretOf = async (url: string): Promise<string | undefined> => {
  const data = folders.get(url);
  return data === undefined ? undefined : readFile(join(data, 'local-secret'), 'utf8').catch(() => undefined);
};

/** What a sign-in sends, and a look into the outbox. */
export const localHeader = async (url: string): Promise<Record<string, string>> => {
  const secret = await localSecretOf(url);
  return secret === undefined ? {} : { 'X-Local-Secret': secret };
};
