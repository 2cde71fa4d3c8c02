import { scenarios } from './scenarios.ts';
import { type Findings, isClean, tryOut } from './trial.ts';

/** What a suite is started with, and what it answers: one line of JSON for each scenario. */
export interface SuiteOrders {
  only: readonly string[];
  rounds: number;
  seed: number;
  untilFound: boolean;
}

export interface Tried {
  scenario: string;
  seconds: number;
  found: Findings;
}

const { only, rounds, seed, untilFound } = JSON.parse(process.argv[2]!) as SuiteOrders;
for (const name of only) if (!scenarios.some((scenario) => scenario.name === name)) throw new Error(`there is no scenario '${name}'`);

for (const scenario of scenarios) {
  if (!only.includes(scenario.name)) continue;
  const from = performance.now();
  const found = await tryOut(scenario, { rounds, seed, untilFound, say: (text) => process.stderr.write(`${text}\n`) });
  const seconds = (performance.now() - from) / 1000;
  process.stdout.write(`${JSON.stringify({ scenario: scenario.name, seconds, found } satisfies Tried)}\n`);
  if (!isClean(found)) process.exitCode = 1;
}
