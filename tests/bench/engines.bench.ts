import { join } from 'node:path';
import { Unavailable } from '../engines/servers/servers.js';
import { fillClinic } from './lib/clinic-fill.ts';
import { ratio, rounded } from './lib/figures.ts';
import { inFolder } from './lib/folder.ts';
import { measureBareKafka, measureJobs } from './lib/on-kafka.ts';
import { measureBare, measureProjecting, recordProjecting } from './lib/on-mongodb.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';
import { type OwnServers, startServers } from './lib/servers.ts';
import { inTurns } from './lib/turns.ts';
import { measureVisible } from './visible.bench.ts';

const USERS = 32;

type Name = 'bare_mongodb' | 'projected' | 'bare_kafka' | 'jobs';
interface Measured {
  /** A second. */
  figures: Record<Name, number>;
  /** Milliseconds. */
  append_p99: number;
  visible_p99: number;
}

/** Servers, or why there are none. */
const servers = (): Promise<OwnServers | string> =>
  startServers().catch((error: unknown) => {
    if (error instanceof Unavailable) return error.message;
    throw error;
  });

/**
 * MongoDB, Kafka and EventStoreDB behind the product: documents projected a second against the same guarded writes by the driver alone, short jobs a second against
 * kafkajs alone with the same commits, and how soon a change is seen against the command alone. `--events` in the log, `--jobs`, `--rounds` turns of each, `--seconds` of commands.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const defaults = { events: 20_000, jobs: 40_000, rounds: 5, seconds: 4 };
  const { events, jobs, rounds, seconds } = numbersIn(args, defaults, { events: 1000, jobs: 2000, rounds: 1, seconds: 1 });
  const before = machine();
  const started = await servers();
  if (typeof started === 'string') {
    say(`NOT MEASURED: ${started}`);
    return report(json, undefined, { missing: [started], machine: before });
  }
  const { kafka, mongodb, variables, about } = started;
  await inFolder(async (folder) => {
    const data = join(folder, 'clinic');
    say(`Filling the log of a clinic with ${events.toLocaleString('en')} events`);
    await fillClinic(data, events, () => undefined);
    const recorded = await recordProjecting(mongodb, data);
    const measured = await inTurns<Name, { per_second: number }>(
      {
        bare_mongodb: () => measureBare(mongodb, recorded),
        projected: () => measureProjecting(mongodb, data),
        bare_kafka: () => measureBareKafka(kafka, jobs),
        jobs: () => measureJobs(kafka, folder, jobs),
      },
      { rounds, onRound: (round, name, { per_second }) => say(`round ${round}: ${name} ${Math.round(per_second)} a second`) },
    );
    const seen = await measureVisible(join(folder, 'data'), { users: [USERS], rounds, seconds, env: variables });
    const { append_p99_ms, visible_p99_ms, notice_p99_ms } = seen[USERS]!;
    const figures = Object.fromEntries(Object.entries(measured).map(([name, { per_second }]) => [name, per_second])) as Measured['figures'];
    report(
      json,
      { figures, append_p99: append_p99_ms!, visible_p99: Math.max(visible_p99_ms!, notice_p99_ms!) },
      { documents: recorded.documents, events, jobs_each: jobs, users: USERS, servers: about, machine: before, rounds, seconds },
    );
  });
};

const report = (json: boolean, measured: Measured | undefined, about: object): void => {
  const of = (name: Name): number => measured?.figures[name] ?? NaN;
  const known = (figure: number): number | null => (Number.isNaN(figure) ? null : figure);
  const result = {
    bare_mongodb: known(rounded(of('bare_mongodb'))),
    projected: known(rounded(of('projected'))),
    ratio_projection: known(ratio(of('projected'), of('bare_mongodb'))),
    bare_kafka: known(rounded(of('bare_kafka'))),
    jobs: known(rounded(of('jobs'))),
    ratio_jobs: known(ratio(of('jobs'), of('bare_kafka'))),
    append_p99_ms: known(rounded(measured?.append_p99 ?? NaN)),
    visible_p99_ms: known(rounded(measured?.visible_p99 ?? NaN)),
    ratio_visible: known(ratio(measured?.visible_p99 ?? NaN, measured?.append_p99 ?? NaN)),
    ...about,
  };
  const rows = [
    {
      what: 'documents projected',
      'a second': result.projected,
      'without the product': result.bare_mongodb,
      share: result.ratio_projection,
    },
    { what: 'short jobs', 'a second': result.jobs, 'without the product': result.bare_kafka, share: result.ratio_jobs },
  ];
  const text = [
    'Documents: all projections built from a sealed log into an empty database, against the same bulks of guarded writes with the same indexes by the driver alone. Jobs:',
    'published while they are done, against kafkajs alone with the same acknowledgements and commits. Commands: as `npm run bench -- visible`, with every engine on a server.',
    '',
    table(rows),
    `p99 of a command: ${result.append_p99_ms} ms; until it is seen: ${result.visible_p99_ms} ms`,
    '',
    verdict('documents projected, as a share of the bare writes', result.ratio_projection, { atLeast: 0.5 }),
    verdict('short jobs, as a share of bare kafkajs', result.ratio_jobs, { atLeast: 0.6 }),
    verdict('p99 from command to visible, times that of the command', result.ratio_visible, { atMost: 5 }),
  ];
  print(json, result, text.join('\n'));
};
