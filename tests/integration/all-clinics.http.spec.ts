import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Role } from '#contracts/people/accounts';
import type { PatientView } from '#contracts/people/patients';
import type { Kernel } from '#services/cli/kernel';
import { handleAccount, registration } from '#services/records/accounts/accounts.handlers';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { connect, disconnect } from '#services/records/invitations/connections.handlers';
import { handleOrganization } from '#services/records/organizations/organizations.handlers';
import { addDiagnosis, addExamination, addIntake, addPatient, addResult, CLI, openApplication } from './kernel.ts';

const PASSWORD = 'correct horse';

let kernel: Kernel;
let app: NestFastifyApplication;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ kernel, app, stop } = await openApplication());
}, 60_000);
afterAll(() => stop());

interface Person {
  user_id: string;
  authorization: string;
}
interface ClinicsRecord {
  patient_id: string;
  organization_id: string;
}

const addPerson = async (roles: Role[], organization_id: string | null): Promise<Person> => {
  const username = `u-${randomUUID()}`;
  const facts = { username, password: PASSWORD, roles, organization_id, first_name: 'Ada', last_name: 'Quill' };
  const contact = { email: `${randomUUID()}@example.org`, phone_number: '+41310000001', occupations: [] };
  const { id: user_id } = await handleAccount(kernel, await registration({ ...facts, ...contact }, randomUUID()), CLI);
  const answer = await app.inject({ method: 'POST', url: '/api/token', payload: { username, password: PASSWORD } });
  return { user_id, authorization: `Bearer ${answer.json<{ token: string }>().token}` };
};
const addClinic = async (name: string) => {
  const organization_id = randomUUID();
  const facts = { name, address: '1 Shore Road', city: 'Bern', zip: '3000', phone: '+41310000000', time_zone: 'UTC' };
  const data = { organization_id, status: 'Approved', ...facts } as const;
  await handleOrganization(kernel.streams, { type: 'RegisterOrganization', command_id: randomUUID(), data }, CLI);
  return { organization_id, doctor: await addPerson(['Doctor'], organization_id) };
};
let numbers = 200_000_000;
const addRecord = async (
  organization_id: string,
  said: { first_name?: string; last_name?: string; date_of_birth?: string; social_security_number?: string } = {},
): Promise<ClinicsRecord> => {
  const person = { first_name: 'Zyzzyva', last_name: 'Quixotry', date_of_birth: '1961-03-09T00:00:00' };
  const patient_id = await addPatient(kernel, { organization_id, ...person, social_security_number: String(numbers++), ...said });
  return { organization_id, patient_id };
};
const link = async ({ user_id }: Person, { patient_id, organization_id }: ClinicsRecord) => {
  const invitation_id = randomUUID();
  await connect(kernel.streams, { user_id, organization_id, invitation_id, patient_id, shown: null });
  return () => disconnect(kernel.streams, { user_id, organization_id, invitation_id, all: true }, CLI, randomUUID());
};
const addDraft = ({ patient_id, organization_id }: ClinicsRecord, collected = '2025-09-01T08:00:00') => {
  const lab_result_id = randomUUID();
  const parameters = [{ entry_id: 'a', parameter_id: null, name: 'Creatinine', value: '66', unit: 'mg/dL', min: '0.6', max: '1.3' }];
  const data = { lab_result_id, patient_id, collected, draft: true, parameters, comment: 'Typed in haste' };
  const command = { type: 'RecordLabResult', command_id: randomUUID(), data } as const;
  return kernel.streams.transact(labResult, `lab_result-${lab_result_id}`, command, CLI, { patient_id, organization_id });
};

const call = async <T = { items: Row[]; overall_count: number; unchecked?: number }>(who: Person, url: string, extra: object = {}) => {
  await kernel.runner.settled();
  const answer = await app.inject({ method: 'GET', url, ...extra, headers: { authorization: who.authorization, ...extra } });
  return { status: answer.statusCode, text: answer.body, body: (answer.body.startsWith('{') ? answer.json() : {}) as T };
};
interface Row {
  id: string;
  organization_id: string;
  organization_name?: string;
  comment?: string;
  draft?: boolean;
}
const clinicsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ organization_name }) => organization_name))].sort();

/** Three clinics with a record of the same person; her account is connected with the first two. */
const setting = async () => {
  const [a, b, c] = [await addClinic('Aare'), await addClinic('Birs'), await addClinic('Cher')];
  const [atA, atB, atC] = [await addRecord(a.organization_id), await addRecord(b.organization_id), await addRecord(c.organization_id)];
  const patient = await addPerson(['Patient'], null);
  await link(patient, atA);
  const unlinkB = await link(patient, atB);
  for (const record of [atA, atB, atC]) {
    await addResult(kernel, record, '1.1', 'Words of the clinic');
    await addDiagnosis(kernel, record, 'Secretosis', 'A comment on it');
    await addExamination(kernel, record, 'felt well');
    await addIntake(kernel, record, 'Pillox');
    await addDraft(record);
  }
  return { a, b, c, atA, atB, atC, patient, unlinkB };
};

const READS = [
  ...['lab-results', 'examinations', 'diagnoses', 'intakes'].flatMap((kind) => [`/api/${kind}?take=50`, `/api/${kind}/series?`]),
  '/api/patients/history?take=50',
];
const across = (url: string, { patient_id }: ClinicsRecord) => `${url}&patient_id=${patient_id}&all_clinics=true`;

it('every reading of a record answers what all connected clinics recorded, each row with its clinic', async () => {
  const { a, c, atA, atC, patient } = await setting();
  for (const url of READS) {
    for (const who of [a.doctor, patient]) {
      const { status, body } = await call(who, across(url, atA));
      expect([url, status, clinicsOf(body.items)]).toEqual([url, 200, ['Aare', 'Birs']]);
      const alone = await call(who, `${url}&patient_id=${atA.patient_id}`);
      expect([url, clinicsOf(alone.body.items)]).toEqual([url, ['Aare']]);
    }
    const { body } = await call(c.doctor, across(url, atC));
    expect([url, clinicsOf(body.items)]).toEqual([url, ['Cher']]);
  }
  const answer = await call<PatientView>(a.doctor, `/api/patients/${atA.patient_id}?all_clinics=true`);
  expect(answer.body.records?.map(({ organization_name }) => organization_name)).toEqual(['Aare', 'Birs']);
  expect((await call<PatientView>(a.doctor, `/api/patients/${atA.patient_id}`)).body).not.toHaveProperty('records');
});

it('drafts are those of the own clinic, and of another clinic nothing but what is checked', async () => {
  const { a, atA, atB, patient } = await setting();
  const { body } = await call(a.doctor, across('/api/lab-results?take=50', atA));
  expect(body.items.filter(({ draft }) => draft).map(({ organization_id }) => organization_id)).toEqual([atA.organization_id]);
  expect(body.unchecked).toBe(1);
  const reasons = body.items.map(({ organization_name, comment }) => `${organization_name}: ${comment}`);
  expect(reasons.sort()).toEqual(['Aare: Typed in haste', 'Aare: Words of the clinic', 'Birs: ']);
  const own = await call(patient, across('/api/lab-results?take=50', atA));
  expect(own.body.items.every(({ draft }) => !draft)).toBe(true);
  expect(own.body).not.toHaveProperty('unchecked');

  const history = await call<{ items: object[] }>(a.doctor, across('/api/patients/history?take=50', atA));
  const others = history.body.items.filter((row) => (row as Row).organization_id === atB.organization_id);
  expect(others).toHaveLength(4);
  for (const row of others) {
    expect(row).toHaveProperty('of_another_clinic', true);
    expect(row).not.toHaveProperty('last_operation');
    expect(row).not.toHaveProperty('comment');
  }
  const file = await call(a.doctor, across('/api/exports/lab-results?', atA));
  expect(file.text).toContain('Birs');
  expect(file.text.match(/Words of the clinic/g)).toHaveLength(1);
});

it('what another clinic corrected is answered as it is now, by whatever way a doctor comes to it', async () => {
  const { a, b, atA, atB, patient } = await setting();
  const lab_result_id = await addResult(kernel, atB, '77.7');
  const parameters = [{ entry_id: 'a', parameter_id: null, name: 'Creatinine', value: '0.7', unit: 'mg/dL', min: '0.6', max: '1.5' }];
  const said = { collected: '2025-08-14T08:30:00', draft: false, parameters, comment: 'Misread' };
  const command = { type: 'CorrectLabResult', command_id: randomUUID(), data: { lab_result_id, version: 0, ...said } } as const;
  await kernel.streams.transact(labResult, `lab_result-${lab_result_id}`, command, CLI, atB);
  const reads = ['lab-results?take=50', 'lab-results/series?', 'trends?', 'exports/lab-results?'].map((url) => across(`/api/${url}`, atA));
  for (const url of [...reads, `/api/lab-results?patient_id=${atB.patient_id}`, `/api/lab-results/${lab_result_id}`]) {
    const { status, text } = await call(a.doctor, url);
    expect([url, status, /77\.7|corrected_from/.test(text)]).toEqual([url, 200, false]);
  }
  for (const who of [b.doctor, patient]) expect((await call(who, `/api/lab-results/${lab_result_id}`)).text).toContain('77.7');
});

it('the same parameter of two clinics is two series, and two trends', async () => {
  const { a, atA, atB } = await setting();
  for (const record of [atA, atB]) await addResult(kernel, record, '1.3');
  const { body } = await call(a.doctor, across('/api/lab-results/series?', atA));
  expect(body.items.map(({ id, organization_name }) => [id, organization_name]).sort()).toEqual([
    ['creatinine|mg/dl', 'Aare'],
    ['creatinine|mg/dl', 'Birs'],
  ]);
  const trends = await call<{ items: { id: string; series: Row }[] }>(a.doctor, across('/api/trends?', atA));
  expect(clinicsOf(trends.body.items.map(({ series }) => series))).toEqual(['Aare', 'Birs']);
  expect(new Set(trends.body.items.map(({ id }) => id)).size).toBe(2);
});

it('one order holds over all records, page by page', async () => {
  const { a, atA, atB } = await setting();
  for (let n = 0; n < 6; n++) await addDraft(n % 2 ? atA : atB, `2024-0${n + 1}-01T08:00:00`);
  for (let n = 0; n < 9; n++) await addResult(kernel, n % 2 ? atA : atB, '1.2');
  const whole = (await call(a.doctor, across('/api/lab-results?take=50', atA))).body;
  // three own drafts of six, that of the setting, and eleven results
  expect(whole.overall_count).toBe(15);
  const paged: Row[] = [];
  for (let skip = 0; skip < 15; skip += 4) {
    const page = (await call(a.doctor, across(`/api/lab-results?take=4&skip=${skip}`, atA))).body;
    expect(page.overall_count).toBe(15);
    paged.push(...page.items);
  }
  expect(paged.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id));
  const [sample] = whole.items.slice(9);
  const found = await call<{ skip: number; items: Row[] }>(a.doctor, across(`/api/lab-results?take=4&at=${sample!.id}`, atA));
  expect([found.body.skip, found.body.items.map(({ id }) => id)]).toEqual([8, whole.items.slice(8, 12).map(({ id }) => id)]);
});

it('a revocation takes the rows away from the next request', async () => {
  const { a, b, atA, atB, patient, unlinkB } = await setting();
  for (const url of READS) expect(clinicsOf((await call(a.doctor, across(url, atA))).body.items)).toEqual(['Aare', 'Birs']);
  await unlinkB();
  for (const url of READS) {
    expect(clinicsOf((await call(a.doctor, across(url, atA))).body.items)).toEqual(['Aare']);
    expect(clinicsOf((await call(patient, across(url, atA))).body.items)).toEqual(['Aare']);
    expect(clinicsOf((await call(b.doctor, across(url, atB))).body.items)).toEqual(['Birs']);
    expect((await call(patient, across(url, atB))).status).toBe(404);
  }
});

it('without a connection the flag opens nothing, and an assistant reads the own clinic alone', async () => {
  const { a, c, atA, atC, patient } = await setting();
  const stranger = await addPerson(['Patient'], null);
  const assistant = await addPerson(['Assistant'], a.organization_id);
  for (const url of [...READS, '/api/trends?', '/api/exports/lab-results?']) {
    expect([url, (await call(c.doctor, across(url, atA))).status]).toEqual([url, 404]);
    expect([url, (await call(stranger, across(url, atA))).status]).toEqual([url, 404]);
    expect([url, (await call(patient, across(url, atC))).status]).toEqual([url, 404]);
  }
  expect((await call(c.doctor, `/api/patients/${atA.patient_id}?all_clinics=true`)).status).toBe(404);
  expect(clinicsOf((await call(assistant, across('/api/lab-results?', atA))).body.items)).toEqual(['Aare']);
});

it('records of one account that say another birth date are never mixed, and another name is said', async () => {
  const { a, atA, patient } = await setting();
  const [d, e] = [await addClinic('Doubs'), await addClinic('Emme')];
  const child = await addRecord(d.organization_id, { date_of_birth: '2015-06-01T00:00:00' });
  await link(patient, child);
  await link(patient, await addRecord(e.organization_id, { last_name: 'Quixote' }));
  await addResult(kernel, child, '9.9');
  for (const who of [a.doctor, patient]) {
    const { body } = await call<PatientView>(who, `/api/patients/${atA.patient_id}?all_clinics=true`);
    expect(body.records).toMatchObject([
      { organization_name: 'Aare' },
      { organization_name: 'Birs' },
      { organization_name: 'Emme', other_name: 'Zyzzyva Quixote' },
    ]);
    expect(body.left_out).toMatchObject([{ organization_name: 'Doubs', patient_id: child.patient_id }]);
    expect(clinicsOf((await call(who, across('/api/lab-results?', atA))).body.items)).toEqual(['Aare', 'Birs']);
  }
});

it('twins of one account are never mixed, and a short name of the same number is no other person', async () => {
  const { a, atA, patient } = await setting();
  const { body: of } = await call<PatientView>(a.doctor, `/api/patients/${atA.patient_id}`);
  const same = `90000${of.social_security_number.slice(-4)}`;
  const [d, e] = [await addClinic('Doubs'), await addClinic('Emme')];
  const twin = await addRecord(d.organization_id, { first_name: 'Yolanda' });
  await link(patient, twin);
  const short = await addRecord(e.organization_id, { first_name: 'Zyz', social_security_number: same });
  await link(patient, short);
  for (const record of [twin, short]) await addResult(kernel, record, '9.9');
  for (const who of [a.doctor, patient]) {
    const { body } = await call<PatientView>(who, `/api/patients/${atA.patient_id}?all_clinics=true`);
    expect(body.left_out).toMatchObject([{ organization_name: 'Doubs', other_name: 'Yolanda Quixotry' }]);
    expect(clinicsOf((await call(who, across('/api/lab-results?', atA))).body.items)).toEqual(['Aare', 'Birs', 'Emme']);
    expect((await call(who, across('/api/trends?', atA))).text).not.toContain('Doubs');
  }
});

it('number and birth date that are passed along select nothing', async () => {
  const { a, atA } = await setting();
  const url = across('/api/patients/history?take=50', atA);
  const { text } = await call(a.doctor, url);
  for (const said of [
    { social_security_number: '***-**-0001', date_of_birth: '1961-03-09' },
    { social_security_number: '900-14-2231', date_of_birth: '1900-01-01' },
  ]) {
    const header = Buffer.from(JSON.stringify(said)).toString('base64url');
    expect((await call(a.doctor, url, { 'x-search': header })).text).toBe(text);
  }
  expect((await call(a.doctor, url, { 'x-search': 'no object' })).status).toBe(400);
});

it('no command takes the flag, nor a call that is about one record', async () => {
  const { a, atA } = await setting();
  const headers = { authorization: a.doctor.authorization, 'idempotency-key': randomUUID() };
  const { patient_id } = atA;
  const payload = { patient_id, comment: 'x', disease: { id: 'Z99', code: 'Z99', text: 'x' }, time_from: '2025-01-01T00:00:00' };
  const inAddress = { method: 'POST', url: '/api/diagnoses?all_clinics=true', headers, payload } as const;
  const inBody = { method: 'POST', url: '/api/diagnoses', headers, payload: { ...payload, all_clinics: true } } as const;
  for (const one of [inAddress, inBody]) {
    const answer = await app.inject(one);
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ all_clinics: [expect.any(String)] })]);
  }
  for (const url of ['lab-results/previous', 'comments', 'patients/external-differences']) {
    expect((await call(a.doctor, `/api/${url}?patient_id=${patient_id}&all_clinics=true`)).status).toBe(400);
  }
  expect((await call(a.doctor, `/api/lab-results?patient_id=${patient_id}&all_clinics=maybe`)).status).toBe(400);
});
