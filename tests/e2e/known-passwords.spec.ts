import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { type Running, startServer } from '../support/running.ts';
import { apiAs, PASSWORD } from './api.ts';
import { anamnesis } from './command-line.ts';

jest.setTimeout(300_000);

const NEW = 'seven quiet lamps';

describe('ruling 21: a start where others may reach it', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.dispose());

  const start = (env: Record<string, string>) => anamnesis(['start'], { ANAMNESIS_DATA: server.data, PORT: '0', ...env });
  const run = (args: string[], input = '') => anamnesis(args, { ANAMNESIS_DATA: server.data }, input);
  const open = { HOST: '0.0.0.0' };

  it('gives the demonstration to the own machine, and to nobody who comes through a proxy', async () => {
    const configuration = async (headers = {}) => (await fetch(`${server.url}/api/configuration/read`, { headers })).json();
    const prefill = { username: 'admin', password: PASSWORD };
    expect(await configuration()).toMatchObject({ sign_in_prefill: prefill });
    expect(await configuration({ 'X-Forwarded-For': '203.0.113.7' })).not.toHaveProperty('sign_in_prefill');
    const { token } = await apiAs(server.url, 'doctor');
    const ask = (headers = {}) => fetch(`${server.url}/api/token`, { headers: { Authorization: `Bearer ${token}`, ...headers } });
    expect([(await ask()).status, (await ask({ Via: '1.1 proxy' })).status]).toEqual([200, 401]);
  });

  it('is refused while any account has its first password, and says which and what to do', async () => {
    await server.stop();
    for (const env of [open, { ANAMNESIS_ENVIRONMENT: 'stage' }, { ANAMNESIS_ENVIRONMENT: 'development' }]) {
      const { code, out, said } = await start(env);
      expect([code, out]).toEqual([1, '']);
      for (const name of ['admin', 'doctor', 'assistant', 'administrator', 'patient']) {
        expect(said).toContain(`anamnesis user password --username ${name}\n`);
      }
      expect(said).toContain('anamnesis user remove-demonstration');
    }
  });

  it('is refused until the last one is changed or removed', async () => {
    expect(await run(['user', 'password', '--username', 'doctor'], `${NEW}\n`)).toMatchObject({ code: 0 });
    expect(await run(['user', 'remove-demonstration'])).toMatchObject({ code: 0, out: 'Removed assistant, administrator, patient\n' });
    expect(await run(['user', 'remove-demonstration'])).toMatchObject({ code: 0, out: 'There is none\n' });
    expect((await start(open)).said).toMatch(/passwords that everybody knows \(admin\)/);
    expect(await run(['user', 'password', '--username', 'admin'], `${NEW}\n`)).toMatchObject({ code: 0 });
  });

  it('then serves, with no prefilled name and no known password', async () => {
    await server.again({ ...open, ANAMNESIS_ENVIRONMENT: 'stage' });
    expect(server.output()).not.toMatch(/Sign in as[^]*Sign in as/);
    expect(await (await fetch(`${server.url}/api/configuration/read`)).json()).not.toHaveProperty('sign_in_prefill');
    await expect(apiAs(server.url, 'doctor')).rejects.toThrow(/^401/);
    await expect(apiAs(server.url, 'assistant')).rejects.toThrow(/^401/);
    expect((await apiAs(server.url, 'doctor', NEW)).token).toBeDefined();
  });
});

describe('a new installation in production', () => {
  let folder: string;
  let server: Running | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-new-'));
  });
  afterAll(async () => {
    await server?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('takes the first password before its first start, which then serves', async () => {
    const env = {
      HOST: '0.0.0.0',
      ANAMNESIS_ENVIRONMENT: 'prod',
      ANAMNESIS_KEY_FILE: join(folder, 'kek'),
      ANAMNESIS_DATA: join(folder, 'data'),
    };
    await writeFile(env.ANAMNESIS_KEY_FILE, randomBytes(32).toString('hex'));
    await mkdir(env.ANAMNESIS_DATA, { mode: 0o755 }); // as volumes are made
    const change = (username: string, more = {}) =>
      anamnesis(['user', 'password', '--username', username], { ...env, ...more }, `${NEW}\n`);
    expect(await change('doctor')).toMatchObject({ code: 1, out: '', said: expect.not.stringContaining('First start') });
    expect(await change('admin')).toMatchObject({
      code: 0,
      out: 'The password was changed\n',
      said: expect.stringContaining(`First start in ${env.ANAMNESIS_DATA}: `),
    });
    // on one's own machine a wrong folder is more likely than a wish for a new installation
    const elsewhere = { HOST: '127.0.0.1', ANAMNESIS_ENVIRONMENT: 'local', ANAMNESIS_DATA: join(folder, 'elsewhere') };
    expect(await change('admin', elsewhere)).toMatchObject({ code: 1, out: '', said: expect.not.stringContaining('First start') });
    server = await startServer(env);
    expect(server.output()).not.toMatch(/First start|Not started/);
    await expect(apiAs(server.url, 'admin')).rejects.toThrow(/^401/);
    expect((await apiAs(server.url, 'admin', NEW)).token).toBeDefined();
    if (process.platform === 'win32') return;
    const written = await readdir(env.ANAMNESIS_DATA, { recursive: true });
    const openToOthers = async (name: string) => ((await stat(join(env.ANAMNESIS_DATA, name))).mode & 0o077) !== 0;
    expect((await Promise.all(['.', ...written].map(async (name) => [name, await openToOthers(name)]))).filter(([, open]) => open)).toEqual(
      [],
    );
  });
});
