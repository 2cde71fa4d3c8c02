// Runs one command at a time with a limit of time, and ends everything that it started.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './built.js';

const MARK = 'TEST_STEP';
const STOPPED_TAIL_LINES = 40;
const KEPT_CHARACTERS = 200_000;
/** Ends a test that hangs, in ms; a slow machine is no reason to fail. */
export const TEST_TIMEOUT_MS = 120_000;
/** Time between SIGTERM and SIGKILL, in ms. */
const GRACE_MS = 5000;

/** Ids of the processes that carry the mark in their environment: those that left the group or lost their parent too. Linux only. */
const marked = (mark) => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
        } catch {
          return false; // it has ended, or is somebody else's
        }
      })
      .map(Number);
  } catch {
    return [];
  }
};

const kill = (pid, signal) => {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
};

/** Ends the running step; set while one runs. */
let endRunning;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endRunning?.('SIGKILL');
    process.exit(1);
  });
}

/** The last lines of a text, without colours. */
export const lastLines = (text, count) => stripVTControlCharacters(text).trimEnd().split('\n').slice(-count);

/**
 * Runs a command in the project's folder with its output passed on; no process of it is left afterwards.
 * @param env settings besides the own environment
 * @param limit seconds after which the command is ended
 * @param to where its output goes
 * @returns `code` (undefined after a signal), `seconds`, `stopped` (the limit was met) and the end of its `output`
 */
export const runStep = ([command, ...args], { env = {}, limit, to = process.stdout }) =>
  new Promise((resolve) => {
    const from = performance.now();
    const mark = `${MARK}=${randomUUID()}`;
    const child = spawn(command, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...env, [MARK]: mark.slice(MARK.length + 1) },
    });
    let output = '';
    let stopped = false;
    const end = (signal) => {
      if (child.pid) kill(-child.pid, signal);
      for (const pid of marked(mark)) kill(pid, signal);
    };
    endRunning = end;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-KEPT_CHARACTERS);
        to.write(text);
      });
    }
    const timers = [
      setTimeout(() => {
        stopped = true;
        end('SIGTERM');
        timers.push(setTimeout(() => end('SIGKILL'), GRACE_MS));
      }, limit * 1000),
    ];
    const finish = (code) => {
      timers.forEach(clearTimeout);
      endRunning = undefined;
      const seconds = Math.round((performance.now() - from) / 1000);
      if (stopped) to.write(`STOPPED after ${seconds} s\n${lastLines(output, STOPPED_TAIL_LINES).join('\n')}\n`);
      resolve({ code: code ?? undefined, seconds, stopped, output });
    };
    child.once('error', ({ message }) => {
      output += message;
      finish();
    });
    // a process that it left behind would hold its output open
    child.once('exit', () => end('SIGKILL'));
    child.once('close', finish);
  });

/**
 * Fetches a release of Node from the npm registry.
 * @param run runs a command, as `runStep` does
 * @returns the folder of its programs; undefined where it cannot be had
 */
export const fetchNode = async (release, folder, run) => {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(folder, `node-${release}`);
  const installed = await run(['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', prefix, `${name}@${release}`]);
  if (installed.code !== 0) return undefined;
  const bin = join(prefix, 'node_modules', name, 'bin');
  const { output } = await run([join(bin, 'node'), '--version']);
  return output.trim().startsWith(`v${release}.`) ? bin : undefined;
};
