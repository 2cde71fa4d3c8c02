import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { Actor } from '#infra/event-store/actor';
import { LabParametersQueriesModule } from '#projections/lab-parameters/lab-parameters.queries';
import { labParameterId } from '#catalogues/lab-parameter';
import { importLabParameters } from '#services/records/lab-parameters/lab-parameters.import';
import { LabParametersModule } from '#services/records/lab-parameters/lab-parameters.controller';
import { openReadApp, type ReadApp, type SignedIn } from '#tests/support/read-side';

const cli: Actor = { kind: 'system', part: 'cli' };
const BY_SEX = 'lab-parameters-starter-bysex.csv';
const starter = (name: string) => readFile(new URL(`../../services/records/lab-parameters/starter/${name}`, import.meta.url));

let app: ReadApp;
let curator: SignedIn;
let doctor: SignedIn;
beforeAll(async () => {
  app = await openReadApp([LabParametersModule, LabParametersQueriesModule]);
  curator = await app.signIn(['SuperUser'], null);
  doctor = await app.signIn(['Doctor'], await app.addClinic());
});
afterAll(() => app.close());

const bring = (text: string | Uint8Array, name = 'list.csv', progress?: (done: number, total: number) => void) =>
  importLabParameters(typeof text === 'string' ? Buffer.from(text) : text, name, app, cli, progress);
const list = async (query: object = {}, who = doctor) =>
  (await app.get('lab-parameters', who, query)).body as { items: LabParameterView[]; overall_count: number };
const names = async (query: object) => (await list(query)).items.map(({ primary_alias }) => primary_alias);
const post = (who: SignedIn, body: object, key?: string) => app.send('post', 'lab-parameters', who, body, key);

describe('importing the starter catalogue', () => {
  it('adds 76 parameters, tells how far it is, and changes nothing the second time', async () => {
    const progress: [number, number][] = [];
    expect(await bring(await starter(BY_SEX), BY_SEX, (done, total) => progress.push([done, total]))).toEqual({
      added: 76,
      changed: 0,
      unchanged: 0,
    });
    expect([progress.length, progress[0], progress.at(-1)]).toEqual([76, [1, 76], [76, 76]]);
    const before = await app.head();
    expect(await bring(await starter(BY_SEX), 'the same.csv')).toEqual({ added: 0, changed: 0, unchanged: 76 });
    expect(await app.head()).toBe(before);
  });

  it('answers exactly those that are asked for, in that order', async () => {
    const [one, two] = [labParameterId('718-7', 'Hemoglobin'), (await list({ query: 'glucose', take: 1 })).items[0]!.id];
    const { items, overall_count } = await list({ ids: [two, one, randomUUID()].join(',') });
    expect([items.map(({ id }) => id), overall_count]).toEqual([[two, one], 2]);
  });

  it('lists them with ranges by sex, approved and by name', async () => {
    const { items, overall_count } = await list({ status: 'Approved', take: 500 });
    expect([items.length, overall_count]).toEqual([76, 76]);
    expect(items[0]?.primary_alias).toBe('Activated partial thromboplastin time');
    expect(items.find(({ code }) => code === '718-7')).toEqual({
      id: labParameterId('718-7', 'Hemoglobin'),
      aliases: ['Hemoglobin', 'HGB', 'Hb', 'Haemoglobin', 'Hemoglobin, blood'],
      primary_alias: 'Hemoglobin',
      code: '718-7',
      unit: 'g/dL',
      usual_ranges: [
        { sex: 'Female', min: '12.0', max: '15.5' },
        { sex: 'Male', min: '13.5', max: '17.5' },
      ],
      source: BY_SEX,
      normalization_type: 'Arithmetic',
      scale_divider: 1,
      is_default: false,
      ignored_during_validation: false,
      status: 'Approved',
      last_modified_at: expect.stringMatching(/Z$/),
      scale_changes: [],
      version: 0,
    });
  });

  it('takes over what a newer list says and adds what is new', async () => {
    const newer =
      'code,primary name,aliases,unit,min,max\n1988-5,C-reactive protein,CRP|Reaktives Protein,mg/L,0,6\n99999-9,Something new,,,,\n';
    expect(await bring(newer)).toEqual({ added: 1, changed: 1, unchanged: 0 });
    const { items } = await list({ query: 'reaktives' });
    expect(items).toMatchObject([{ code: '1988-5', usual_ranges: [{ min: '0', max: '6' }], source: 'list.csv', version: 1 }]);
    expect(items[0]?.aliases).toContain('Reaktives Protein');
  });

  it('imports nothing of a file with one wrong row', async () => {
    const before = await app.head();
    const half = 'code,primary name,aliases,unit,min,max\n88888-8,Half,,,,\n77777-7,Wrong,,,x,\n';
    await expect(bring(half)).rejects.toMatchObject({ fields: { file: ["line 3: min 'x' is not a number"] } });
    expect(await app.head()).toBe(before);
  });
});

describe('the catalogue', () => {
  it('finds by any alias, the best fit first', async () => {
    expect((await names({ query: 'hb' })).slice(0, 2)).toEqual(['Hemoglobin', 'Hemoglobin A1c']);
    expect((await names({ query: ' k ' }))[0]).toBe('Potassium');
    expect((await names({ query: 'GLYC' }))[0]).toBe('Hemoglobin A1c');
    expect(await names({ query: 'no such thing' })).toEqual([]);
  });
  it('gives ten suggestions where ten are asked for, and says how many there are', async () => {
    const { items, overall_count } = await list({ query: 'e', take: 10 });
    expect(items).toHaveLength(10);
    expect(overall_count).toBeGreaterThan(30);
  });
  it('gives 50 by default and the others behind them', async () => {
    const first = await list();
    const rest = await list({ skip: 50 });
    expect([first.items.length, rest.items.length]).toEqual([50, first.overall_count - 50]);
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(first.overall_count);
  });
  it('orders by name or the last change', async () => {
    expect((await names({ query: 'protein', order_by: 'Name' }))[0]).toBe('C-reactive protein');
    expect((await names({ order_by: 'LastModified', take: 1 }))[0]).toBe('Something new');
  });
  it('answers one parameter, and 404 for what it does not have', async () => {
    const get = (id: string) => app.http().get(`/api/lab-parameters/${id}`).set('authorization', doctor.authorization);
    expect((await get(labParameterId('718-7', 'Hemoglobin')).expect(200)).body).toMatchObject({ primary_alias: 'Hemoglobin' });
    await get(randomUUID()).expect(404);
    await get('%C3%A4').expect(400);
  });
  it('is read by everybody who signed in, and by nobody else', async () => {
    const patient = await app.signIn(['Patient'], null, []);
    expect((await list({}, patient)).items).toHaveLength(50);
    await app.http().get('/api/lab-parameters').expect(401);
  });
  it('refuses a status and a page that are none', async () => {
    const { body } = await app.http().get('/api/lab-parameters?status=Best&take=0').set('authorization', doctor.authorization).expect(400);
    expect(Object.keys(body)).toEqual(['take', 'status.0', 'expected']);
  });
});

describe('adding a parameter', () => {
  const parameter = { aliases: ['Zinc', 'Zn'], unit: 'ug/dL', usual_ranges: [{ min: '60', max: '120' }] };

  it('is for the super user', async () => {
    await post(doctor, parameter).expect(403);
    const { body } = await post(curator, parameter).expect(201);
    expect(body).toMatchObject({ id: labParameterId(undefined, 'zinc'), version: 0 });
    expect((await list({ query: 'zn' })).items).toMatchObject([
      { primary_alias: 'Zinc', status: 'Approved', normalization_type: 'Arithmetic' },
    ]);
  });
  it('sent again with its key is answered, and refused for a parameter that is there', async () => {
    const [key, nickel] = [randomUUID(), { aliases: ['Nickel'] }];
    const first = await post(curator, nickel, key).expect(201);
    expect((await post(curator, nickel, key).expect(201)).body).toEqual(first.body);
    const { body } = await post(curator, { aliases: ['nickel'], unit: 'ug/L' }).expect(409);
    expect(body).toEqual({ aliases: ['The catalogue has this parameter already'] });
    await post(curator, { aliases: ['Hemoglobin (new)'], code: '718-7' }).expect(409);
  });
  it("says what is wrong in the documents' words", async () => {
    const { body } = await post(curator, { aliases: [], scale_divider: 0, normalization_type: 'Best' }).expect(400);
    expect(body).toMatchObject({ aliases: ['Field is required'], scale_divider: ['Must be greater than 0'] });
    expect(body).toHaveProperty('normalization_type');
  });
  it('is found by an import under the same name', async () => {
    const listed = 'code,primary name,aliases,unit,min,max\n,ZINC,Zn|Zinc serum,ug/dL,60,120\n';
    expect(await bring(listed)).toEqual({ added: 0, changed: 1, unchanged: 0 });
    expect((await list({ query: 'zinc serum' })).items).toMatchObject([{ aliases: ['Zinc', 'Zn', 'Zinc serum'] }]);
  });
});
