import type { Observation, ObservationSeries } from '#contracts/observations';
import { packSeries, unpackSeries } from '#contracts/packed';
import { columnsOf } from '#web/charts/columns.ts';
import { pointAt } from '#web/charts/focus.ts';
import { point as drawnPoint, series as drawnSeries } from '#web/charts/fixtures.ts';
import { labPoint, labSeries } from './fixtures.ts';
import { chartSeries, itemIdsOf, timesOf, valueIdsOf } from './value-series.ts';

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
const arrived = (): ObservationSeries[] =>
  unpackSeries(JSON.parse(JSON.stringify(packSeries(all))) as ReturnType<typeof packSeries<ObservationSeries>>);

describe('series that came as columns', () => {
  it('are drawn from the same numbers as their points would be', () => {
    arrived().forEach((one, index) => expect(chartSeries(one, 1).columns).toEqual(chartSeries(all[index]!, 1).columns));
  });

  it('have the same points', () => {
    arrived().forEach((one, index) => {
      const [own, wanted] = [chartSeries(one, 1), chartSeries(all[index]!, 1)];
      expect(wanted.points.map((_, at) => own.at!(at))).toEqual(wanted.points);
      expect(own.points).toEqual(wanted.points);
      expect([itemIdsOf(one), valueIdsOf(one)]).toEqual([itemIdsOf(all[index]!), valueIdsOf(all[index]!)]);
    });
  });

  it('make no point for what a legend and a drawing ask of all of them', () => {
    const [one] = arrived();
    const chart = chartSeries(one!, 1);
    timesOf(one!);
    itemIdsOf(one!);
    expect(columnsOf(chart).counts).toEqual({ height: 4, raw: 1, text: 0 });
    expect(pointAt(chart, Date.UTC(2026, 0, 2))?.id).toBe('result 1/e2');
    expect(Object.getOwnPropertyDescriptor(one, 'points')).toHaveProperty('get');
  });
});

it('a chart can be given points alone', () => expect(columnsOf(drawnSeries('Index', 1, [drawnPoint('2018-05-01')])).times).toHaveLength(1));
