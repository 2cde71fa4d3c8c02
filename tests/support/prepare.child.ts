import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { apiAs } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { browserMissing, browserServer } from './browser.ts';
import { closeEventStoreOf, isOnServer, logOf } from './event-store.ts';
import { isInMongoDb, keepReadStore } from './read-store.ts';
import { ensureBuilt, startServer } from './running.ts';

const root = resolve(import.meta.dirname, '../..');
const kept = join(root, 'node_modules/.cache/first-start');

/** Bound in milliseconds of reading the demonstration's reports on a busy machine. */
const READING = 300_000;

/**
 * A data folder as a first start leaves it, with its reports read and its indexes made. Answers its path. It is kept for later runs of the
 * same build on the same day, since the first start records the demonstration with today's date.
 */
const firstStart = async (): Promise<string> => {
  ensureBuilt();
  const day = new Date().toISOString().slice(0, 10);
  const name = createHash('sha256')
    .update(await readFile(join(root, 'dist/.server')))
    .update(day)
    .digest('hex')
    .slice(0, 16);
  const folder = join(kept, [name, ...(isOnServer ? ['on-server'] : []), ...(isInMongoDb ? ['in-mongodb'] : [])].join('-'));
  if (existsSync(folder)) return folder;

  const server = await startServer({ ANAMNESIS_MESSAGING: '' }); // brokers of this run are not those of the next one
  const api = await apiAs(server.url, 'doctor');
  await until(
    'the reports of the demonstration are read',
    async () => {
      const { items } = await api.get<{ items: { status: string }[] }>('/api/ocr?skip=0&take=10');
      return items.length > 0 && items.every(({ status }) => status === 'Finished');
    },
    READING,
  );
  await until('the catalogues can be searched', async () => (await api.status('/api/diseases?query=asthma&skip=0&take=1')) === 200);
  await server.stop();
  await closeEventStoreOf(server.data);

  await mkdir(kept, { recursive: true });
  for (const other of await readdir(kept)) if (!other.startsWith(name)) await rm(join(kept, other), { recursive: true, force: true });
  // whole or not at all, should this process be ended meanwhile
  for (const part of [`${folder}.part`, logOf(folder)]) await rm(part, { recursive: true, force: true });
  if (isOnServer) await cp(logOf(server.data), logOf(folder), { recursive: true });
  await keepReadStore(server.data, folder);
  await cp(server.data, `${folder}.part`, { recursive: true });
  await rename(`${folder}.part`, folder);
  await rm(logOf(server.data), { recursive: true, force: true });
  await server.dispose();
  return folder;
};

const [data, browser] = await Promise.all([firstStart(), browserMissing() ? undefined : browserServer()]);
console.log(JSON.stringify({ TEST_DATA_FOLDER: data, ...(browser && { TEST_BROWSER: browser.wsEndpoint() }) }));

// Lasts until whoever asked for it closes the line or is gone.
process.stdin.resume().once('end', () => void Promise.resolve(browser?.close()).then(() => process.exit(0)));
