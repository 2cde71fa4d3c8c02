import { cp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compileAll, inProcess } from './lib/compiled.ts';
import { ratio, rounded } from './lib/figures.ts';
import { inFolder, kept } from './lib/folder.ts';
import { addTail, fillLog, standAtEnd, standing } from './lib/log-fill.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { startProduct } from './lib/product.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';
import { inTurns } from './lib/turns.ts';

const SIZES = [10_000, 1_000_000, 5_000_000];
/** Events that a start finds not yet folded. */
const TAIL = 1000;
/** What an event takes on disk with its place in the indexes, roughly. */
const BYTES = 1300;
const CATCHING_UP = 120_000;

type Figures = Record<string, number>;

const measureLog = (folder: string, data: string): Promise<Figures> => inProcess<Figures>('growth.child', folder, data);

/** The product on the log: until it serves, and until every projection has folded what it found new. */
const measureStart = async (data: string): Promise<Figures> => {
  standAtEnd(data);
  await addTail(data, TAIL);
  const started = performance.now();
  const product = await startProduct(data, { ANAMNESIS_DEMO: 'on' });
  try {
    for (const until = Date.now() + CATCHING_UP; ; await pause(10)) {
      const { folded, head } = standing(data);
      if (folded >= head) break;
      if (Date.now() > until) throw new Error(`the projections stand at ${folded} of ${head}`);
    }
    const caught_up_seconds = (performance.now() - started) / 1000;
    return { start_seconds: product.seconds, caught_up_seconds, memory_mb: product.usage()?.peak_mb ?? NaN };
  } finally {
    await product.stop();
  }
};

/** A seeded data folder for each size, each filled from the one before. */
const prepare = async (folder: string, sizes: readonly number[]): Promise<Map<number, string>> => {
  const folders = new Map<number, string>();
  let last = await kept(folder, 'growth-seed', async (data) => (await startProduct(data)).stop());
  for (const size of sizes) {
    const from = last;
    last = await kept(folder, `growth-${size}`, async (data) => {
      await cp(from, data, { recursive: true, filter: (path) => !path.endsWith('.sock') });
      say(`Filling a log of ${size.toLocaleString('en')} events`);
      await fillLog(data, size, (events) => say(`  ${events.toLocaleString('en')}`));
    });
    folders.set(size, last);
  }
  // The smallest would grow by being measured.
  const smallest = join(folder, 'smallest');
  await cp(folders.get(sizes[0]!)!, smallest, { recursive: true });
  folders.set(sizes[0]!, smallest);
  return folders;
};

/**
 * Whether a log gets slower as it grows: appends and reads through the port, memory, and the start of the product, at 10 thousand, 1
 * million and 5 million events. `--events` caps the largest, `--rounds` turns of each.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { events, rounds } = numbersIn(args, { events: SIZES.at(-1)!, rounds: 5 }, { events: 20_000, rounds: 1 });
  const sizes = [...SIZES.filter((size) => size < events), events];
  const before = machine();
  await compileAll();
  await inFolder(
    async (folder) => {
      const folders = await prepare(folder, sizes);
      const each = <T>(make: (size: number, data: string) => T) =>
        Object.fromEntries([...folders].map(([size, data]) => [String(size), make(size, data)]));
      const onRound = (round: number, size: string, figures: Figures) =>
        say(
          `round ${round}, ${size} events: ${Object.entries(figures)
            .map(([name, figure]) => `${name} ${rounded(figure)}`)
            .join(', ')}`,
        );
      const starts = await inTurns(
        each((_size, data) => () => measureStart(data)),
        { rounds: Math.min(rounds, 3), warmUp: false, onRound },
      );
      const logs = await inTurns(
        each((size, data) => async () => {
          // The smallest would grow by measuring it: a fresh copy each time.
          const copy = join(folder, 'copy');
          if (size > SIZES[0]!) return measureLog(join(data, 'events'), data);
          await cp(join(data, 'events'), copy, { recursive: true });
          return measureLog(copy, data).finally(() => rm(copy, { recursive: true }));
        }),
        { rounds, warmUp: false, onRound },
      );
      const figures: Record<string, Figures> = {};
      for (const [size, data] of folders) {
        const file_mb = (await stat(join(data, 'events', 'events.sqlite'))).size / 1e6;
        const all = { ...logs[size]!, ...starts[size]!, file_mb };
        figures[size] = Object.fromEntries(Object.entries(all).map(([name, figure]) => [name, rounded(figure)]));
      }
      report(json, sizes, figures, { ...logs }, { ...starts }, { machine: before, rounds });
    },
    { gigabytes: 2 + (2 * sizes.reduce((sum, size) => sum + size, 0) * BYTES) / 1e9 },
  );
};

const report = (
  json: boolean,
  sizes: readonly number[],
  figures: Record<string, Figures>,
  logs: Record<string, Figures>,
  starts: Record<string, Figures>,
  about: object,
): void => {
  const [first, last] = [String(sizes[0]), String(sizes.at(-1))];
  const worst = (of: Record<string, Figures>, ...fields: string[]) =>
    Math.max(...fields.map((field) => ratio(of[last]![field]!, of[first]![field]!)));
  const result = {
    events: figures,
    ratio_append: worst(logs, 'append_ms', 'append_of_32_ms'),
    ratio_read: worst(logs, 'read_stream_ms', 'read_page_ms'),
    ratio_memory: worst(
      { [first]: { ...logs[first], ...starts[first] }, [last]: { ...logs[last], ...starts[last] } },
      'engine_memory_mb',
      'memory_mb',
    ),
    start_seconds: rounded(starts[last]!['start_seconds']!),
    tail_seconds: rounded(starts[last]!['caught_up_seconds']! - starts[last]!['start_seconds']!),
    ...about,
  };
  const fields = Object.keys(figures[first]!);
  const rows = fields.map((what) => ({
    what,
    ...Object.fromEntries(sizes.map((size) => [size.toLocaleString('en'), figures[size]![what]!])),
  }));
  const text = [
    'One log at several sizes, in turns: reading a stream and a page of 256 events anywhere in it, appending with 1 and 32 in flight through',
    `the port (medians), memory at its highest, and the start of the product with ${TAIL} events that its projections have not folded yet.`,
    '',
    table(rows),
    '',
    verdict('append, last to first (the worse of 1 and 32 in flight)', result.ratio_append, { atMost: 1.2 }),
    verdict('read, last to first (the worse of stream and page)', result.ratio_read, { atMost: 1.2 }),
    verdict('memory, last to first (the worse of engine and product)', result.ratio_memory, { atMost: 1.2 }),
    verdict(`seconds until the product serves (${result.tail_seconds} more to catch up)`, result.start_seconds, { atMost: 2 }),
  ];
  print(json, result, text.join('\n'));
};
