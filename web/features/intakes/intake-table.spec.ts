import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { dayShown } from '#contracts/wire/precision';
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
  until_text: given.to ? dayShown(given.to, given.to_precision) : 'ongoing',
  planned: false,
  is_default: true,
  order: '15 mg once a week, avg 2.14 mg/day',
  dose_text: '15 mg once a week',
  name: 'Trexall',
  origin: 'fhir',
  ...given,
});
const series = (...segments: IntakeSegment[]) =>
  ({
    id: 'methotrexate|mg',
    organization_id: 'o',
    organization_name: 'Lindenhof',
    name: 'Trexall (methotrexate)',
    ingredient: 'methotrexate',
    unit: 'mg',
    segments,
  }) as unknown as IntakeSeries;
it('says medication, from and to of each bar in words', () =>
  expect(intakeSheets([series(segment({ from: '2019-01-01T00:00:00', from_precision: 'year' }))]).paper().rows[0]?.cells).toEqual([
    'Trexall',
    '2019',
    'ongoing',
    '15 mg once a week, avg 2.14 mg/day',
    '',
    'External record',
  ]));

it('names the ingredient of a combination that a dose belongs to', () => {
  const one = { ...series(segment({ name: 'ZESTORETIC (Hydrochlorothiazide; Lisinopril)' })), name: 'ZESTORETIC (Lisinopril)' };
  expect(intakeSheets([one]).paper().rows[0]?.cells[0]).toBe('ZESTORETIC (Lisinopril)');
});

it('says of what has not begun that it is planned', () =>
  expect(intakeSheets([series(segment({ planned: true, corrected_from: '10 mg' }))]).paper().rows[0]?.cells[4]).toBe(
    'planned, corrected from 10 mg',
  ));

it('leaves out what is over before the span, and keeps what reaches into it', () => {
  const span = { from: timeOf('2026-06-01T00:00:00'), to: timeOf('2026-07-01T00:00:00') };
  const over = segment({ period: 1, to: '2026-05-31T00:00:00' });
  expect(intakeSheets([series(over, segment())], span).paper().rows).toHaveLength(1);
});

it('lists the treatment begun last first, and the steps of each from the start on', () => {
  const step = (intake_id: string, period: number, from: string) => segment({ intake_id, period, from: `${from}T00:00:00`, order: from });
  const rows = series(step('a', 0, '2026-01-01'), step('a', 1, '2026-03-01'), step('b', 0, '2026-02-01'), step('b', 1, '2026-02-08'));
  const { columns, rows: shown } = intakeSheets([rows]).paper();
  const order = columns.findIndex(({ title }) => title === 'As prescribed');
  expect(shown.map(({ cells }) => cells[order])).toEqual(['2026-02-01', '2026-02-08', '2026-01-01', '2026-03-01']);
});
