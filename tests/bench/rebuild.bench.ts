import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fillClinic } from './lib/clinic-fill.ts';
import { compileAll, inProcess } from './lib/compiled.ts';
import { ratio, rounded } from './lib/figures.ts';
import { inFolder, kept } from './lib/folder.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';
import { inTurns } from './lib/turns.ts';

const SMALL = 50_000;
/** What an event and its document take on disk, roughly. */
const BYTES = 9000;

type Figures = Record<string, number>;

const gone = (file: string) => Promise.all(['', '-wal', '-shm'].map((end) => rm(file + end, { force: true })));

/**
 * Speed and memory of a rebuild of all projections: over the sealed log of a clinic, against plain inserts of the documents that it ends
 * with, and its memory over a log of a tenth of the size. `--events` in the large log, `--rounds` turns of each.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { events, rounds } = numbersIn(args, { events: 500_000, rounds: 3 }, { events: 5000, rounds: 1 });
  const small = Math.min(SMALL, Math.ceil(events / 10));
  const before = machine();
  await compileAll();
  await inFolder(
    async (folder) => {
      const clinicOf = (count: number) =>
        kept(folder, `clinic-${count}`, async (data) => {
          say(`Filling the log of a clinic with ${count.toLocaleString('en')} events`);
          await fillClinic(data, count, (done) => say(`  ${done.toLocaleString('en')}`));
        });
      const logs = { small: await clinicOf(small), large: await clinicOf(events) };
      const [built, inserted] = [join(folder, 'built.sqlite'), join(folder, 'inserted.sqlite')];
      const fold = async (log: string) => {
        await gone(built);
        return inProcess<Figures>('rebuild.child', 'fold', log, built);
      };
      const measured = await inTurns<'rebuild_small' | 'rebuild' | 'raw', Figures>(
        {
          rebuild_small: () => fold(logs.small),
          rebuild: () => fold(logs.large),
          raw: async () => {
            await gone(inserted);
            return inProcess<Figures>('rebuild.child', 'raw', built, inserted);
          },
        },
        {
          rounds,
          warmUp: false,
          onRound: (round, name, figures) => say(`round ${round}, ${name}: ${JSON.stringify(figures)}`),
        },
      );
      report(json, measured, { machine: before, rounds });
    },
    { gigabytes: 1 + ((events + small) * BYTES) / 1e9 },
  );
};

const report = (json: boolean, measured: Record<'rebuild_small' | 'rebuild' | 'raw', Figures>, about: object): void => {
  const { rebuild_small: small, rebuild, raw } = measured;
  // Both sides do the same work: events whose documents are made, and events whose documents are inserted as they are.
  const rawEvents = rebuild['events']! / raw['seconds']!;
  const result = {
    events_per_second: rounded(rebuild['events_per_second']!),
    raw_per_second: rounded(rawEvents),
    ratio_raw: ratio(rebuild['events_per_second']!, rawEvents),
    /** The same by the time of the processors: what others do on the machine meets it less. */
    ratio_cpu: ratio(raw['cpu_seconds']!, rebuild['cpu_seconds']!),
    ratio_memory: ratio(rebuild['peak_mb']!, small['peak_mb']!),
    events: rebuild['events'],
    documents: raw['documents'],
    raw_documents_per_second: rounded(raw['documents_per_second']!),
    peak_mb: { [String(small['events'])]: rounded(small['peak_mb']!), [String(rebuild['events'])]: rounded(rebuild['peak_mb']!) },
    ...about,
  };
  const rows = [
    {
      what: 'rebuild of all projections, events',
      count: rebuild['events']!,
      seconds: rounded(rebuild['seconds']!),
      'a second': result.events_per_second,
    },
    {
      what: 'plain inserts of their documents, documents',
      count: raw['documents']!,
      seconds: rounded(raw['seconds']!),
      'a second': result.raw_documents_per_second,
    },
    {
      what: 'rebuild of a tenth, events',
      count: small['events']!,
      seconds: rounded(small['seconds']!),
      'a second': rounded(small['events_per_second']!),
    },
  ];
  const text = [
    'All projections built from the sealed log of a clinic: read, checked, unsealed, folded, written with their checkpoints. Beside it plain',
    'inserts of the documents that it ends with into the same tables and indexes, same settings, 500 a transaction.',
    '',
    table(rows),
    `Highest memory: ${Object.entries(result.peak_mb)
      .map(([events, peak]) => `${peak} MB at ${Number(events).toLocaleString('en')} events`)
      .join(', ')}`,
    '',
    verdict('speed of the rebuild, as a share of that of the plain inserts of the same documents', result.ratio_raw, { atLeast: 0.4 }),
    `By the time of the processors, which others at work on the machine disturb less: ${result.ratio_cpu}`,
    verdict('highest memory, large log to small', result.ratio_memory, { atMost: 1.3 }),
  ];
  print(json, result, text.join('\n'));
};
