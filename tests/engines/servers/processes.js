// Servers as processes that outlive the command that started them.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';

/** Milliseconds: bounds, not expectations. */
const STARTING = 120_000;
const ENDING = 20_000;
const PROBE = 5000;

/** What a server needs is missing on this machine. */
export class Unavailable extends Error {}

/** The environment of what is started: Java takes no folder whose name its locale has no letters for. */
export const environment = { ...process.env, LC_ALL: 'C.UTF-8' };

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export const freePort = () =>
  new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Arguments of every running process that this user may look at, by its id. */
const listed = () => {
  if (process.platform === 'linux') {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        return /^\d+$/.test(pid) ? [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')]] : [];
      } catch {
        return []; // it has ended
      }
    });
  }
  const { error, status, stdout } = spawnSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 64 << 20 });
  if (error || status !== 0) throw new Unavailable(`The running processes cannot be listed with ps${error ? `: ${error.message}` : ''}`);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, args] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [[Number(pid), args.split(' ')]] : [];
  });
};

/** Ids of the running processes that have these arguments, one behind the other. */
export const processesOf = (mark) => {
  const wanted = `\0${mark.flatMap((argument) => (process.platform === 'linux' ? [argument] : argument.split(' '))).join('\0')}\0`;
  return listed().flatMap(([pid, args]) => (`${args.join('\0')}\0`.includes(wanted) ? [pid] : []));
};

/** As a power cut would. */
export const killNow = (mark) => {
  for (const pid of processesOf(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
};

/** As `killNow`; resolves when they have ended. */
export const kill = async (mark) => {
  killNow(mark);
  for (const until = Date.now() + ENDING; processesOf(mark).length > 0; await pause(20)) {
    if (Date.now() > until) throw new Error(`Process ${processesOf(mark).join(', ')} does not end`);
  }
};

/** What a server answers to `ask`; rejects where it takes longer than a moment. */
export const asked = (ask) => {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error('no answer in time')), PROBE)));
  return Promise.race([ask(), late]).finally(() => clearTimeout(timer));
};

/**
 * Waits until a server answers.
 * @param ask rejects as long as it does not
 * @param failure says why it never will, where that is so
 * @returns what `ask` resolves to
 */
export const answer = async (ask, failure = () => undefined) => {
  for (const until = Date.now() + STARTING; ; await pause(100)) {
    const given = failure();
    if (given) throw new Error(given);
    try {
      return await asked(ask);
    } catch (error) {
      if (Date.now() > until) throw new Error(`it does not answer (${error.message})`, { cause: error });
    }
  }
};

/** Does work that a signal may break off, which ends what was begun and then this process. */
export const guarded = async (end, work) => {
  const breakOff = (_, number) => {
    end();
    process.exit(128 + number);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, breakOff);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, breakOff);
  }
};

/**
 * Starts a server, detached, and waits until it answers. One that does not, or whose start is broken off by a signal, is ended again.
 * @param folder in which it runs
 * @param log file that takes what it prints
 * @returns what `ask` resolves to. @throws with the end of what it printed
 */
export const launch = async ([program, ...args], { folder, log, ask }) => {
  const output = openSync(log, 'a');
  const child = spawn(program, args, { cwd: folder, env: environment, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  let failure;
  child.once('error', ({ message }) => (failure = message)).once('exit', (code, signal) => (failure = `it ended with ${code ?? signal}`));
  const end = () => child.kill('SIGKILL');
  try {
    return await guarded(end, () => answer(ask, () => failure));
  } catch (error) {
    end();
    throw new Error(`The server did not start: ${error.message}\n${readFileSync(log, 'utf8').slice(-4000)}`, { cause: error });
  } finally {
    child.unref();
  }
};
