import { randomUUID } from 'node:crypto';
import type { PatientView } from '#contracts/people/patients';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { addClinic, addPerson, addRecord, call, connectAccount, kernel, type Person, searchHeader, startApplication } from './clinics.ts';
import { addDiagnosis, addExamination, addExternalReport, addIntake, addResult, CLI } from './kernel.ts';

startApplication();

interface ClinicsRecord {
  patient_id: string;
  organization_id: string;
}
/** A clinic with a doctor and a record of Zyzzyva Quixotry, or of whom `said` names. */
const addClinicWithRecord = async (name: string, said: Parameters<typeof addRecord>[1] = {}) => {
  const organization_id = await addClinic(name);
  const record: ClinicsRecord = { organization_id, patient_id: await addRecord(organization_id, said) };
  return { doctor: await addPerson(['Doctor'], organization_id), record };
};
const addDraft = ({ patient_id, organization_id }: ClinicsRecord, collected = '2025-09-01T08:00:00') => {
  const lab_result_id = randomUUID();
  const parameters = [{ entry_id: 'a', parameter_id: null, name: 'Creatinine', value: '66', unit: 'mg/dL', min: '0.6', max: '1.3' }];
  const data = { lab_result_id, patient_id, collected, draft: true, parameters, comment: 'Typed in haste' };
  const command = { type: 'RecordLabResult', command_id: randomUUID(), data } as const;
  return kernel.streams.transact(labResult, `lab_result-${lab_result_id}`, command, CLI, { patient_id, organization_id });
};

interface Rows {
  items: Row[];
  overall_count: number;
  unchecked?: number;
}
const get = async <T = Rows>(who: Person, url: string, headers: Record<string, string> = {}) => {
  await kernel.runner.settled();
  return call<T>('GET', url, who, undefined, headers);
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
  const [a, b, c] = [await addClinicWithRecord('Aare'), await addClinicWithRecord('Birs'), await addClinicWithRecord('Cher')];
  const [atA, atB, atC] = [a.record, b.record, c.record];
  const patient = await addPerson(['Patient'], null);
  await connectAccount(patient, atA);
  const unlinkB = await connectAccount(patient, atB);
  for (const record of [atA, atB, atC]) {
    await addResult(kernel, record, '1.1', 'Words of the clinic');
    await addDiagnosis(kernel, record, 'Secretosis', 'A comment on it');
    await addExamination(kernel, record, 'felt well');
    await addExternalReport(kernel, record, 'No sign of it');
    await addIntake(kernel, record, 'Pillox');
    await addDraft(record);
  }
  return { a, b, c, atA, atB, atC, patient, unlinkB };
};

const READS = [
  ...['lab-results', 'examinations', 'diagnoses', 'intakes'].flatMap((kind) => [`/api/${kind}?take=50`, `/api/${kind}/series?`]),
  '/api/patients/history?take=50',
  '/api/external-reports?',
];
const across = (url: string, { patient_id }: ClinicsRecord) => `${url}&patient_id=${patient_id}&all_clinics=true`;

it('every reading of a record answers what all connected clinics recorded, each row with its clinic', async () => {
  const { a, c, atA, atC, patient } = await setting();
  for (const url of READS) {
    for (const who of [a.doctor, patient]) {
      const { status, body } = await get(who, across(url, atA));
      expect([url, status, clinicsOf(body.items)]).toEqual([url, 200, ['Aare', 'Birs']]);
      const alone = await get(who, `${url}&patient_id=${atA.patient_id}`);
      expect([url, clinicsOf(alone.body.items)]).toEqual([url, ['Aare']]);
    }
    const { body } = await get(c.doctor, across(url, atC));
    expect([url, clinicsOf(body.items)]).toEqual([url, ['Cher']]);
  }
  const answer = await get<PatientView>(a.doctor, `/api/patients/${atA.patient_id}?all_clinics=true`);
  expect(answer.body.records?.map(({ organization_name }) => organization_name)).toEqual(['Aare', 'Birs']);
  expect((await get<PatientView>(a.doctor, `/api/patients/${atA.patient_id}`)).body).not.toHaveProperty('records');
});

it('drafts are those of the own clinic, and of another clinic nothing but what is checked', async () => {
  const { a, atA, atB, patient } = await setting();
  const { body } = await get(a.doctor, across('/api/lab-results?take=50', atA));
  expect(body.items.filter(({ draft }) => draft).map(({ organization_id }) => organization_id)).toEqual([atA.organization_id]);
  expect(body.unchecked).toBe(1);
  const reasons = body.items.map(({ organization_name, comment }) => `${organization_name}: ${comment}`);
  expect(reasons.sort()).toEqual(['Aare: Typed in haste', 'Aare: Words of the clinic', 'Birs: ']);
  const own = await get(patient, across('/api/lab-results?take=50', atA));
  expect(own.body.items.every(({ draft }) => !draft)).toBe(true);
  expect(own.body).not.toHaveProperty('unchecked');

  const history = await get<{ items: object[] }>(a.doctor, across('/api/patients/history?take=50', atA));
  const others = history.body.items.filter((row) => (row as Row).organization_id === atB.organization_id);
  expect(others).toHaveLength(4);
  for (const row of others) {
    expect(row).toHaveProperty('of_another_clinic', true);
    expect(row).not.toHaveProperty('last_operation');
    expect(row).not.toHaveProperty('comment');
  }
  const file = await get(a.doctor, across('/api/exports/lab-results?', atA));
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
    const { status, text } = await get(a.doctor, url);
    expect([url, status, /77\.7|corrected_from/.test(text)]).toEqual([url, 200, false]);
  }
  for (const who of [b.doctor, patient]) expect((await get(who, `/api/lab-results/${lab_result_id}`)).text).toContain('77.7');
});

it('the same parameter of two clinics is two series, and two trends', async () => {
  const { a, atA, atB } = await setting();
  for (const record of [atA, atB]) await addResult(kernel, record, '1.3');
  const { body } = await get(a.doctor, across('/api/lab-results/series?', atA));
  expect(body.items.map(({ id, organization_name }) => [id, organization_name]).sort()).toEqual([
    ['creatinine|mg/dl', 'Aare'],
    ['creatinine|mg/dl', 'Birs'],
  ]);
  const trends = await get<{ items: { id: string; series: Row }[] }>(a.doctor, across('/api/trends?', atA));
  expect(clinicsOf(trends.body.items.map(({ series }) => series))).toEqual(['Aare', 'Birs']);
  expect(new Set(trends.body.items.map(({ id }) => id)).size).toBe(2);
});

it('one order holds over all records, page by page', async () => {
  const { a, atA, atB } = await setting();
  for (let n = 0; n < 6; n++) await addDraft(n % 2 ? atA : atB, `2024-0${n + 1}-01T08:00:00`);
  for (let n = 0; n < 9; n++) await addResult(kernel, n % 2 ? atA : atB, '1.2');
  const whole = (await get(a.doctor, across('/api/lab-results?take=50', atA))).body;
  // three own drafts of six, that of the setting, and eleven results
  expect(whole.overall_count).toBe(15);
  const paged: Row[] = [];
  for (let skip = 0; skip < 15; skip += 4) {
    const page = (await get(a.doctor, across(`/api/lab-results?take=4&skip=${skip}`, atA))).body;
    expect(page.overall_count).toBe(15);
    paged.push(...page.items);
  }
  expect(paged.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id));
  const [sample] = whole.items.slice(9);
  const found = await get<{ skip: number; items: Row[] }>(a.doctor, across(`/api/lab-results?take=4&at=${sample!.id}`, atA));
  expect([found.body.skip, found.body.items.map(({ id }) => id)]).toEqual([8, whole.items.slice(8, 12).map(({ id }) => id)]);
});

it('a revocation takes the rows away from the next request', async () => {
  const { a, b, atA, atB, patient, unlinkB } = await setting();
  for (const url of READS) expect(clinicsOf((await get(a.doctor, across(url, atA))).body.items)).toEqual(['Aare', 'Birs']);
  await unlinkB();
  for (const url of READS) {
    expect(clinicsOf((await get(a.doctor, across(url, atA))).body.items)).toEqual(['Aare']);
    expect(clinicsOf((await get(patient, across(url, atA))).body.items)).toEqual(['Aare']);
    expect(clinicsOf((await get(b.doctor, across(url, atB))).body.items)).toEqual(['Birs']);
    expect((await get(patient, across(url, atB))).status).toBe(404);
  }
});

it('without a connection the flag opens nothing, and an assistant reads the own clinic alone', async () => {
  const { c, atA, atC, patient } = await setting();
  const stranger = await addPerson(['Patient'], null);
  const assistant = await addPerson(['Assistant'], atA.organization_id);
  for (const url of [...READS, '/api/trends?', '/api/exports/lab-results?']) {
    expect([url, (await get(c.doctor, across(url, atA))).status]).toEqual([url, 404]);
    expect([url, (await get(stranger, across(url, atA))).status]).toEqual([url, 404]);
    expect([url, (await get(patient, across(url, atC))).status]).toEqual([url, 404]);
  }
  expect((await get(c.doctor, `/api/patients/${atA.patient_id}?all_clinics=true`)).status).toBe(404);
  expect(clinicsOf((await get(assistant, across('/api/lab-results?', atA))).body.items)).toEqual(['Aare']);
});

it('records of one account that say another birth date are never mixed, and another name or sex is said', async () => {
  const { a, atA, patient } = await setting();
  const { record: child } = await addClinicWithRecord('Doubs', { date_of_birth: '2015-06-01T00:00:00' });
  const { record: renamed } = await addClinicWithRecord('Emme', { last_name: 'Quixote', sex: 'Other' });
  for (const record of [child, renamed]) await connectAccount(patient, record);
  await addResult(kernel, child, '9.9');
  for (const who of [a.doctor, patient]) {
    const { body } = await get<PatientView>(who, `/api/patients/${atA.patient_id}?all_clinics=true`);
    expect(body.records).toMatchObject([
      { organization_name: 'Aare' },
      { organization_name: 'Birs' },
      { organization_name: 'Emme', other_name: 'Zyzzyva Quixote', other_sex: 'Other' },
    ]);
    expect(body.left_out).toMatchObject([
      { organization_name: 'Doubs', patient_id: child.patient_id, other_birth: { date_of_birth: '2015-06-01T00:00:00' } },
    ]);
    expect(clinicsOf((await get(who, across('/api/lab-results?', atA))).body.items)).toEqual(['Aare', 'Birs']);
  }
});

it('twins of one account are never mixed, and a short name of the same number is no other person', async () => {
  const { a, atA, patient } = await setting();
  const { body: of } = await get<PatientView>(a.doctor, `/api/patients/${atA.patient_id}`);
  const same = `90000${of.social_security_number.slice(-4)}`;
  const { record: twin } = await addClinicWithRecord('Doubs', { first_name: 'Yolanda' });
  const { record: short } = await addClinicWithRecord('Emme', { first_name: 'Zyz', social_security_number: same });
  for (const record of [twin, short]) {
    await connectAccount(patient, record);
    await addResult(kernel, record, '9.9');
  }
  for (const who of [a.doctor, patient]) {
    const { body } = await get<PatientView>(who, `/api/patients/${atA.patient_id}?all_clinics=true`);
    expect(body.left_out).toMatchObject([{ organization_name: 'Doubs', other_name: 'Yolanda Quixotry' }]);
    expect(clinicsOf((await get(who, across('/api/lab-results?', atA))).body.items)).toEqual(['Aare', 'Birs', 'Emme']);
    expect((await get(who, across('/api/trends?', atA))).text).not.toContain('Doubs');
  }
});

it('number and birth date that are passed along select nothing', async () => {
  const { a, atA } = await setting();
  const url = across('/api/patients/history?take=50', atA);
  const { text } = await get(a.doctor, url);
  for (const said of [
    { social_security_number: '***-**-0001', date_of_birth: '1961-03-09' },
    { social_security_number: '900-14-2231', date_of_birth: '1900-01-01' },
  ]) {
    expect((await get(a.doctor, url, searchHeader(said))).text).toBe(text);
  }
  expect((await get(a.doctor, url, { 'x-search': 'no object' })).status).toBe(400);
});

it('no command takes the flag, nor a call that is about one record', async () => {
  const { a, atA } = await setting();
  const { patient_id } = atA;
  const payload = { patient_id, comment: 'x', disease: { id: 'Z99', code: 'Z99', text: 'x' }, time_from: '2025-01-01T00:00:00' };
  const inAddress = await call('POST', '/api/diagnoses?all_clinics=true', a.doctor, payload);
  const inBody = await call('POST', '/api/diagnoses', a.doctor, { ...payload, all_clinics: true });
  for (const { status, body } of [inAddress, inBody]) {
    expect([status, body]).toEqual([400, expect.objectContaining({ all_clinics: [expect.any(String)] })]);
  }
  for (const url of ['lab-results/previous', 'comments', 'patients/external-differences']) {
    expect((await get(a.doctor, `/api/${url}?patient_id=${patient_id}&all_clinics=true`)).status).toBe(400);
  }
  expect((await get(a.doctor, `/api/lab-results?patient_id=${patient_id}&all_clinics=maybe`)).status).toBe(400);
});
