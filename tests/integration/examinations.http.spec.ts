import { randomUUID } from 'node:crypto';
import type { ExaminationView, Measurement, PreviousMeasurement } from '#contracts/examinations/examinations';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { Actor } from '#infra/event-store/actor';
import { officeParameterId } from '#catalogues/office-parameter';
import { ExaminationsQueriesModule } from '#projections/examinations/examinations.queries';
import { ExportsModule } from '#projections/exports/exports.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { MeasurementParametersQueriesModule } from '#projections/office-catalogue/measurement-parameters.queries';
import { ExaminationsModule } from '#services/records/examinations/examinations.controller';
import { ExaminationsHandler, HandleExamination } from '#services/records/examinations/examinations.handlers';
import { importMeasurementParameters } from '#services/records/measurement-parameters/measurement-parameters.import';
import { MeasurementParametersModule } from '#services/records/measurement-parameters/measurement-parameters.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { Access } from '#infra/access/access';
import { type Clinic, openClinic, type SignedIn } from '#tests/support/read-side';

const system: Actor = { kind: 'system', part: 'fhir-import' };
const catalogue = `code,primary name,aliases,unit,min,max
8302-2,Body height,Height,cm,40,250
29463-7,Body weight,Weight,kg,0.3,400
39156-5,Body mass index,BMI,kg/m2,18.5,24.9
8480-6,Systolic blood pressure,SBP,mm[Hg],90,120
72514-3,Pain severity,Pain,{score},0,0
`;
const id = (code: string) => officeParameterId(code, '');
const [WEIGHT, HEIGHT, SYSTOLIC, BMI] = [id('29463-7'), id('8302-2'), id('8480-6'), id('39156-5')];

let { app, doctor } = {} as Clinic;
let curator: SignedIn;
beforeAll(async () => {
  ({ app, doctor } = await openClinic([
    PatientsModule,
    ExaminationsModule,
    MeasurementParametersModule,
    ExaminationsQueriesModule,
    MeasurementParametersQueriesModule,
    HistoryModule,
    ExportsModule,
  ]));
  curator = await app.signIn(['SuperUser'], null);
  await importMeasurementParameters(Buffer.from(catalogue), 'list.csv', app, system);
});
afterAll(() => app.close());

const addPatient = (change?: object) => app.addPatient(doctor, change);

const weight = (value: string, unit = 'kg', entry_id = 'w'): Measurement => ({
  entry_id,
  parameter_id: WEIGHT,
  parameter_name: 'Weight',
  parameter_value: value,
  unit,
});
const height = (value: string, unit = 'cm', entry_id = 'h'): Measurement => ({
  ...weight(value, unit, entry_id),
  parameter_id: HEIGHT,
  parameter_name: 'Height',
});
const systolic = (value: string | null, change: Partial<Measurement> = {}): Measurement => ({
  ...weight('1', 'mm[Hg]', 's'),
  parameter_value: value,
  parameter_id: SYSTOLIC,
  ...change,
});
const form = (patient_id: string, measurements: Measurement[], change: object = {}) => ({
  patient_id,
  collected: '2026-02-14T08:30:00',
  note_writer: 'Helen Hart',
  measurements,
  ...change,
});
const correction = (version: number, measurements: Measurement[], change: object = {}) => {
  const { patient_id: _, ...fields } = form('', measurements, change);
  return { version, comment: 'Typing error', ...fields };
};

const post = (body: object) => app.send('post', 'examinations', doctor, body);
const put = (examination: string, body: object) => app.send('put', `examinations/${examination}`, doctor, body);
const remove = (examination: string, body: object) => app.send('delete', `examinations/${examination}`, doctor, body);
const get = (path: string, who = doctor, query: object = {}) => app.get(path, who, query);
const list = async (patient_id: string, who = doctor, query: object = {}) =>
  (await get('examinations', who, { patient_id, ...query })).body as {
    items: ExaminationView[];
    overall_count: number;
    unchecked?: number;
  };
const series = async (patient_id: string, who = doctor) =>
  ((await get('examinations/series', who, { patient_id })).body as { items: ObservationSeries[] }).items;
const record = async (patient_id: string, measurements: Measurement[], change: object = {}) =>
  (await post(form(patient_id, measurements, change)).expect(201)).body as { id: string; version: number };
const take = async (patient_id: string, measurements: Measurement[], version = '1', collected: string | null = '2020-01-01T00:00:00') => {
  const examination_id = randomUUID();
  const source = { system: 'A clinic', reference: `Observation/${examination_id}`, version };
  const data = { examination_id, patient_id, source, collected, draft: false, note_writer: '', measurements, comment: 'Imported' };
  const handler = new ExaminationsHandler(app.streams, new Access(app.log), app.log);
  await handler.execute(new HandleExamination({ type: 'TakeFromExternal', command_id: randomUUID(), data }, system));
};

describe('recording an examination', () => {
  it('says what the catalogue says beside what was entered, and the Bmi', async () => {
    const patient_id = await addPatient();
    const { id: examination, version } = await record(patient_id, [weight('70.0'), height('175'), systolic('131')]);
    expect(version).toBe(0);
    const { items, overall_count, unchecked } = await list(patient_id);
    expect([overall_count, unchecked]).toEqual([1, 0]);
    expect(items[0]).toMatchObject({
      id: examination,
      type: 'Examination',
      collected: '2026-02-14T08:30:00',
      date_applies: '2026-02-14T08:30:00',
      note_writer: 'Helen Hart',
      comment: 'New entry',
      organization_name: 'Lindenhof',
      last_edited_by: doctor.user_id,
      bmi: { value: '22.86', height: { value: '175', unit: 'cm', collected: '2026-02-14T08:30:00' } },
    });
    expect(items[0]?.measurements[0]).toEqual({
      ...weight('70.0'),
      parameter_name: 'Body weight',
      parameter_description: 'kg',
      normalization_type: 'Weight',
    });
    expect((await get(`examinations/${examination}`)).body).toEqual(items[0]);
  });

  it('refuses what the form refuses, keyed by field in the documents words', async () => {
    const patient_id = await addPatient();
    const refusal = async (sent: object) => {
      const answer = await post(sent);
      const { status, body } = answer as { status: number; body: { fields?: object } };
      // What a schema refuses is keyed by field at once, what a decider refuses says more beside.
      return [status, body.fields ?? body];
    };
    expect(await refusal(form(patient_id, []))).toEqual([
      400,
      { measurements: ['You must provide parameters!'], expected: { measurements: 'at least 1 entry' } },
    ]);
    expect(await refusal(form(patient_id, [systolic(null)]))).toEqual([400, { 'measurements.0.parameter_value': ['Field is required'] }]);
    expect(await refusal(form(patient_id, [systolic('1,5')]))).toEqual([
      400,
      { 'measurements.0.parameter_value': ['Field should be number'], expected: expect.anything() },
    ]);
    expect(await refusal(form(patient_id, [systolic('1')], { collected: '' }))).toEqual([400, { collected: ['Field is required'] }]);
    expect(await refusal(form(patient_id, [weight('70', '')]))).toEqual([422, { 'measurements.0.unit': ['Field is required'] }]);
    expect(await refusal(form(patient_id, [weight('11', 'stone')]))).toEqual([
      422,
      { 'measurements.0.unit': ['Weight is measured in kg or lb'] },
    ]);
    expect(await refusal(form(patient_id, [systolic('1', { parameter_id: randomUUID() })]))).toEqual([
      422,
      { 'measurements.0.parameter_id': ['There is no such office parameter'] },
    ]);
    expect(await refusal(form(patient_id, [systolic('24', { parameter_id: BMI })]))).toEqual([
      422,
      { 'measurements.0.parameter_id': ['Bmi is computed from weight and height'] },
    ]);
    expect((await list(patient_id)).overall_count).toBe(0);
  });
});

describe('correcting and removing', () => {
  it('ruling 34: keeps what a value replaced, and the history tells it', async () => {
    const patient_id = await addPatient();
    const { id: examination } = await record(patient_id, [systolic('311')]);
    await put(examination, correction(0, [systolic('131')])).expect(200);
    const { items } = await list(patient_id);
    expect(items[0]).toMatchObject({
      version: 1,
      comment: 'Typing error',
      measurements: [{ corrected_from: { value: '311', unit: 'mm[Hg]' } }],
    });
    await remove(examination, { version: 1, comment: 'Wrong patient' }).expect(200);
    expect((await list(patient_id)).overall_count).toBe(0);
    const { body } = await get(`audit/examination/${examination}`);
    expect((body as { items: object[] }).items).toMatchObject([
      { action: 'Created', comment: 'New entry' },
      { action: 'Changed', comment: 'Typing error', changes: [{ field: 'Systolic blood pressure', from: '311 mmHg', to: '131 mmHg' }] },
      { action: 'Removed', comment: 'Wrong patient' },
    ]);
  });

  it('keeps an entry whose parameter was removed from the catalogue, and takes no new one', async () => {
    const patient_id = await addPatient();
    const added = await app.send('post', 'measurement-parameters', curator, {
      name: `Grip strength ${randomUUID()}`,
      description: 'kg',
      scale_divider: 50,
    });
    const parameter_id = (added.body as { id: string }).id;
    const { id: examination } = await record(patient_id, [systolic('40', { parameter_id, unit: 'kg' })]);
    await app.send('delete', `measurement-parameters/${parameter_id}`, curator, {}).expect(200);
    await put(examination, correction(0, [systolic('41', { parameter_id, unit: 'kg' })])).expect(200);
    await post(form(patient_id, [systolic('40', { parameter_id, unit: 'kg' })])).expect(422);
    const line = (await series(patient_id)).find((one) => one.parameter_id === parameter_id);
    expect(line?.points[0]).toMatchObject({ value: '41', graph_value: 41 / 50 });
  });

  it('takes what came from an external record by its LOINC code', async () => {
    const patient_id = await addPatient();
    const loinc = (code: string) => [{ system: 'http://loinc.org', code }];
    const entry = { ...weight('80'), parameter_id: null, parameter_name: 'Weight measured', coding: loinc('29463-7') };
    await take(patient_id, [entry]);
    const { items } = await list(patient_id);
    expect(items[0]).toMatchObject({
      origin: 'fhir',
      measurements: [{ parameter_id: WEIGHT, parameter_name: 'Weight measured', normalization_type: 'Weight' }],
    });
    const unknown = { ...systolic('3'), parameter_id: null, parameter_name: 'Tidal volume', coding: loinc('99999-9') };
    await take(patient_id, [unknown], '1', null);
    const undated = (await list(patient_id)).items.find(({ collected }) => collected === null);
    expect(undated?.measurements[0]).toMatchObject({ parameter_id: null, parameter_name: 'Tidal volume' });
  });
});

describe('the lines of the chart', () => {
  it('ruling 18: follow the catalogue, with the Bmi by the height last known at each date', async () => {
    const patient_id = await addPatient();
    await record(patient_id, [weight('80'), height('170')], { collected: '2020-01-01T09:00:00' });
    await record(patient_id, [weight('176.37', 'lb'), systolic('150')], { collected: '2021-01-01T09:00:00' });
    await record(patient_id, [weight('79')], { collected: '2019-01-01T09:00:00' });
    const lines = await series(patient_id);
    const line = (name: string) => lines.find((one) => one.name === name)!;
    expect(lines.map(({ name }) => name)).toEqual(['Bmi', 'Body height', 'Body weight', 'Systolic blood pressure']);
    expect(line('Bmi')).toMatchObject({ computed: true, unit: 'kg/m2', axis: 'limit', meaning_of_one: '1 = BMI 25' });
    expect(line('Bmi').points.map(({ value, date_applies }) => [date_applies.slice(0, 4), value])).toEqual([
      ['2020', '27.68'],
      ['2021', '27.68'],
    ]);
    expect(line('Body weight').points).toMatchObject([
      { value: '79', unit: 'kg', graph_value: null },
      { value: '80', unit: 'kg', graph_value: expect.closeTo(80 / (25 * 1.7 ** 2), 9) },
      { value: '80', unit: 'kg', graph_value: expect.closeTo(80 / (25 * 1.7 ** 2), 4), converted_from: { value: '176.37', unit: 'lb' } },
    ]);
    // as many as the legend says (ruling 17)
    expect(lines.map(({ name, converted }) => [name, converted])).toContainEqual(['Body weight', 1]);
    expect(line('Body height')).toMatchObject({ converted: 0, points: [{ graph_value: 1 }] });
    expect(line('Systolic blood pressure').points[0]).toMatchObject({ graph_value: 1.25, standing: 'high', max: '120' });
  });

  it('ruling 18: their limits are no ranges, and the export gives none', async () => {
    const patient_id = await addPatient();
    await record(patient_id, [weight('80'), height('170'), systolic('150')]);
    const { text } = await app
      .http()
      .get('/api/exports/examinations')
      .query({ patient_id, after: await app.head() })
      .set('authorization', doctor.authorization)
      .buffer(true)
      .expect(200);
    const [titles = [], ...rows] = text
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const columns = ['Parameter', 'Value', 'Range low', 'Range high', 'Range in words', 'Flag', 'Against its range', 'Computed'];
    expect(rows.map((row) => columns.map((column) => row[titles.indexOf(column)]))).toEqual([
      ['Bmi', '27.68', '', '', '', '', '', 'yes'],
      ['Body height', '170', '', '', '', '', '', 'no'],
      ['Systolic blood pressure', '150', '', '', '', '', '', 'no'],
      ['Body weight', '80', '', '', '', '', '', 'no'],
    ]);
  });

  it('ruling 18: claims no limit of the Bmi under the age of 20', async () => {
    const patient_id = await addPatient({ date_of_birth: '2012-06-21T00:00:00' });
    await record(patient_id, [weight('50'), height('160')], { collected: '2025-06-01T09:00:00' });
    const [bmi, , kilograms] = await series(patient_id);
    expect(bmi).toMatchObject({ axis: 'raw', meaning_of_one: 'no limit', points: [{ value: '19.53', graph_value: null, max: null }] });
    expect(kilograms).toMatchObject({ axis: 'raw', points: [{ graph_value: null }] });
  });

  it('ruling 24: keep drafts out of last values and the Bmi, and from the patient', async () => {
    const patient_id = await addPatient();
    await record(patient_id, [weight('80'), height('170')], { draft: true });
    await record(patient_id, [systolic('131')], { collected: '2025-01-01T00:00:00' });
    const lines = await series(patient_id);
    expect(lines.map(({ name, unchecked, last }) => [name, unchecked, last?.value ?? null])).toEqual([
      ['Body height', 1, null],
      ['Body weight', 1, null],
      ['Systolic blood pressure', 0, '131'],
    ]);
    const { body } = await get('examinations/previous', doctor, { patient_id });
    expect((body as { items: PreviousMeasurement[] }).items.map(({ parameter_name }) => parameter_name)).toEqual([
      'Systolic blood pressure',
    ]);
    const { items, unchecked } = await list(patient_id);
    expect([items.length, unchecked, items[0]?.bmi]).toEqual([2, 1, null]);
    const patient = await app.signIn(['Patient'], null, [patient_id]);
    const own = await list(patient_id, patient);
    expect([own.items.length, own.unchecked]).toEqual([1, undefined]);
    expect((await get(`examinations/${items[0]!.id}`, patient)).status).toBe(404);
    expect((await series(patient_id, patient)).map(({ name }) => name)).toEqual(['Systolic blood pressure']);
  });
});
