import { messages } from '#contracts/rules/messages';
import { emptyNumbers, enter, type Entered, part } from './columns.ts';
import { timeOf } from './local-time.ts';
import type { ChartSeries, Columns, Details } from './series.ts';

/** All that a chart may be asked of one point. */
export interface ChartPoint extends Entered, Details {
  id: string;
  until?: number;
}

/** A point of a test: 1.0 of an upper limit of 1.2 unless told otherwise. */
export const point = (day: string, given: Partial<ChartPoint> = {}): ChartPoint => ({
  id: `${day}${given.draft ? ' draft' : ''}`,
  time: timeOf(`${day}T08:00:00`),
  height: 1 / 1.2,
  raw: 1,
  comparator: null,
  judgement: 'normal',
  isCritical: false,
  isDisputed: false,
  band: { lo: 0.5, hi: 1 },
  draft: false,
  corrected: false,
  isRangeChanged: false,
  ...given,
  hasText: Boolean(given.text),
});

export const columnsOf = (points: readonly ChartPoint[]): Columns => {
  const numbers = emptyNumbers(points.length);
  points.forEach((each, place) => enter(numbers, place, each));
  return part(numbers, 0, points.length);
};

export const series = (name: string, mark: number, points: ChartPoint[], given: Partial<ChartSeries> = {}): ChartSeries => ({
  id: name.toLowerCase(),
  name,
  unit: 'mg/dL',
  mark,
  limit: true,
  relative: false,
  rawNotes: [messages.noRange],
  columns: columnsOf(points),
  idAt: (place) => points[place]!.id,
  untilAt: (place) => points[place]!.until,
  detailsAt: (place) => points[place]!,
  ...given,
});

/** Every hard case at once: draft, comparator, corrected, out of range, no range, text. */
export const hardCases = (): ChartSeries[] => [
  series('Creatinine', 1, [
    point('2018-02-01', { height: 0.8, raw: 0.96 }),
    point('2018-05-14', { height: 0.92, raw: 1.1 }),
    point('2018-08-20', { height: 1.3, raw: 1.56, judgement: 'high' }),
    point('2018-10-02', { height: 9.6, raw: 11.5, judgement: 'high', draft: true }),
    point('2018-12-11', { height: 0.9, raw: 1.08, corrected: true }),
    point('2019-02-03', { height: 0.88, raw: 1.06 }),
    point('2019-04-21', { height: 0.3, raw: 0.36, judgement: 'low' }),
  ]),
  series('Troponin I', 2, [
    point('2018-03-09', { height: 0.4, raw: 0.016, comparator: '<', judgement: null, band: { lo: null, hi: 1 } }),
    point('2018-09-30', { height: 1.4, raw: 0.056, comparator: '>', judgement: 'high', band: { lo: null, hi: 1 } }),
    point('2019-03-15', { height: 0.5, raw: 0.02, band: { lo: null, hi: 1 } }),
  ]),
  series('Ferritin', 3, [
    point('2018-04-04', { height: null, raw: 31, judgement: null, band: null }),
    point('2019-01-20', { height: null, raw: 44, judgement: null, band: null }),
  ]),
  series('Hepatitis B antigen', 4, [
    point('2018-06-01', { height: null, raw: null, text: 'negative', judgement: null, band: null }),
    point('2018-07-01', { height: null, raw: null, text: 'indeterminate, please repeat', judgement: null, band: null }),
  ]),
];
