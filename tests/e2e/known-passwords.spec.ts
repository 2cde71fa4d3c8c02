import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { sharedBrowser } from '../support/browser.ts';
import { type Running, startServer } from '../support/running.ts';
import { apiAs, PASSWORD } from './api.ts';
import { anamnesis } from './command-line.ts';
import { describeInBrowser } from './stage.ts';
import { until } from './until.ts';

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
  const file = () => join(server.data, 'local-secret');

  it('gives the demonstration to who has the secret of the start, through whatever a request comes', async () => {
    const configuration = async (headers = {}) => (await fetch(`${server.url}/api/configuration/read`, { headers })).json();
    const prefill = { username: 'admin', password: PASSWORD };
    const secret = await readFile(file(), 'utf8');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    if (process.platform !== 'win32') expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(server.output()).toContain(`Anamnesis is ready: ${server.url}/signin#local=${secret}\n`);
    const headers = { 'X-Local-Secret': secret };
    expect(await configuration(headers)).toMatchObject({ sign_in_prefill: prefill });
    expect(await configuration()).toMatchObject({ needs_local_address: true });
    expect(await configuration()).not.toHaveProperty('sign_in_prefill');
    const body = JSON.stringify({ username: 'doctor', password: PASSWORD });
    const enter = (more = {}) =>
      fetch(`${server.url}/api/token`, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...more } });
    expect([(await enter()).status, (await enter({ Host: 'localhost' })).status, (await enter(headers)).status]).toEqual([403, 403, 200]);
    const outbox = async (more = {}) => (await fetch(`${server.url}/api/outbox`, { headers: more })).status;
    expect([await outbox(), await outbox({ Host: 'localhost' }), await outbox(headers)]).toEqual([403, 403, 200]);
  });

  it('is made anew by each start, and goes with it', async () => {
    const [before, { token }] = [await readFile(file(), 'utf8'), await apiAs(server.url, 'doctor')];
    await server.stop();
    await expect(stat(file())).rejects.toThrow(/ENOENT/);
    await server.again();
    expect(await readFile(file(), 'utf8')).not.toBe(before);
    const read = (headers: Record<string, string>) => fetch(`${server.url}/api/token`, { headers });
    expect((await read({ Authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await fetch(`${server.url}/api/outbox`, { headers: { 'X-Local-Secret': before } })).status).toBe(403);
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
    expect(server.output()).not.toMatch(/Sign in as[^]*Sign in as[^]*Sign in as/);
    await expect(stat(file())).rejects.toThrow(/ENOENT/);
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

describeInBrowser('the address that a start prints', () => {
  let server: Running;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = [await startServer(), await sharedBrowser()];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });
  const printed = () => /ready: (\S+)/.exec(server.output())![1]!;
  const open = async (address: string) => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    return page;
  };
  const username = (page: Page) => page.getByLabel('Username').inputValue();
  const hint = (page: Page) => page.getByText('open the address that the start printed');
  const enter = (page: Page) => page.getByRole('button', { name: 'Sign in' }).click();
  const type = async (page: Page, name: string) => {
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password').fill(PASSWORD);
  };

  it('fills the form, as often as one likes, and the secret stands in no address afterwards', async () => {
    for (const _ of [1, 2]) {
      const page = await open(printed());
      await until('the form is filled', async () => (await username(page)) === 'admin');
      expect([page.url(), await hint(page).count()]).toEqual([`${server.url}/signin`, 0]);
      await page.reload();
      await until('the form is filled', async () => (await username(page)) === 'admin');
      await enter(page);
      await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
      await page.context().close();
    }
  });

  it('is asked for by any other browser, which goes on once it opens it', async () => {
    const page = await open(`${server.url}/signin`);
    await hint(page).waitFor();
    expect(await username(page)).toBe('');
    await type(page, 'doctor');
    await enter(page);
    await page.getByRole('alert').getByText('open the address that the start printed').waitFor();
    await page.goto(`${server.url}/outbox`);
    await page.getByText('open the address that the start printed').waitFor();
    await page.goto(`${server.url}/signin`);
    await page.goto(printed()); // differs by its fragment alone
    await until('the form is filled', async () => (await username(page)) === 'admin');
    await type(page, 'doctor');
    await enter(page);
    await page.getByRole('heading', { name: 'Patient list' }).waitFor();
    await page.goto(`${server.url}/outbox`);
    await page.getByText('No mail was sent yet').waitFor();
    await page.goto(`${server.url}/patients`);

    // who signs up belongs to no demonstration
    const person = { first_name: 'Ada', last_name: 'Quill', sex: 'Female', date_of_birth: '1968-05-02T00:00:00', city_of_birth: 'Bern' };
    const facts = { country_of_birth: 'CH', social_security_number: '900-14-2231', phone_number: '+41310000001', hipaa_consent: true };
    const account = { username: 'quill', password: NEW, email: 'ada@example.org' };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const body = JSON.stringify({ ...person, ...facts, ...account });
    expect((await fetch(`${server.url}/api/users/patient`, { method: 'POST', headers, body })).status).toBe(201);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect([await username(page), await hint(page).count()]).toEqual(['', 0]);
    await type(page, 'doctor');
    await enter(page);
    await page.getByRole('alert').getByText('It must be changed on the command line').waitFor();
    await expect(apiAs(server.url, 'admin')).rejects.toThrow(/^403 .*known-password/);
    await page.context().close();
  });
});
