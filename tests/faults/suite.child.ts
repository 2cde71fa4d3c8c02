import { scenarios } from './scenarios.ts';
import { ASIDE, type Findings, speaksAgainst, tryOut } from './trial.ts';

/** What a suite is started with, and what it answers: one line of JSON for each scenario. */
export interface SuiteOrders {
  only: readonly string[];
  rounds: number;
  seed: number;
  untilFound: boolean;
  /** Where servers are kept: see tests/engines/servers. Empty where no scenario needs any. */
  home: string;
  /** Longest for a scenario: one that is not done by then is taken for one without an end. */
  seconds: number;
}

/** A scenario as the stage knows it. */
export interface Known {
  name: string;
  needsServers: boolean;
}

export interface Tried {
  scenario: string;
  seconds: number;
  found: Findings;
}

/** Writes all of a text before the process may end: the socket to the parent takes 219,264 bytes at once, and findings are more now and then. */
const written = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(text, () => resolve()));

const tryThese = async ({ only, rounds, seed, untilFound, home }: SuiteOrders): Promise<void> => {
  for (const name of only) if (!scenarios.some((scenario) => scenario.name === name)) throw new Error(`there is no scenario '${name}'`);
  for (const scenario of scenarios) {
    if (!only.includes(scenario.name)) continue;
    const from = performance.now();
    const found = await tryOut(scenario, { rounds, seed, untilFound, home, say: (text) => process.stderr.write(`${ASIDE}${text}\n`) });
    const seconds = (performance.now() - from) / 1000;
    await written(`${JSON.stringify({ scenario: scenario.name, seconds, found } satisfies Tried)}\n`);
    if (untilFound && speaksAgainst(found)) return;
  }
};

process.once('SIGTERM', () => process.exit(1)); // which ends all children

// Without orders it answers what scenarios there are.
const orders = process.argv[2];
if (orders === undefined)
  process.stdout.write(JSON.stringify(scenarios.map(({ name, needsServers = false }) => ({ name, needsServers })) satisfies Known[]));
else {
  await tryThese(JSON.parse(orders) as SuiteOrders);
  process.exit(); // whatever a scenario that broke left open
}
