import { randomUUID } from 'node:crypto';
import type { CriticalPageView, CriticalResultView } from '#contracts/lab/critical-results';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { Worklist } from '#contracts/worklist/worklist';
import type { LabValue } from '#contracts/observations/lab-values';
import type { NotificationView } from '#contracts/people/notifications';
import type { Actor } from '#infra/event-store/actor';
import { labParameterId } from '#catalogues/lab-parameter';
import { CriticalResultsQueriesModule } from '#projections/critical-results/critical-results.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.queries';
import { NotificationsQueriesModule } from '#projections/notifications/notifications.queries';
import { WorklistQueriesModule } from '#projections/worklist/worklist.queries';
import { tellOfCriticalResults } from '#services/reactions/notifications/tell-of-critical-results.reaction';
import { CriticalResultsModule } from '#services/records/lab-results/critical-results.controller';
import { LabParametersModule } from '#services/records/lab-parameters/lab-parameters.controller';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { importLabParameters } from '#services/records/lab-parameters/lab-parameters.import';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { NotificationsModule } from '#services/records/notifications/notifications.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { ReportsModule } from '#services/records/reports/reports.controller';
import { report } from '#services/records/reports/reports.decider';
import { type Clinic, idOf, openClinic, type SignedIn } from '#tests/support/read-side';
import { recognition, validatedRow } from '#tests/support/report-events';
import { addReport } from './kernel.ts';

const DAY = 24 * 60 * 60_000;
const importer: Actor = { kind: 'system', part: 'fhir-import' };
const reader: Actor = { kind: 'system', part: 'ocr' };

let { app, clinic, doctor, assistant, stranger } = {} as Clinic;
let colleague: SignedIn;
let patient_id: string;
let followed = '';
beforeAll(async () => {
  ({ app, clinic, doctor, assistant, stranger } = await openClinic([
    ...[CriticalResultsModule, CriticalResultsQueriesModule, HistoryModule, LabParametersModule, LabResultsModule, LabResultsQueriesModule],
    ...[NotificationsModule, NotificationsQueriesModule, PatientsModule, ReportsModule, WorklistQueriesModule],
  ]));
  colleague = await app.signIn(['Doctor'], clinic);
});
afterAll(() => app.close());
beforeEach(async () => {
  patient_id = await app.addPatient(doctor, { first_name: 'Janet', last_name: 'Doeman' });
});

const potassium: LabValue = {
  ...{ entry_id: 'k', parameter_id: null, name: 'Potassium', value: '7.4', unit: 'mmol/L' },
  ...{ min: '3.5', max: '5.1', flag: 'HH' },
};
const sodium: LabValue = { ...potassium, entry_id: 'na', name: 'Sodium', value: '140', min: '135', max: '145', flag: undefined };
const daysAgo = (days: number): string => `${new Date(Date.now() - days * DAY).toISOString().slice(0, 10)}T08:00:00`;
const content = (parameters: LabValue[], collected = daysAgo(0)) => ({ collected, parameters });

/** Typed, and corrected, by the doctor. */
const type = async (parameters = [potassium, sodium], change: object = {}) =>
  idOf(await app.send('post', 'lab-results', doctor, { patient_id, ...content(parameters), ...change }).expect(201));
const correct = (id: string, version: number, parameters: LabValue[], change: object = {}) =>
  app.send('put', `lab-results/${id}`, doctor, { version, ...content(parameters), comment: 'Typing error', ...change }).expect(200);
const take = async (
  kind: 'TakeFromExternal' | 'TakeFromPage',
  parameters: LabValue[],
  collected?: string,
  lab_result_id: string = randomUUID(),
) => {
  const page = kind === 'TakeFromPage' ? { file_id: randomUUID(), page_id: randomUUID() } : {};
  const data = { lab_result_id, patient_id, ...content(parameters, collected), draft: kind === 'TakeFromPage', ...page, comment: 'x' };
  const command = { type: kind, command_id: randomUUID(), data } as never;
  await app.streams.transact(labResult, `lab_result-${lab_result_id}`, command, kind === 'TakeFromPage' ? reader : importer, {
    organization_id: clinic,
    patient_id,
  });
  return lab_result_id;
};
const see = (id: string, version: number, who = doctor) => app.send('put', `critical-results/${id}/seen`, who, { version });

const critical = async (who = doctor) => {
  const { body } = await app.get('critical-results', who, { patient_id });
  return body as { items: CriticalResultView[]; overall_count: number; unseen: number; pages: CriticalPageView[] };
};
const worklist = async (who = doctor) => (await app.get('worklist', who, { take: 200 })).body as Worklist;
const mine = async () => (await worklist()).critical.items.filter(({ patient }) => patient.id === patient_id);
const listed = async (id: string, who = doctor) => (await app.get(`lab-results/${id}`, who)).body as LabResultView;

/** Gives the reaction what happened since, each event twice. */
const follow = async () => {
  const reaction = tellOfCriticalResults(app);
  for await (const stored of app.store.readAll({ after: followed })) {
    followed = stored.position;
    const opened = await app.log.open(stored);
    if (opened.kind !== 'opened' || !reaction.types.includes(opened.event.type)) continue;
    for (const _twice of [1, 2])
      await reaction.react(opened.event, opened.meta, { id: () => opened.meta.event_id, publish: async () => {} });
  }
};
const told = async (who = doctor) => {
  await follow();
  const { items } = (await app.get('notifications', who)).body as { items: NotificationView[] };
  return items.map(({ title, message, path, stays = false }) => ({ title, message, path, stays }));
};
const aboutIt = () => ({ title: 'Critical result', message: 'Janet Doeman', path: `/patients/${patient_id}`, stays: true });

describe('ruling 62: a critical result', () => {
  it.each([
    ['typed', () => type()],
    ['imported', () => take('TakeFromExternal', [potassium, sodium])],
    ['read from a page and not checked', () => take('TakeFromPage', [potassium, sodium])],
  ])('waits first, for the doctors of the clinic, where it was %s', async (_how, bring) => {
    const id = await bring();
    expect(await mine()).toMatchObject([
      { id, patient: { last_name: 'Doeman' }, state: 'new', version: 0, parameters: [{ name: 'Potassium' }] },
    ]);
    expect(await critical()).toMatchObject({ items: [{ id, parameters: [{ value: '7.4', flag: 'HH' }] }], unseen: 1, pages: [] });
    for (const who of [doctor, colleague]) expect(await told(who)).toContainEqual(aboutIt());
    for (const who of [assistant, stranger]) expect(await told(who)).toEqual([]);
    await see(id, 0).expect(200);
    for (const who of [doctor, colleague]) expect(await told(who)).not.toContainEqual(aboutIt());
  });

  it('stays until a doctor has seen it: nobody else removes it or corrects it away', async () => {
    const id = await type();
    const remove = (who: SignedIn, version: number) => app.send('delete', `lab-results/${id}`, who, { version, comment: 'Wrong patient' });
    const change = (who: SignedIn, version: number, entry: LabValue) =>
      app.send('put', `lab-results/${id}`, who, { version, ...content([entry, sodium]), comment: 'Typing error' });
    const refusal = expect.stringContaining('waits for a doctor');
    expect((await remove(assistant, 0).expect(422)).body).toMatchObject({ message: refusal });
    await change(assistant, 0, { ...potassium, value: '4.7', flag: undefined }).expect(422);
    // what stays critical goes on waiting
    await change(assistant, 0, { ...potassium, value: '7.5' }).expect(200);
    expect(await mine()).toMatchObject([{ id, state: 'new', version: 1 }]);
    await see(id, 1).expect(200);
    await change(assistant, 1, { ...potassium, value: '4.7', flag: undefined }).expect(200);
    await remove(assistant, 2).expect(200);
    const another = await type();
    await app.send('delete', `lab-results/${another}`, doctor, { version: 0, comment: 'Wrong patient' }).expect(200);
  });

  it('says at the value which doctor has seen it, and when; the second one changes nothing', async () => {
    const id = await type();
    const before = (await app.get('lab-results/series', doctor, { patient_id })).headers['etag'];
    await see(id, 0).expect(200);
    await see(id, 0, colleague).expect(200);
    const seen = { by: doctor.user_id, by_name: expect.any(String), at: expect.stringMatching(/^\d{4}-.*Z$/) };
    const { parameters, version, last_edited_by } = await listed(id);
    expect([parameters.map((entry) => entry.seen), version, last_edited_by]).toEqual([[seen, undefined], 0, doctor.user_id]);
    const series = await app.get('lab-results/series', doctor, { patient_id });
    expect(series.body.items.map(({ points }: { points: { seen?: object }[] }) => points[0]!.seen)).toEqual([seen, undefined]);
    expect(series.headers['etag']).not.toBe(before);
    expect([await mine(), await critical()]).toMatchObject([[], { items: [], overall_count: 0, unseen: 0 }]);
  });

  it('is called as the catalogue calls it', async () => {
    await importLabParameters(
      Buffer.from('code,primary name,aliases,unit,min,max\n2823-3,Potassium,Kalium,mmol/L,3.5,5.1\n'),
      'a.csv',
      app,
      reader,
    );
    await type([{ ...potassium, name: 'Kalium', parameter_id: labParameterId('2823-3', 'Potassium') }]);
    const named = [{ name: 'Kalium', catalogue_name: 'Potassium' }];
    expect([await mine(), await critical()]).toMatchObject([[{ parameters: named }], { items: [{ parameters: named }] }]);
  });

  it('says it in the history of the result, at its place', async () => {
    const id = await type();
    await see(id, 0).expect(200);
    await correct(id, 0, [{ ...potassium, value: '7.9' }, sodium]);
    const { items } = (await app.get(`audit/labresult/${id}`, doctor)).body as { items: object[] };
    expect(items).toMatchObject([
      { action_code: 'created', version: 0 },
      { action: 'Critical result seen: Potassium 7.4 mmol/L HH', action_code: 'seen', event_type: 'CriticalResultSeen', version: 0 },
      { action_code: 'changed', version: 1 },
    ]);
  });

  it('waits again once it is corrected to another critical value, and no more once it is none', async () => {
    const id = await type();
    await see(id, 0).expect(200);
    expect(await told()).not.toContainEqual(aboutIt());
    await correct(id, 0, [{ ...potassium, value: '7.9' }, sodium]);
    expect(await mine()).toMatchObject([{ version: 1, parameters: [{ value: '7.9' }] }]);
    expect((await listed(id)).parameters[0]!.seen).toBeUndefined();
    expect((await told()).filter(({ message }) => message === 'Janet Doeman')).toContainEqual(aboutIt());
    await correct(id, 1, [{ ...potassium, value: '4.7', flag: undefined }, sodium]);
    expect([await mine(), (await told()).filter(({ path }) => path.includes(patient_id))]).toEqual([[], []]);
  });

  it('waits no more once it is removed', async () => {
    const id = await type();
    expect(await told()).toContainEqual(aboutIt());
    await app.send('delete', `lab-results/${id}`, doctor, { version: 0, comment: 'Wrong patient' }).expect(200);
    expect([await mine(), await critical()]).toMatchObject([[], { items: [] }]);
    expect(await told()).not.toContainEqual(aboutIt());
    await see(id, 0).expect(404);
  });

  it('is seen as it was looked at, or not at all', async () => {
    const id = await type();
    await correct(id, 0, [{ ...potassium, value: '7.9' }, sodium]);
    const { body } = await see(id, 0).expect(409);
    expect(body).toMatchObject({ code: 'stale', version: 1 });
    expect(await mine()).toHaveLength(1);
    await see(id, 1).expect(200);
    await see(id, 99).expect(409);
    await app.send('put', `critical-results/${id}/seen`, doctor, {}).expect(400);
  });

  it('cannot be seen where there is none', async () => {
    const id = await type([sodium]);
    await see(id, 0).expect(422);
    await see(randomUUID(), 0).expect(404);
    expect([await mine(), await critical(), (await told()).filter(({ path }) => path.includes(patient_id))]).toMatchObject([
      [],
      { items: [] },
      [],
    ]);
  });

  it('is notified before all others, and to who was a doctor until it is settled', async () => {
    const former = await app.signIn(['Doctor'], clinic);
    const id = await type();
    expect(await told(former)).toContainEqual(aboutIt());
    const { items } = (await app.get('notifications', former, { take: 1 })).body as { items: NotificationView[] };
    expect(items[0]).toMatchObject({ kind: 'CriticalResult', stays: true });
    await see(id, 0).expect(200);
    // before the reaction came to it
    const now = (await app.get('notifications', former)).body as { items: NotificationView[] };
    expect(now.items.find(({ path }) => path.includes(patient_id))).not.toHaveProperty('stays');
    expect((await told(former)).filter(({ path }) => path.includes(patient_id))).toEqual([]);
  });

  it('stays with the record as unchecked until somebody checks it, also once it was seen', async () => {
    const id = await take('TakeFromPage', [potassium, sodium]);
    await see(id, 0).expect(200);
    expect(await mine()).toEqual([]);
    expect(await critical()).toMatchObject({ items: [{ id, draft: true, state: 'seen', origin: 'ocr' }], unseen: 0 });
  });
});

describe('ruling 62: an old record that is imported', () => {
  const old = (value: string) => ({ ...potassium, value });

  it('is one line with its results by person, and one notification', async () => {
    const ids = [await take('TakeFromExternal', [old('7.1')], daysAgo(400)), await take('TakeFromExternal', [old('7.2')], daysAgo(15))];
    const first = patient_id;
    const told1 = await told();
    expect(told1.filter(({ title }) => title === 'Critical results in imported records')).toEqual([
      { title: 'Critical results in imported records', message: '', path: '/worklist', stays: false },
    ]);
    expect(told1).not.toContainEqual(aboutIt());
    patient_id = await app.addPatient(doctor, { first_name: 'Otto', last_name: 'Doeman' });
    const other = await take('TakeFromExternal', [old('7.3')], daysAgo(30));
    expect((await told()).filter(({ title }) => title === 'Critical results in imported records')).toHaveLength(1);
    const { critical: now, earlier_critical } = await worklist();
    expect(now.items.filter(({ patient }) => [first, patient_id].includes(patient.id))).toEqual([]);
    const { items, overall_count } = earlier_critical;
    expect([items.length, items[0]!.imported_on, overall_count]).toEqual([1, new Date().toISOString().slice(0, 10), 3]);
    const byPerson = items[0]!.people.map(({ patient, results }) => [patient.id, results.map(({ id }) => id)]);
    expect(byPerson).toEqual([
      [patient_id, [other]],
      [first, [ids[1], ids[0]]],
    ]);
    expect(items[0]!.people[0]!.results[0]).toMatchObject({
      state: 'earlier',
      version: 0,
      parameters: [{ name: 'Potassium', value: '7.3' }],
    });
    for (const id of [...ids, other]) await see(id, 0).expect(200);
    expect((await worklist()).earlier_critical).toEqual({ items: [], overall_count: 0 });
  });

  it('is not before what is new, however much of it there is', async () => {
    const id = await type();
    for (const days of [30, 40]) await take('TakeFromExternal', [old('7.1')], daysAgo(days));
    expect((await critical()).items.map(({ state }) => state)).toEqual(['new', 'earlier', 'earlier']);
    expect((await app.get('critical-results', doctor, { patient_id, take: 1 })).body).toMatchObject({ items: [{ id }], unseen: 3 });
  });

  it('waits again where its day is corrected, and is new where that makes it so', async () => {
    const id = await take('TakeFromExternal', [old('7.4')], daysAgo(365));
    await see(id, 0).expect(200);
    await take('TakeFromExternal', [old('7.4')], daysAgo(1), id);
    expect(await mine()).toMatchObject([{ id, state: 'new' }]);
    expect(await told()).toContainEqual(aboutIt());
  });

  it('does not hide what its source corrects in a record that is here', async () => {
    const id = await take('TakeFromExternal', [{ ...old('4.7'), flag: undefined }], daysAgo(60));
    expect(await critical()).toMatchObject({ items: [] });
    await take('TakeFromExternal', [old('7.4')], daysAgo(60), id);
    expect(await mine()).toMatchObject([{ id, state: 'new', parameters: [{ value: '7.4' }] }]);
    expect(await told()).toContainEqual(aboutIt());
    await see(id, 1).expect(200);
  });
});

describe('ruling 62: critical rows of a page that are in no record', () => {
  const row = { ...recognition.row_data[1]!, flag: 'HH' };
  const upload = (found: { patient_id: string } | null = { patient_id }) =>
    addReport(app as never, { organization_id: clinic, name: 'labs.pdf' }, [
      { says: { row_data: [recognition.row_data[0]!, row] }, match: found ? { ...found, candidates: 1, inherited: false } : {} },
    ]);
  const waiting = async (page_id: string) => (await worklist()).critical_pages.items.find((page) => page.page_id === page_id);

  const validate = (report_id: string, page_id: string, row_data: object[]) => {
    const person = { first_name: 'Janet', last_name: 'Doeman', date_of_birth: '1961-03-09T00:00:00' };
    const data = { report_id, page_id, page_version: 1, patient_id, collected: daysAgo(0), issued_by_user: true, row_data };
    const command = { type: 'ValidatePage', command_id: randomUUID(), data: { ...data, other_person_confirmed: true, patient: person } };
    const actor: Actor = { kind: 'system', part: 'cli' };
    return app.streams.transact(report, `report-${report_id}`, command as never, actor, { organization_id: clinic });
  };
  const seePage = (report_id: string, page_id: string, page_version = 1, who = doctor) =>
    app.send('put', `ocr/${report_id}/seen`, who, { page_id, page_version });
  const about = (report_id: string, page_id: string) => ({
    title: 'Critical result',
    message: 'labs.pdf: not checked',
    path: `/reports/${report_id}/page/${page_id}`,
    stays: true,
  });

  it('stand first too, with whose they may be, until the page is validated', async () => {
    const { report_id, pages } = await upload();
    const page_id = pages[0]!;
    const values = [{ name: 'glucose', value: '105', flag: 'HH' }];
    const shown = { page_id, report_id, name: 'labs.pdf', page_number: 1, is_validated: false, waits: true, version: 1, values };
    expect(await waiting(page_id)).toMatchObject({ ...shown, patient: { id: patient_id, last_name: 'Doeman' } });
    expect((await critical()).pages).toMatchObject([{ ...shown, read_at: expect.stringMatching(/Z$/) }]);
    for (const who of [doctor, colleague]) expect(await told(who)).toContainEqual(about(report_id, page_id));
    expect(await told(stranger)).toEqual([]);
    await validate(report_id, page_id, [validatedRow('creatinine', '1.08'), { ...validatedRow('glucose', '105'), ignored: true }]);
    expect([await waiting(page_id), (await critical()).pages]).toEqual([undefined, []]);
    expect(await told()).not.toContainEqual(about(report_id, page_id));
  });

  it('are seen by a doctor, and stay unchecked', async () => {
    const { report_id, pages } = await upload();
    const page_id = pages[0]!;
    expect(await told()).toContainEqual(about(report_id, page_id));
    await seePage(report_id, page_id, 1, assistant).expect(403);
    await seePage(report_id, page_id, 1, stranger).expect(404);
    await seePage(report_id, page_id, 0).expect(409);
    await seePage(report_id, randomUUID()).expect(404);
    await seePage(report_id, page_id).expect(200);
    await seePage(report_id, page_id, 1, colleague).expect(200);
    expect(await waiting(page_id)).toBeUndefined();
    const seen = { by: doctor.user_id, by_name: expect.any(String), at: expect.stringMatching(/Z$/) };
    expect((await critical()).pages).toMatchObject([{ page_id, waits: false, values: [{ name: 'glucose', seen }] }]);
    expect(await told()).not.toContainEqual(about(report_id, page_id));
    // a page is validated with the version that it was opened with
    await validate(report_id, page_id, [validatedRow('creatinine', '1.08'), { ...validatedRow('glucose', '105'), ignored: true }]);
  });

  it('are named without a person where the page names none of the clinic', async () => {
    const { pages } = await upload(null);
    const page = await waiting(pages[0]!);
    expect(page).toMatchObject({ patient_id: null, values: [{ name: 'glucose' }] });
    expect(page).not.toHaveProperty('patient');
    expect((await critical()).pages).toEqual([]);
  });

  it('go on waiting where they await the catalogue, whoever validated the page', async () => {
    const { report_id, pages } = await upload();
    const page_id = pages[0]!;
    const { entry, ...rest } = validatedRow('glucose', '105', null);
    await validate(report_id, page_id, [validatedRow('creatinine', '1.08'), { ...rest, entry: { ...entry, flag: 'HH' } }]);
    const shown = { page_id, is_validated: true, waits: true, version: 2, values: [{ name: 'glucose', flag: 'HH' }] };
    expect(await waiting(page_id)).toMatchObject(shown);
    expect((await critical()).pages).toMatchObject([shown]);
    expect(await told()).toContainEqual(about(report_id, page_id));
    await seePage(report_id, page_id, 2).expect(200);
    expect(await told()).not.toContainEqual(about(report_id, page_id));
  });
});

describe('ruling 62: who may', () => {
  it('is the staff of the clinic to see, and its doctors to say that they have', async () => {
    const id = await type();
    expect((await critical(assistant)).unseen).toBe(1);
    await see(id, 0, assistant).expect(403);
    const missing = (await see(randomUUID(), 0, stranger).expect(404)).body;
    expect((await see(id, 0, stranger).expect(404)).body).toEqual(missing);
    expect((await app.http().get('/api/critical-results').query({ patient_id }).set('authorization', stranger.authorization)).status).toBe(
      404,
    );
    const person = await app.signIn(['Patient'], null, [patient_id]);
    expect((await app.http().get('/api/critical-results').query({ patient_id }).set('authorization', person.authorization)).status).toBe(
      403,
    );
    await see(id, 0, person).expect(403);
    await see(id, 0).expect(200);
    expect((await listed(id, person)).parameters[0]!.seen).toMatchObject({ by: doctor.user_id });
  });
});
