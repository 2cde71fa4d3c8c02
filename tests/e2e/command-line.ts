import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serverSettings } from '../support/running.ts';

const root = join(import.meta.dirname, '../..');

export interface Ran {
  code: number | null;
  /** What it answered. */
  out: string;
  /** What it said meanwhile, and what was wrong. */
  said: string;
}

/** Runs `anamnesis` as a person at a terminal would. @param input what is typed, such as a password */
export const anamnesis = async (args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ran> => {
  const servers = env['ANAMNESIS_DATA'] === undefined ? {} : await serverSettings(env['ANAMNESIS_DATA']);
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(root, 'bin/anamnesis.js'), ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', NO_COLOR: '1', ...servers, ...env },
    });
    const ran: Ran = { code: null, out: '', said: '' };
    child.stdout.on('data', (text: Buffer) => (ran.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (ran.said += text.toString()));
    child.once('error', failed);
    child.once('close', (code) => done({ ...ran, code }));
    child.stdin.on('error', () => undefined); // it ended before it was told
    child.stdin.end(input);
  });
};
