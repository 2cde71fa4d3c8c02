// nginx as it is on this machine, or as Debian packs it, fetched once and not installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './jars.js';
import { environment, Unavailable } from './processes.js';

/** Milliseconds: a bound for a line that stands still. */
const FETCHING = 120_000;

/** @returns what is wrong; undefined where it ended well */
const failure = (program, args, folder) => {
  const options = { cwd: folder, env: environment, encoding: 'utf8', timeout: FETCHING, killSignal: 'SIGKILL' };
  const { error, status, stderr } = spawnSync(program, args, options);
  if (error || status !== 0) return `${program} ${args.join(' ')}: ${error?.message ?? stderr.trim().slice(-1000)}`;
  return undefined;
};

/** The program of Debian's package, with no more than the libraries that are here. @throws Unavailable */
const fetched = () => {
  const folder = join(cache(), 'nginx');
  const program = join(folder, 'usr/sbin/nginx');
  if (existsSync(program)) return program;
  mkdirSync(cache(), { recursive: true });
  const draft = mkdtempSync(join(cache(), 'fetching-'));
  const download = () => failure('apt-get', ['download', 'nginx'], draft);
  try {
    console.error(`Fetching nginx with apt-get, once, into ${folder} ...`);
    let wrong = download();
    // a fresh machine knows no packages yet
    if (wrong) wrong = failure('apt-get', ['update']) ?? download();
    wrong ??= failure('dpkg', ['-x', readdirSync(draft).find((name) => name.endsWith('.deb')) ?? 'nginx.deb', 'unpacked'], draft);
    if (wrong) throw new Unavailable(`there is no nginx here, and it could not be fetched (${wrong})`);
    renameSync(join(draft, 'unpacked'), folder);
  } catch (error) {
    // another checkout may have fetched it meanwhile
    if (!existsSync(program)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return program;
};

/**
 * The program: what NGINX_PATH names, one that is installed, or one that is fetched.
 * @throws Unavailable where there is none that starts
 * @throws where the one that is named does not
 */
export const nginxPath = () => {
  const given = process.env.NGINX_PATH;
  const starts = (program) => !failure(program, ['-v']);
  const program = given || ['nginx', '/usr/sbin/nginx'].find(starts) || fetched();
  const wrong = failure(program, ['-v']);
  if (wrong && given) throw new Error(`What NGINX_PATH names does not start (${wrong})`);
  if (wrong) throw new Unavailable(`nginx does not start (${wrong})`);
  return program;
};
