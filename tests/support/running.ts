import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');

/** The product as a user starts it: a process of its own on a data folder of its own. */
export interface Running {
  url: string;
  data: string;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it as a user would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. @param env settings that are others from now on */
  again(env?: Record<string, string>): Promise<void>;
  dispose(): Promise<void>;
}

/** Builds what is older than its sources; harmless from several tests at once. */
export const ensureBuilt = (): void => {
  execFileSync(process.execPath, [join(root, 'bin/build.js')], { cwd: root, stdio: 'pipe' });
};

const STARTING = 60_000;

/** Arguments of node for a program that must not outlive who starts it; its standard input is a pipe that nobody closes. */
export const WITH_PARENT = [`--import=${pathToFileURL(join(root, 'tests/support/end-with-parent.js')).href}`];

/**
 * Starts on a data folder of its own: a copy of the one that the run of tests prepared, where there is one and nothing else is asked for.
 * @param env settings besides the port; a data folder that is named here is taken as it is, and removed at the end
 */
export const startServer = async (env: Record<string, string> = {}): Promise<Running> => {
  const prepared = Object.keys(env).length === 0 ? process.env['TEST_DATA_FOLDER'] : undefined;
  if (!prepared) ensureBuilt();
  const data = env['ANAMNESIS_DATA'] ?? (await mkdtemp(join(tmpdir(), 'anamnesis-test-')));
  if (prepared) await cp(prepared, data, { recursive: true });
  let child: ChildProcess | undefined;
  let printed = '';
  let url = '';
  let settings = env;
  const ended = () =>
    new Promise<void>((done) =>
      child && child.exitCode === null && child.signalCode === null ? child.once('exit', () => done()) : done(),
    );

  const launch = async (more: Record<string, string> = {}) => {
    settings = { ...settings, ...more };
    const before = printed.length;
    const port = url === '' ? '0' : new URL(url).port;
    child = spawn(process.execPath, [...WITH_PARENT, join(root, 'bin/anamnesis.js'), 'start'], {
      cwd: root,
      env: { ...process.env, PORT: port, ANAMNESIS_DATA: data, NODE_ENV: 'production', NODE_OPTIONS: '', ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (text: Buffer) => (printed += text.toString()));
    child.stderr?.on('data', (text: Buffer) => (printed += text.toString()));
    const until = Date.now() + STARTING;
    for (;;) {
      const address = /ready: (http\S+)/.exec(printed.slice(before))?.[1];
      if (address) {
        url = address.replace('0.0.0.0', 'localhost');
        return;
      }
      if (child.exitCode !== null || Date.now() > until) throw new Error(`The server did not start:\n${printed.slice(before)}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal);
    await ended();
  };

  await launch();
  return {
    get url() {
      return url;
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
