import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChildren } from './children.ts';

/** What was found wrong, in words, and how much was tried. */
export interface Findings {
  kills: number;
  failpoints: number;
  /** Commands that were answered, and events that were looked at afterwards. */
  acknowledged: number;
  verified: number;
  /** Acknowledged and not there any more, or jobs and documents without their events. */
  lost: string[];
  /** There twice, or done twice where it shows. */
  doubled: string[];
  /** Damage that nobody was told of, or a fault that is not what was ordered. */
  unnamed: string[];
  /** The scenario itself came to no end, or waited in vain. */
  broke: string[];
}

/** Begins what is for the person who watches. */
export const ASIDE = '# ';

export const nothingFound = (): Findings => ({
  kills: 0,
  failpoints: 0,
  acknowledged: 0,
  verified: 0,
  lost: [],
  doubled: [],
  unnamed: [],
  broke: [],
});

/** Whether something speaks against the product, and not only against the scenario. */
export const speaksAgainst = ({ lost, doubled, unnamed }: Findings): boolean => lost.length + doubled.length + unnamed.length > 0;

export const isClean = (found: Findings): boolean => !speaksAgainst(found) && found.broke.length === 0;

/** What a scenario works with. */
export interface Trial {
  found: Findings;
  /** How often the repeated parts are repeated: 1 in the short form, 20 in the full one. */
  rounds: number;
  /** Ends repeating at the first finding: for what must be found at all. */
  untilFound: boolean;
  /** Reproducible chance: from 0 to below 1. */
  chance(): number;
  /** A new folder, removed at the end. */
  folder(): Promise<string>;
  /** Where servers are kept that may outlive this process: whoever started it ends them too. */
  home: string;
  /** A word for the person who watches. */
  say(text: string): void;
}

/** A sentence that holds, and how it is tried. */
export interface Scenario {
  name: string;
  /** It starts servers of its own, which are fetched: see tests/engines/servers. */
  needsServers?: true;
  run(trial: Trial): Promise<void>;
}

const MEMORY = '/dev/shm';
const ROOM = 1024 ** 3;

/**
 * Where data folders are made: in memory where there is room, since what a killed process wrote outlives it there as on a disk, and
 * many more moments to be killed at fit into a minute. What the machine itself may lose is taken away by the scenarios of power.
 */
export const place = async (): Promise<string> => {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory !== undefined && memory.bavail * memory.bsize > ROOM ? MEMORY : tmpdir();
};

/** Mulberry32. */
const chances = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/** Tries one scenario; what it throws is a finding too. */
export const tryOut = async (
  scenario: Scenario,
  { rounds, seed, untilFound, home, say }: Pick<Trial, 'rounds' | 'untilFound' | 'home' | 'say'> & { seed: number },
): Promise<Findings> => {
  const found = nothingFound();
  const folders: string[] = [];
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(await place(), 'anamnesis-fault-'));
    folders.push(made);
    return made;
  };
  try {
    await scenario.run({ found, rounds, untilFound, chance: chances(seed), folder, home, say });
  } catch (error) {
    found.broke.push((error as Error).stack ?? String(error));
  } finally {
    await endChildren();
    for (const made of folders) await rm(made, { recursive: true, force: true });
  }
  return found;
};

/** Resolves as soon as the condition holds. @throws Error after the given seconds */
export const until = async (what: string, condition: () => boolean | Promise<boolean>, seconds = 30): Promise<void> => {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
