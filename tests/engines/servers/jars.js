// The programs of servers that are written in Java, fetched by Maven once for each user and list of versions.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { environment, guarded, Unavailable } from './processes.js';

const JAVA = 17;
const INSTALL = 'on Debian: apt-get install -y default-jdk-headless maven';
/** Milliseconds: a bound for a line that stands still. */
const FETCHING = 900_000;

/** @returns whether it ended well, and what it printed. @throws Unavailable where there is no such program */
export const run = (program, args, { timeout, folder, end = () => undefined } = {}) =>
  new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: environment,
      timeout,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    const breakOff = () => {
      child.kill('SIGKILL');
      end();
    };
    const missing = () => new Unavailable(`${program} is missing, which this server needs (${INSTALL})`);
    const ended = new Promise((close, error) => child.once('close', close).once('error', error));
    guarded(breakOff, () => ended).then(
      (code) => done({ isDone: code === 0, output }),
      (error) => fail(error.code === 'ENOENT' ? missing() : error),
    );
  });

const requireJava = async () => {
  await run('java', ['-version']);
  // the compiler, as one of the servers is started from its source
  const { output } = await run('javac', ['-version']);
  const found = /^javac (\d+)/m.exec(output)?.[1];
  if (!(Number(found) >= JAVA))
    throw new Unavailable(`A JDK from ${JAVA} on is needed, and here is ${found ?? 'an unknown one'} (${INSTALL})`);
};

const pomOf = (name) => join(import.meta.dirname, name, 'pom.xml');

/** The version that the server's pom asks for of this artifact. */
export const versionOf = (name, artifact) =>
  readFileSync(pomOf(name), 'utf8').split(`<artifactId>${artifact}</artifactId><version>`)[1].split('<')[0];

/** Where programs are kept that were fetched for these servers. */
export const cache = () => {
  const { XDG_CACHE_HOME: given = '' } = process.env;
  return join(isAbsolute(given) ? given : join(homedir(), '.cache'), 'anamnesis-engines');
};

/**
 * Folder with the jars of a server's pom, which are fetched where they are not there yet.
 * @param name folder of the pom
 * @param server what it is called in words
 * @throws Unavailable without Java or Maven, or where Maven cannot fetch them
 */
const jarsOf = async (name, server) => {
  await requireJava();
  const pom = pomOf(name);
  const folder = join(cache(), `${name}-${createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache(), { recursive: true });
  const draft = mkdtempSync(join(cache(), 'fetching-'));
  const end = () => rmSync(draft, { recursive: true, force: true });
  try {
    console.error(`Fetching ${server} with Maven, once, into ${folder} ...`);
    const from = performance.now();
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${draft}`];
    const { isDone, output } = await run('mvn', ['-q', '-B', '-f', pom, ...goal], { timeout: FETCHING, end });
    const count = readdirSync(draft).length;
    if (!isDone || count === 0)
      throw new Unavailable(`${server} could not be fetched. Does Maven reach its repository from here?\n${output.trim().slice(-2000)}`);
    console.error(`Fetched ${count} files in ${Math.round((performance.now() - from) / 1000)} s`);
    renameSync(draft, folder);
  } catch (error) {
    // another checkout may have fetched them meanwhile
    if (!existsSync(folder)) throw error;
  } finally {
    end();
  }
  return folder;
};

/** A command of Java with a server's jars. @param mark arguments by which its process is found again */
export const java = async (name, server, mark, ...args) => [
  'java',
  '-Xmx512m',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  ...mark,
  '-cp',
  `${await jarsOf(name, server)}/*`,
  ...args,
];
