import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();

const endNow = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
process.once('exit', endNow);

/** Starts a script of the stage in a process of its own, which at the latest ends with this one. */
export const startChild = (script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
};

/** Ends whatever a scenario left running, so that nobody writes to its folders any more. */
export const endChildren = async (): Promise<void> => {
  const left = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  endNow();
  await Promise.all(left);
};
