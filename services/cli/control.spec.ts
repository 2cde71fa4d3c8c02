import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askServer, controlPath, listenForCommands, NoServer, OperationFailed } from './control.ts';

const itOnLinux = process.platform === 'linux' ? it : it.skip;

describe('decision 3.21: the command line talks to the process that owns the data', () => {
  let data: string;
  let server: Server | undefined;

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'anamnesis-control-'));
  });
  afterEach(async () => {
    await new Promise((done) => (server ? server.close(done) : done(undefined)));
    server = undefined;
    await rm(data, { recursive: true, force: true });
  });

  it('hands over arguments, progress and the result', async () => {
    const heard: string[] = [];
    server = await listenForCommands(data, {
      double: async ({ n }, progress) => {
        progress('half way');
        return Number(n) * 2;
      },
    });
    expect(await askServer(data, 'double', { n: 21 }, (text) => heard.push(text))).toBe(42);
    expect(heard).toEqual(['half way']);
  });

  itOnLinux('listens in a folder of its own where the data folder has a long path, and trusts no folder of others', async () => {
    const far = join(data, 'f'.repeat(120));
    const folder = dirname(controlPath(far));
    expect(folder).not.toContain(data);
    await expect(askServer(far, 'ping', {}, () => undefined)).rejects.toThrow(NoServer);
    server = await listenForCommands(far, { ping: async () => 'pong' });
    expect(await askServer(far, 'ping', {}, () => undefined)).toBe('pong');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await chmod(folder, 0o770);
    try {
      await expect(askServer(far, 'ping', {}, () => undefined)).rejects.toThrow(/open to them/);
      await expect(listenForCommands(far, {})).rejects.toThrow(OperationFailed);
    } finally {
      await chmod(folder, 0o700);
    }
  });

  it('goes on where whoever asked left before the answer', async () => {
    let leave: () => void;
    const left = new Promise<void>((resolve) => (leave = resolve));
    let ended: () => void;
    const done = new Promise<void>((resolve) => (ended = resolve));
    server = await listenForCommands(data, {
      verify: async (_args, progress) => {
        progress('Comparing');
        await left;
        // the second one finds nobody there any more
        for (let n = 0; n < 3; n++) {
          progress('Still comparing');
          await pause(20);
        }
        ended();
      },
      ping: async () => 'pong',
    });
    const client = createConnection(controlPath(data));
    client.write(`${JSON.stringify({ name: 'verify', args: {} })}\n`);
    await once(client, 'data');
    client.destroy();
    await once(client, 'close');
    leave!();
    await done;
    expect(await askServer(data, 'ping', {}, () => undefined)).toBe('pong');
  });

  it('says that nobody is there', async () => {
    await expect(askServer(data, 'double', {}, () => undefined)).rejects.toBeInstanceOf(NoServer);
  });

  it('tells a refusal from a fault', async () => {
    server = await listenForCommands(data, {
      refuse: () => Promise.reject(new OperationFailed('not like this')),
      crash: () => Promise.reject(new Error('broken')),
    });
    await expect(askServer(data, 'refuse', {}, () => undefined)).rejects.toBeInstanceOf(OperationFailed);
    await expect(askServer(data, 'crash', {}, () => undefined)).rejects.not.toBeInstanceOf(OperationFailed);
    await expect(askServer(data, 'constructor', {}, () => undefined)).rejects.toThrow('does not know');
  });

  it('takes over the socket that a killed process left behind', async () => {
    await writeFile(controlPath(data), '');
    server = await listenForCommands(data, { ping: async () => 'pong' });
    expect(await askServer(data, 'ping', {}, () => undefined)).toBe('pong');
  });
});
