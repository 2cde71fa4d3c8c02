import { randomUUID } from 'node:crypto';
import type { ExaminationView, Measurement } from '#contracts/examinations/examinations';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { Actor } from '#infra/event-store/actor';
import { ExaminationsQueriesModule } from '#projections/examinations/examinations.queries';
import { ExportsModule } from '#projections/exports/exports.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { LabResultsQueriesModule } from '#projections/lab-results/lab-results.queries';
import { examination } from '#services/records/examinations/examinations.decider';
import { organization } from '#services/records/organizations/organizations.decider';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { type ReadApp, openReadApp, type SignedIn } from '#tests/support/read-side';

const system: Actor = { kind: 'system', part: 'fhir-import' };

let app: ReadApp;
let doctor: SignedIn;
let organization_id: string;
let patient_id: string;
beforeAll(async () => {
  app = await openReadApp([
    PatientsModule,
    LabResultsModule,
    LabResultsQueriesModule,
    ExaminationsQueriesModule,
    HistoryModule,
    ExportsModule,
  ]);
  organization_id = await app.addClinic('Lindenhof', 'America/Chicago');
  doctor = await app.signIn(['Doctor'], organization_id);
});
beforeEach(async () => {
  patient_id = await app.addPatient(doctor);
});
afterAll(() => app.close());

const place = { address: 'Street 1', city: 'Bern', zip: '3000', phone: '+41310000000' };
const glucose: LabValue = { entry_id: 'a', parameter_id: null, name: 'Glucose', value: '95', unit: 'mg/dL', min: '70', max: '99' };
/** A result as an import leaves it. */
const take = async (value: string, said: string, change: object = {}): Promise<string> => {
  const lab_result_id = randomUUID();
  const [collected, offset] = [said.slice(0, 19), said.slice(19)];
  const content = {
    collected,
    ...(offset === '' ? {} : { collected_offset: offset }),
    draft: false,
    parameters: [{ ...glucose, value }],
    ...change,
  };
  const command = {
    type: 'TakeFromExternal' as const,
    command_id: randomUUID(),
    data: { lab_result_id, patient_id, ...content, comment: 'Imported' },
  };
  await app.streams.transact(labResult, `lab_result-${lab_result_id}`, command, system, { organization_id, patient_id });
  return lab_result_id;
};
const type = async (value: string, collected: string) =>
  app.send('post', 'lab-results', doctor, { patient_id, collected, parameters: [{ ...glucose, value }] }).expect(201);
const measure = async (
  normalization_type: 'Height' | 'Weight',
  parameter_value: string,
  unit: string,
  collected: string,
  collected_offset: string,
) => {
  const examination_id = randomUUID();
  const source = { system: 'A clinic', reference: `Observation/${examination_id}`, version: '1' };
  const measurements: Measurement[] = [
    { entry_id: 'a', parameter_id: null, parameter_name: normalization_type, parameter_value, unit, normalization_type },
  ];
  const data = {
    examination_id,
    patient_id,
    source,
    collected,
    collected_offset,
    draft: false,
    note_writer: '',
    measurements,
    comment: 'Imported',
  };
  const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
  await app.streams.transact(examination, `examination-${examination_id}`, command, system, { organization_id, patient_id });
};

const list = async (query: object = {}) =>
  (await app.get('lab-results', doctor, { patient_id, ...query })).body as { items: LabResultView[]; overall_count: number; skip: number };
const valuesOf = (items: readonly LabResultView[]) => items.map(({ parameters }) => parameters[0]!.value);
const series = async (kind = 'lab-results') =>
  ((await app.get(`${kind}/series`, doctor, { patient_id })).body as { items: ObservationSeries[] }).items;

describe('ruling 4: results of several clocks', () => {
  beforeEach(async () => {
    await type('100', '2025-03-10T22:30:00');
    await take('54', '2025-03-10T23:30:00-05:00');
    await take('212', '2025-03-11T03:00:00+00:00');
    await take('130', '2025-03-11T05:10:00+01:00');
    await take('90', '2025-03-01T08:00:00');
  });

  it('stand in the order of the moments, on pages too', async () => {
    const { items } = await list();
    expect(valuesOf(items)).toEqual(['54', '130', '100', '212', '90']);
    expect(items.map(({ collected, shown_offset, clinic_time }) => [collected, shown_offset, clinic_time])).toEqual([
      ['2025-03-10T23:30:00', '-05:00', undefined],
      ['2025-03-11T05:10:00', '+01:00', '2025-03-10T23:10:00'],
      ['2025-03-10T22:30:00', '-05:00', undefined],
      ['2025-03-11T03:00:00', '+00:00', '2025-03-10T22:00:00'],
      ['2025-03-01T08:00:00', '-06:00', undefined],
    ]);
    expect(items[2]).not.toHaveProperty('collected_offset');
    const pages = await Promise.all([0, 2, 4].map((skip) => list({ take: 2, skip })));
    expect(pages.flatMap((page) => valuesOf(page.items))).toEqual(['54', '130', '100', '212', '90']);
    expect(pages.map(({ overall_count }) => overall_count)).toEqual([5, 5, 5]);
    const at = items[3]!.id;
    expect(await list({ take: 2, at })).toMatchObject({ skip: 2, items: [{}, { id: at }] });
    expect((await app.get(`lab-results/${at}`, doctor)).body).toEqual(items[3]);
  });

  it('are of a day on their own clock or on the clinic’s', async () => {
    expect(valuesOf((await list({ day: '2025-03-10' })).items)).toEqual(['54', '130', '100', '212']);
    expect(valuesOf((await list({ day: '2025-03-11' })).items)).toEqual(['130', '212']);
  });

  it('have their last value by the moment, in the chart, beside the form and in the export', async () => {
    const [line] = await series();
    expect(line!.points.map(({ value }) => value)).toEqual(['90', '212', '100', '130', '54']);
    expect(line!.last).toMatchObject({ value: '54', date_applies: '2025-03-10T23:30:00', shown_offset: '-05:00' });
    const { items } = (await app.get('lab-results/previous', doctor, { patient_id })).body as { items: PreviousLabValue[] };
    expect(items[0]).toMatchObject({ value: '54', collected: '2025-03-10T23:30:00', collected_offset: '-05:00' });
    const { text } = await app
      .http()
      .get('/api/exports/lab-results')
      .query({ patient_id })
      .set('authorization', doctor.authorization)
      .buffer(true);
    const dates = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').slice(0, 2).join(' '));
    expect(dates).toEqual([
      '2025-03-10T23:30-05:00 time',
      '2025-03-11T05:10+01:00 time',
      '2025-03-10T22:30 time',
      '2025-03-11T03:00+00:00 time',
      '2025-03-01T08:00 time',
    ]);
  });
});

it('keeps the order of the wall clock without times of other clocks, and says nothing of clocks', async () => {
  await take('1', '2025-01-10T08:00:00-06:00');
  await take('2', '2025-07-10T08:00:00-05:00');
  await type('3', '2025-07-10T09:00:00');
  const { items } = await list();
  expect(valuesOf(items)).toEqual(['3', '2', '1']);
  expect(items.map(({ clinic_time }) => clinic_time)).toEqual([undefined, undefined, undefined]);
  expect((await series())[0]!.points.map(({ shown_offset, clinic_time }) => [shown_offset, clinic_time])).toEqual(
    Array(3).fill([undefined, undefined]),
  );
});

it('shows offsets of one other clock only where the day is another one, until a result or an examination is of the clinic’s clock', async () => {
  await take('1', '2025-03-10T08:00:00+00:00');
  await take('2', '2025-03-11T03:00:00+00:00');
  await take('3', '2025-03-11T00:00:00');
  const clocksOf = async () =>
    (await list()).items.map(({ parameters, clinic_time, shown_offset }) => [parameters[0]!.value, clinic_time, shown_offset]);
  expect(await clocksOf()).toEqual([
    ['3', undefined, undefined],
    ['2', '2025-03-10T22:00:00', '+00:00'],
    ['1', '2025-03-10T03:00:00', undefined],
  ]);
  expect((await series())[0]!.points.map(({ shown_offset }) => shown_offset)).toEqual([undefined, '+00:00', undefined]);
  await measure('Weight', '80', 'kg', '2025-03-10T22:30:00', '-05:00');
  expect(await clocksOf()).toEqual([
    ['3', undefined, undefined],
    ['2', '2025-03-10T22:00:00', '+00:00'],
    ['1', '2025-03-10T03:00:00', '+00:00'],
  ]);
  expect((await series())[0]!.points.map(({ shown_offset }) => shown_offset)).toEqual(['+00:00', '+00:00', undefined]);
  const { items } = (await app.get('examinations', doctor, { patient_id })).body as { items: ExaminationView[] };
  expect(items).toMatchObject([{ collected: '2025-03-10T22:30:00', shown_offset: '-05:00' }]);
});

it('shows a patient no draft in the order of a record that mixes clocks', async () => {
  const draft = await take('54', '2025-03-11T03:00:00+00:00', { draft: true });
  await take('95', '2025-03-10T23:30:00-05:00');
  const patient = await app.signIn(['Patient'], null, [patient_id]);
  const { body } = await app.get('lab-results', patient, { patient_id });
  expect(valuesOf((body as { items: LabResultView[] }).items)).toEqual(['95']);
  expect((await app.get(`lab-results/${draft}`, patient)).status).toBe(404);
});

it('the Bmi of the list is that of the chart where weight and height are of two clocks', async () => {
  await measure('Height', '180', 'cm', '2025-03-11T03:00:00', '+00:00');
  await measure('Weight', '81', 'kg', '2025-03-10T23:00:00', '-05:00');
  await measure('Weight', '80', 'kg', '2025-03-11T03:05:00', '+00:00');
  const { items } = (await app.get('examinations', doctor, { patient_id })).body as { items: ExaminationView[] };
  expect(items.map(({ measurements, bmi }) => [measurements[0]!.parameter_value, bmi?.value])).toEqual([
    ['81', '25.00'],
    ['80', '24.69'],
    ['180', undefined],
  ]);
  const bmi = (await series('examinations')).find(({ computed }) => computed);
  expect(bmi!.points.map(({ value }) => value)).toEqual(['24.69', '25.00']);
  // a later height of that day, on a clock that is behind
  await measure('Height', '170', 'cm', '2025-03-10T21:00:00', '-07:00');
  const again = (await app.get('examinations', doctor, { patient_id })).body as { items: ExaminationView[] };
  const drawn = (await series('examinations')).find(({ computed }) => computed)!.points.map(({ value }) => value);
  expect(drawn).toEqual(['27.68', '28.03']);
  expect(again.items.flatMap((one) => (one.bmi ? [one.bmi.value] : [])).reverse()).toEqual(drawn);
});

// the last one: the clinic keeps its new zone
it('follows the time zone of the clinic when it is corrected', async () => {
  await type('100', '2025-03-10T22:30:00');
  await take('54', '2025-03-10T23:30:00-05:00');
  await take('212', '2025-03-11T03:00:00+00:00');
  expect(valuesOf((await list()).items)).toEqual(['54', '100', '212']);
  const data = { organization_id, version: 0, ...place, name: 'Lindenhof', time_zone: 'Europe/Zurich' };
  const command = { type: 'CorrectOrganization' as const, command_id: randomUUID(), data };
  await app.streams.transact(organization, `organization-${organization_id}`, command, system, { organization_id });
  // in Zurich 22:30 was before both
  expect(valuesOf((await list()).items)).toEqual(['54', '212', '100']);
  expect((await series())[0]!.points.map(({ value }) => value)).toEqual(['100', '212', '54']);
});
