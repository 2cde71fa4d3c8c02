import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../e2e/until.ts';

/** A process of nginx with everything of its own in a temporary folder. */
export interface Nginx {
  /** Of its servers, in their order. */
  ports: readonly number[];
  /** What it wrote to its log, from warnings on. */
  log: () => Promise<string>;
  dispose: () => Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => done(false)).once('connect', () => done(true));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts the nginx that NGINX_PATH names, as whoever runs the tests and as one process, so that nothing is left when that is killed.
 * @param servers each makes a `server` block that listens on 127.0.0.1 on its port
 * @throws where it does not start, with what it printed
 */
export const startNginx = async (servers: readonly ((port: number) => string)[]): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-nginx-'));
  const ports: number[] = [];
  for (const _ of servers) ports.push(await freePort());
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${what};`);
  const lines = [
    ...['daemon off;', 'master_process off;', 'pid nginx.pid;', 'lock_file nginx.lock;', 'error_log error.log warn;', 'events {}'],
    ...['http {', 'access_log off;', ...temporary, ...servers.map((server, at) => server(ports[at]!)), '}'],
  ];
  await writeFile(join(folder, 'nginx.conf'), lines.join('\n'));
  const child = spawn(process.env['NGINX_PATH']!, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
  child.once('error', ({ message }) => (printed += message));
  const ended = once(child, 'close').catch(() => undefined);
  const log = () => readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
  const dispose = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const port of ports) {
      await until('nginx answers', () => {
        if (child.exitCode !== null || child.pid === undefined) throw new Error('nginx ended');
        return answers(port);
      });
    }
  } catch (error) {
    const said = printed + (await log());
    await dispose();
    throw new Error(`nginx did not start:\n${said}`, { cause: error });
  }
  return { ports, log, dispose };
};
