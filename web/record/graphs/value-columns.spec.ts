import type { Observation } from '#contracts/observations/observations';
import { FLAG } from '#web/charts/columns.ts';
import { placeAt } from '#web/charts/focus.ts';
import { timeOf } from '#web/charts/local-time.ts';
import { arrived, labPoint, labSeries } from './fixtures.ts';
import { chartSeries, itemIdsOf, pointId, pointOf } from './value-series.ts';

const point = (n: number, given: Partial<Observation> = {}): Observation =>
  labPoint(`2026-01-0${n}T08:30:00`, {
    lab_result_id: `result ${Math.ceil(n / 2)}`,
    entry_id: `e${n}`,
    value: `${n}.50`,
    graph_value: n / 10,
    ...given,
  });

const all = [
  labSeries([
    point(1),
    point(2, { standing: 'high', comparator: '>' }),
    point(3, { graph_value: null, max: null }),
    point(4, { draft: true, standing: 'low' }),
    point(5, { corrected: true, range_before: { min: '0.7', max: '1.3', date_applies: '2026-01-02T08:30:00' } }),
  ]),
  labSeries([point(1), point(2, { value: null, text: 'none', graph_value: null })], { id: 'raw', axis: 'raw' }),
  labSeries([point(6, { value: null, text: 'positive', graph_value: null, standing: null })], { id: 'text', axis: 'text' }),
];
describe('series as a chart draws them', () => {
  const lines = arrived(all);
  const [limit, raw, words] = lines.map((one) => chartSeries(one, 1));

  it('have the signs of the laboratory’s flag', () => {
    const flagged = [
      point(1, { flag: 'H' }),
      point(2, { standing: null, flag: 'LL' }),
      point(3, { standing: 'high', flag: 'H' }),
      point(4, { flag: 'N' }),
      point(5, { standing: 'high', flag: 'LL' }),
    ];
    const [line] = arrived([labSeries(flagged)]);
    expect([...chartSeries(line!, 1).columns.flags]).toEqual([
      FLAG.flagged,
      FLAG.low | FLAG.critical,
      FLAG.high,
      0,
      FLAG.high | FLAG.flagged | FLAG.critical,
    ]);
  });

  it('are numbers in columns, oldest first', () => {
    const { times, heights, reported, counts } = limit!.columns;
    expect([...times]).toEqual(all[0]!.points.map(({ date_applies }) => timeOf(date_applies)));
    expect([...heights]).toEqual([0.1, 0.2, NaN, 0.4, 0.5]);
    expect([...reported]).toEqual([1.5, 2.5, 3.5, 4.5, 5.5]);
    expect(counts).toEqual({ height: 4, raw: 1, text: 0 });
    expect(raw!.columns.counts).toEqual({ height: 0, raw: 1, text: 1 });
    expect(words!.columns.counts).toEqual({ height: 0, raw: 0, text: 1 });
  });

  it('say what each point is besides', () =>
    expect([...limit!.columns.flags]).toEqual([0, FLAG.open | FLAG.high, 0, FLAG.draft | FLAG.low, FLAG.corrected | FLAG.range]));

  it('know each point by its place, and the details of one that is looked at', () => {
    expect([...limit!.columns.times].map((_, place) => limit!.idAt(place))).toEqual(all[0]!.points.map(pointId));
    expect(itemIdsOf(lines[0]!)).toEqual(['result 3', 'result 2', 'result 1']);
    expect(limit!.idAt(placeAt(limit!, Date.UTC(2026, 0, 2)))).toBe('result 1/e2');
    expect(limit!.detailsAt(0)).toEqual({ band: { lo: 0.5, hi: 1 } });
    expect(words!.detailsAt(0).text).toBe('positive');
    expect(pointOf(lines[0]!, 'result 2/e3')).toEqual(all[0]!.points[2]);
    expect(pointOf(lines[1]!, 'result 2/e3')).toBeUndefined();
  });
});
