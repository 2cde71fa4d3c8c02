import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { READY, servesFrom } from '#tests/support/local-secret';
import { ensureBuilt, WITH_PARENT } from '#tests/support/running';
import { type Usage, usageOf } from './usage.ts';

const root = resolve(import.meta.dirname, '../../..');
const STARTING = 120_000;
/** A server in a process of its own that says where it listens. */
export interface Server {
  url: string;
  pid: number;
  /** From the start of the process until it served. */
  seconds: number;
  usage(): Usage | null;
  stop(): Promise<void>;
}

/** Starts a program and waits until it prints its address. @param ready finds the address in what it printed */
export const startServer = async (command: string[], env: Record<string, string>, ready: RegExp): Promise<Server> => {
  const started = performance.now();
  const child = spawn(process.execPath, [...WITH_PARENT, ...command], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = await new Promise<string>((found, failed) => {
    let printed = '';
    const tooLate = setTimeout(() => failed(new Error(`it did not start:\n${printed}`)), STARTING);
    const read = (text: Buffer) => {
      printed += text.toString();
      const address = ready.exec(printed)?.[1];
      if (address === undefined) return;
      clearTimeout(tooLate);
      found(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => failed(new Error(`it ended:\n${printed}`)));
  });
  const seconds = (performance.now() - started) / 1000;
  return {
    url,
    pid: child.pid!,
    seconds,
    usage: () => usageOf(child.pid!),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** The product as it is built, on a data folder. @param env settings besides folder and port */
export const startProduct = async (data: string, env: Record<string, string> = {}): Promise<Server> => {
  ensureBuilt();
  const settings = { PORT: '0', ANAMNESIS_DATA: data, ANAMNESIS_RATES: 'off', NODE_ENV: 'production', ...env };
  const server = await startServer([join(root, 'dist/program/main.js'), 'start'], settings, READY);
  servesFrom(server.url, data);
  return server;
};
