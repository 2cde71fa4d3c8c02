import { randomUUID } from 'node:crypto';
import { addDays } from '#contracts/rules/calendar-days';
import { AuditEntry } from '#contracts/items/history';
import { IntakeSeries, IntakeView } from '#contracts/treatments/intake-views';
import { HistoryModule } from '#projections/history/history.queries';
import { IntakesQueriesModule } from '#projections/intakes/intakes.queries';
import { intake } from '#services/records/intakes/intakes.decider';
import { IntakesModule } from '#services/records/intakes/intakes.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { KnownCatalogue, withCatalogues } from '#tests/support/known-catalogue';
import { allowedIntakes, completeIntake, intakeRules, metformin } from '#tests/support/intake-rules';
import { type Clinic, openClinic } from '#tests/support/read-side';

let { app, clinic, doctor, assistant, stranger } = {} as Clinic;
let patient_id: string;
beforeAll(async () => {
  const catalogue = withCatalogues(new KnownCatalogue({ medications: [metformin] }));
  ({ app, clinic, doctor, assistant, stranger } = await openClinic([
    catalogue,
    PatientsModule,
    IntakesModule,
    IntakesQueriesModule,
    HistoryModule,
  ]));
});
afterAll(() => app.close());

beforeEach(async () => {
  patient_id = await app.addPatient(doctor);
});

const [dose] = completeIntake.dosages;
const dosed = (amount: string) => ({ dosages: [{ ...dose, dose: amount }] });
const open = { until_discontinued: true, time_to: null };
const form = (change: object = {}) => ({ patient_id, ...completeIntake, ...change });
const correction = (version: number, change: object = {}) => ({ version, comment: 'Typing error', ...completeIntake, ...change });
const { form: tablets, quantity, frequency, period } = completeIntake;
const split = (version: number, change_date: string | null, amount = '850', change: object = {}) => ({
  version,
  change_date,
  form: tablets,
  quantity,
  frequency,
  period,
  ...dosed(amount),
  comment: 'HbA1c too high',
  ...change,
});

const post = (body: object) => app.send('post', 'intakes', doctor, body);
const put = (id: string, body: object) => app.send('put', `intakes/${id}`, doctor, body);
const change = (id: string, body: object, who = doctor, key?: string) => app.send('post', `intakes/${id}/split`, who, body, key);
const get = (path: string, query?: object) => app.get(`intakes${path}`, doctor, query);
const list = async (query: object = {}) => {
  const { status, body } = await get('', { patient_id, ...query });
  expect(status).toBe(200);
  return body as { items: IntakeView[]; overall_count: number; unchecked?: number; hidden?: number; probably_over?: number };
};
const series = async () => {
  const { status, body } = await get('/series', { patient_id });
  expect(status).toBe(200);
  return (body as { items: unknown[] }).items.map((item) => IntakeSeries.parse(item));
};
const record = async (fields: object = {}) => (await post(form(fields)).expect(201)).body as { id: string; version: number };
/** A treatment as an import from an external record leaves it. */
const importExternal = async (content: object = {}) => {
  const intake_id = randomUUID();
  const source = { system: 'Hospital', reference: `MedicationRequest/1`, version: '1' };
  const data = { intake_id, patient_id, source, ...completeIntake, ...content, comment: 'Imported from Hospital' } as never;
  const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
  await app.streams.transact(
    intake,
    `intake-${intake_id}`,
    command,
    { kind: 'system', part: 'fhir-import' },
    { organization_id: clinic, patient_id },
  );
  return intake_id;
};
const today = new Date().toISOString().slice(0, 10);
const daysAhead = (days: number) => `${addDays(today, days)}T00:00:00`;

describe('recording a treatment', () => {
  it('answers where it stands and lists it with order, average, editor and clinic', async () => {
    const { id, version } = await record();
    expect(version).toBe(0);
    const { items, overall_count, unchecked } = await list();
    expect([overall_count, unchecked]).toEqual([1, 0]);
    expect(items).toEqual([
      {
        id,
        patient_id,
        organization_id: clinic,
        organization_name: 'Lindenhof',
        type: 'MedicationDosage',
        ...completeIntake,
        medication_id: 'ndc-0093-1048',
        dosage_changes: [],
        name: 'metformin hydrochloride',
        nested_items: [
          {
            time_from: '2026-03-02T00:00:00',
            time_to: '2026-03-11T00:00:00',
            dosages: [
              {
                nonproprietary_name: 'metformin hydrochloride',
                dose: '500',
                unit: 'mg',
                form: 'per tablet',
                average_dosage_per_day: 1000,
                dose_text: '500 mg twice a day',
                as_ordered: '500 mg twice a day, avg 1000 mg/day',
              },
            ],
            average_dosage_per_day: 1000,
            as_needed: false,
            order: '500 mg twice a day, avg 1000 mg/day',
            as_ordered: '500 mg twice a day, avg 1000 mg/day',
            change: null,
          },
        ],
        current: 0,
        order: '500 mg twice a day, avg 1000 mg/day',
        average_dosage_per_day: 1000,
        ends: '2026-03-11T00:00:00',
        until_text: '03/11/2026',
        active: false,
        planned: false,
        date_applies: '2026-03-02T00:00:00',
        origin: 'manual',
        comment: 'New entry',
        last_edited_by: doctor.user_id,
        last_edited_by_name: 'Ada Quill',
        recorded_at: expect.stringMatching(/Z$/),
        version: 0,
      },
    ]);
    expect(IntakeView.parse(items[0])).toEqual(items[0]);
    expect((await get(`/${id}`)).body).toEqual(items[0]);
  });

  it('ruling 28: keeps a dose as it was typed, without zeros at its end', async () => {
    const { id } = await record(dosed('0.50'));
    expect((await get(`/${id}`)).body.dosages[0].dose).toBe('0.5');
  });

  it.each(intakeRules)('refuses: $rule ($message)', async ({ sent, field, message }) => {
    const { body } = await post(form(sent)).expect(400);
    expect((body as Record<string, string[]>)[field]).toContain(message);
    expect((await list()).overall_count).toBe(0);
  });
  it.each(allowedIntakes)('takes %s', async (_what, sent) => void (await post(form(sent)).expect(201)));
});

describe('correcting a treatment', () => {
  it('ruling 12: shows a stale form the present item, and changes nothing', async () => {
    const { id } = await record(open);
    await change(id, split(0, '2026-04-01T00:00:00')).expect(200);
    const { body } = await put(id, correction(0, { ...open, notes: 'x' })).expect(409);
    expect(body).toEqual({
      code: 'stale',
      message: 'This item was changed since you opened it',
      version: 1,
      current: {
        patient_id,
        ...completeIntake,
        ...open,
        dosage_changes: [
          {
            change_date: '2026-04-01T00:00:00',
            form: 'per tablet',
            quantity: 1,
            frequency: 2,
            period: 1,
            period_unit: 'Day',
            as_needed: false,
            ...dosed('850'),
          },
        ],
        comment: 'HbA1c too high',
        origin: 'manual',
      },
    });
    expect((await get(`/${id}`)).body.version).toBe(1);
  });
  it('keeps, corrects and takes back later changes of dosage, and strands none', async () => {
    const { id } = await record(open);
    await change(id, split(0, '2026-04-01T00:00:00')).expect(200);
    await put(id, correction(1, { ...open, notes: 'With food' })).expect(200);
    expect((await get(`/${id}`)).body).toMatchObject({ notes: 'With food', nested_items: [{}, { change: 0 }] });
    expect((await put(id, correction(2)).expect(422)).body).toEqual({ time_to: ['The dosage was changed on 04/01/2026, after this date'] });
    await put(id, correction(2, { dosage_changes: [] })).expect(200);
    expect((await get(`/${id}`)).body).toMatchObject({ dosage_changes: [], nested_items: [{ time_to: '2026-03-11T00:00:00' }] });
  });
});

describe('changing the dosage', () => {
  it('is for the staff of the patient’s clinic, and not for what came from an external record', async () => {
    const { id } = await record();
    const changed = split(0, '2026-03-04T00:00:00');
    await change(id, changed, await app.signIn(['Patient'], null, [patient_id])).expect(403);
    await change(id, changed, stranger).expect(404);
    await change('nonsense', changed).expect(400);
    expect((await change(await importExternal(), changed).expect(422)).body).toMatchObject({ code: 'external-record' });
    expect((await get(`/${id}`)).body).toMatchObject({ version: 0 });
  });
  it('splits the treatment into periods, each with its average', async () => {
    const { id } = await record(open);
    const { body } = await change(id, split(0, '2026-04-01T00:00:00'), assistant).expect(200);
    expect(body).toMatchObject({ id, version: 1 });
    await change(id, split(1, '2026-05-01T00:00:00', '1000')).expect(200);
    const { items } = await list();
    expect(items).toHaveLength(1);
    expect(items[0]!.nested_items.map(({ time_from, time_to, order, change: index }) => [time_from, time_to, order, index])).toEqual([
      ['2026-03-02T00:00:00', '2026-03-31T00:00:00', '500 mg twice a day, avg 1000 mg/day', null],
      ['2026-04-01T00:00:00', '2026-04-30T00:00:00', '850 mg twice a day, avg 1700 mg/day', 0],
      ['2026-05-01T00:00:00', null, '1000 mg twice a day, avg 2000 mg/day', 1],
    ]);
    expect(items[0]!.order).toBe('1000 mg twice a day since 05/01/2026, avg 2000 mg/day');
    expect(items[0]).toMatchObject({ current: 2, average_dosage_per_day: 2000, dosages: [{ dose: '500' }], active: true });
    expect(items[0]!.nested_items.map(({ corrected_from }) => corrected_from)).toEqual([undefined, undefined, undefined]);
  });
  it.each([
    ['before the start', '2026-03-01T00:00:00', 'Date should not be before 03/02/2026'],
    ['after the stop date', '2026-03-12T00:00:00', 'Date should not be after 03/11/2026'],
  ])('refuses a date %s', async (_when, date, message) => {
    const { id } = await record();
    expect((await change(id, split(0, date)).expect(422)).body).toEqual({ change_date: [message] });
  });
  it('refuses incomplete doses, no date and no reason', async () => {
    const { id } = await record();
    expect((await change(id, { ...split(0, '2026-03-04T00:00:00'), comment: '' }).expect(400)).body).toEqual({
      comment: ["Comment shouldn't be empty."],
    });
    expect((await change(id, split(0, null, '850', { dosages: [], quantity: '' })).expect(400)).body).toEqual({
      change_date: ['Field is required'],
      quantity: ['Field is required'],
      dosages: ['Field is required'],
    });
  });
  it('lets one of many win who change it at the same time; each of the others sees what came first', async () => {
    const { id } = await record();
    const answers = await Promise.all(['600', '700', '800'].map((amount) => change(id, split(0, '2026-03-04T00:00:00', amount))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { dosage_changes } = (await get(`/${id}`)).body as IntakeView;
    expect(dosage_changes).toHaveLength(1);
    for (const { status, body } of answers) if (status === 409) expect(body.current.dosage_changes).toEqual(dosage_changes);
  });
  it('sent again with its key is answered, and a stale one is 409', async () => {
    const [{ id }, key] = [await record(), randomUUID()];
    const first = await change(id, split(0, '2026-03-04T00:00:00'), doctor, key).expect(200);
    expect((await change(id, split(0, '2026-03-04T00:00:00'), doctor, key).expect(200)).body).toEqual(first.body);
    expect((await change(id, split(0, '2026-03-05T00:00:00', '1000')).expect(409)).body).toMatchObject({ code: 'stale', version: 1 });
  });
});

describe('the list', () => {
  it('rulings 31 and 32: shows what is ongoing first, then the newest; Active leaves out what is over, and says how many', async () => {
    const fields = (time_from: string, time_to: string | null) => ({
      time_from,
      time_to,
      until_discontinued: time_to === null,
      duration: time_to === null ? null : (Date.parse(time_to) - Date.parse(time_from)) / 86_400_000 + 1,
    });
    await record({ ...fields('2020-01-01T00:00:00', '2020-01-10T00:00:00'), notes: 'over' });
    await record({ ...fields(daysAhead(-3), daysAhead(1)), notes: 'days left' });
    await record({ ...fields('2019-01-01T00:00:00', null), notes: 'ongoing' });
    const repeating = { repeat_therapy: true, repeat: 4, repeat_unit: 'Week', repeat_until_discontinued: true };
    await record({ ...fields('2021-01-01T00:00:00', '2021-01-07T00:00:00'), ...repeating, notes: 'repeats' });
    const { items } = await list();
    expect(items.map(({ notes, active }) => [notes, active])).toEqual([
      ['repeats', true],
      ['ongoing', true],
      ['days left', true],
      ['over', false],
    ]);
    const active = await list({ active: 'true' });
    expect([active.items.map(({ notes }) => notes), active.overall_count, active.hidden]).toEqual([
      ['repeats', 'ongoing', 'days left'],
      3,
      1,
    ]);
    const page = await list({ skip: 1, take: 2 });
    expect([page.items.map(({ notes }) => notes), page.overall_count]).toEqual([['ongoing', 'days left'], 4]);
  });
  it('lists completed doses of one product as one row, and hides in Active what is not being given', async () => {
    const given = (moment: string, more: object = {}) =>
      importExternal({
        ...{ given: true, clinical_status: 'completed', dosage_text: '1 g', until_discontinued: false, duration: null },
        ...{ frequency: null, period: null, time_from: moment, time_to: moment, time_from_precision: 'time', time_to_precision: 'time' },
        ...more,
      });
    await importExternal({ ...open, duration: null, notes: 'order' });
    await importExternal({ ...open, duration: null, clinical_status: 'stopped', notes: 'stopped', time_from: '2025-05-01T00:00:00' });
    const first = await given('2025-06-01T08:15:00');
    await given('2025-06-02T08:15:00');
    const last = await given('2025-06-03T08:15:00');
    const going = await given('2025-06-04T08:15:00', { time_to: null, clinical_status: 'in-progress' });
    const draft = await given('2025-06-05T08:15:00', { draft: true });
    const rows = await list();
    expect(rows.items.map(({ id }) => id).slice(1, 4)).toEqual([going, draft, last]);
    expect(rows).toMatchObject({ overall_count: 5, unchecked: 1 });
    expect(rows.items[3]).toMatchObject({
      ...{ active: false, planned: false, average_dosage_per_day: null },
      ...{ order: '1 g, given 06/03/2025 08:15', until_text: 'given 06/03/2025 08:15' },
      earlier_given: [{ until_text: 'given 06/02/2025 08:15' }, { id: first, until_text: 'given 06/01/2025 08:15', dose_text: '1 g' }],
    });
    expect(await list({ take: 3, skip: 0, at: first })).toMatchObject({ skip: 3, items: [{ id: last }, {}] });
    const active = await list({ active: 'true' });
    expect(active.items.map(({ id, active: is }) => [id, is]).slice(1)).toEqual([
      [going, true],
      [draft, false],
    ]);
    expect(active).toMatchObject({ overall_count: 3, hidden: 4, given_doses: 3, probably_over: 0 });
    const [one] = await series();
    expect(one).toMatchObject({ given_doses: 5, active: true, unchecked: 1, sums: [] });
    expect((await get(`/${first}`)).body).toMatchObject({ until_text: 'given 06/01/2025 08:15', active: false });
  });
  it('ruling 64: counts what is only probably over apart, and hides nothing that only ran out of supply', async () => {
    const external = { time_from: '2025-06-01T00:00:00', until_discontinued: false, duration: null };
    await importExternal({ ...external, time_to: '2025-06-03T00:00:00', time_to_probable: true, notes: 'probably over' });
    await importExternal({ ...external, time_to: '2025-06-10T00:00:00', notes: 'over' });
    const supplied = { time_to: null, until_discontinued: true, expected_until: { day: '2025-07-01', by: 'supply' } };
    await importExternal({ ...external, ...supplied, notes: 'supplied' });
    await importExternal({ ...external, time_to: daysAhead(30), clinical_status: 'stopped', notes: 'stopped' });
    const said = (items: IntakeView[]) => items.map(({ notes, active, until_text }) => [notes, active, until_text]);
    const active = await list({ active: 'true' });
    expect(said(active.items)).toEqual([['supplied', true, 'ongoing; supply until 07/01/2025 by the order, not confirmed since']]);
    expect([active.hidden, active.probably_over]).toEqual([3, 1]);
    expect(said((await list()).items)).toEqual(
      expect.arrayContaining([
        ['probably over', false, 'probably ended 06/03/2025'],
        ['over', false, '06/10/2025'],
        ['stopped', false, expect.stringMatching(/^stopped, ordered until /)],
      ]),
    );
  });
  it('says what has not begun', async () => {
    const lasting = { time_to: null, until_discontinued: true, duration: null };
    await record({ ...lasting, time_from: daysAhead(3), notes: 'in three days' });
    await record({ ...lasting, notes: 'begun' });
    expect((await list()).items.map(({ notes, planned }) => [notes, planned])).toEqual([
      ['in three days', true],
      ['begun', false],
    ]);
  });
});

describe('the series', () => {
  it('rulings 24, 29 and 30: sums what overlaps with its addends; drafts and imported units add nothing', async () => {
    const first = await record(open);
    const second = await record({ ...open, time_from: '2026-04-01T00:00:00' });
    await record({ ...open, time_from: '2026-04-10T00:00:00', as_needed: true, ...dosed('250') });
    await record({ ...open, draft: true });
    await importExternal({ ...open, dosages: [{ ...dose, unit: 'g', dose: '1' }] });
    const [grams, mg] = await series();
    expect([grams?.unit, grams?.segments[0]?.average, grams?.sums]).toEqual(['g', null, []]);
    expect(mg).toMatchObject({ id: 'metformin hydrochloride|mg', name: 'metformin hydrochloride', unchecked: 1, active: true });
    expect(mg!.segments.map(({ from, average, as_needed, draft, ongoing }) => [from, average, as_needed, draft, ongoing])).toContainEqual([
      '2026-04-10T00:00:00',
      500,
      true,
      false,
      true,
    ]);
    expect(mg!.sums.map(({ from, to, average, up_to, possibly_same_order }) => [from, to, average, up_to, possibly_same_order])).toEqual([
      ['2026-04-01T00:00:00', '2026-04-09T00:00:00', 2000, 0, true],
      ['2026-04-10T00:00:00', null, 2000, 500, true],
    ]);
    const addends = mg!.sums[0]!.addends.map((position) => mg!.segments[position]!.intake_id);
    expect(addends.sort()).toEqual([first.id, second.id].sort());
  });
});

describe('the history of a treatment', () => {
  it('says in words what became different, who did it and why', async () => {
    const { id } = await record(open);
    await change(id, split(0, '2026-04-01T00:00:00'), assistant).expect(200);
    await put(id, correction(1, { ...open, quantity: 2, notes: 'With food' })).expect(200);
    const { body } = await app.get(`audit/intake/${id}`, doctor);
    const entries = (body as { items: unknown[] }).items.map((item) => AuditEntry.parse(item));
    expect(entries.map(({ action, created_by, comment }) => [action, created_by, comment])).toEqual([
      ['Created', 'Ada Quill', 'New entry'],
      ['Dosage changed', 'Ada Quill', 'HbA1c too high'],
      ['Changed', 'Ada Quill', 'Typing error'],
    ]);
    expect(entries.map(({ action_code }) => action_code)).toEqual(['created', 'dosage-changed', 'changed']);
    expect(entries[1]!.changes).toEqual([
      { field: 'Change date', from: null, to: '04/01/2026', path: 'change_date', from_data: null, to_data: '2026-04-01T00:00:00' },
      {
        ...{ field: 'Dose', from: '500 mg', to: '850 mg', path: 'dosages.dose' },
        from_data: { nonproprietary_name: 'metformin hydrochloride', step: 0, dose: '500', unit: 'mg' },
        to_data: { nonproprietary_name: 'metformin hydrochloride', step: 0, dose: '850', unit: 'mg' },
      },
    ]);
    expect(entries[2]!.changes).toEqual([
      { field: 'Quantity', from: '1', to: '2', path: 'quantity', from_data: 1, to_data: 2 },
      { field: 'Notes', from: null, to: 'With food', path: 'notes', from_data: null, to_data: 'With food' },
    ]);
  });
});
