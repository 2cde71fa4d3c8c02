import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import type { MedicalItemView } from '#contracts/items/medical-items';
import type { ChangedItem, ExternalDifferences, RecordChanges } from '#contracts/items/last-seen';
import { lastSeenStream } from '#contracts/items/last-seen';
import { patients } from '#projections/records/patients.projection';
import { clinic, DEMO_PASSWORD } from '#services/cli/demo/clinic';
import type { Kernel } from '#services/cli/kernel';
import { explainedOperations } from '#services/cli/operations';
import { bundle, condition as conditionOf, lab as labOf, person } from './fhir-clinic.ts';
import {
  type Application,
  addDiagnosis,
  addPatient,
  addResult,
  bringClinicAndCatalogues,
  openWith,
  serve,
  settingsOn,
  temporaryFolder,
} from './kernel.ts';

const { organization_id } = clinic;
const OTHER_CLINIC = '11111111-1111-4111-8111-111111111111';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let application: Application;
let kernel: Kernel;
let patient_id: string;
let number = 0;

const open = async () => {
  application = await serve(await openWith(await settingsOn(join(folder.path, 'data'))));
  ({ kernel } = application);
};
const settled = () => application.settled();

const fhirImport = async (...resources: object[]) => {
  const path = join(folder.path, `bundle-${++number}.json`);
  await writeFile(path, bundle(...resources));
  await explainedOperations(kernel)['fhir import']({ paths: [path], organization: clinic.name, source: 'County' }, () => undefined);
  await settled();
};
const lab = (id: string, value: number, rest: object = {}) =>
  labOf(id, 'p1', String(value), { encounter: { reference: `Encounter/${id}` }, ...rest });
const condition = (id: string, rest: object = {}) => conditionOf(id, 'p1', rest);

const http = () => request(application.app.getHttpServer());
const tokens = new Map<string, string>();
const as = async (username: string) => {
  const known = tokens.get(username);
  if (known) return known;
  const { body } = await http()
    .post('/api/token')
    .set('x-local-secret', application.kernel.trial.secret!)
    .send({ username, password: DEMO_PASSWORD })
    .expect(200);
  const header = `Bearer ${(body as { token: string }).token}`;
  tokens.set(username, header);
  return header;
};
const call = async (username: string, method: 'get' | 'post' | 'put' | 'delete', path: string, sent: object = {}) => {
  const authorization = await as(username);
  const calling = http()[method](path).set({ authorization });
  return method === 'get' ? calling.query(sent) : calling.send(sent);
};
const ask = (username: string, more: Record<string, string | number> = {}, of = patient_id) =>
  call(username, 'get', '/api/patients/external-differences', { patient_id: of, ...more });
const differences = async (username = 'doctor', more: Record<string, string | number> = {}): Promise<ExternalDifferences> => {
  const answer = await ask(username, more);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body as ExternalDifferences;
};
const look = (username: string, until: string | null, of = patient_id, kind = 'history') =>
  call(username, 'post', `/api/record-looks/${of}`, { kind, until });
const looks = async (username: string): Promise<number> => {
  const { body } = await call(username, 'get', '/api/token');
  let count = 0;
  for await (const _ of kernel.log.read(lastSeenStream((body as { user: { user_id: string } }).user.user_id, patient_id))) count++;
  return count;
};

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'data'));
  await open();
  await bringClinicAndCatalogues(kernel);
  await fhirImport(person('p1', 'Ashdown'), lab('o1', 4.1), lab('o2', 4.2), condition('c1'));
  const { items } = await kernel.reader.find<{ id: string; last_name: string }>(patients, {});
  patient_id = items.find(({ data }) => data.last_name === 'Ashdown')!.data.id;
}, 120_000);
afterAll(async () => {
  await application.stop();
  await folder.remove();
});

it('counts all that ever came from outside for who never looked, and only that', async () => {
  await addResult(kernel, { patient_id, organization_id }, '1.1');
  await settled();
  const counted = await differences();
  expect(counted).toMatchObject({ overall_count: 3, brought: 3, corrected: 0, removed: 0, last_looked_at: null, since: 'never' });
  expect(counted.items.map(({ type, origin, external_change }) => [type, origin, external_change]).sort()).toEqual([
    ['Diagnosis', 'fhir', 'brought'],
    ['LabResult', 'fhir', 'brought'],
    ['LabResult', 'fhir', 'brought'],
  ]);
  expect((await differences('doctor', { take: 0 })).items).toEqual([]);
  expect((await differences('doctor', { skip: 2, take: 2 })).items).toHaveLength(1);
});

it('counts nothing after a look at the history, stores it once, and leaves others their own count', async () => {
  const { until } = await differences();
  const { body, status } = await look('doctor', until);
  expect(status).toBe(201);
  const after = (body as { position: string }).position;
  expect(await differences('doctor', { after })).toMatchObject({ overall_count: 0, brought: 0, items: [], until: null });
  expect((await differences()).last_looked_at).toMatch(/^\d{4}-.*Z$/);
  expect((await look('doctor', until)).status).toBe(201);
  expect((await look('doctor', until)).status).toBe(201);
  expect(await looks('doctor')).toBe(1);
  for (const other of ['assistant', 'administrator']) expect((await differences(other)).overall_count).toBe(3);
});

it('counts what was brought, corrected and removed since, each once, and marks these rows in the history', async () => {
  await fhirImport(
    lab('o3', 4.3),
    lab('o1', 4.9, { status: 'corrected' }),
    condition('c1', { verificationStatus: { coding: [{ code: 'entered-in-error' }] } }),
  );
  const counted = await differences();
  expect(counted).toMatchObject({ overall_count: 3, brought: 1, corrected: 1, removed: 1 });
  expect((await differences('assistant')).overall_count).toBe(4);
  const rows = async (more: object) => {
    const { body } = await call('doctor', 'get', '/api/patients/history', { patient_id, ...more });
    return (body as { items: MedicalItemView[] }).items.map(({ external_change }) => external_change ?? '').sort();
  };
  expect(await rows({ since: counted.since })).toEqual(['', '', 'brought', 'corrected']);
  expect(await rows({ since: counted.since, removed: 'true' })).toEqual(['removed']);
  expect(await rows({ since: counted.since, external: 'true' })).toEqual(['brought', 'corrected', 'removed']);
  expect(await rows({})).toEqual(['', '', '', '']);
  expect((await look('doctor', counted.until)).status).toBe(201);
  expect((await differences()).overall_count).toBe(0);
  expect(await differences('doctor', { since: counted.since })).toMatchObject({ overall_count: 3, until: counted.until });
  expect(await looks('doctor')).toBe(2);
});

it('never goes back where an older window tells later', async () => {
  const { until } = await differences('doctor', { since: 'never', skip: 0 });
  await fhirImport(lab('o4', 5.4));
  expect((await look('doctor', until)).status).toBe(201);
  expect((await differences()).overall_count).toBe(1);
});

const news = async (username: string): Promise<RecordChanges> => {
  const { status, body } = await call(username, 'get', `/api/record-looks/${patient_id}`);
  expect(status).toBe(200);
  return body as RecordChanges;
};
const marked = async (username: string, since: string): Promise<ChangedItem[]> => {
  const { body } = await call(username, 'get', `/api/record-looks/${patient_id}/items`, { since });
  return (body as { items: ChangedItem[] }).items;
};
const result = async (username: string, draft = false, flag?: string): Promise<string> => {
  const parameters = [
    { entry_id: 'a', parameter_id: null, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5', ...(flag && { flag }) },
  ];
  const entered = { patient_id, collected: '2026-02-14T00:00:00', draft, parameters, comment: 'New entry' };
  const { status, body } = await call(username, 'post', '/api/lab-results', entered);
  expect(status).toBe(201);
  await settled();
  return (body as { id: string }).id;
};
const remove = async (username: string, id: string, version: number): Promise<void> => {
  const { status } = await call(username, 'delete', `/api/lab-results/${id}`, { version, comment: 'Entered twice' });
  expect(status).toBe(200);
  await settled();
};

it('ruling 24: tells what is new in the record until it is said to be seen, drafts apart, one’s own work not', async () => {
  const first = await news('doctor');
  expect(first).toMatchObject({ last_seen_at: null, since: 'never', lab_results: 1, external: 5, corrected: 0, removed: 0, unchecked: 0 });
  expect(await marked('doctor', first.since)).toHaveLength(6);
  expect((await look('doctor', first.until, patient_id, 'changes')).status).toBe(201);
  const seen = await news('doctor');
  expect(seen).toMatchObject({ lab_results: 0, external: 0, until: null, last_seen_at: expect.any(String) });

  const [kept, gone] = [await result('assistant', false, 'HH'), await result('assistant')];
  const draft = await result('assistant', true, 'HH');
  await remove('assistant', gone, 0);
  await result('doctor');
  const told = await news('doctor');
  expect(told).toMatchObject({
    lab_results: 1,
    removed: 1,
    unchecked: 1,
    corrected: 0,
    external: 0,
    comments: 0,
    critical: 1,
    abnormal: 0,
  });
  expect((await marked('doctor', told.since)).map(({ id, change }) => ({ id, change })).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [
      { id: kept, change: 'brought' },
      { id: gone, change: 'removed' },
      { id: draft, change: 'brought' },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  await look('doctor', told.until, patient_id, 'changes');
  // nobody but a doctor takes out a critical value that no doctor has seen
  expect((await call('doctor', 'put', `/api/critical-results/${kept}/seen`, { version: 0 })).status).toBe(200);
  await remove('assistant', kept, 0);
  expect(await news('doctor')).toMatchObject({ lab_results: 0, removed: 1, unchecked: 0 });
  // neither kind of look says anything of the other
  expect((await differences()).overall_count).toBe(1);
  expect((await news('assistant')).last_seen_at).toBeNull();
});

it('ruling 39: counts every comment that waits for a doctor, whatever was said to be seen', async () => {
  const { diagnosis_id } = await addDiagnosis(kernel, { patient_id, organization_id }, 'Asthma', 'Why?');
  await settled();
  const told = await news('doctor');
  expect(told).toMatchObject({ diagnoses: 1, comments: 1 });
  const item = { id: diagnosis_id, type: 'Diagnosis', name: expect.stringContaining('Asthma'), date_applies: expect.any(String) };
  expect(await marked('doctor', told.since)).toContainEqual({ ...item, change: 'brought' });
  await look('doctor', told.until, patient_id, 'changes');
  const after = await news('doctor');
  expect(after).toMatchObject({ diagnoses: 0, comments: 1, until: null });
  expect(await marked('doctor', after.since)).toEqual([{ ...item, change: 'commented' }]);
});

it('survives a restart', async () => {
  await application.stop();
  await open();
  await settled();
  expect(await differences()).toMatchObject({ overall_count: 1, brought: 1 });
  expect((await differences('assistant')).overall_count).toBe(5);
  expect(await looks('doctor')).toBe(5);
}, 60_000);

it('is for the staff of the clinic that owns the record', async () => {
  expect((await ask('patient')).status).toBe(403);
  expect((await look('patient', 'x')).status).toBe(403);
  const elsewhere = await addPatient(kernel, { organization_id: OTHER_CLINIC, social_security_number: '900-66-1234' });
  const nobody = '99999999-9999-4999-8999-999999999999';
  for (const out of [elsewhere, nobody]) {
    expect((await ask('doctor', {}, out)).status).toBe(404);
    expect((await look('doctor', (await differences()).until, out)).status).toBe(404);
    for (const path of ['', '/items']) {
      expect((await call('doctor', 'get', `/api/record-looks/${out}${path}`)).status).toBe(404);
      expect((await call('patient', 'get', `/api/record-looks/${patient_id}${path}`)).status).toBe(403);
    }
  }
});

it('names what is wrong and stores nothing', async () => {
  const { until } = await differences();
  const ahead = until!.replace(/.$/, 'z').replace(/\.(.*)$/, (_, position: string) => `.${position.replace(/\d/g, '9')}`);
  for (const wrong of ['nowhere', ahead, `${OTHER_CLINIC}.1`]) {
    const { status, body } = await look('doctor', wrong);
    expect([status, body]).toEqual([422, { until: ['Field should be in a proper format'] }]);
  }
  expect((await look('doctor', null)).status).toBe(400);
  expect((await ask('doctor', { since: 'yesterday' })).body).toEqual({ since: ['Field should be in a proper format'] });
  expect((await ask('doctor', { patient_id: 'x' })).status).toBe(400);
  expect(await looks('doctor')).toBe(5);
});
