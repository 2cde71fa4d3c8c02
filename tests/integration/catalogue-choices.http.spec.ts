import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Disease } from '#contracts/diagnoses/diagnoses';
import type { Medication } from '#contracts/treatments/intakes';
import type { Actor } from '#infra/event-store/actor';
import { demoCommands } from '#services/cli/demo/bring';
import { diseaseFaults, medicationFaults } from '#catalogues/chosen';
import { importCatalogue, importStarters, makeCatalogue } from '#services/records/catalogues/catalogues.import';
import { diagnosis } from '#services/records/diagnoses/diagnoses.decider';
import { DiagnosesModule } from '#services/records/diagnoses/diagnoses.controller';
import { intake } from '#services/records/intakes/intakes.decider';
import { IntakesModule } from '#services/records/intakes/intakes.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { type CatalogueFolder, openCatalogueFolder, orderRow, productFile } from '#tests/support/catalogue-lists';
import { completeIntake } from '#tests/support/intake-rules';
import { withCatalogues } from '#tests/support/known-catalogue';
import { type Clinic, openClinic, openReadApp } from '#tests/support/read-side';

const cli: Actor = { kind: 'system', part: 'cli' };
const importer: Actor = { kind: 'system', part: 'fhir-import' };
const rows = (...lines: string[]) => Buffer.from(lines.join('\n'));

let lists: CatalogueFolder;
let { app, clinic, doctor } = {} as Clinic;
let patient_id: string;

const parts = () => ({ streams: app.streams, files: lists.files, catalogues: lists.catalogues });
const importCodes = (release: string, ...lines: string[]) =>
  importCatalogue(parts(), { kind: 'diseases', name: `${release}.txt`, bytes: rows(...lines), release }, cli);
const importProducts = (release: string, ...products: Parameters<typeof productFile>) =>
  importCatalogue(parts(), { kind: 'medications', name: `${release}.txt`, bytes: Buffer.from(productFile(...products)), release }, cli);

beforeAll(async () => {
  lists = await openCatalogueFolder();
  ({ app, clinic, doctor } = await openClinic([withCatalogues(lists.catalogues), PatientsModule, DiagnosesModule, IntakesModule]));
  patient_id = await app.addPatient(doctor);
});
afterAll(async () => {
  await app.close();
  await lists.close();
});

const send = (method: 'post' | 'put', path: string, body: object, key: string = randomUUID()) =>
  app.http()[method](`/api${path}`).set({ authorization: doctor.authorization, 'idempotency-key': key }).send(body);
const idOf = (body: unknown) => (body as { id: string }).id;

const OLD = [orderRow('I10', 'Essential (primary) hypertension'), orderRow('E119', 'Type 2 diabetes mellitus without complications')];
const hypertension: Disease = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: '2025' };
const diabetes: Disease = { id: 'E11.9', code: 'E11.9', text: 'Type 2 diabetes mellitus without complications', release: '2025' };

it('waits for the catalogue while it is made for the first time', async () => {
  const { body } = await send('post', '/diagnoses', { patient_id, disease: hypertension, time_from: '2024-02-29T00:00:00' }).expect(503);
  expect(body).toMatchObject({ code: 'rebuilding' });
});

describe('the ICD choice of a diagnosis', () => {
  beforeAll(() => importCodes('2025', ...OLD));

  const content = { time_from: '2024-02-29T00:00:00', time_to: null, draft: false };
  const post = (disease: object, change: object = {}, key?: string) =>
    send('post', '/diagnoses', { patient_id, disease, ...content, ...change }, key);
  const put = (id: string, version: number, disease: object, change: object = {}) =>
    send('put', `/diagnoses/${id}`, { version, disease, ...content, comment: 'Typing error', ...change });
  /** The body of a refusal is keyed by field alone. */
  const refused = (message: string) => ({ disease: [message] });

  it('is taken as the catalogue has it, case and spaces apart', async () => {
    await post(hypertension).expect(201);
    await post({ ...hypertension, text: 'ESSENTIAL  (primary) hypertension' }).expect(201);
  });
  it.each([
    ['an id that is not there', { ...hypertension, id: 'I99.Z' }, 'This code is not in the catalogue of diseases: choose it from the list'],
    [
      'the text of another',
      { ...hypertension, text: diabetes.text },
      "In the catalogue I10 is 'Essential (primary) hypertension': choose it from the list",
    ],
    [
      'the code of another',
      { ...hypertension, code: 'E11.9' },
      "In the catalogue I10 is 'Essential (primary) hypertension': choose it from the list",
    ],
  ])('is refused with %s, also in a draft', async (_what, disease, message) => {
    expect((await post(disease).expect(422)).body).toMatchObject(refused(message));
    expect((await post(disease, { draft: true }).expect(422)).body).toMatchObject(refused(message));
    const id = idOf((await post(hypertension).expect(201)).body);
    expect((await put(id, 0, disease).expect(422)).body).toMatchObject(refused(message));
  });

  describe('once a newer release has it no more', () => {
    let old: string;
    const key = randomUUID();
    beforeAll(async () => {
      old = idOf((await post(diabetes, {}, key).expect(201)).body);
      await importCodes(
        '2026',
        orderRow('I10', 'Essential hypertension'),
        orderRow('E1165', 'Type 2 diabetes mellitus with hyperglycemia'),
      );
    });

    const retired = 'E11.9 is no longer valid, last in 2025: choose a code that is valid now';
    it('is refused for a new one', async () => {
      expect((await post(diabetes).expect(422)).body).toMatchObject(refused(retired));
    });
    it('is refused in a correction that chooses it', async () => {
      const id = idOf((await post({ ...hypertension, text: 'Essential hypertension', release: '2026' }).expect(201)).body);
      expect((await put(id, 0, diabetes).expect(422)).body).toMatchObject(refused(retired));
    });
    it('stays when an old one is corrected', async () => {
      await put(old, 0, diabetes, { time_to: '2024-06-11T00:00:00' }).expect(200);
    });
    it('answers a repeated command, and a stale one with what is stored', async () => {
      await post(diabetes, {}, key).expect(201);
      expect((await put(old, 0, { ...hypertension, id: 'nowhere' }).expect(409)).body).toMatchObject({ code: 'stale' });
    });
    it('stays with the words that were chosen where the catalogue has others by now', async () => {
      const id = randomUUID();
      const command = {
        type: 'RecordDiagnosis' as const,
        command_id: randomUUID(),
        data: { diagnosis_id: id, patient_id, disease: hypertension, ...content, comment: 'New entry' },
      };
      await app.streams.transact(diagnosis, `diagnosis-${id}`, command, importer, { organization_id: clinic, patient_id });
      await put(id, 0, hypertension, { time_to: '2024-06-11T00:00:00' }).expect(200);
      await put(id, 1, { ...hypertension, text: 'Essential hypertension' }).expect(200);
    });
  });

  it('ruling 17: is whatever an external record says', async () => {
    const id = randomUUID();
    const source = { system: 'St. Gallen', reference: 'Condition/7', version: '1' };
    const data = {
      diagnosis_id: id,
      patient_id,
      source,
      disease: { text: 'Hypertonie', code: 'BA00' },
      ...content,
      comment: 'Imported from St. Gallen',
    };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
    await app.streams.transact(diagnosis, `diagnosis-${id}`, command, importer, { organization_id: clinic, patient_id });
    expect((await put(id, 0, hypertension).expect(422)).body).toMatchObject({ code: 'external-record' });
  });
});

describe('the medication of a treatment', () => {
  let glucophage: Medication;
  let retiring: Medication;
  const chosen = (query: string): Medication => {
    const [found] = lists.catalogues.medications({ query, skip: 0, take: 1 }).items;
    const { id, proprietary_name, nonproprietary_name, form, route, strength } = found!;
    return { id, proprietary_name, nonproprietary_name, form, route, strength };
  };
  beforeAll(async () => {
    await importProducts('NDC 2025', ['Glucophage', 'metformin hydrochloride', '500'], ['Fortamet', 'metformin hydrochloride', '500']);
    [glucophage, retiring] = [chosen('glucophage'), chosen('fortamet')];
  });

  const post = (medication: object, change: object = {}, key?: string) =>
    send('post', '/intakes', { patient_id, ...completeIntake, medication, ...change }, key);
  const put = (id: string, version: number, medication: object, change: object = {}) =>
    send('put', `/intakes/${id}`, { version, ...completeIntake, medication, comment: 'Typing error', ...change });
  const refused = (message: string) => ({ medication: [message] });

  it('is taken as the catalogue has it', async () => {
    await post(glucophage).expect(201);
  });
  it('is refused with an id that is not there, also in a draft', async () => {
    const answer = refused('This product is not in the catalogue of medications: choose it from the list');
    expect((await post({ ...glucophage, id: randomUUID() }).expect(422)).body).toMatchObject(answer);
    expect((await post({ ...glucophage, id: randomUUID() }, { draft: true }).expect(422)).body).toMatchObject(answer);
  });
  it.each([
    ['another brand', { proprietary_name: 'Coumadin' }],
    ['another strength', { strength: '1000 mg' }],
    ['no strength', { strength: undefined }],
    ['another form', { form: 'injection' }],
    ['another route', { route: 'intravenous' }],
  ])('is refused with the id of one and %s', async (_what, change) => {
    const says = "In the catalogue this product is 'Glucophage, metformin hydrochloride, tablet, oral, 500 mg': choose it from the list";
    expect((await post({ ...glucophage, ...change }).expect(422)).body).toMatchObject(refused(says));
  });
  it('is refused with the active ingredient of another', async () => {
    const dosages = [{ ...completeIntake.dosages[0], nonproprietary_name: 'warfarin sodium' }];
    const { body } = await post({ ...glucophage, nonproprietary_name: 'warfarin sodium' }, { dosages }).expect(422);
    expect(body).toHaveProperty('medication');
  });

  it('once it is no longer listed: refused for a new one, stays in an old one, changes its dosage', async () => {
    const key = randomUUID();
    const old = idOf((await post(retiring, {}, key).expect(201)).body);
    await importProducts('NDC 2026', ['Glucophage', 'metformin hydrochloride', '500']);
    const says = 'This product is no longer listed, last in NDC 2025: choose one that is listed now';
    expect((await post(retiring).expect(422)).body).toMatchObject(refused(says));
    const other = idOf((await post(glucophage).expect(201)).body);
    expect((await put(other, 0, retiring).expect(422)).body).toMatchObject(refused(says));
    await post(retiring, {}, key).expect(201);
    await put(old, 0, retiring, { notes: 'With meals' }).expect(200);
    const { form, quantity, frequency, period, dosages } = completeIntake;
    const change = {
      version: 1,
      change_date: '2026-03-05T00:00:00',
      form,
      quantity,
      frequency: frequency! + 1,
      period,
      dosages,
      comment: 'Too little',
    };
    await app
      .http()
      .post(`/api/intakes/${old}/split`)
      .set({ authorization: doctor.authorization, 'idempotency-key': randomUUID() })
      .send({ ...change, quantity })
      .expect(200);
  });

  it('ruling 17: is whatever an external record says', async () => {
    const intake_id = randomUUID();
    const source = { system: 'Hospital', reference: 'MedicationRequest/1', version: '1' };
    const data = {
      ...completeIntake,
      intake_id,
      patient_id,
      source,
      medication: { nonproprietary_name: 'Metformin 500' },
      comment: 'Imported from Hospital',
    };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data: data as never };
    await app.streams.transact(intake, `intake-${intake_id}`, command, importer, { organization_id: clinic, patient_id });
    expect((await put(intake_id, 0, glucophage).expect(422)).body).toMatchObject({ code: 'external-record' });
  });
});

it('the demonstration chose from the selections that come with the program', async () => {
  const folder = await openCatalogueFolder();
  const own = { ...parts(), files: folder.files, catalogues: folder.catalogues };
  const fresh = await openReadApp([]);
  try {
    await importStarters({ ...own, streams: fresh.streams }, cli, readFile);
    for (const which of ['diseases', 'medications'] as const) await makeCatalogue({ ...own, streams: fresh.streams }, which);
    const entered = (await demoCommands()).map(({ data }) => data as { disease?: Disease; medication?: Medication });
    const faults = [
      ...entered.flatMap(({ disease }) => (disease ? [diseaseFaults(folder.catalogues, disease)] : [])),
      ...entered.flatMap(({ medication }) => (medication ? [medicationFaults(folder.catalogues, medication)] : [])),
    ];
    expect(faults.length).toBeGreaterThan(30);
    expect(faults.filter((fault) => Object.keys(fault).length > 0)).toEqual([]);
  } finally {
    await fresh.close();
    await folder.close();
  }
});
