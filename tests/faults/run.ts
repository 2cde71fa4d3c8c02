import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { mutants } from './mutants.ts';
import { type Report, reportOf, said } from './report.ts';
import { makeMutant, makeStage, type Mutant } from './stage.ts';
import type { SuiteOrders, Tried } from './suite.child.ts';

const FULL = 20;
const LANES = 2;
/** Rounds in which a mutant has to be noticed; most are in the first. */
const PATIENCE = 8;

interface Options {
  /** 1 is the short form. */
  rounds: number;
  json: boolean;
  /** Part of the names of the scenarios and mutants to try. */
  only: string | undefined;
  seed: number;
}

const optionsOf = (args: readonly string[]): Options => {
  const after = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const rounds = Number(after('--rounds') ?? FULL);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1; without it there are 20');
  return {
    rounds,
    json: args.includes('--json'),
    only: after('--only'),
    seed: Number(after('--seed') ?? Math.floor(Math.random() * 2 ** 31)),
  };
};

/** Runs scenarios in a stage; tells each as it is done. */
const suite = async (stage: string, orders: SuiteOrders, onTried: (tried: Tried) => void, say: (text: string) => void): Promise<void> => {
  const script = join(stage, 'dist/tests/faults/suite.child.js');
  const child = spawn(process.execPath, ['--expose-gc', '--disable-warning=ExperimentalWarning', script, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let complaint = '';
  const words = (async () => {
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.startsWith('  ')) say(line);
      else complaint += `${line}\n`;
    }
  })();
  const tried = new Set<string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Tried;
    tried.add(one.scenario);
    onTried(one);
  }
  await words;
  const code = await ended;
  if (code !== 0 && code !== 1) throw new Error(`the suite ended with ${code}:\n${complaint}`);
  for (const name of orders.only) if (!tried.has(name)) throw new Error(`the suite ended before '${name}':\n${complaint}`);
};

/** Scenarios that go into one process: those that kill are many and take long, the others share what they prepare. */
const shares = (names: readonly string[], rounds: number): string[][] => {
  const [killing, others] = [
    names.filter((name) => /kill -9|failpoint/.test(name)),
    names.filter((name) => !/kill -9|failpoint/.test(name)),
  ];
  const size = rounds > 3 ? 1 : 6;
  const shared = Array.from({ length: Math.ceil(killing.length / size) }, (_, n) => killing.slice(n * size, (n + 1) * size));
  return others.length > 0 ? [others, ...shared] : shared;
};

/** The names of all scenarios, as the stage knows them. */
const namesIn = async (stage: string): Promise<string[]> => {
  const { scenarios } = (await import(join(stage, 'dist/tests/faults/scenarios.js'))) as typeof import('./scenarios.ts');
  return scenarios.map(({ name }) => name);
};

/** Takes one piece of work after the other, a few at a time. */
const inLanes = async (work: readonly (() => Promise<void>)[]): Promise<void> => {
  const left = [...work];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: Math.min(LANES, availableParallelism()) }, lane));
};

const tryAll = async (home: string, { rounds, only, seed, json }: Options): Promise<Report> => {
  const say = (text: string): void => void (json ? process.stderr : process.stdout).write(`${text}\n`);
  const stage = join(home, 'product');
  await makeStage(stage);
  const wanted = (name: string): boolean => only === undefined || name.includes(only);
  const names = (await namesIn(stage)).filter(wanted);
  const tried: Tried[] = [];
  const noticed = new Map<string, boolean>();

  const onTried = (one: Tried): void => {
    tried.push(one);
    for (const line of said(one)) say(line);
  };
  const scenarios = shares(names, rounds).map(
    (share) => () => suite(stage, { only: share, rounds, seed, untilFound: false }, onTried, say),
  );

  const plant = async (mutant: Mutant, n: number): Promise<void> => {
    const altered = join(home, `mutant-${n}`);
    await makeMutant(stage, altered, mutant);
    let isNoticed = false;
    const onMutant = ({ found: { lost, doubled, unnamed } }: Tried): void =>
      void (isNoticed ||= lost.length + doubled.length + unnamed.length > 0);
    await suite(altered, { only: mutant.noticed_by, rounds: PATIENCE, seed, untilFound: true }, onMutant, () => undefined);
    await rm(altered, { recursive: true });
    noticed.set(mutant.name, isNoticed);
    say(isNoticed ? `ok    it is noticed where somebody ${mutant.name}` : `WRONG nobody notices where somebody ${mutant.name}`);
  };
  const planted = mutants.filter(({ name }) => wanted(name)).map((mutant, n) => () => plant(mutant, n));
  await inLanes([...scenarios, ...planted]);
  return reportOf(tried, noticed, seed);
};

/** Tries everything, prints what was found and answers the exit code: 1 where anything is lost, doubled, unnamed, or a mutant goes unnoticed. */
export const run = async (args: readonly string[]): Promise<number> => {
  const options = optionsOf(args);
  const home = await mkdtemp(join(tmpdir(), 'anamnesis-faults-'));
  try {
    const report = await tryAll(home, options);
    const { kills, failpoints, lost, doubled, unnamed, mutants: of, seed } = report;
    if (options.json) console.log(JSON.stringify(report, null, 2));
    else {
      console.log(`\n${kills} kills, ${failpoints} failpoints: ${lost} lost, ${doubled} doubled, ${unnamed} unnamed`);
      console.log(`${of.caught} of ${of.planted} mutants noticed (seed ${seed})`);
    }
    return lost + doubled + unnamed === 0 && of.caught === of.planted ? 0 : 1;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
