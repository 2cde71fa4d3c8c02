import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  AccessDeniedError,
  DeadlineExceededError,
  EventStoreDBClient,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults as settings,
  type ResolvedEvent,
  START,
  UnavailableError,
} from '@eventstore/db-client';
import { certificateFiles } from '#tests/support/certificate';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';

const root = resolve(import.meta.dirname, '../..');
const events = (count: number) => Array.from({ length: count }, (_, n) => jsonEvent({ type: 'test', data: { n } }));
const collect = async (reading: AsyncIterable<ResolvedEvent>) => {
  const read: ResolvedEvent[] = [];
  for await (const event of reading) read.push(event);
  return read;
};

let folder: string;
const clients: EventStoreDBClient[] = [];
const connect = (address: string) => {
  const client = EventStoreDBClient.connectionString(address);
  clients.push(client);
  return client;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-files-'));
  await writeFile(join(folder, 'password'), 'changeit-changeit\nnot this line\n', { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
});

describe('a client of a gateway with TLS and credentials', () => {
  let running: RunningGateway;
  const address = (user: string) =>
    running.address.replace('esdb://', `esdb://${user}`).replace('127.0.0.1', 'localhost') + `&tlsCaFile=${certificateFiles.cert}`;

  beforeAll(async () => {
    const tls = ['--tls-cert', certificateFiles.cert, '--tls-key', certificateFiles.key];
    running = await startGatewayProcess([...tls, '--user', 'admin', '--password-file', join(folder, 'password')]);
  });
  afterAll(() => running.dispose());

  it('may call with its own credentials, unless a call has wrong ones', async () => {
    const client = connect(address('admin:changeit-changeit@'));
    await client.appendToStream('s', events(3));
    expect(await collect(client.readStream('s'))).toHaveLength(3);
    const wrong = { credentials: { username: 'AzureDiamond', password: 'hunter2' } };
    await expect(collect(client.readStream('s', wrong))).rejects.toThrow(AccessDeniedError);
    await expect(client.appendToStream('s', events(1), wrong)).rejects.toThrow(AccessDeniedError);
    await expect(client.getPersistentSubscriptionToStreamInfo('s', 'g', wrong)).rejects.toThrow(AccessDeniedError);
  });

  it('is refused with wrong credentials or none, unless a call has the right ones', async () => {
    const right = { credentials: { username: 'admin', password: 'changeit-changeit' } };
    for (const user of ['', 'AzureDiamond:hunter2@', 'admin:not this line@'.replaceAll(' ', '%20')]) {
      const client = connect(address(user));
      await expect(collect(client.readAll({ maxCount: 10 }) as never)).rejects.toThrow(AccessDeniedError);
      expect(await collect(client.readAll({ maxCount: 1, ...right }) as never)).toHaveLength(1);
    }
  });

  it('is named in what a group says of its consumers', async () => {
    const client = connect(address('admin:changeit-changeit@'));
    await client.createPersistentSubscriptionToStream('s', 'g', settings());
    const subscription = client.subscribeToPersistentSubscriptionToStream('s', 'g');
    await new Promise((done) => subscription.once('confirmation', done as () => void));
    const { connections } = await client.getPersistentSubscriptionToStreamInfo('s', 'g');
    expect(connections).toMatchObject([{ username: 'admin', connectionName: client.connectionName }]);
    await subscription.unsubscribe();
  });

  it('does not talk to a server whose certificate it does not know', async () => {
    const stranger = connect(running.address.replace('esdb://', 'esdb://admin:changeit-changeit@').replace('127.0.0.1', 'localhost'));
    await expect(stranger.appendToStream('s', events(1), { deadline: 5000 })).rejects.toMatchObject({ code: 14 });
  });

  it('never finds the password in what the gateway prints', () => {
    expect(running.output()).not.toContain('changeit-changeit');
  });
});

describe('a client of a gateway', () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGatewayProcess();
  });
  afterAll(() => running.dispose());

  it('gives up at its deadline', async () => {
    // what is written takes longer to send than it may take
    const late = connect(running.address).appendToStream('late', events(20_000), { deadline: 1 });
    await expect(late).rejects.toThrow(DeadlineExceededError);
  });

  it('reads text that calls itself JSON as what it is, after an append by HTTP', async () => {
    const url = running.address.replace('esdb:', 'http:').replace(/\?.*/, '/streams/by%20http');
    const headers = { 'content-type': 'application/json', 'es-eventtype': 'malformed' };
    const answer = await fetch(url, { method: 'POST', headers, body: '****' });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, '/streams/by%20http/0']);
    const [read] = await collect(connect(running.address).readStream('by http'));
    expect(read!.event).toMatchObject({ type: 'malformed', data: '****', isJson: true });
    const wrongs: Record<string, string>[] = [{}, { ...headers, 'es-eventid': 'x' }, { 'content-type': 'text/plain', 'es-eventtype': 'a' }];
    for (const wrong of wrongs) {
      expect([400, 415]).toContain((await fetch(url, { method: 'POST', headers: wrong, body: '1' })).status);
    }
  });

  it('is told when the gateway dies, and goes on with it afterwards', async () => {
    const client = connect(running.address);
    await client.appendToStream('s', events(2000));
    await client.createPersistentSubscriptionToStream('s', 'g', settings({ startFrom: START }));
    const subscription = client.subscribeToPersistentSubscriptionToStream('s', 'g');
    const lost = new Promise((done) => subscription.once('error', done));
    await new Promise((done) => subscription.once('data', done));
    await running.kill();
    expect(await lost).toBeInstanceOf(UnavailableError);
    await running.again();
    await expect(client.appendToStream('s', events(1), { expectedRevision: 1999n })).resolves.toMatchObject({ success: true });
  });

  it('is told when the gateway is stopped, which waits for nobody', async () => {
    const client = connect(running.address);
    await client.appendToStream('live', events(1));
    const subscription = client.subscribeToStream('live');
    const lost = new Promise((done) => subscription.once('error', done));
    await new Promise((done) => subscription.once('data', done));
    const began = Date.now();
    await running.stop();
    expect(Date.now() - began).toBeLessThan(4000);
    expect(await lost).toBeInstanceOf(UnavailableError);
    await running.again();
  });
});

describe('the command gateway', () => {
  const run = (...args: string[]) => {
    const command = [join(root, 'bin/anamnesis.js'), 'gateway', '--port', '0', '--data', join(folder, 'data'), ...args];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
    return [status, stderr.trim()];
  };

  it('refuses what cannot be, in words', async () => {
    await writeFile(join(folder, 'empty'), '\nsecond line\n');
    expect(run('--host', '0.0.0.0')).toEqual([
      1,
      'Without --user and --password-file the gateway listens on this machine only, not on 0.0.0.0',
    ]);
    await writeFile(join(folder, 'long'), 'a long secret\n', { mode: 0o600 });
    expect(run('--host', '0.0.0.0', '--user', 'a', '--password-file', join(folder, 'long'))).toEqual([
      1,
      'Without --tls-cert and --tls-key the gateway listens on this machine only, not on 0.0.0.0',
    ]);
    expect(run('--user', 'a')).toEqual([1, '--user and --password-file: one is of no use without the other']);
    expect(run('--tls-cert', 'a')).toEqual([1, '--tls-cert and --tls-key: one is of no use without the other']);
    expect(run('--user', 'a', '--password-file', join(folder, 'empty'))[1]).toMatch(
      /^The password in the first line of .* has fewer than 12 characters$/,
    );
    expect(run('--user', 'a', '--password-file', join(folder, 'none'))[1]).toMatch(/^The password file .* cannot be read/);
    expect(run('--port', 'x')).toEqual([1, '--port is a number from 0 to 65535']);
    expect(run('--tls-cert', join(folder, 'none'), '--tls-key', join(folder, 'none'))[1]).toMatch(/: it does not exist$/);
  });

  it('warns where others can read the password', async () => {
    const file = join(folder, 'open-password');
    await writeFile(file, 'a long secret\n');
    await chmod(file, 0o644);
    const running = await startGatewayProcess(['--user', 'a', '--password-file', file]);
    expect(running.output()).toContain(`Others can read the password file ${file}: chmod 600 it`);
    expect(running.output()).toContain('official clients for Node do not send the password');
    await running.dispose();
  });

  it('leaves a folder alone that another gateway has', async () => {
    const running = await startGatewayProcess();
    expect(run('--data', running.data)[1]).toMatch(/^The data folder .* is in use by process \d+\./);
    await running.dispose();
  });
});
