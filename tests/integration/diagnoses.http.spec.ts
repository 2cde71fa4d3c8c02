import { randomUUID } from 'node:crypto';
import { clinicDay } from '#projections/items/clinic-day';
import type { DiagnosisSeries, DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { Actor } from '#infra/event-store/actor';
import { positionToken } from '#infra/event-store/position-token';
import { DiagnosesQueriesModule } from '#projections/diagnoses/diagnoses.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { diagnosis } from '#services/records/diagnoses/diagnoses.decider';
import { DiagnosesModule } from '#services/records/diagnoses/diagnoses.controller';
import { organization } from '#services/records/organizations/organizations.decider';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { KnownCatalogue, withCatalogues } from '#tests/support/known-catalogue';
import { openReadApp, type ReadApp } from '#tests/support/read-side';

type SignedIn = Awaited<ReturnType<ReadApp['signIn']>>;

const importer: Actor = { kind: 'system', part: 'fhir-import' };
const hypertension = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: '2026' };
const asthma = { id: 'J45.909', code: 'J45.909', text: 'Unspecified asthma, uncomplicated', release: '2026' };

let app: ReadApp;
let doctor: SignedIn;
let assistant: SignedIn;
let stranger: SignedIn;
let clinic: string;
beforeAll(async () => {
  const catalogue = withCatalogues(new KnownCatalogue({ diseases: [hypertension, asthma] }));
  app = await openReadApp([catalogue, PatientsModule, DiagnosesModule, DiagnosesQueriesModule, HistoryModule]);
  clinic = await app.addClinic('Lindenhof');
  doctor = await app.signIn(['Doctor'], clinic);
  assistant = await app.signIn(['Assistant'], clinic);
  stranger = await app.signIn(['Doctor'], await app.addClinic('Elsewhere'));
});
afterAll(() => app.close());

let numbers = 0;
const addPatient = async (who = doctor): Promise<string> => {
  const person = {
    first_name: 'Ava',
    last_name: 'Morgan',
    sex: 'Female',
    date_of_birth: '1968-05-02T00:00:00',
    city_of_birth: 'Chicago',
    country_of_birth: 'USA',
    email: 'patient@example.org',
    social_security_number: String(900_200_000 + ++numbers),
  };
  const { body } = await app.http().post('/api/patients').set('authorization', who.authorization).send(person).expect(201);
  return (body as { id: string }).id;
};

const content = { disease: hypertension, time_from: '2024-02-29T00:00:00', time_to: null, draft: false };
const form = (patient_id: string, change: object = {}) => ({ patient_id, ...content, ...change });
const correction = (version: number, change: object = {}) => ({ version, comment: 'Typing error', ...content, ...change });

const send = (method: 'post' | 'put' | 'delete', path: string, who: SignedIn, body: object, key: string = randomUUID()) =>
  app.http()[method](`/api/diagnoses${path}`).set({ authorization: who.authorization, 'idempotency-key': key }).send(body);
const post = (body: object, who = doctor, key?: string) => send('post', '', who, body, key);
const put = (id: string, body: object, who = doctor, key?: string) => send('put', `/${id}`, who, body, key);
const remove = (id: string, body: object, who = doctor, key?: string) => send('delete', `/${id}`, who, body, key);
/** Asks again while the answer says that it is not up to date yet. */
const get = async (path: string, who = doctor, query: object = {}) => {
  const after = positionToken(app.store.log_id, await app.store.head());
  for (;;) {
    const answer = await app
      .http()
      .get(`/api/diagnoses${path}`)
      .query({ ...query, after })
      .set('authorization', who.authorization);
    if (!(answer.body as { stale?: boolean }).stale) return answer;
  }
};
interface List {
  items: DiagnosisView[];
  overall_count: number;
  unchecked?: number;
  hidden?: number;
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
  return diagnosis_id;
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

  it('ruling 60: sent with the key of another content is refused, and the order of fields is no content', async () => {
    const [patient_id, key] = [await addPatient(), randomUUID()];
    const { body } = await post(form(patient_id), doctor, key).expect(201);
    const turned = Object.fromEntries(Object.entries(form(patient_id)).reverse());
    expect((await post(turned, doctor, key).expect(201)).body).toEqual(body);
    const answer = await post(form(patient_id, { disease: asthma }), doctor, key).expect(422);
    expect(answer.body).toMatchObject({ code: 'key-reused' });
    const { id } = body as { id: string };
    await put(id, correction(0, { disease: asthma }), doctor, key).expect(422);
    await remove(id, { version: 0, comment: 'Typing error' }, doctor, key).expect(422);
    expect((await get(`/${id}`)).body).toMatchObject({ disease: hypertension, version: 0 });
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

  it('decision 3.2: sent again with its key is answered, not recorded again', async () => {
    const [patient_id, key] = [await addPatient(), randomUUID()];
    const first = await post(form(patient_id), doctor, key).expect(201);
    expect((await post(form(patient_id), doctor, key).expect(201)).body).toEqual(first.body);
    expect((await list(patient_id)).overall_count).toBe(1);
  });

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
    [
      'a start date that is none',
      { time_from: '2024-02-30T00:00:00' },
      { time_from: ['Must be a correct date'], expected: { time_from: 'YYYY-MM-DDTHH:mm:ss' } },
    ],
    [
      'a start before 1900',
      { time_from: '1899-12-31T00:00:00' },
      { time_from: ['Must be a correct date'], expected: { time_from: 'YYYY-MM-DDTHH:mm:ss' } },
    ],
    [
      'a stop date that is none',
      { time_to: 'soon' },
      { time_to: ['Must be a correct date'], expected: { time_to: 'YYYY-MM-DDTHH:mm:ss' } },
    ],
    [
      'a stop date before the start',
      { time_to: '2024-02-28T00:00:00' },
      { time_to: ['Date should be after 02/29/2024'], expected: { time_to: 'after 2024-02-29' } },
    ],
    [
      'a stop date on the start',
      { time_to: '2024-02-29T00:00:00' },
      { time_to: ['Date should be after 02/29/2024'], expected: { time_to: 'after 2024-02-29' } },
    ],
  ])('refuses %s', async (_name, change, errors) => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id);
    expect((await post(form(patient_id, change)).expect(400)).body).toEqual(errors);
    expect((await put(id, correction(0, change)).expect(400)).body).toEqual(errors);
    expect((await list(patient_id)).items).toMatchObject([{ version: 0 }]);
  });

  it('is for the staff of the patient’s clinic', async () => {
    const patient_id = await addPatient();
    const patient = await app.signIn(['Patient'], null, [patient_id]);
    await post(form(patient_id), stranger).expect(404);
    await post(form(patient_id), patient).expect(403);
    await post(form(randomUUID())).expect(404);
    await post(form(patient_id), assistant).expect(201);
  });
});

describe('correcting and removing a diagnosis', () => {
  it('ruling 34: answers the new version, and the list shows what was replaced', async () => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id);
    expect((await put(id, correction(0, { disease: asthma }), assistant).expect(200)).body).toMatchObject({ id, version: 1 });
    const { items } = await list(patient_id);
    expect(items).toMatchObject([
      { version: 1, icd: 'J45.909', comment: 'Typing error', last_edited_by: assistant.user_id, corrected_from: { disease: hypertension } },
    ]);
  });

  it('ruling 12: shows a stale form the present item, and changes nothing', async () => {
    const { id } = await record(await addPatient());
    await put(id, correction(0, { disease: asthma })).expect(200);
    const { body } = await put(id, correction(0, { time_to: '2025-01-01T00:00:00' }), assistant).expect(409);
    expect(body).toMatchObject({
      code: 'stale',
      version: 1,
      current: { ...content, disease: asthma, comment: 'Typing error', origin: 'manual' },
    });
    expect((await get(`/${id}`)).body).toMatchObject({ version: 1, time_to: null });
  });

  it('ruling 11: asks for a reason', async () => {
    const { id } = await record(await addPatient());
    const { comment: _, ...rest } = correction(0);
    expect((await put(id, rest).expect(400)).body).toEqual({ comment: ["Comment shouldn't be empty."] });
    expect((await remove(id, { version: 0, comment: ' ' }).expect(400)).body).toEqual({ comment: ["Comment shouldn't be empty."] });
  });

  it('ruling 10: is removed by the staff of its clinic, and its history stays', async () => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id);
    await remove(id, { version: 0, comment: 'Wrong patient' }, stranger).expect(404);
    await remove(id, { version: 0, comment: 'Wrong patient' }, assistant).expect(200);
    expect(await list(patient_id)).toMatchObject({ items: [], overall_count: 0 });
    expect(await series(patient_id)).toEqual([]);
    expect((await get(`/${id}`)).status).toBe(404);
    const { body } = await app.http().get(`/api/audit/diagnose/${id}`).set('authorization', doctor.authorization).expect(200);
    expect(body).toMatchObject({ overall_count: 2, items: [{ action: 'Created' }, { action: 'Removed', comment: 'Wrong patient' }] });
    await put(id, correction(1)).expect(404);
  });

  it('ruling 10: leaves what came from an external record as it is', async () => {
    const patient_id = await addPatient();
    const id = await importExternal(patient_id, { disease: { text: 'Hypertonie' }, clinical_status: 'resolved' });
    expect((await put(id, correction(0)).expect(422)).body).toMatchObject({ code: 'external-record' });
    expect((await remove(id, { version: 0, comment: 'x' }).expect(422)).body).toMatchObject({ code: 'external-record' });
    expect(await list(patient_id)).toMatchObject({
      items: [{ icd: null, disease_name: 'Hypertonie', active: false, origin: 'fhir', last_edited_by: null }],
    });
  });

  it('of a removed patient does not exist any more', async () => {
    const patient_id = await addPatient();
    const { id } = await record(patient_id);
    const bare = { authorization: doctor.authorization };
    await app.http().delete(`/api/patients/${patient_id}`).set(bare).send({ version: 0, comment: 'x' }).expect(200);
    for (const path of ['', '/series']) expect((await get(path, doctor, { patient_id })).status).toBe(404);
    expect((await get(`/${id}`)).status).toBe(404);
    await put(id, correction(0)).expect(404);
    await remove(id, { version: 0, comment: 'x' }).expect(404);
    await post(form(patient_id)).expect(404);
  });
});

describe('reading diagnoses', () => {
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
    expect((await get('', doctor, { patient_id, take: 201 })).status).toBe(400);
    expect((await get('', doctor, { patient_id, active: 'perhaps' })).status).toBe(400);
    expect((await get('', doctor, {})).status).toBe(400);
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

  it('ruling 31: a stop date counts to the end of its day in the clinic’s time zone', async () => {
    const at = (time_zone: string) => clinicDay(time_zone, new Date());
    // These two zones are never on the same day.
    const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'];
    expect(at(west) < at(east)).toBe(true);
    for (const time_zone of [west, east]) {
      const organization_id = randomUUID();
      const facts = {
        status: 'Approved' as const,
        name: 'Far',
        address: 'Street 1',
        city: 'X',
        zip: '1',
        phone: '+41310000000',
        time_zone,
      };
      const command = { type: 'RegisterOrganization' as const, command_id: randomUUID(), data: { organization_id, ...facts } };
      await app.streams.transact(
        organization,
        `organization-${organization_id}`,
        command,
        { kind: 'system', part: 'test' },
        { organization_id },
      );
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

  it('ruling 24: shows drafts to the staff, counted, and never to the patient', async () => {
    const patient_id = await addPatient();
    const patient = await app.signIn(['Patient'], null, [patient_id]);
    const draft = await record(patient_id, { draft: true, disease: asthma });
    const { id } = await record(patient_id);
    expect(await list(patient_id)).toMatchObject({ overall_count: 2, unchecked: 1 });
    const seen = await list(patient_id, patient, { active: 'true' });
    expect(seen).toEqual({ items: [expect.objectContaining({ id })], overall_count: 1, skip: 0, hidden: 0 });
    expect((await series(patient_id, patient)).map((one) => one.id)).toEqual(['I10']);
    expect((await get(`/${draft.id}`, patient)).status).toBe(404);
    expect((await get(`/${id}`, patient)).status).toBe(200);
  });

  it('shows nothing of another clinic’s patient, and a patient nothing of another', async () => {
    const [own, other] = [await addPatient(), await addPatient()];
    const { id } = await record(other);
    const patient = await app.signIn(['Patient'], null, [own]);
    for (const who of [stranger, patient]) {
      for (const path of ['', '/series']) expect((await get(path, who, { patient_id: other })).status).toBe(404);
      expect((await get(`/${id}`, who)).status).toBe(404);
    }
  });
});
