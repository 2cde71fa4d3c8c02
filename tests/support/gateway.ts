import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt, WITH_PARENT } from './running.ts';

const root = resolve(import.meta.dirname, '../..');
const STARTING = 60_000;

/** The gateway as a user starts it: a process of its own on a data folder of its own. */
export interface RunningGateway {
  /** As a client takes it. */
  address: string;
  data: string;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it as a user would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  again(): Promise<void>;
  dispose(): Promise<void>;
}

/** @param args further arguments of the command. @throws where it did not start, with what it printed */
export const startGatewayProcess = async (args: readonly string[] = []): Promise<RunningGateway> => {
  ensureBuilt();
  const data = await mkdtemp(join(tmpdir(), 'anamnesis-gateway-'));
  let child: ChildProcess | undefined;
  let printed = '';
  let address = '';
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((done) => child?.once('exit', () => done()));
    child.kill(signal);
    await ended;
  };
  const launch = async (): Promise<void> => {
    const before = printed.length;
    const port = /:(\d+)\?/.exec(address)?.[1] ?? '0';
    const command = [...WITH_PARENT, join(root, 'bin/anamnesis.js'), 'gateway', '--port', port, '--data', data, ...args];
    child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (printed += text.toString()));
    const until = Date.now() + STARTING;
    for (;;) {
      const ready = /Gateway is ready: (esdb:\S+)/.exec(printed.slice(before))?.[1];
      if (ready) {
        address = ready;
        return;
      }
      if (child.exitCode !== null || Date.now() > until) throw new Error(`The gateway did not start:\n${printed.slice(before)}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  await launch();
  return {
    get address() {
      return address;
    },
    data,
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    again: launch,
    dispose: async () => {
      await end('SIGKILL');
      await rm(data, { recursive: true, force: true });
    },
  };
};
