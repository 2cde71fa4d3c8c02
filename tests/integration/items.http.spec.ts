import { randomUUID } from 'node:crypto';
import { officeParameterId } from '#catalogues/office-parameter';
import { DiagnosesQueriesModule } from '#projections/diagnoses/diagnoses.queries';
import { ExaminationsQueriesModule } from '#projections/examinations/examinations.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { IntakesQueriesModule } from '#projections/intakes/intakes.queries';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.queries';
import { DiagnosesModule } from '#services/records/diagnoses/diagnoses.controller';
import { ExaminationsModule } from '#services/records/examinations/examinations.controller';
import { IntakesModule } from '#services/records/intakes/intakes.controller';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { importMeasurementParameters } from '#services/records/measurement-parameters/measurement-parameters.import';
import { MeasurementParametersModule } from '#services/records/measurement-parameters/measurement-parameters.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { completeIntake, metformin } from '#tests/support/intake-rules';
import { KnownCatalogue, withCatalogues } from '#tests/support/known-catalogue';
import { type Clinic, idOf, openClinic } from '#tests/support/read-side';

/** One kind of item, for the tests that hold for every kind. */
interface ItemKind {
  kind: string;
  /** Below /api/, below /api/audit/, and of its streams and its id. */
  path: string;
  audit: string;
  name: string;
  /** What its first event is called. */
  recorded: string;
  /** What the form sends, without the patient. */
  content: object;
  /** Other contents, none like another. */
  changes: [object, object, object];
  /** A change of content that makes a draft, which may be incomplete. */
  draft: object;
  /** How the list shows what `changes[0]` replaced. */
  replaced: object;
  /** What is read of a patient besides the list, below `path`. */
  queries: string[];
}

const hypertension = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: '2026' };
const asthma = { id: 'J45.909', code: 'J45.909', text: 'Unspecified asthma, uncomplicated', release: '2026' };
const copd = { id: 'J44.9', code: 'J44.9', text: 'Chronic obstructive pulmonary disease, unspecified', release: '2026' };
const [dose] = completeIntake.dosages;
const dosed = (amount: string) => ({ dosages: [{ ...dose, dose: amount }] });
const crp = (value: string | null) => ({
  parameters: [{ entry_id: 'e', parameter_id: null, name: 'CRP', value, unit: 'mg/L', min: '0', max: '5' }],
});
const parameter_id = officeParameterId('8480-6', '');
const pressure = (parameter_value: string | null) => ({
  measurements: [{ entry_id: 's', parameter_id, parameter_name: 'Systolic blood pressure', parameter_value, unit: 'mm[Hg]' }],
});

const kinds: ItemKind[] = [
  {
    ...{ kind: 'a treatment', path: 'intakes', audit: 'intake', name: 'intake', recorded: 'IntakeRecorded', queries: ['series'] },
    content: completeIntake,
    changes: [dosed('600'), dosed('700'), dosed('800')],
    draft: { draft: true, dosages: [] },
    replaced: { nested_items: [{ corrected_from: { order: '500 mg twice a day, avg 1000 mg/day' } }] },
  },
  {
    ...{ kind: 'a lab result', path: 'lab-results', audit: 'labresult', name: 'lab_result', recorded: 'LabResultRecorded' },
    queries: ['series', 'previous'],
    content: { collected: '2026-02-14T00:00:00', draft: false, ...crp('7.0') },
    changes: [crp('0.7'), crp('8'), crp('9')],
    draft: { draft: true, ...crp(null) },
    replaced: { parameters: [{ value: '0.7', corrected_from: { value: '7.0', unit: 'mg/L' } }] },
  },
  {
    ...{ kind: 'an examination', path: 'examinations', audit: 'examination', name: 'examination', recorded: 'ExaminationRecorded' },
    queries: ['series', 'previous'],
    content: { collected: '2026-02-14T08:30:00', note_writer: 'Helen Hart', draft: false, ...pressure('311') },
    changes: [pressure('131'), pressure('132'), pressure('133')],
    draft: { draft: true, ...pressure(null) },
    replaced: { measurements: [{ parameter_value: '131', corrected_from: { value: '311', unit: 'mm[Hg]' } }] },
  },
  {
    ...{ kind: 'a diagnosis', path: 'diagnoses', audit: 'diagnose', name: 'diagnosis', recorded: 'DiagnosisRecorded', queries: ['series'] },
    content: { disease: hypertension, time_from: '2024-02-29T00:00:00', time_to: null, draft: false },
    changes: [{ disease: asthma }, { disease: copd }, { time_to: '2025-01-01T00:00:00' }],
    draft: { draft: true },
    replaced: { icd: 'J45.909', corrected_from: { disease: hypertension } },
  },
];

let it_: Clinic;
beforeAll(async () => {
  it_ = await openClinic([
    ...[withCatalogues(new KnownCatalogue({ medications: [metformin], diseases: [hypertension, asthma, copd] })), PatientsModule],
    ...[IntakesModule, IntakesQueriesModule, LabResultsModule, LabResultsQueriesModule, DiagnosesModule, DiagnosesQueriesModule],
    ...[ExaminationsModule, ExaminationsQueriesModule, MeasurementParametersModule, HistoryModule],
  ]);
  const catalogue = 'code,primary name,aliases,unit,min,max\n8480-6,Systolic blood pressure,SBP,mm[Hg],90,120\n';
  await importMeasurementParameters(Buffer.from(catalogue), 'list.csv', it_.app, { kind: 'system', part: 'cli' });
});
afterAll(() => it_.app.close());

describe.each(kinds)('$kind', ({ path, audit, name, recorded, content, changes, draft, replaced, queries }) => {
  let patient_id: string;
  beforeEach(async () => {
    patient_id = await it_.app.addPatient(it_.doctor);
  });
  const [changed, otherwise] = changes;
  const form = (change: object = {}) => ({ patient_id, ...content, ...change });
  const correction = (version: number, change: object = changed) => ({ version, comment: 'Typing error', ...content, ...change });
  const removal = (version: number) => ({ version, comment: 'Wrong patient' });
  const post = (body: object = form(), who = it_.doctor, key?: string) => it_.app.send('post', path, who, body, key);
  const put = (id: string, body: object, who = it_.doctor, key?: string) => it_.app.send('put', `${path}/${id}`, who, body, key);
  const remove = (id: string, body: object, who = it_.doctor, key?: string) => it_.app.send('delete', `${path}/${id}`, who, body, key);
  const get = (id: string, who = it_.doctor) => it_.app.get(`${path}/${id}`, who);
  const all = (what: string, who = it_.doctor, query: object = { patient_id }) =>
    it_.app.get(what === 'list' ? path : `${path}/${what}`, who, query);
  const list = async (who = it_.doctor, query: object = {}) => (await all('list', who, { patient_id, ...query })).body as object;
  const record = async (change: object = {}) => idOf(await post(form(change)).expect(201));
  const ofPatient = (patient = patient_id) => it_.app.signIn(['Patient'], null, [patient]);
  const history = (id: string, who = it_.doctor) => it_.app.get(`audit/${audit}/${id}`, who);

  it('decision 3.2: sent again with its key is answered, not recorded again', async () => {
    const key = randomUUID();
    const first = await post(form(), it_.doctor, key).expect(201);
    expect((await post(form(), it_.doctor, key).expect(201)).body).toEqual(first.body);
    expect(await list()).toMatchObject({ overall_count: 1 });
    await post(form(), it_.assistant, key).expect(409);
  });

  it('ruling 60: sent with the key of another content is refused, and the order of fields is no content', async () => {
    const key = randomUUID();
    const { body } = await post(form(), it_.doctor, key).expect(201);
    const turned = Object.fromEntries(Object.entries(form()).reverse());
    expect((await post(turned, it_.doctor, key).expect(201)).body).toEqual(body);
    expect((await post(form(changed), it_.doctor, key).expect(422)).body).toMatchObject({ code: 'key-reused' });
    const { id } = body as { id: string };
    await put(id, correction(0), it_.doctor, key).expect(422);
    await remove(id, removal(0), it_.doctor, key).expect(422);
    expect((await get(id)).body).toMatchObject({ version: 0 });
  });

  it('is written and read by the staff of the patient’s clinic; a patient reads the own', async () => {
    const patient = await ofPatient();
    await post(form(), it_.stranger).expect(404);
    await post(form(), patient).expect(403);
    await post(form({ patient_id: randomUUID() })).expect(404);
    const id = idOf(await post(form(), it_.assistant).expect(201));
    for (const [who, status] of [
      [it_.stranger, 404],
      [patient, 403],
    ] as const) {
      await put(id, correction(0), who).expect(status);
      await remove(id, removal(0), who).expect(status);
    }
    await put(randomUUID(), correction(0)).expect(404);
    await put(encodeURIComponent('é'), correction(0)).expect(400);
    const another = await ofPatient(await it_.app.addPatient(it_.doctor));
    for (const who of [it_.stranger, another]) {
      for (const what of ['list', 'series']) expect((await all(what, who)).status).toBe(404);
      expect((await get(id, who)).status).toBe(404);
      expect((await history(id, who)).status).toBe(404);
    }
    if (queries.includes('previous')) {
      expect((await all('previous', it_.stranger)).status).toBe(404);
      expect((await all('previous', patient)).status).toBe(403);
    }
    expect((await get(id, patient)).body).toMatchObject({ id, version: 0 });
    expect(await list(patient)).toMatchObject({ items: [{ id }], overall_count: 1 });
  });

  it('is listed by pages of at most 200, of one patient', async () => {
    for (const change of changes) await record(change);
    const { items } = (await list()) as { items: { id: string }[] };
    expect(items).toHaveLength(3);
    expect(await list(it_.doctor, { skip: 1, take: 1 })).toMatchObject({ items: [{ id: items[1]?.id }], overall_count: 3, skip: 1 });
    for (const query of [{ patient_id, take: 201 }, {}]) expect((await all('list', it_.doctor, query)).status).toBe(400);
  });

  it('ruling 34: answers the new version when it is corrected, and the list shows what was replaced', async () => {
    const id = await record();
    expect((await put(id, correction(0), it_.assistant).expect(200)).body).toMatchObject({ id, version: 1 });
    const said = { version: 1, comment: 'Typing error', last_edited_by: it_.assistant.user_id };
    expect(await list()).toMatchObject({ items: [{ id, ...said, ...replaced }] });
  });

  it('ruling 12: shows a stale form the present item, and changes nothing', async () => {
    const id = await record();
    await put(id, correction(0)).expect(200);
    const current = { patient_id, ...content, ...changed, comment: 'Typing error', origin: 'manual' };
    for (const answer of [put(id, correction(0, otherwise), it_.assistant), remove(id, removal(0), it_.assistant)]) {
      expect((await answer.expect(409)).body).toMatchObject({
        ...{ code: 'stale', message: 'This item was changed since you opened it', version: 1 },
        current,
      });
    }
    expect((await get(id)).body).toMatchObject({ version: 1 });
  });

  it('lets one of many win who correct it at the same time; each of the others sees what came first', async () => {
    const id = await record();
    const answers = await Promise.all(changes.map((change) => put(id, correction(0, change))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const won = changes[answers.findIndex(({ status }) => status === 200)];
    for (const { status, body } of answers) if (status === 409) expect(body).toMatchObject({ version: 1, current: { ...content, ...won } });
    expect((await history(id)).body).toMatchObject({ overall_count: 2 });
  });

  it('corrected again with the same key is answered, also after somebody else’s correction', async () => {
    const [id, key] = [await record(), randomUUID()];
    const first = await put(id, correction(0), it_.doctor, key).expect(200);
    await put(id, correction(1, otherwise), it_.assistant).expect(200);
    expect((await put(id, correction(0), it_.doctor, key).expect(200)).body).toEqual(first.body);
    expect((await get(id)).body).toMatchObject({ version: 2, last_edited_by: it_.assistant.user_id });
  });

  it('ruling 11: asks for version and reason', async () => {
    const id = await record();
    const { comment: _, ...rest } = correction(0);
    const needed = { comment: ["Comment shouldn't be empty."] };
    for (const body of [rest, { ...rest, comment: ' ' }]) expect((await put(id, body).expect(400)).body).toEqual(needed);
    expect((await remove(id, { version: 0, comment: ' ' }).expect(400)).body).toEqual(needed);
    expect(Object.keys((await remove(id, {}).expect(400)).body as object)).toEqual(['version', 'comment', 'expected']);
    expect((await get(id)).body).toMatchObject({ version: 0 });
  });

  it('ruling 10: is removed once by the staff of its clinic, and its history stays', async () => {
    const [id, key] = [await record(), randomUUID()];
    const { body } = await remove(id, removal(0), it_.assistant, key).expect(200);
    expect(body).toEqual({ id, version: 1, position: expect.any(String) });
    expect((await remove(id, removal(0), it_.assistant, key).expect(200)).body).toEqual(body);
    expect(await list()).toMatchObject({ items: [], overall_count: 0 });
    for (const what of queries) expect((await all(what)).body).toMatchObject({ items: [] });
    expect((await get(id)).status).toBe(404);
    expect((await history(id)).body).toMatchObject({
      overall_count: 2,
      items: [{ action: 'Created' }, { action: 'Removed', comment: 'Wrong patient' }],
    });
    // who still corrects it is shown that it was removed
    expect((await put(id, correction(0)).expect(409)).body).toMatchObject({ code: 'stale', current: { removed: true } });
    await put(id, correction(1)).expect(404);
  });

  it('asks the staff what an external record leaves open, until somebody says that it is right as it stands', async () => {
    const id = randomUUID();
    const asks = [{ code: 'order-of-versions', text: 'The source said something else before. Is this right?' }];
    const inside = Object.entries(content).find(([, said]) => Array.isArray(said) && said.some((one: object) => 'entry_id' in one));
    const [field, entries] = (inside ?? []) as [string?, { entry_id: string }[]?];
    const asking = field === undefined ? { asks } : { [field]: entries!.map((entry) => ({ ...entry, asks })) };
    const data = { [`${name}_id`]: id, patient_id, origin: 'fhir', ...content, ...asking, comment: 'Imported from a server' };
    const scope = { actor: { system: 'fhir-import' }, organization_id: it_.clinic, patient_id };
    await it_.app.log.append(`${name}-${id}`, [{ type: recorded, data }], 'no-stream', { command_id: randomUUID(), ...scope });
    const accept = (version: number, who = it_.doctor) =>
      it_.app.send('post', `${path}/${id}/accept`, who, { version, comment: 'Asked the hospital' });

    expect(await list()).toMatchObject({ items: [{ id, ...asking }] });
    expect((await all('series')).body).toMatchObject({ items: [{ asked: 1 }] });
    expect((await get(id, await ofPatient())).body).not.toHaveProperty('asks');
    expect(JSON.stringify((await get(id, await ofPatient())).body)).not.toContain('said something else');
    await accept(0, await ofPatient()).expect(403);
    await accept(1).expect(409);
    await accept(0).expect(201);
    await accept(1).expect(201);

    const answered = await list();
    expect(JSON.stringify(answered)).not.toContain('said something else');
    expect(answered).toMatchObject({ items: [{ id, origin: 'fhir', version: 1, last_edited_by: it_.doctor.user_id }] });
    expect((await all('series')).body).not.toMatchObject({ items: [{ asked: 1 }] });
    expect((await history(id)).body).toMatchObject({
      items: [
        {},
        {
          comment: 'Imported from a server. Asked the hospital',
          changes: [],
          accepted: [{ code: 'order-of-versions', text: asks[0]!.text }],
        },
      ],
    });
    expect(JSON.stringify((await history(id, await ofPatient())).body)).not.toContain('said something else');
  });

  it('ruling 10: is left as it is where it came from an external record', async () => {
    const id = randomUUID();
    const data = { [`${name}_id`]: id, patient_id, origin: 'fhir', ...content, comment: 'Imported from a server' };
    const scope = { actor: { system: 'fhir-import' }, organization_id: it_.clinic, patient_id };
    await it_.app.log.append(`${name}-${id}`, [{ type: recorded, data }], 'no-stream', { command_id: randomUUID(), ...scope });
    for (const answer of [put(id, correction(0)), remove(id, removal(0))]) {
      expect((await answer.expect(422)).body).toMatchObject({ code: 'external-record' });
    }
    expect(await list()).toMatchObject({ items: [{ id, origin: 'fhir', version: 0, last_edited_by: null }] });
  });

  it('of a removed patient does not exist any more', async () => {
    const id = await record();
    const bare = { authorization: it_.doctor.authorization };
    await it_.app.http().delete(`/api/patients/${patient_id}`).set(bare).send({ version: 0, comment: 'x' }).expect(200);
    for (const what of ['list', ...queries]) expect((await all(what)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
    await put(id, correction(0)).expect(404);
    await remove(id, removal(0)).expect(404);
    await post().expect(404);
  });

  it('ruling 24: is shown to the staff as a draft, counted, and never to the patient', async () => {
    const patient = await ofPatient();
    const [unchecked, id] = [await record(draft), await record(changed)];
    expect(await list()).toMatchObject({ overall_count: 2, unchecked: 1 });
    const seen = await list(patient);
    expect(seen).toMatchObject({ items: [{ id }], overall_count: 1 });
    expect(seen).not.toHaveProperty('unchecked');
    expect((await get(unchecked, patient)).status).toBe(404);
    expect((await history(unchecked, patient)).status).toBe(404);
    expect((await get(id, patient)).status).toBe(200);
    const series = JSON.stringify((await all('series', patient)).body);
    expect(series).toContain(id);
    expect(series).not.toContain(unchecked);
  });

  it('ruling 24: shows a patient what a draft became, and nothing of what it was', async () => {
    const patient = await ofPatient();
    const id = await record({ ...draft, comment: 'Not sure of it' });
    await put(id, correction(0, { draft: false })).expect(200);
    expect(await list()).toMatchObject({ items: [{ draft: false }], unchecked: 0 });
    expect((await get(id, patient)).body).toMatchObject({ id, version: 1 });
    const told = (await history(id, patient)).body as object;
    expect(told).toMatchObject({ overall_count: 1, items: [{ action: 'Created', version: 1 }] });
    expect(JSON.stringify(told)).not.toMatch(/Not sure/);
    expect((await history(id)).body).toMatchObject({ overall_count: 2, items: [{ comment: 'Not sure of it' }, { action: 'Changed' }] });
  });
});
