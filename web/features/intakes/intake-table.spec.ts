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
  const order = columns.findIndex(({ title }) => title === 'As prescribed or given');
  expect(shown.map(({ cells }) => cells[order])).toEqual(['2026-02-01', '2026-02-08', '2026-01-01', '2026-03-01']);
});

describe('doses that were given', () => {
  const dose = (day: string, given: Partial<IntakeSegment> = {}) => {
    const moment = `${day}T08:15:00`;
    const text = `given ${dayShown(moment)} 08:15`;
    return segment({
      ...{
        intake_id: day,
        from: moment,
        to: moment,
        from_precision: 'time',
        to_precision: 'time',
        given: true,
        clinical_status: 'completed',
      },
      ...{
        average: null,
        ongoing: false,
        until_text: text,
        dose_text: '1 g',
        order: `1 g, ${text}`,
        name: 'Vancomycin',
        product: 'v',
        ...given,
      },
    });
  };
  const rows = (...segments: IntakeSegment[]) =>
    intakeSheets([series(...segments)])
      .paper()
      .rows.map(({ cells }) => cells.slice(1, 5));

  it('are one row of the paper with how many they are, and how much where they differ', () => {
    expect(rows(dose('2026-06-01'))).toEqual([['06/01/2026 08:15', 'given 06/01/2026 08:15', '1 g, given 06/01/2026 08:15', '']]);
    expect(rows(dose('2026-06-01'), dose('2026-06-03'), dose('2026-06-02', { dose_text: '500 mg' }))).toEqual([
      ['06/03/2026 08:15', 'given 3 times, last 06/03/2026', '1 g, given 06/03/2026 08:15', '1 g (2 times), 500 mg (1 time)'],
    ]);
  });
  it('stand by themselves where they are not completed, not checked or asked about', () =>
    expect(
      rows(
        dose('2026-06-01'),
        dose('2026-06-02', { clinical_status: 'stopped' }),
        dose('2026-06-03', { draft: true }),
        dose('2026-06-04', { asks: ['Which?'] }),
        dose('2026-06-05', { part_of_dose: true }),
        // ruling 34: its correction is marked there
        dose('2026-06-06', { corrected_from: '10 g' }),
        // named alike, of another strength
        dose('2026-06-07', { product: 'v 5 mg' }),
      ),
    ).toHaveLength(7));
  it('of one product are one row in whatever unit they were ordered', () => {
    const [one, other] = [series(dose('2026-06-01')), { ...series(dose('2026-06-02')), id: 'methotrexate|g', unit: 'g' }];
    expect(
      intakeSheets([one, other])
        .paper()
        .rows.map(({ cells }) => cells[2]),
    ).toEqual(['given 2 times, last 06/02/2026']);
    expect(intakeSheets([one, { ...other, organization_id: 'other' }]).paper().rows).toHaveLength(2);
  });
});
