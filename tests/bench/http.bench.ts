import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accepted } from '#contracts/wire/command';
import { READY } from '#tests/support/local-secret';
import { type ClinicUsers, everybody, newResult, signInUsers } from './lib/clinic-users.ts';
import { compileAll, compiled } from './lib/compiled.ts';
import { quantile, ratio, rounded } from './lib/figures.ts';
import { inFolder } from './lib/folder.ts';
import { HttpUser } from './lib/http-client.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { type Server, startProduct, startServer } from './lib/product.ts';
import { machine, print, say, table } from './lib/report.ts';
import { inTurns } from './lib/turns.ts';

const USERS = 32;
/** Results that a patient has when lists are measured. */
const RESULTS = 10;

type Figures = Record<string, number>;

/** What everybody does, measured from outside, and what the server needs for it. */
const measure = async (
  server: Server,
  users: readonly HttpUser[],
  milliseconds: number,
  act: (user: HttpUser) => Promise<unknown>,
): Promise<Figures> => {
  const before = server.usage();
  const { durations, per_second } = await everybody(users, milliseconds, async (user) => void (await act(user)));
  const after = server.usage();
  return {
    per_second,
    median_ms: quantile(durations, 0.5),
    p99_ms: quantile(durations, 0.99),
    cpu_ms: after && before ? (1000 * (after.cpu_seconds - before.cpu_seconds)) / durations.length : NaN,
    memory_mb: after?.memory_mb ?? NaN,
  };
};

/** The product with its patients, and the bare server on a copy of the same data. */
const startBoth = async (folder: string) => {
  const data = join(folder, 'data');
  const first = await startProduct(data);
  const clinic = await signInUsers(first.url, USERS);
  const patients = new Set<string>();
  while (patients.size < 100) patients.add(clinic.patient());
  const asked = [...patients].flatMap((patient_id) => Array.from({ length: RESULTS }, () => patient_id));
  const next = async (user: HttpUser): Promise<void> => {
    for (let patient_id = asked.pop(); patient_id !== undefined; patient_id = asked.pop()) {
      await user.post<Accepted>('/api/lab-results', newResult(patient_id));
    }
  };
  await Promise.all(clinic.users.map(next));
  clinic.close();
  await first.stop();
  await cp(data, join(folder, 'bare'), { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const product = await startProduct(data);
  const bare = await startServer([compiled('bare.child'), join(folder, 'bare')], {}, READY);
  return { product, bare, patients: [...patients] };
};

/**
 * Commands and queries a second through HTTP: 32 users of the demonstration clinic, against a bare Fastify route that does the same single
 * read of documents, or append of an event. `--seconds` each turn, `--rounds` turns of each.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { rounds, seconds } = numbersIn(args, { rounds: 5, seconds: 4 }, { rounds: 1, seconds: 1 });
  const before = machine();
  await compileAll();
  await inFolder(async (folder) => {
    const { product, bare, patients } = await startBoth(folder);
    try {
      const clinic: ClinicUsers = await signInUsers(product.url, USERS);
      const strangers = Array.from({ length: USERS }, () => new HttpUser(bare.url));
      const read = (path: string) => (user: HttpUser) =>
        user.get(`${path}?patient_id=${patients[Math.floor(Math.random() * patients.length)]}`);
      const milliseconds = seconds * 1000;
      const measured = await inTurns<'queries' | 'bare_reads' | 'commands' | 'bare_appends', Figures>(
        {
          queries: () => measure(product, clinic.users, milliseconds, read('/api/lab-results')),
          bare_reads: () => measure(bare, strangers, milliseconds, read('/read')),
          // Of other patients than those that are read, whose lists stay as long as they are.
          commands: () =>
            measure(product, clinic.users, milliseconds, (user) => user.post('/api/lab-results', newResult(clinic.patient()))),
          bare_appends: () => measure(bare, strangers, milliseconds, (user) => user.post('/append', newResult(patients[0]!))),
        },
        { rounds, onRound: (round, name, figures) => say(`round ${round}, ${name}: ${JSON.stringify(figures)}`) },
      );
      clinic.close();
      for (const stranger of strangers) stranger.close();
      report(json, measured, { machine: before, rounds, seconds });
    } finally {
      await product.stop();
      await bare.stop();
    }
  });
};

const report = (json: boolean, measured: Record<'queries' | 'bare_reads' | 'commands' | 'bare_appends', Figures>, about: object): void => {
  const side = (ours: Figures, bare: Figures) => ({
    per_second: rounded(ours['per_second']!),
    median_ms: rounded(ours['median_ms']!),
    p99_ms: rounded(ours['p99_ms']!),
    cpu_ms: rounded(ours['cpu_ms']!),
    memory_mb: rounded(ours['memory_mb']!),
    bare_per_second: rounded(bare['per_second']!),
    bare_p99_ms: rounded(bare['p99_ms']!),
    bare_cpu_ms: rounded(bare['cpu_ms']!),
    bare_memory_mb: rounded(bare['memory_mb']!),
    ratio_bare: ratio(ours['per_second']!, bare['per_second']!),
  });
  const result = {
    users: USERS,
    commands: side(measured.commands, measured.bare_appends),
    queries: side(measured.queries, measured.bare_reads),
    ...about,
  };
  const rows = Object.entries(measured).map(([what, figures]) => ({
    what,
    'a second': rounded(figures['per_second']!),
    'median ms': rounded(figures['median_ms']!),
    'p99 ms': rounded(figures['p99_ms']!),
    'cpu ms each': rounded(figures['cpu_ms']!),
    'memory MB': rounded(figures['memory_mb']!),
  }));
  const text = [
    `${USERS} users of the demonstration clinic, each asking again as soon as it was answered, from the same machine. commands: a lab result of`,
    'three values; queries: the first page of a patient with 10 results. bare_appends: a bare Fastify route with one durable append through',
    'the same event store; bare_reads: one with the same single read of documents.',
    '',
    table(rows),
    '',
    `Of the bare route: commands ${result.commands.ratio_bare}, queries ${result.queries.ratio_bare}`,
  ];
  print(json, result, text.join('\n'));
};
