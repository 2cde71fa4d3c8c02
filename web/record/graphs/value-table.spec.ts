import type { ObservationLine } from '#contracts/observations/observation-columns';
import type { Observation, ObservationSeries } from '#contracts/observations/observations';
import { timeOf } from '#web/charts/local-time.ts';
import { labLine, labPoint } from './fixtures.ts';
import { rangesSaid } from './value-figure.ts';
import { standingSaid } from './value-series.ts';
import { rangeSaid, valueSaid, valueSheets as sheetsOf } from './value-table.ts';

const valueSheets = (all: ObservationLine[], span?: Parameters<typeof sheetsOf>[2]) => sheetsOf(all, (id) => `name of ${id}`, span);

const point = (day: string, given: Partial<Observation> = {}): Observation =>
  labPoint(day.includes('T') ? day : `${day}T00:00:00`, { lab_result_id: `result ${day}`, ...given });

const series = (points: Observation[], given: Partial<ObservationSeries> = {}): ObservationLine =>
  labLine(points, { organization_name: 'Lindenhof Family Practice', ...given });

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
    const source = (all: ObservationLine[]) => valueSheets(all).paper().rows[0]?.cells.at(-1);
    expect(source([series([point('2026-01-02')])])).toBe('Manual entry');
    expect(source([series([point('2026-01-02')]), series([], { organization_id: 'other' })])).toBe(
      'Manual entry, Lindenhof Family Practice',
    );
  });

  it('ruling 34: say what a value and its range were corrected from, apart from the range of another result', () => {
    const shown = (given: Partial<Observation>) =>
      valueSheets([series([point('2026-02-02', { standing: 'normal', ...given })])]).paper().rows[0]?.cells[5];
    const { unit } = point('2026-02-02');
    const was = { min: '0.5', max: null, unit };
    const before = { min: '0.7', max: '1.3', date_applies: '2026-01-02T00:00:00' };
    expect(shown({ corrected: true, corrected_from: { value: '10', unit } })).toBe('corrected from 10');
    expect(shown({ corrected: true, corrected_from: { value: '10', unit: 'ng/L' } })).toBe('corrected from 10 ng/L');
    expect(shown({ corrected: true, range_corrected_from: was, range_before: before })).toBe(
      'range corrected from at least 0.5, range on 01/02/2026 was 0.7\u20131.3',
    );
    expect(shown({ corrected: true })).toBe('corrected');
    const seen = { by: null, by_name: 'Helen Hart', at: '2026-11-27T12:13:00.000Z' };
    expect(shown({ flag: 'HH', seen })).toMatch(/^critical HH, seen by Helen Hart, 11\/2[678]\/2026 \d\d:13$/);
  });

  it('have the parts of their external record, and the names of the reports that list them', () => {
    const remarks = (given: Partial<Observation>) =>
      valueSheets([series([point('2026-02-02', { standing: 'high', ...given })])]).paper().rows[0]?.cells[5];
    expect(remarks({ beside: 'Specimen: serum', reports: ['a', 'b'] })).toBe(
      'above range; Specimen: serum; see report: name of a; name of b',
    );
    expect(remarks({ standing: null, reports: ['a'] })).toBe('see report: name of a');
  });

  it('ruling 18: a measurement has no range: what it lies above is the limit of its formula', () => {
    const { lab_result_id: _, ...given } = point('2026-01-02', { value: '135', unit: 'mm[Hg]', min: null, max: '120', standing: 'high' });
    const systolic: Observation = { ...given, name: 'Systolic', examination_id: 'e' };
    const measured = labLine([systolic], { computed: false, normalization_type: 'Arithmetic' });
    const { rows } = valueSheets([measured]).paper();
    expect(rows[0]?.cells.slice(4, 6)).toEqual(['', 'above upper limit']);
    expect(standingSaid(systolic)).toBe('above upper limit');
    expect(rangesSaid([systolic])).toBe('upper limit 120');
    expect(rangesSaid([point('2026-01-02')])).toBe('range 0.60\u20131.20');
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
