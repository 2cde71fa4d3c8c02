import type { IntakeSegment, IntakeSeries } from '#contracts/intake-views';
import { timeOf } from '#web/charts/local-time.ts';
import { intakeSheets } from './intake-table.ts';

const segment = (given: Partial<IntakeSegment> = {}): IntakeSegment => ({
  intake_id: 'i',
  period: 0,
  from: '2026-01-01T00:00:00',
  to: null,
  average: 2.142_857,
  as_needed: false,
  draft: false,
  ongoing: true,
  is_default: true,
  order: '15 mg once a week, avg 2.14 mg/day',
  name: 'Trexall',
  origin: 'fhir',
  corrected: false,
  ...given,
});
const series = (...segments: IntakeSegment[]) =>
  ({
    id: 'methotrexate|mg',
    organization_id: 'o',
    organization_name: 'Lindenhof',
    name: 'methotrexate',
    unit: 'mg',
    segments,
  }) as unknown as IntakeSeries;
const first = (sheet: ReturnType<ReturnType<typeof intakeSheets>['exact']>) =>
  Object.fromEntries(sheet.columns.map(({ title }, index) => [title, sheet.rows[0]?.cells[index]]));

it('says medication, from, to and the average daily dosage of each bar', () =>
  expect(first(intakeSheets([series(segment())]).exact())).toMatchObject({
    Medication: 'Trexall',
    Ingredient: 'methotrexate',
    From: '2026-01-01',
    To: '',
    Ongoing: 'yes',
    'As prescribed': '15 mg once a week, avg 2.14 mg/day',
    'Average daily dosage': '2.14',
    Unit: 'mg/day',
    Source: 'External record',
    Draft: 'no',
  }));

it('ruling 29: has no average where there is none', () =>
  expect(first(intakeSheets([series(segment({ average: null }))]).exact())).toMatchObject({ 'Average daily dosage': '', Unit: '' }));

it('ruling 31: keeps a year a year', () =>
  expect(first(intakeSheets([series(segment({ from: '2019-01-01T00:00:00', from_precision: 'year' }))]).exact())).toMatchObject({
    From: '2019',
    'From precision': 'year',
  }));

it('leaves out what is over before the span, and keeps what reaches into it', () => {
  const span = { from: timeOf('2026-06-01T00:00:00'), to: timeOf('2026-07-01T00:00:00') };
  const over = segment({ period: 1, to: '2026-05-31T00:00:00' });
  expect(intakeSheets([series(over, segment())], span).exact().rows).toHaveLength(1);
});
