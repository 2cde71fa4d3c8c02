import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endEventStoresOf, eventStoreOf, isOnServer, logOf } from './event-store.ts';
import { READY, servesFrom } from './local-secret.ts';
import { endMessagingOf, messagingOf } from './messaging.ts';
import { bringReadStore, endReadStoresOf, filesOf, keysOf, readStoreOf } from './read-store.ts';

const root = resolve(import.meta.dirname, '../..');

/** A program of the product as a user starts it: a process of its own on a data folder of its own. */
export interface Program {
  data: string;
  /** Everything it printed so far. */
  output(): string;
  /** Ends it as a user would. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  again: () => Promise<void>;
  /** Ends it and removes its data. */
  dispose: () => Promise<void>;
}

/** The web server. */
export interface Running extends Program {
  url: string;
  /** @param env settings that are others from now on */
  again: (env?: Record<string, string>) => Promise<void>;
}

/** Builds what is older than its sources; harmless from several tests at once. */
export const ensureBuilt = (): void => {
  execFileSync(process.execPath, [join(root, 'bin/build.js')], { cwd: root, stdio: 'pipe' });
};

const STARTING = 60_000;

/** Arguments of node for a program that must not outlive who starts it; its standard input is a pipe that nobody closes. */
export const WITH_PARENT = [`--import=${pathToFileURL(join(root, 'tests/support/end-with-parent.js')).href}`];

/**
 * Starts a program and waits until it says that it is ready.
 * @param ready finds the address in what it prints
 * @param call arguments and environment of a start, with the address of the one before
 * @throws where it did not start, with what it printed
 */
export const startProgram = async (
  data: string,
  ready: RegExp,
  call: (before: string) => { args: readonly string[]; env?: Record<string, string> },
): Promise<Program & { address: () => string }> => {
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
    const { args, env } = call(address);
    child = spawn(process.execPath, [...WITH_PARENT, join(root, 'bin/anamnesis.js'), ...args], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (printed += text.toString()));
    const until = Date.now() + STARTING;
    for (;;) {
      const found = ready.exec(printed.slice(before))?.[1];
      if (found) {
        address = found;
        servesFrom(address, data);
        return;
      }
      if (child.exitCode !== null || Date.now() > until) throw new Error(`It did not start:\n${printed.slice(before)}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  await launch();
  return {
    address: () => address,
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

/** The settings that name the servers of a data folder's events, read models, files, keys and jobs; none for what lies in the folder itself. */
export const serverSettings = async (data: string): Promise<Record<string, string>> => {
  const [events, documents, files, keys, jobs] = [
    await eventStoreOf(data),
    readStoreOf(data),
    filesOf(data),
    keysOf(data),
    messagingOf(data),
  ];
  return {
    ...(events && { ANAMNESIS_EVENT_STORE: events }),
    ...(documents && { ANAMNESIS_READ_STORE: documents }),
    ...(files && { ANAMNESIS_FILES: files }),
    ...(keys && { ANAMNESIS_KEYS: keys }),
    ...(jobs && { ANAMNESIS_MESSAGING: `kafka://${jobs.brokers.join(',')}/${jobs.prefix}` }),
  };
};

/**
 * Starts the web server on a data folder of its own: a copy of the one that the run of tests prepared, where there is one and nothing else is
 * asked for.
 * @param env settings besides the port and the limits of load, which are off; a data folder that is named here is taken as it is, and removed at the end
 */
export const startServer = async (env: Record<string, string> = {}): Promise<Running> => {
  const prepared = Object.keys(env).length === 0 ? process.env['TEST_DATA_FOLDER'] : undefined;
  if (!prepared) ensureBuilt();
  const data = env['ANAMNESIS_DATA'] ?? (await mkdtemp(join(tmpdir(), 'anamnesis-test-')));
  if (prepared) {
    await cp(prepared, data, { recursive: true });
    if (isOnServer) await cp(logOf(prepared), logOf(data), { recursive: true });
    await bringReadStore(prepared, data);
  }
  let settings = { ...(await serverSettings(data)), ...env };
  const { address, again, dispose, ...program } = await startProgram(data, READY, (before) => ({
    args: ['start'],
    env: {
      PORT: before === '' ? '0' : new URL(before).port,
      ANAMNESIS_DATA: data,
      ANAMNESIS_RATES: 'off',
      NODE_ENV: 'production',
      ...settings,
    },
  }));
  return {
    ...program,
    get url() {
      return address().replace('0.0.0.0', '127.0.0.1');
    },
    again: (more = {}) => {
      settings = { ...settings, ...more };
      return again();
    },
    dispose: async () => {
      await dispose();
      await endEventStoresOf(data);
      await endReadStoresOf(data);
      await endMessagingOf(data);
    },
  };
};
