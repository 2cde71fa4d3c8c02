import type { LabPoint, LabSeries } from '#contracts/lab-results';
import { timeOf } from '#web/charts/local-time.ts';
import { labPoint, labSeries } from './fixtures.ts';
import { rangeSaid, valueSaid, valueSheets } from './value-table.ts';

const point = (day: string, given: Partial<LabPoint> = {}): LabPoint =>
  labPoint(day.includes('T') ? day : `${day}T00:00:00`, { lab_result_id: `result ${day}`, ...given });

const series = (points: LabPoint[], given: Partial<LabSeries> = {}): LabSeries =>
  labSeries(points, { organization_name: 'Lindenhof Family Practice', ...given });

const cells = (points: LabPoint[]) => {
  const { columns, rows } = valueSheets([series(points)]).exact();
  return rows.map((row) => Object.fromEntries(columns.map(({ title }, index) => [title, row.cells[index]])));
};

describe('the values of a chart as data', () => {
  it('have digits, comparator, unit and range exactly as they were recorded', () =>
    expect(cells([point('2026-01-02', { value: '0.010', comparator: '<', max: '1.0', min: null })])[0]).toMatchObject({
      Parameter: 'Creatinine',
      'Parameter as recorded': 'Krea',
      Comparator: '<',
      Value: '0.010',
      Unit: 'mg/dL',
      'Range low': '',
      'Range high': '1.0',
      Source: 'Manual entry',
      Organization: 'Lindenhof Family Practice',
      Draft: 'no',
      Corrected: 'no',
    }));

  it('ruling 31: have dates as far as they were said', () => {
    const rows = cells([
      point('2019-01-01', { precision: 'year' }),
      point('2020-05-01', { precision: 'month' }),
      point('2021-05-03'),
      point('2022-05-03T08:30:00'),
    ]);
    expect(rows.map((row) => [row['Date'], row['Date precision']])).toEqual([
      ['2022-05-03T08:30', 'time'],
      ['2021-05-03', 'day'],
      ['2020-05', 'month'],
      ['2019', 'year'],
    ]);
  });

  it('ruling 17: keep what was reported beside what it is shown as', () =>
    expect(
      cells([point('2026-01-02', { value: '0.9', converted_from: { value: '9', unit: 'mg/L', min: '6', max: '12' } })])[0],
    ).toMatchObject({ Value: '9', Unit: 'mg/L', 'Range low': '6', 'Range high': '12', 'Shown value': '0.9', 'Shown unit': 'mg/dL' }));

  it('have text results in their words', () =>
    expect(cells([point('2026-01-02', { value: null, text: 'negative' })])[0]?.['Value']).toBe('negative'));

  it('ruling 24: have drafts apart and marked', () =>
    expect(cells([point('2026-01-02'), point('2026-02-02', { draft: true })]).map((row) => [row['Date'], row['Draft']])).toEqual([
      ['2026-01-02', 'no'],
      ['2026-02-02', 'yes'],
    ]));
});

describe('the values of a chart in words', () => {
  const many = Array.from({ length: 1000 }, (_, index) =>
    point(`2020-01-01T00:${String(index % 60).padStart(2, '0')}:00`, { entry_id: String(index) }),
  );

  it('are those of the span, newest first', () => {
    const span = { from: timeOf('2026-01-15T00:00:00'), to: timeOf('2026-03-31T23:59:59') };
    const { rows, total } = valueSheets([series([point('2026-01-02'), point('2026-02-02'), point('2026-03-02')])], span).paper();
    expect([rows.map((row) => row.cells[0]), total]).toEqual([['03/02/2026', '02/02/2026'], 2]);
  });

  it('are no more than asked for, with how many there are', () => {
    const { rows, total } = valueSheets([series(many)]).paper(200);
    expect([rows.length, total]).toEqual([200, 1000]);
  });

  it('say their clinic only where several stand together', () => {
    const source = (all: LabSeries[]) => valueSheets(all).paper().rows[0]?.cells.at(-1);
    expect(source([series([point('2026-01-02')])])).toBe('Manual entry');
    expect(source([series([point('2026-01-02')]), series([], { organization_id: 'other' })])).toBe(
      'Manual entry, Lindenhof Family Practice',
    );
  });

  it('are words that every font has', () => {
    expect(valueSaid({ value: '5', comparator: '<=' })).toBe('at most 5');
    expect(valueSaid({ value: '5', comparator: '>' })).toBe('> 5');
    expect([rangeSaid(null, '5'), rangeSaid('60', null), rangeSaid('-2', '2'), rangeSaid(null, null)]).toEqual([
      'up to 5',
      'from 60',
      '\u22122 to 2',
      '',
    ]);
  });
});
