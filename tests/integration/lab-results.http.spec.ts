import { randomUUID } from 'node:crypto';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { Actor } from '#infra/event-store/actor';
import { ExportsModule } from '#projections/exports/exports.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.queries';
import { labParameter } from '#services/records/lab-parameters/lab-parameters.decider';
import { labParameterId } from '#catalogues/lab-parameter';
import { importLabParameters } from '#services/records/lab-parameters/lab-parameters.import';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { LabParametersModule } from '#services/records/lab-parameters/lab-parameters.controller';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { type Clinic, openClinic } from '#tests/support/read-side';

const system: Actor = { kind: 'system', part: 'ocr' };
const CRP = labParameterId('1988-5', 'C-reactive protein');
const catalogue = 'code,primary name,aliases,unit,min,max\n1988-5,C-reactive protein,CRP,mg/L,0,5\n';

let { app, clinic, doctor, stranger } = {} as Clinic;
beforeAll(async () => {
  ({ app, clinic, doctor, stranger } = await openClinic([
    PatientsModule,
    LabParametersModule,
    LabResultsModule,
    LabResultsQueriesModule,
    HistoryModule,
    ExportsModule,
  ]));
  await importLabParameters(Buffer.from(catalogue), 'list.csv', app, system);
});
afterAll(() => app.close());

const addPatient = (who = doctor) => app.addPatient(who);

const crp: LabValue = { entry_id: 'a', parameter_id: CRP, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
/** As it is answered: lists and charts call it alike. */
const listed = { ...crp, catalogue_name: 'C-reactive protein' };
const form = (patient_id: string, entries: Partial<LabValue>[] = [{}], change: object = {}) => ({
  patient_id,
  collected: '2026-02-14T00:00:00',
  parameters: entries.map((entry, n) => ({ ...crp, entry_id: `e${n}`, ...entry })),
  ...change,
});
const correction = (version: number, entries: Partial<LabValue>[] = [{}], change: object = {}) => {
  const { patient_id: _, ...fields } = form('', entries, change);
  return { version, comment: 'Typing error', ...fields };
};

const post = (body: object) => app.send('post', 'lab-results', doctor, body);
const put = (id: string, body: object) => app.send('put', `lab-results/${id}`, doctor, body);
const remove = (id: string, body: object) => app.send('delete', `lab-results/${id}`, doctor, body);
const get = (path: string, who = doctor, query: object = {}) => app.get(`lab-results${path}`, who, query);
const list = async (patient_id: string, who = doctor, query: object = {}) => {
  const { status, body } = await get('', who, { patient_id, ...query });
  expect(status).toBe(200);
  return body as { items: LabResultView[]; overall_count: number; unchecked?: number };
};
const series = async (patient_id: string, who = doctor) => {
  const { status, body } = await get('/series', who, { patient_id });
  expect(status).toBe(200);
  return (body as { items: ObservationSeries[] }).items;
};
const record = async (patient_id: string, entries?: Partial<LabValue>[], change?: object) =>
  (await post(form(patient_id, entries, change)).expect(201)).body as { id: string; version: number; position: string };
/** A result as reading a page leaves it. */
const readFromPage = async (patient_id: string, draft: boolean, entries: Partial<LabValue>[] = [{}], page_id: string = randomUUID()) => {
  const lab_result_id = randomUUID();
  const { patient_id: _, ...content } = form(patient_id, entries);
  const data = { lab_result_id, patient_id, ...content, draft, file_id: randomUUID(), page_id, comment: 'Read from report.pdf, page 1' };
  const command = { type: 'TakeFromPage' as const, command_id: randomUUID(), data };
  await app.streams.transact(labResult, `lab_result-${lab_result_id}`, command, system, { organization_id: clinic, patient_id });
  return lab_result_id;
};

describe('recording a lab result', () => {
  it('answers where it stands and lists it with editor, clinic and prefilled comment', async () => {
    const patient_id = await addPatient();
    const { id, version } = await record(patient_id);
    expect(version).toBe(0);
    const { items, overall_count, unchecked } = await list(patient_id);
    expect([overall_count, unchecked]).toEqual([1, 0]);
    expect(items).toEqual([
      {
        id,
        patient_id,
        organization_id: clinic,
        organization_name: 'Lindenhof',
        collected: '2026-02-14T00:00:00',
        date_applies: '2026-02-14T00:00:00',
        draft: false,
        origin: 'manual',
        parameters: [{ ...listed, entry_id: 'e0' }],
        comment: 'New entry',
        last_edited_by: doctor.user_id,
        last_edited_by_name: 'Ada Quill',
        recorded_at: expect.stringMatching(/Z$/),
        version: 0,
      },
    ]);
    expect((await get(`/${id}`)).body).toEqual(items[0]);
  });

  it.each<[string, Partial<LabValue>[], object]>([
    [
      '0 as a value',
      [{ value: '0' }],
      { 'parameters.0.value': ['Must be different than 0'], expected: { 'parameters.0.value': 'number other than 0' } },
    ],
    ['no value', [{ value: null }], { 'parameters.0.value': ['Field is required'] }],
    ["a '<' value without a maximum", [{ value: '0.6', comparator: '<', max: null }], { 'parameters.0.max': ['Field is required'] }],
    [
      'a number that is none, and says what one is',
      [{}, { value: '1,5' }],
      {
        'parameters.1.value': ['Field should be number'],
        expected: { 'parameters.1.value': 'text that matches /^-?(0|[1-9]\\d{0,14})(\\.\\d{1,20})?$/' },
      },
    ],
    [
      'a comparator that is none, and says which there are',
      [{}, { comparator: '=' as '<' }],
      { 'parameters.1.comparator': [expect.any(String)], expected: { 'parameters.1.comparator': ['<', '<=', '>', '>='] } },
    ],
    ['a control character', [{ name: 'a\u0000b' }], { 'parameters.0.name': ['Field should be in a proper format'] }],
    ['half a character', [{ name: '\ud800' }], { 'parameters.0.name': ['Field should be in a proper format'] }],
    ['an entry id twice', [{}, { entry_id: 'e0' }], { 'parameters.1.entry_id': ['Each entry needs an id of its own'] }],
    ['no parameters', [], { parameters: ['You must provide parameters!'], expected: { parameters: 'at least 1 entry' } }],
    [
      'more than 500 parameters',
      Array.from({ length: 501 }, (_, n) => ({ entry_id: `x${n}` })),
      { parameters: ['At most 500 parameters fit into one result'], expected: { parameters: 'at most 500 entries' } },
    ],
  ])('refuses %s', async (_name, entries, errors) => {
    const { body } = await post(form(await addPatient(), entries)).expect(400);
    expect(body).toEqual(errors);
  });

  it('refuses a parameter that the catalogue does not have', async () => {
    const { body } = await post(form(await addPatient(), [{}, { parameter_id: randomUUID() }])).expect(422);
    expect(body).toEqual({
      'parameters.1.parameter_id': ['The catalogue has no such parameter'],
      expected: { 'parameters.1.parameter_id': 'id of a parameter of the catalogue' },
    });
  });

  it.each<[string, Partial<LabValue>]>([
    ['a zero as reported', { value: '0', zero_as_reported: true }],
    ['a comparator', { value: '0.6', comparator: '<' }],
    ['no upper limit', { max: null, no_upper_limit: true }],
    ['a text result without a range', { value: null, text: 'negative', min: null, max: null, unit: '' }],
    ['a name that awaits the catalogue', { parameter_id: null, name: 'Großes Blutbild µ' }],
    ['all its digits', { value: '5.00', min: '0', max: '0.014' }],
  ])('ruling 17: takes %s as it is', async (_name, entry) => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id, [entry]);
    const { body } = await get(`/${id}`);
    expect(body.parameters).toEqual([{ ...(entry.parameter_id === null ? crp : listed), entry_id: 'e0', ...entry }]);
  });

  it('lets a draft be incomplete, and asks for the rest when it is completed', async () => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id, [{ value: null, max: null }], { draft: true });
    expect(await list(patient_id)).toMatchObject({ items: [{ draft: true }], unchecked: 1 });
    await put(id, correction(0, [{ value: null }], { draft: false })).expect(400);
    await put(id, correction(0, [{}], { draft: false })).expect(200);
    expect(await list(patient_id)).toMatchObject({ items: [{ draft: false }], unchecked: 0 });
  });
});

describe('a lab result that was read from a page', () => {
  it('is corrected on its page', async () => {
    const { body } = await put(await readFromPage(await addPatient(), true), correction(0, [{ value: '1' }])).expect(422);
    expect(body).toEqual({ code: 'read-from-page', message: 'This result was read from a report: change it on its page' });
  });
  it('may be removed', async () => {
    await remove(await readFromPage(await addPatient(), true), { version: 0, comment: 'Unreadable' }).expect(200);
  });
});

describe('reading lab results', () => {
  it('lists newest first and pages', async () => {
    const patient_id = await addPatient();
    for (const day of ['2026-02-14', '2024-01-01', '2026-02-15']) await record(patient_id, [{}], { collected: `${day}T00:00:00` });
    const days = async (query: object) => (await list(patient_id, doctor, query)).items.map(({ collected }) => collected.slice(0, 10));
    expect(await days({})).toEqual(['2026-02-15', '2026-02-14', '2024-01-01']);
    expect(await days({ skip: 1, take: 1, active: 'true' })).toEqual(['2026-02-14']);
    expect(await days({ day: '2026-02-14' })).toEqual(['2026-02-14']);
    expect((await get('', doctor, { patient_id, day: '14.2.' })).status).toBe(400);
  });

  it('ruling 24: shows drafts to the staff, marked, and never to the patient', async () => {
    const patient_id = await addPatient();
    const patient = await app.signIn(['Patient'], null, [patient_id]);
    const draft = await readFromPage(patient_id, true, [{ value: '99' }]);
    const { id } = await record(patient_id, [{ value: '8' }], { collected: '2026-01-01T00:00:00' });
    expect(await list(patient_id)).toMatchObject({
      items: [{ id: draft, draft: true, last_edited_by: null, origin: 'ocr' }, { id }],
      unchecked: 1,
    });
    const seen = await list(patient_id, patient);
    expect(seen.items.map((one) => one.id)).toEqual([id]);
    expect(seen).toEqual({ items: seen.items, overall_count: 1, skip: 0 });
    expect((await get(`/${draft}`, patient)).status).toBe(404);
    expect((await get(`/${id}`, patient)).status).toBe(200);
    const [line] = await series(patient_id);
    expect(line).toMatchObject({ unchecked: 1, last: { value: '8' } });
    expect(line?.points.map(({ draft: isDraft }) => isDraft)).toEqual([false, true]);
    expect(await series(patient_id, patient)).toMatchObject([{ unchecked: 0, points: [{ value: '8' }] }]);
    expect((await get('/previous', doctor, { patient_id })).body.items).toMatchObject([{ value: '8' }]);
  });

  it('ruling 24: never shows a patient what a draft said before it was corrected', async () => {
    const patient_id = await addPatient();
    const patient = await app.signIn(['Patient'], null, [patient_id]);
    const { id } = await record(patient_id, [{ value: '999' }], { draft: true, comment: 'Not sure of it' });
    await put(id, correction(0, [{ value: '9.99' }], { draft: false })).expect(200);
    const { body } = await get(`/${id}`, patient);
    expect(body.parameters).toEqual([{ ...listed, entry_id: 'e0', value: '9.99' }]);
    expect(await series(patient_id, patient)).toMatchObject([{ points: [{ value: '9.99', corrected: false }] }]);
    expect(JSON.stringify((await app.get(`audit/labresult/${id}`, patient)).body)).not.toMatch(/999 /);
  });

  it('draws by the catalogue as it is now', async () => {
    const patient_id = await addPatient();
    await record(patient_id, [{ value: '10' }]);
    expect(await series(patient_id)).toMatchObject([
      {
        name: 'C-reactive protein',
        organization_name: 'Lindenhof',
        axis: 'limit',
        meaning_of_one: null,
        scale_changes: [],
        points: [{ graph_value: 2 }],
      },
    ]);
    const { state } = await app.streams.load(labParameter, `lab_parameter-${CRP}`, system);
    if (state.status === 'none') throw new Error('the catalogue is missing');
    const configure = (scale_divider: number) =>
      app.streams.transact(
        labParameter,
        `lab_parameter-${CRP}`,
        { type: 'ConfigureLabParameter', command_id: randomUUID(), data: { ...state.content, scale_divider } },
        system,
      );
    await configure(2);
    expect(await series(patient_id)).toMatchObject([
      { meaning_of_one: '1 = 2 x upper limit', scale_changes: [{ scale_divider: 2 }], points: [{ graph_value: 1 }] },
    ]);
    await configure(1);
  });

  it('ruling 26: shows equal values of form and page once, with both', async () => {
    const patient_id = await addPatient();
    const page = await readFromPage(patient_id, false);
    const { id } = await record(patient_id, [{ value: '7' }]);
    const [line] = await series(patient_id);
    const point = line?.points[0];
    expect(line?.points).toHaveLength(1);
    expect([point?.lab_result_id, ...(point?.also ?? []).map((other) => other.lab_result_id)].sort()).toEqual([page, id].sort());
  });

  it('answers previous values with units, ranges and dates', async () => {
    const patient_id = await addPatient();
    await record(patient_id, [{ unit: 'mg/dL', value: '0.7' }], { collected: '2025-01-01T00:00:00' });
    await record(patient_id, [{}, { parameter_id: null, name: 'HIV', value: null, text: 'negative', unit: '', min: null, max: null }]);
    const { body } = await get('/previous', doctor, { patient_id });
    expect((body as { items: PreviousLabValue[] }).items).toEqual([
      {
        parameter_id: CRP,
        name: 'C-reactive protein',
        value: '7.0',
        unit: 'mg/L',
        units: ['mg/L', 'mg/dL'],
        min: '0',
        max: '5',
        collected: '2026-02-14T00:00:00',
        ranges: [
          { unit: 'mg/L', min: '0', max: '5', collected: '2026-02-14T00:00:00' },
          { unit: 'mg/dL', min: '0', max: '5', collected: '2025-01-01T00:00:00' },
        ],
      },
      {
        parameter_id: null,
        name: 'HIV',
        value: null,
        text: 'negative',
        unit: '',
        units: [''],
        min: null,
        max: null,
        collected: '2026-02-14T00:00:00',
        ranges: [],
      },
    ]);
  });

  it('says what the catalogue calls a parameter that was printed under another name', async () => {
    const patient_id = await addPatient();
    await post(form(patient_id, [{ name: 'hsCRP' }, { name: 'C-REACTIVE PROTEIN' }])).expect(201);
    const [result] = (await list(patient_id)).items;
    expect(result?.parameters).toMatchObject([{ name: 'hsCRP', catalogue_name: 'C-reactive protein' }, { name: 'C-REACTIVE PROTEIN' }]);
    expect(result?.parameters[1]).not.toHaveProperty('catalogue_name');
  });

  it('cuts no series, however many results there are', async () => {
    const patient_id = await addPatient();
    const many = 1203;
    const enter = (n: number) => {
      const lab_result_id = randomUUID();
      const collected = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 19);
      const { patient_id: _, ...content } = form(patient_id, [{ value: String(n + 1) }], { collected });
      const data = { lab_result_id, patient_id, ...content, draft: false, comment: 'x' };
      const command = { type: 'RecordLabResult' as const, command_id: randomUUID(), data };
      return app.streams.transact(labResult, `lab_result-${lab_result_id}`, command, system, { organization_id: clinic, patient_id });
    };
    await Promise.all(Array.from({ length: many }, (_, n) => enter(n)));
    const [line] = await series(patient_id);
    expect(line?.points.map(({ value }) => value)).toEqual(Array.from({ length: many }, (_, n) => String(n + 1)));
    expect(line?.last?.value).toBe(String(many));
  });
});

describe('ruling 54: the export of a record', () => {
  const exported = async (patient_id: string, who = doctor) =>
    app
      .http()
      .get('/api/exports/lab-results')
      .query({ patient_id, after: await app.head() })
      .set('authorization', who.authorization)
      .buffer(true);
  const table = (text: string): Record<string, string>[] => {
    const [titles = [], ...rows] = text
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    return rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
  };

  it('has code, item and version of every value, with each value and range that was corrected, and drafts apart', async () => {
    const patient_id = await addPatient();
    const { body } = await post(form(patient_id, [{}, { parameter_id: null, name: '=1+1', min: null }])).expect(201);
    const { id, version } = body as { id: string; version: number };
    await put(id, correction(version, [{ max: '8' }, { parameter_id: null, name: '=1+1', min: null, value: '9' }])).expect(200);
    await post(form(patient_id, [{ value: '99' }], { draft: true, collected: '2026-03-01T00:00:00' })).expect(201);
    const { text, headers } = await exported(patient_id);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = table(text);
    const short = rows.map((row) =>
      [row['Parameter'], row['Value'], row['Range high'], row['Draft'], row['State'], row['Version']].join(' '),
    );
    expect(short).toEqual([
      `C-reactive protein 7.0 8 no current ${version + 1}`,
      `'=1+1 9 5 no current ${version + 1}`,
      'C-reactive protein 99 5 yes current 0',
      `C-reactive protein 7.0 5 no replaced ${version}`,
      `'=1+1 7.0 5 no replaced ${version}`,
    ]);
    expect(rows[0]).toMatchObject({
      'Parameter code': '1988-5',
      'Item id': id,
      'Entry id': 'e0',
      Organization: 'Lindenhof',
      Reason: 'Typing error',
      Patient: 'Ava Morgan',
      Born: '1968-05-02',
    });
  });

  it("is nobody else's, and knows no other sections", async () => {
    const patient_id = await addPatient();
    expect((await exported(patient_id, stranger)).status).toBe(404);
    await app.http().get('/api/exports/everything').query({ patient_id }).set('authorization', doctor.authorization).expect(400);
  });
});
