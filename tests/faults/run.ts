import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { canFailSyncs } from './children.ts';
import { mutants } from './mutants.ts';
import { against, type Report, reportOf, said, totals } from './report.ts';
import { makeMutant, makeStage, type Mutant } from './stage.ts';
import { down, fetchNeeds, temporaryHome, Unavailable } from '../engines/servers/servers.js';
import { scenariosIn, suite } from './suite.ts';
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
  /** Gives the same chances again, though never the same timing. */
  seed: number;
}

const optionsOf = (args: readonly string[]): Options => {
  const after = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const count = (name: string, otherwise: number): number => {
    const given = Number(after(name) ?? otherwise);
    if (!Number.isSafeInteger(given) || given < 1) throw new Error(`${name} is a whole number from 1`);
    return given;
  };
  const seed = count('--seed', 1 + Math.floor(Math.random() * 2 ** 31));
  return { rounds: count('--rounds', FULL), json: args.includes('--json'), only: after('--only'), seed };
};

/** Scenarios that go into one process: those that kill are many and take long, the others share what they prepare. */
const shares = (names: readonly string[], rounds: number): string[][] => {
  const kills = (name: string): boolean => /kill -9|failpoint/.test(name);
  const [killing, others] = [names.filter(kills), names.filter((name) => !kills(name))];
  const size = rounds > 3 ? 1 : 6;
  const shared = Array.from({ length: Math.ceil(killing.length / size) }, (_, n) => killing.slice(n * size, (n + 1) * size));
  return others.length > 0 ? [others, ...shared] : shared;
};

/** Takes one piece of work after the other, a few at a time. */
const inLanes = async (work: readonly (() => Promise<void>)[]): Promise<void> => {
  const left = [...work];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: Math.min(LANES, availableParallelism()) }, lane));
};

const JAVA = ['kafka', 'mongodb'] as const;

/** Why no servers of Java can be had here; undefined where they can. */
const reasonOfNoServers = async (): Promise<string | undefined> => {
  try {
    await fetchNeeds(JAVA);
    return undefined;
  } catch (error) {
    if (error instanceof Unavailable) return error.message;
    throw error;
  }
};

interface Outcome {
  tried: Tried[];
  /** By the name of the mutant. */
  noticed: Map<string, boolean>;
}

const tryAll = async (home: string, { rounds, only, seed }: Options, say: (text: string) => void): Promise<Outcome> => {
  const stage = join(home, 'product');
  await makeStage(stage);
  const wanted = (name: string): boolean => only === undefined || name.includes(only);
  const known = scenariosIn(stage);
  const needing = new Set(known.flatMap(({ name, needsServers }) => (needsServers ? [name] : [])));
  const areNeeded = (names: readonly string[]): boolean => names.some((name) => needing.has(name));
  const wantedMutants = mutants.filter(({ name }) => wanted(name));
  const scenarios = known.map(({ name }) => name).filter(wanted);
  const isNeeded = areNeeded([...scenarios, ...wantedMutants.flatMap(({ noticed_by }) => noticed_by)]);
  const without = isNeeded ? await reasonOfNoServers() : undefined;
  const canBeTried = (name: string, needed: readonly string[]): boolean => {
    const isMissing = without !== undefined && areNeeded(needed);
    if (isMissing) say(`SKIPPED: ${name}: ${without}`);
    return !isMissing;
  };
  const names = scenarios.filter((name) => canBeTried(name, [name]));
  const tried: Tried[] = [];
  const noticed = new Map<string, boolean>();

  const onTried = (one: Tried): void => {
    tried.push(one);
    for (const line of said(one)) say(line);
  };
  /** Servers that are left, as a suite that was killed leaves them, are ended. */
  const trySuite = async (of: string, orders: Omit<SuiteOrders, 'home' | 'seconds' | 'seed'>, listener: Parameters<typeof suite>[2]) => {
    const areServersNeeded = areNeeded(orders.only);
    const servers = areServersNeeded ? temporaryHome() : '';
    const seconds = orders.untilFound && !areServersNeeded ? 300 : 300 + 120 * orders.rounds;
    await suite(of, { ...orders, seed, seconds, home: servers }, listener);
    if (areServersNeeded) await down(JAVA, servers);
  };
  const suites = shares(names, rounds).map((only) => () => trySuite(stage, { only, rounds, untilFound: false }, { onTried, say }));

  const plant = async (mutant: Mutant, n: number): Promise<void> => {
    const altered = join(home, `mutant-${n}`);
    await makeMutant(stage, altered, mutant);
    // A mutant that only breaks the scenario may be broken itself: that tells nothing.
    const words: string[] = [];
    const onMutant = (one: Tried): void => void words.push(...against({ ...one, found: { ...one.found, broke: [] } }));
    const orders = { only: mutant.noticed_by, rounds: PATIENCE, untilFound: true };
    await trySuite(altered, orders, { onTried: onMutant, say: () => undefined });
    await rm(altered, { recursive: true });
    const [word] = words;
    noticed.set(mutant.name, word !== undefined);
    say(word === undefined ? `WRONG nobody notices a product that ${mutant.name}` : `ok    a product that ${mutant.name} is noticed`);
    if (word !== undefined) say(`      ${word.split('\n')[0]}`);
  };
  const isPlantable = ({ name, needsFailingSyncs, noticed_by }: Mutant): boolean => {
    if (!canBeTried(`a product that ${name}`, noticed_by)) return false;
    if (!needsFailingSyncs || canFailSyncs()) return true;
    say(`SKIPPED: there is no strace here that may show a product that ${name}`);
    return false;
  };
  const chosen = wantedMutants.filter(isPlantable);
  const planted = chosen.map((mutant, n) => async () => {
    noticed.set(mutant.name, false);
    await plant(mutant, n).catch((error: Error) => say(`WRONG ${error.message}`));
  });
  await inLanes([...suites, ...planted]);
  return { tried, noticed };
};

const isGood = ({ lost, doubled, unnamed, mutants: { planted, caught } }: Report): boolean =>
  lost + doubled + unnamed === 0 && caught === planted;

/**
 * Tries everything and prints what was found; with --json the totals alone go to the standard output, and what is for a person to the other.
 * Answers the exit code: 1 where anything is lost, doubled, unnamed, or a mutant goes unnoticed.
 */
export const run = async (args: readonly string[]): Promise<number> => {
  const options = optionsOf(args);
  const say = (text: string): void => void (options.json ? process.stderr : process.stdout).write(`${text}\n`);
  const home = await mkdtemp(join(tmpdir(), 'anamnesis-faults-'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130)); // servers end at the exit
  const from = performance.now();
  try {
    const { tried, noticed } = await tryAll(home, options, say);
    const report = reportOf(tried, noticed);
    say(`\n${totals(report, tried)} (${Math.round((performance.now() - from) / 1000)} s, seed ${options.seed})`);
    if (options.json) console.log(JSON.stringify(report));
    return isGood(report) ? 0 : 1;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
