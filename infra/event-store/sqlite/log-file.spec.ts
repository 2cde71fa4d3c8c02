import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect, newEvents, newStream } from '#tests/conformance/event-store.samples';
import type { StoredEvent } from '../event-store.ts';
import { logIdOf, readLogFile, writeLogFile } from './log-file.ts';
import { logFile } from './schema.ts';
import { SqliteEventStore } from './sqlite-event-store.ts';
import { hashes } from '#tests/support/hashes';

describe('the file of a log', () => {
  let folder: string;
  let events: StoredEvent[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'log-file-'));
    const store = await SqliteEventStore.open({
      folder: join(folder, 'source'),
      hashes,
      onFatal: (error) => {
        throw error;
      },
    });
    const [one, other] = [newStream(), newStream()];
    await store.append(one, newEvents(300), 'no-stream');
    await store.append(other, newEvents(2), 'no-stream');
    await store.append(one, newEvents(1), { exact: 299 });
    events = await collect(store.readAll());
    await store.close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Writes a file of these events and reads it. */
  const written = async (name: string, some: readonly StoredEvent[]): Promise<StoredEvent[]> => {
    const source = {
      log_id: '00000000-0000-4000-8000-000000000001',
      readAll: async function* () {
        yield* some;
      },
    };
    await writeLogFile(join(folder, name), source);
    const file = logFile(join(folder, name));
    expect(logIdOf(file)).toBe(source.log_id);
    return collect(readLogFile(file, hashes));
  };

  it('holds what is written into it, and is one file that only its owner may read', async () => {
    expect(await written('whole', events)).toEqual(events);
    expect(await readdir(join(folder, 'whole'))).toEqual(['events.sqlite']);
    if (process.platform !== 'win32') expect((await stat(logFile(join(folder, 'whole')))).mode & 0o077).toBe(0);
    expect(await written('empty', [])).toEqual([]);
  });

  it('numbers positions without gaps', async () => {
    const spread = events.map((event, n) => ({ ...event, position: String(1000 + 7 * n).padStart(20, '0') }));
    expect(await written('spread', spread)).toEqual(events);
  });

  it.each<[string, (event: StoredEvent) => StoredEvent]>([
    ['data', (event) => ({ ...event, data: Buffer.from('something else') })],
    ['envelope', (event) => ({ ...event, metadata: {} as StoredEvent['metadata'] })],
    ['hash', (event) => ({ ...event, content_hash: '' })],
  ])('keeps damage recognisable: %s', async (name, damage) => {
    const damaged = events.map((event, n) => (n === 5 ? damage(event) : event));
    const read = await written(`damaged-${name}`, damaged);
    expect(read.flatMap(({ intact }, n) => (intact ? [] : [n]))).toEqual([5]);
    expect(read[5]).toMatchObject({ content_hash: damaged[5]!.content_hash, metadata: damaged[5]!.metadata });
  });

  it('keeps the place of an event that is missing', async () => {
    const read = await written('gap', events.toSpliced(7, 1));
    expect(read.slice(5, 9).map(({ revision }) => revision)).toEqual([5, 6, 8, 9]);
  });
});
