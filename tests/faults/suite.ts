import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Known, SuiteOrders, Tried } from './suite.child.ts';
import { ASIDE, nothingFound, speaksAgainst } from './trial.ts';

const SCRIPT = 'dist/tests/faults/suite.child.js';
/** Nothing of how this process was started may reach the stage: it is plain JavaScript. */
const PLAIN = { ...process.env, NODE_OPTIONS: '' };

/** All scenarios of a stage. */
export const scenariosIn = (stage: string): Known[] => {
  const output = execFileSync(process.execPath, [join(stage, SCRIPT)], {
    encoding: 'utf8',
    env: PLAIN,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as Known[];
};

/** Milliseconds for a suite that takes too long to end what it started. */
const TO_END = 5000;

interface Listener {
  onTried: (tried: Tried) => void;
  /** Told what is for the person who watches. */
  say: (text: string) => void;
}

/** Runs scenarios in a stage; tells each as it is done, and each that the suite did not come to as one without an end. */
export const suite = async (stage: string, orders: SuiteOrders, { onTried, say }: Listener): Promise<void> => {
  const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', join(stage, SCRIPT), JSON.stringify(orders)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: PLAIN });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // it ends what it started
  const end = (): void => void child.kill('SIGTERM');
  const watch = setTimeout(() => {
    end();
    setTimeout(() => child.kill('SIGKILL'), TO_END).unref();
  }, orders.seconds * 1000);
  process.once('exit', end);
  let complaint = '';
  const words = (async () => {
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.startsWith(ASIDE)) say(`      ${line.slice(ASIDE.length)}`);
      else complaint += `${line}\n`;
    }
  })();
  const left = new Set(orders.only);
  let isFound = false;
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Tried;
    left.delete(one.scenario);
    isFound ||= speaksAgainst(one.found);
    watch.refresh();
    onTried(one);
  }
  await words;
  const code = await ended;
  clearTimeout(watch);
  process.off('exit', end);
  if (orders.untilFound && isFound) return;
  for (const scenario of left) {
    const broke = [`the suite ended with ${code} before this scenario did: ${complaint}`];
    onTried({ scenario, seconds: 0, found: { ...nothingFound(), broke } });
  }
};
