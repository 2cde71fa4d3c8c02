import { randomUUID } from 'node:crypto';
import { clinicDay } from '#projections/items/clinic-day';
import type { DiagnosisSeries, DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { Actor } from '#infra/event-store/actor';
import { DiagnosesQueriesModule } from '#projections/diagnoses/diagnoses.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { diagnosis } from '#services/records/diagnoses/diagnoses.decider';
import { DiagnosesModule } from '#services/records/diagnoses/diagnoses.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { KnownCatalogue, withCatalogues } from '#tests/support/known-catalogue';
import { type Clinic, openClinic } from '#tests/support/read-side';

const importer: Actor = { kind: 'system', part: 'fhir-import' };
const hypertension = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: '2026' };
const asthma = { id: 'J45.909', code: 'J45.909', text: 'Unspecified asthma, uncomplicated', release: '2026' };

let { app, clinic, doctor } = {} as Clinic;
beforeAll(async () => {
  const catalogue = withCatalogues(new KnownCatalogue({ diseases: [hypertension, asthma] }));
  ({ app, clinic, doctor } = await openClinic([catalogue, PatientsModule, DiagnosesModule, DiagnosesQueriesModule, HistoryModule]));
});
afterAll(() => app.close());

const addPatient = (who = doctor) => app.addPatient(who);

const content = { disease: hypertension, time_from: '2024-02-29T00:00:00', time_to: null, draft: false };
const form = (patient_id: string, change: object = {}) => ({ patient_id, ...content, ...change });
const correction = (version: number, change: object = {}) => ({ version, comment: 'Typing error', ...content, ...change });

const post = (body: object, who = doctor, key?: string) => app.send('post', 'diagnoses', who, body, key);
const put = (id: string, body: object) => app.send('put', `diagnoses/${id}`, doctor, body);
const get = (path: string, who = doctor, query: object = {}) => app.get(`diagnoses${path}`, who, query);
interface List {
  items: DiagnosisView[];
  overall_count: number;
  unchecked?: number;
  hidden?: number;
  of_visits?: number;
}
const list = async (patient_id: string, who = doctor, query: object = {}): Promise<List> => {
  const { status, body } = await get('', who, { patient_id, ...query });
  expect(status).toBe(200);
  return body as List;
};
const series = async (patient_id: string, who = doctor) =>
  ((await get('/series', who, { patient_id })).body as { items: DiagnosisSeries[] }).items;
const record = async (patient_id: string, change: object = {}) =>
  (await post(form(patient_id, change)).expect(201)).body as { id: string; version: number };
/** A diagnosis as an import from an external record leaves it. */
const importExternal = async (patient_id: string, change: object = {}) => {
  const diagnosis_id = randomUUID();
  const source = { system: 'St. Gallen', reference: 'Condition/7', version: '1' };
  const data = { diagnosis_id, patient_id, source, ...content, comment: 'Imported from St. Gallen', ...change };
  const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
  await app.streams.transact(diagnosis, `diagnosis-${diagnosis_id}`, command, importer, { organization_id: clinic, patient_id });
};

describe('recording a diagnosis', () => {
  it('answers where it stands and lists it with code, text, release, editor and clinic', async () => {
    const patient_id = await addPatient();
    const { id, version } = await record(patient_id);
    expect(version).toBe(0);
    const found = await list(patient_id);
    expect(found).toEqual({
      overall_count: 1,
      skip: 0,
      unchecked: 0,
      items: [
        {
          id,
          patient_id,
          organization_id: clinic,
          organization_name: 'Lindenhof',
          type: 'Diagnosis',
          icd: 'I10',
          disease: hypertension,
          disease_name: hypertension.text,
          time_from: content.time_from,
          time_to: null,
          date_applies: content.time_from,
          parameters: [{ parameter_id: 'I10' }],
          active: true,
          draft: false,
          origin: 'manual',
          comment: 'New entry',
          last_edited_by: doctor.user_id,
          last_edited_by_name: 'Ada Quill',
          recorded_at: expect.stringMatching(/Z$/),
          version: 0,
        },
      ],
    });
    expect((await get(`/${id}`)).body).toEqual(found.items[0]);
  });

  it('decision 3.6: what was sent cannot be guessed from its fingerprint, which goes with the key of the record', async () => {
    const patient_id = await addPatient();
    const key = randomUUID();
    const { body } = await post(form(patient_id), doctor, key).expect(201);
    const [stored] = await app.stored(`diagnosis-${(body as { id: string }).id}`);
    const { fingerprint } = stored!.metadata;
    expect(fingerprint).toMatch(/^[\w-]{22}$/);
    const again = await post(form(patient_id), doctor, randomUUID()).expect(201);
    const [other] = await app.stored(`diagnosis-${(again.body as { id: string }).id}`);
    expect(other!.metadata.fingerprint).toBe(fingerprint); // of one record
    const [elsewhere] = await app.stored(`diagnosis-${((await post(form(await addPatient())).expect(201)).body as { id: string }).id}`);
    expect(elsewhere!.metadata.fingerprint).not.toBe(fingerprint);
    await app.keys.destroy(`patient:${patient_id}`);
    expect((await post(form(patient_id, { disease: asthma }), doctor, key)).status).not.toBe(422);
  });

  it('refuses JSON that is nested without end, with its key too', async () => {
    const deep = `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const { body } = await app
      .http()
      .post('/api/diagnoses')
      .set({ authorization: doctor.authorization, 'idempotency-key': randomUUID(), 'content-type': 'application/json' })
      .send(deep)
      .expect(400);
    expect(body).toHaveProperty('body');
  });

  const noDate = (field: string) => ({ [field]: ['Must be a correct date'], expected: { [field]: 'YYYY-MM-DDTHH:mm:ss' } });
  const tooEarly = { time_to: ['Date should be after 02/29/2024'], expected: { time_to: 'after 2024-02-29' } };
  it.each<[string, object, object]>([
    ['no ICD choice', { disease: undefined }, { disease: ['Field is required'], expected: { disease: 'object' } }],
    ['an empty ICD choice', { disease: null }, { disease: ['Field is required'], expected: { disease: 'object' } }],
    [
      'a typed text that is no choice',
      { disease: { text: 'High blood pressure' } },
      { 'disease.id': expect.anything(), 'disease.code': expect.anything() },
    ],
    ['no start date', { time_from: undefined }, { time_from: ['Field is required'] }],
    ['an empty start date', { time_from: null }, { time_from: ['Field is required'] }],
    ['a start date that is none', { time_from: '2024-02-30T00:00:00' }, noDate('time_from')],
    ['a start before 1900', { time_from: '1899-12-31T00:00:00' }, noDate('time_from')],
    ['a stop date that is none', { time_to: 'soon' }, noDate('time_to')],
    ['a stop date before the start', { time_to: '2024-02-28T00:00:00' }, tooEarly],
    ['a stop date on the start', { time_to: '2024-02-29T00:00:00' }, tooEarly],
  ])('refuses %s', async (_name, change, errors) => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id);
    expect((await post(form(patient_id, change)).expect(400)).body).toEqual(errors);
    expect((await put(id, correction(0, change)).expect(400)).body).toEqual(errors);
    expect((await list(patient_id)).items).toMatchObject([{ version: 0 }]);
  });
});

describe('reading diagnoses', () => {
  it('says what came from an external record in its words', async () => {
    const patient_id = await addPatient();
    await importExternal(patient_id, { disease: { text: 'Hypertonie' }, clinical_status: 'resolved' });
    expect(await list(patient_id)).toMatchObject({
      items: [{ icd: null, disease_name: 'Hypertonie', active: false, origin: 'fhir', last_edited_by: null }],
    });
  });
  it('ruling 31: lists what lasts first, then the newest, and pages', async () => {
    const patient_id = await addPatient();
    await record(patient_id, { time_from: '2025-01-01T00:00:00', time_to: '2025-02-01T00:00:00' });
    await record(patient_id, { time_from: '2020-01-01T00:00:00' });
    await record(patient_id, { time_from: '2026-01-01T00:00:00', time_to: '2026-02-01T00:00:00' });
    await record(patient_id, { time_from: '2023-01-01T00:00:00' });
    const years = async (query: object = {}) =>
      (await list(patient_id, doctor, query)).items.map(({ time_from }) => time_from?.slice(0, 4));
    expect(await years()).toEqual(['2023', '2020', '2026', '2025']);
    expect(await years({ skip: 1, take: 2 })).toEqual(['2020', '2026']);
    expect((await get('', doctor, { patient_id, active: 'perhaps' })).status).toBe(400);
  });

  it('ruling 32: Active hides what is over and says how many these are', async () => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id);
    await record(patient_id, { time_to: '2025-01-01T00:00:00', disease: asthma });
    expect(await list(patient_id, doctor, { active: 'true' })).toMatchObject({
      items: [{ id, active: true }],
      overall_count: 1,
      hidden: 1,
    });
    const all = await list(patient_id, doctor, { active: 'false' });
    expect(all).toMatchObject({ overall_count: 2, items: [{ active: true }, { active: false }] });
    expect(all).not.toHaveProperty('hidden');
  });

  it('ruling 64: diagnoses of one disease at visits are one row, never active and never over unless their source says so', async () => {
    const patient_id = await addPatient();
    const { id: problem } = await record(patient_id, { disease: asthma, time_to: '2025-01-01T00:00:00' });
    const visit = (day: string, more: object = {}) =>
      importExternal(patient_id, { disease: hypertension, time_from: `${day}T00:00:00`, of_visit: true, ...more });
    await visit('2019-02-04');
    await visit('2024-03-14');
    await visit('2021-11-15');
    // what waits for a person stands by itself
    await visit('2023-05-05', { draft: true });
    await visit('2022-05-05', { asks: [{ code: 'order-of-versions', text: 'Which is newer?' }] });
    const all = await list(patient_id);
    const days = ({ items }: List) => items.map(({ time_from }) => time_from?.slice(0, 10));
    expect(all).toMatchObject({ overall_count: 4, unchecked: 1 });
    expect(days(all)).toEqual(['2024-03-14', '2024-02-29', '2023-05-05', '2022-05-05']);
    const [last] = all.items;
    expect(last).toMatchObject({ active: false, of_visit: true });
    expect(last!.earlier_visits?.map(({ time_from }) => time_from?.slice(0, 10))).toEqual(['2021-11-15', '2019-02-04']);
    expect(days(await list(patient_id, doctor, { skip: 1, take: 2 }))).toEqual(['2024-02-29', '2023-05-05']);
    const [earlier] = last!.earlier_visits!;
    expect(await list(patient_id, doctor, { take: 2, skip: 2, at: earlier!.id })).toMatchObject({
      skip: 0,
      items: [{ id: last!.id }, { id: problem }],
    });
    // what nobody checked is not over
    expect(await list(patient_id, doctor, { active: 'true' })).toMatchObject({
      items: [{ draft: true }],
      overall_count: 1,
      hidden: 3,
      of_visits: 2,
    });
    expect((await series(patient_id)).find(({ icd }) => icd === 'I10')).toMatchObject({ active: false, of_visits: true });
    // by an earlier visit it is active: nothing says otherwise since
    await visit('2018-01-01', { clinical_status: 'active' });
    const active = await list(patient_id, doctor, { active: 'true' });
    expect(active).toMatchObject({ items: [{ id: last!.id, active: true }, { draft: true }], overall_count: 2, hidden: 2, of_visits: 1 });
    expect(active.items[0]!.earlier_visits).toHaveLength(3);
    expect((await series(patient_id)).find(({ icd }) => icd === 'I10')).toMatchObject({ active: true });
  });

  it('ruling 31: a stop date counts to the end of its day in the clinic’s time zone', async () => {
    const at = (time_zone: string) => clinicDay(time_zone, new Date());
    // These two zones are never on the same day.
    const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'];
    expect(at(west) < at(east)).toBe(true);
    for (const time_zone of [west, east]) {
      const organization_id = await app.addClinic('Far', time_zone);
      const there = await app.signIn(['Doctor'], organization_id);
      const patient_id = await addPatient(there);
      await post(form(patient_id, { time_to: `${at(west)}T00:00:00` }), there).expect(201);
      const { items } = await list(patient_id, there);
      expect(items).toMatchObject([{ active: time_zone === west }]);
      expect(await series(patient_id, there)).toMatchObject([{ active: time_zone === west }]);
      expect((await list(patient_id, there, { active: 'true' })).overall_count).toBe(time_zone === west ? 1 : 0);
    }
  });

  it('answers bars for the chart, with the clinic', async () => {
    const patient_id = await addPatient();
    const first = await record(patient_id, { time_from: '2020-01-01T00:00:00', time_to: '2021-01-01T00:00:00' });
    const second = await record(patient_id);
    expect(await series(patient_id)).toEqual([
      {
        id: 'I10',
        organization_id: clinic,
        organization_name: 'Lindenhof',
        name: hypertension.text,
        icd: 'I10',
        active: true,
        default_id: second.id,
        unchecked: 0,
        bars: [
          {
            diagnosis_id: first.id,
            from: '2020-01-01T00:00:00',
            to: '2021-01-01T00:00:00',
            active: false,
            draft: false,
            origin: 'manual',
            corrected: false,
          },
          { diagnosis_id: second.id, from: content.time_from, to: null, active: true, draft: false, origin: 'manual', corrected: false },
        ],
      },
    ]);
  });
});
