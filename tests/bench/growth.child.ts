// Measures one log in a process of its own, so that its memory is its own; started by growth.bench.ts with the folder of the log and the data folder that has its keys.
import { createReadStream } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { logFile } from '#infra/event-store/sqlite/schema';
import { toPosition } from '#infra/event-store/sqlite/position';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { hashesIn } from '#tests/support/hashes';
import { median, quantile } from './lib/figures.ts';
import { sealedEvent } from './lib/sealed-events.ts';
import { usageOf } from './lib/usage.ts';
import { write } from './lib/writers.ts';

const [APPENDS, APPENDS_OF_MANY, STREAMS, PAGES, PAGE] = [300, 6000, 3000, 200, 256];
const MANY = 32;

const [folder, data] = process.argv.slice(2) as [string, string];

/** Names of streams and positions from all over the log, looked up before anything is measured. */
const somewhere = () => {
  const db = new DatabaseSync(logFile(folder), { readOnly: true });
  const count = (table: string, column: string) => (db.prepare(`SELECT max(${column}) AS n FROM ${table}`).get() as { n: number }).n;
  const [streams, events] = [count('streams', 'number'), count('events', 'position')];
  const name = db.prepare('SELECT name FROM streams WHERE number = ?');
  const random = (most: number) => 1 + Math.floor(Math.random() * most);
  const names = Array.from({ length: STREAMS }, () => (name.get(random(streams)) as { name: string }).name);
  const positions = Array.from({ length: PAGES }, () => toPosition(random(Math.max(1, events - PAGE))));
  db.close();
  return { names, positions };
};

/** Reads the file once, so that what is measured is the log and not how much of it the system happened to remember. */
const warmUp = async (): Promise<void> => {
  for await (const _chunk of createReadStream(logFile(folder), { highWaterMark: 4 * 1024 * 1024 })) void _chunk;
};

await warmUp();
const { names, positions } = somewhere();
const opening = performance.now();
const store = await SqliteEventStore.open({
  folder,
  hashes: await hashesIn(data),
  onFatal: (error) => {
    throw error;
  },
});
const open_ms = performance.now() - opening;

const timed = async (read: AsyncIterable<unknown>): Promise<number> => {
  const start = performance.now();
  let events = 0;
  for await (const _event of read) events += 1;
  if (events === 0) throw new Error('nothing was read');
  return performance.now() - start;
};

const streams: number[] = [];
for (const name of names) streams.push(await timed(store.readStream(name)));
const pages: number[] = [];
for (const after of positions) pages.push(await timed(store.readAll({ after, limit: PAGE })));

const append = ({ stream, revision }: { stream: string; revision: number }) =>
  store.append(stream, [sealedEvent(revision)], revision === 0 ? 'no-stream' : { exact: revision - 1 });
const alone = await write(1, 60_000, append, APPENDS);
const many = await write(MANY, 60_000, append, APPENDS_OF_MANY);
const usage = usageOf(process.pid);
await store.close();

// The first reads pay for the compiler.
const warm = (samples: number[]) => samples.slice(Math.ceil(samples.length / 5));
process.stdout.write(
  JSON.stringify({
    open_ms,
    append_ms: median(alone.latencies),
    append_p99_ms: quantile(alone.latencies, 0.99),
    append_of_32_ms: median(many.latencies),
    append_of_32_p99_ms: quantile(many.latencies, 0.99),
    appends_per_second: many.per_second,
    read_stream_ms: median(warm(streams)),
    read_stream_p99_ms: quantile(warm(streams), 0.99),
    read_page_ms: median(warm(pages)),
    engine_memory_mb: usage?.peak_mb ?? NaN,
  }),
);
