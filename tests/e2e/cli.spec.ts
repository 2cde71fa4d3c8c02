import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { localHeader } from '../support/local-secret.ts';
import { type Running, startServer } from '../support/running.ts';
import { apiAs } from './api.ts';
import { anamnesis, type Ran } from './command-line.ts';
import { until } from './until.ts';

jest.setTimeout(120_000);

const [GIVEN, OWN] = ['seven quiet lamps', 'nine loud kettles'];
const root = join(import.meta.dirname, '../..');
const fixture = (name: string) => join(root, 'services/ocr/fixtures', name);
const starter = join(root, 'services/records/lab-parameters/starter/lab-parameters-starter-bysex.csv');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the command line alone', () => {
  it('says what it can do', async () => {
    const { code, out } = await anamnesis(['help']);
    expect(code).toBe(0);
    for (const command of ['start', 'ocr read', 'catalogue import', 'projections status', 'projections rebuild', 'user add']) {
      expect(out).toContain(`anamnesis ${command}`);
    }
  });

  it('says so too where help is an option, of any command', async () => {
    const { out } = await anamnesis(['help']);
    for (const args of [['--help'], ['-h'], ['backup', '--help'], ['start', '-h']]) {
      expect(await anamnesis(args)).toEqual({ code: 0, out, said: '' });
    }
  });

  it('says what it cannot do', async () => {
    expect(await anamnesis(['dance'])).toMatchObject({ code: 1, out: '', said: expect.stringContaining("There is no command 'dance'") });
    expect(await anamnesis(['ocr', 'read'])).toMatchObject({ code: 1, said: expect.stringMatching(/^FILE is missing/) });
    expect(await anamnesis(['erase', 'patient', 'a', 'b', '--reason', 'x'])).toMatchObject({
      code: 1,
      out: '',
      said: expect.stringMatching(/^'erase patient' takes no 'b'\./),
    });
    const nowhere = { ANAMNESIS_DATA: join(root, 'package.json', 'data') };
    expect(await anamnesis(['projections', 'status'], nowhere)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The data folder .* cannot be used: [^\n]*\n$/),
    });
    expect(await anamnesis(['help', '--loud'])).toMatchObject({ code: 1, said: expect.stringContaining("'--loud'") });
  });

  it('searches for all words that it is given, in quotes or not', async () => {
    const env = { ANAMNESIS_DATA: join(folder, 'searched'), ANAMNESIS_DEMO: 'off' };
    const search = async (...words: string[]) => {
      const { code, out } = await anamnesis(['catalogue', 'search', 'diseases', ...words, '--json'], env);
      return { code, found: JSON.parse(out) as { items: { code: string }[] } };
    };
    const one = await search('heart attack');
    expect([one.code, one.found.items[0]?.code]).toEqual([0, expect.stringMatching(/^I21/)]);
    expect(await search('heart', 'attack')).toEqual(one);
  });

  it('lists everything that is wrong with the settings', async () => {
    const env = { ANAMNESIS_DATA: join(folder, 'never'), ANAMNESIS_ENVIRONMENT: 'prod', PORT: 'many', ANAMNESIS_COLOUR: 'red' };
    const { code, said } = await anamnesis(['start'], env);
    expect(code).toBe(1);
    expect(
      said
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['PORT', 'ANAMNESIS_COLOUR']);
    const { said: key } = await anamnesis(['start'], { ANAMNESIS_DATA: join(folder, 'never'), ANAMNESIS_ENVIRONMENT: 'prod' });
    expect(key).toMatch(/^ANAMNESIS_KEY_FILE: /);
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });

  it('reads a report without a server, and touches no data', async () => {
    const data = join(folder, 'untouched');
    const { code, out } = await anamnesis(['ocr', 'read', fixture('s1_quest.pdf'), '--json'], { ANAMNESIS_DATA: data });
    expect(code).toBe(0);
    const { pages, ...more } = JSON.parse(out) as { pages: Record<string, unknown>[] };
    expect(more).toEqual({});
    expect(pages).toHaveLength(1);
    const region = { top: expect.any(Number), left: expect.any(Number), right: expect.any(Number), bottom: expect.any(Number) };
    const at = (field_value: string) => ({ field_value, region });
    const { row_data, ...head } = pages[0] as { row_data: { field_value: { name: { field_value: string } } }[] };
    expect(head).toEqual({
      page: 1,
      recognition_rate: expect.any(Number),
      patient_first_name: 'Janet',
      patient_last_name: 'Doeman',
      date_of_birth: '1961-03-09',
      date_collected: '2025-08-14',
    });
    expect(row_data.find(({ field_value }) => field_value.name.field_value === 'GLUCOSE')).toEqual({
      field_value: { name: at('GLUCOSE'), value: at('105'), range: at('65-99'), unit: at('mg/dL') },
      confidence: expect.any(Number),
      doubts: [],
    });
    const { rows } = JSON.parse(await readFile(fixture('s1_quest.json'), 'utf8')) as { rows: { name: string }[] };
    expect(row_data.map(({ field_value }) => field_value.name.field_value)).toEqual(rows.map(({ name }) => name));
    expect(existsSync(data)).toBe(false);
  });

  it('says what is wrong with a file that is no report', async () => {
    const disguised = join(folder, 'report.pdf');
    await writeFile(disguised, 'not what its name says');
    expect(await anamnesis(['ocr', 'read', disguised])).toEqual({
      code: 1,
      out: '',
      said: `${disguised}: The file is not a PDF, JPG or PNG\n`,
    });
    expect(await anamnesis(['ocr', 'read', 'nowhere.pdf', '--json'])).toEqual({ code: 1, out: '', said: 'There is no file nowhere.pdf\n' });
  });
});

describe('the command line on the data of a clinic', () => {
  let server: Running;
  let env: { ANAMNESIS_DATA: string };
  let organization: string;

  /** The person chooses another password than the one that was given. */
  const chooses = async (username: string) => {
    const api = await apiAs(server.url, username, GIVEN);
    expect(await api.status('/api/patients?skip=0&take=1')).toBe(403);
    await api.send('PUT', '/api/users/password', { old_password: GIVEN, new_password: OWN });
  };
  /** The clinic is whole, the parameter is in its catalogue, and this user may come in. */
  const holds = async (parameter: string, username: string) => {
    const api = await apiAs(server.url, username, OWN);
    const found = async (path: string) => (await api.get<{ overall_count: number }>(`${path}skip=0&take=1`)).overall_count;
    await until('the parameter is found', async () => (await found(`/api/lab-parameters?query=${parameter}&status=Approved&`)) === 1);
    expect(await found('/api/patients?')).toBe(15);
  };
  /** A catalogue of one parameter. */
  const list = async (name: string) => {
    const file = join(folder, `${name}.csv`);
    await writeFile(file, `code,primary_name,aliases,unit,min,max\n9-${name},${name},${name}|${name} level,mg/dL,1,2\n`);
    return file;
  };
  const importing = (file: string) => anamnesis(['catalogue', 'import', 'lab-parameters', file], env);
  const add = (username: string, password: string) =>
    anamnesis(
      [
        'user',
        'add',
        '--username',
        username,
        '--role',
        'Doctor',
        '--organization',
        organization,
        '--first-name',
        'Ada',
        '--last-name',
        'Lind',
      ].concat(['--email', 'ada@lindenhof.example', '--phone', '+12175550188']),
      env,
      `${password}\n`,
    );

  beforeAll(async () => {
    server = await startServer();
    env = { ANAMNESIS_DATA: server.data };
    const response = await fetch(`${server.url}/api/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(await localHeader(server.url)) },
      body: JSON.stringify({ username: 'doctor', password: 'anamnesis' }),
    });
    organization = ((await response.json()) as { user: { organization_id: string } }).user.organization_id;
  });
  afterAll(() => server?.dispose());

  it('does through the running server what it is told', async () => {
    const status = await anamnesis(['projections', 'status'], env);
    expect(status.code).toBe(0);
    for (const projection of ['patients', 'lab-results', 'lab-parameters', 'reports']) expect(status.out).toContain(projection);
    expect(await importing(starter)).toMatchObject({ code: 0, out: expect.stringMatching(/^0 added, 0 changed, \d+ unchanged\n$/) });
    expect(await importing(await list('zzyzxin'))).toMatchObject({ code: 0, out: '1 added, 0 changed, 0 unchanged\n' });
    expect(await importing(await list('zzyzxin'))).toMatchObject({ code: 0, out: '0 added, 0 changed, 1 unchanged\n' });
    expect(await anamnesis(['projections', 'rebuild'], env)).toMatchObject({ code: 0, out: expect.stringMatching(/^Rebuilt .*patients/) });
    expect(await add('ada.one', GIVEN)).toMatchObject({ code: 0, out: expect.stringMatching(/^Added ada\.one /) });
    await chooses('ada.one');
    await holds('zzyzxin', 'ada.one');
  });

  it('refuses what cannot be done, and says why', async () => {
    const refused = async (asked: Promise<Ran>, why: string | RegExp) =>
      expect(await asked).toEqual({
        code: 1,
        out: '',
        said: typeof why === 'string' ? expect.stringContaining(why) : expect.stringMatching(why),
      });
    await refused(importing(join(root, 'package.json')), /^Nothing was imported from package\.json\n.*this is no list of lab parameters/);
    await refused(importing('nowhere.csv'), 'There is no file nowhere.csv');
    await refused(anamnesis(['catalogue', 'import', 'diseases', starter], env), "There is no catalogue 'diseases'");
    await refused(anamnesis(['projections', 'rebuild', 'dreams'], env), "There is no projection 'dreams'");
    await refused(add('ada.one', GIVEN), 'username: ');
    await refused(add('ada.two', 'short'), 'Must be 12 characters or more');
    await refused(add('ada.two', 'password1234'), 'tried first');
  });

  it('lets only one server have the data', async () => {
    const { code, said } = await anamnesis(['start'], { ...env, PORT: '0' });
    expect(code).toBe(1);
    expect(said).toMatch(/^The data folder \S+ is in use by process \d+\./);
    await holds('zzyzxin', 'ada.one');
  });

  it('does the same without a server', async () => {
    await server.stop();
    expect(await importing(starter)).toMatchObject({ code: 0, out: expect.stringMatching(/^0 added, 0 changed, \d+ unchanged\n$/) });
    expect(await importing(await list('yttriase'))).toMatchObject({ code: 0, out: '1 added, 0 changed, 0 unchanged\n' });
    expect(await anamnesis(['projections', 'rebuild', 'patients'], env)).toMatchObject({ code: 0, out: 'Rebuilt patients\n' });
    expect((await anamnesis(['projections', 'status'], env)).out).toContain('lab-results');
    expect(await add('ada.two', GIVEN)).toMatchObject({ code: 0, out: expect.stringMatching(/^Added ada\.two /) });
    await server.again();
    await chooses('ada.two');
    await holds('zzyzxin', 'ada.one');
    await holds('yttriase', 'ada.two');
  });
});
