import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();

const endNow = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
process.once('exit', endNow);

/** A sync of a file's that the kernel answers with an error: the n-th from the start of the process. */
export interface FailingSync {
  file: string;
  nth: number;
}

/** By strace, which is none of the process's ancestors (-D) and stops it at syncs alone. */
const tracing = ({ file, nth }: FailingSync): string[] => {
  const syncs = 'fsync,fdatasync';
  return ['-D', '-f', '--seccomp-bpf', '-qqq', '-o/dev/null', '-P', file, `-etrace=${syncs}`, `-einject=${syncs}:error=EIO:when=${nth}`];
};

let isAble: boolean | undefined;

/** Whether the kernel's answers can be changed here: strace is there and may look into processes. */
export const canFailSyncs = (): boolean =>
  (isAble ??= spawnSync('strace', [...tracing({ file: '/dev/null', nth: 1 }), process.execPath, '--version']).status === 0);

/** Starts a script of the stage in a process of its own, which at the latest ends with this one. */
export const startChild = (script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, failing?: FailingSync): ChildProcess => {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const plain = [process.execPath, '--disable-warning=ExperimentalWarning', path, ...args];
  const [command, ...rest] = failing ? ['strace', ...tracing(failing), ...plain] : plain;
  const child = spawn(command!, rest, {
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
