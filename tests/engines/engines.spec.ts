import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { idsIn, newEvents, newStream } from '../conformance/event-store.samples.ts';
import { startGatewayProcess } from '../support/gateway.ts';
import { hashes } from '#tests/support/hashes';

const program = join(import.meta.dirname, '../../bin/engines.js');
/** A name with a space, a comma and a letter outside ASCII. */
const HOME = 'engines ü, 2';
// a bound, not an expectation
jest.setTimeout(120_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-engines-spec-'));
});
afterAll(async () => {
  await run(['down']);
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; out: string; said: string }>((done) => {
    const ran = { out: '', said: '' };
    const { KAFKA_BROKERS: _k, MONGODB_URL: _m, ESDB_ENDPOINT: _e, ENGINES_HOME: _h, ...own } = process.env;
    const child = spawn(process.execPath, [program, ...args, '--home', join(folder, HOME)], {
      env: { ...own, NODE_OPTIONS: '', LC_ALL: 'C', ...env },
    });
    child.stdout.on('data', (text: Buffer) => (ran.out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (ran.said += text.toString()));
    child.once('close', (code) => done({ code, ...ran }));
  });

const running = (): string[] =>
  execFileSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    .split('\n')
    .filter((args) => args.includes(folder));

const store = (address: string) =>
  EventStoreDbEventStore.open({
    client: EventStoreDBClient,
    address,
    hashes,
    onFatal: (error) => {
      throw error;
    },
  });

describe('npm run engines', () => {
  const only = ['--only', 'eventstoredb'];
  let settings: Record<string, string>;

  it('starts a server that answers, and prints the variables for tests and the product', async () => {
    const { code, out, said } = await run(['up', ...only]);
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(/eventstoredb: answers as 23\.10\.0 at esdb:\S+, the gateway/) as string,
    });
    settings = Object.fromEntries(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/, 2)),
    ) as Record<string, string>;
    const { ESDB_ENDPOINT: address, ...others } = settings;
    expect(address).toMatch(/^esdb:\/\/127\.0\.0\.1:\d+\?tls=false$/);
    expect(others).toEqual({
      ANAMNESIS_EVENT_STORE: address,
      ANAMNESIS_DATA: join(folder, HOME, 'eventstoredb/clinic'),
      ENGINES_HOME: join(folder, HOME),
    });
  });

  it('goes on with its data and port after it was killed', async () => {
    const stream = newStream();
    const before = await store(settings['ESDB_ENDPOINT']!);
    await before.append(stream, newEvents(2), 'no-stream');
    await before.close();
    const { eventstoredb } = JSON.parse((await run(['status', '--json'])).out) as { eventstoredb: { pid: number } };
    process.kill(eventstoredb.pid, 'SIGKILL');
    const ended = await run(['status', ...only]);
    expect(ended).toMatchObject({ code: 1, out: expect.stringContaining('which has ended') as string });

    // its own variables do not make it somebody else's
    expect(await run(['up', ...only], settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining(settings['ESDB_ENDPOINT']!) as string,
    });
    expect(running()).toHaveLength(1);
    const after = await store(settings['ESDB_ENDPOINT']!);
    expect(await idsIn(after, stream)).toHaveLength(2);
    await after.close();
  });

  it('leaves one that runs as it is', async () => {
    const before = running();
    expect(await run(['up', ...only])).toMatchObject({ code: 0 });
    expect(await run(['status', ...only])).toMatchObject({ code: 0 });
    expect(running()).toEqual(before);
  });

  it('ends it and leaves nothing', async () => {
    expect(await run(['down', ...only], settings)).toMatchObject({ code: 0 });
    expect(running()).toEqual([]);
    expect(await run(['status', ...only])).toMatchObject({ code: 1, out: 'eventstoredb: none\n' });
  });

  it('uses the one that the environment names, and leaves it alone', async () => {
    const gateway = await startGatewayProcess();
    const { host } = new URL(gateway.address);
    const env = { ESDB_ENDPOINT: host };
    try {
      expect(await run(['up', ...only], env)).toMatchObject({
        code: 0,
        out: `ESDB_ENDPOINT=${gateway.address}\nANAMNESIS_EVENT_STORE=${gateway.address}\n`,
        said: expect.stringContaining('eventstoredb: answers as 23.10.0, the one that ESDB_ENDPOINT names\n') as string,
      });
      expect(await run(['down', ...only], env)).toMatchObject({ code: 0 });
      expect(running()).toEqual([]);
      await gateway.kill();
      expect(await run(['up', ...only], env)).toMatchObject({
        code: 1,
        out: '',
        said: expect.stringContaining('The server that ESDB_ENDPOINT names does not answer') as string,
      });
    } finally {
      await gateway.dispose();
    }
  });

  it('does nothing to a folder that is not of a server', async () => {
    const file = join(folder, HOME, 'eventstoredb/notes');
    await mkdir(join(file, '..'));
    await writeFile(file, 'of somebody');
    expect(await run(['up', ...only])).toMatchObject({ code: 1, said: expect.stringContaining('is no folder of a server') as string });
    expect(await run(['down', ...only])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe('of somebody');
    await rm(join(file, '..'), { recursive: true });
  });

  it('says which program is missing, and what Maven could not fetch', async () => {
    const bin = await mkdtemp(join(folder, 'bin-'));
    const env = { PATH: bin, XDG_CACHE_HOME: join(folder, 'cache') };
    const prints = async (name: string, script: string) => {
      await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, name), 0o700);
    };
    const refusal = async () => {
      const { code, out, said: words } = await run(['up', '--only', 'kafka'], env);
      expect({ code, out }).toEqual({ code: 69, out: '' });
      return words;
    };
    expect(await refusal()).toMatch(
      /java is missing, which this server needs \(on Debian: apt-get install -y default-jdk-headless maven\)\n/,
    );
    await prints('java', 'echo openjdk 11.0.2');
    expect(await refusal()).toMatch(/javac is missing/);
    await prints('javac', 'echo javac 11.0.2');
    expect(await refusal()).toMatch(/A JDK from 17 on is needed, and here is 11 /);
    await prints('javac', 'echo javac 21.0.1');
    expect(await refusal()).toMatch(/mvn is missing/);
    await prints('mvn', 'echo "[ERROR] repo.example: Temporary failure in name resolution"; exit 1');
    expect(await refusal()).toMatch(
      /Fetching Apache Kafka [\d.]+ .*\nApache Kafka [\d.]+ could not be fetched[^\n]*\n\[ERROR\] repo\.example/,
    );
    await prints('mvn', 'exit 0');
    expect(await refusal()).toMatch(/could not be fetched/);
    expect(running()).toEqual([]);
    expect(await readdir(join(folder, 'cache/anamnesis-engines'))).toEqual([]);
  });

  it.each([[['dance']], [['up', '--only', 'redis']], [['restart']], [['up', 'kafka']]])('does not take %j', async (args) => {
    expect(await run(args)).toMatchObject({ code: 64, out: '', said: expect.stringContaining('npm run engines -- up | down') as string });
  });
});
