import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PeerMissing } from './peers.ts';

const DEBIAN = '/usr/lib/postgresql';
const STARTING = 30_000;

/** The programs of the newest PostgreSQL that Debian's packages left here. @throws PeerMissing */
const programs = (): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (!found) throw new PeerMissing(`PostgreSQL is not installed (no ${DEBIAN}/*/bin/initdb): 'apt-get install -y postgresql' brings it`);
  return found;
};

/** The server refuses to run as root, so root hands it to the user that Debian made for it. */
const owner = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new PeerMissing('PostgreSQL does not run as root and there is no user postgres');
  }
};

const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });

export interface PostgreSql {
  version: string;
  connectionString: string;
  stop(): Promise<void>;
}

/** A server of its own on loopback, its files below the folder, with the settings it comes with: fsync and synchronous_commit are on. @throws PeerMissing */
export const startPostgreSql = async (folder: string): Promise<PostgreSql> => {
  const bin = programs();
  const user = owner();
  const data = join(folder, 'postgresql');
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) {
    await chown(folder, user.uid, user.gid!);
    await chown(data, user.uid, user.gid!);
  }
  const options = { ...user, cwd: data, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], { ...options, stdio: 'ignore' });
  const port = await freePort();
  const server: ChildProcess = spawn(join(bin, 'postgres'), ['-D', data, '-k', data, '-p', String(port), '-h', '127.0.0.1'], {
    ...options,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    await ended;
  };
  const orphan = () => server.kill('SIGQUIT');
  process.once('exit', orphan);
  const isReady = (): boolean => {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  for (const until = Date.now() + STARTING; !isReady(); await pause(50)) {
    if (server.exitCode === null && Date.now() < until) continue;
    server.kill('SIGKILL');
    throw new PeerMissing('PostgreSQL did not start');
  }
  const version = execFileSync(join(bin, 'postgres'), ['--version']).toString().trim();
  return {
    version,
    connectionString: `postgresql://bench@127.0.0.1:${port}/postgres`,
    stop: async () => {
      process.off('exit', orphan);
      await stop();
    },
  };
};
