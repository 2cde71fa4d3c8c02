import { hardCases } from '../fixtures.ts';
import { timeOf, reach } from '../local-time.ts';
import type { ChartSeries } from '../series.ts';
import { type Drawing, type Figure, type LegendLine, sheetOf, type SheetHeader } from './figure.ts';

export const header: SheetHeader = {
  given: 'Ava Louise',
  family: 'Morgan',
  born: '1968-05-02',
  facts: ['Female', 'born 05/02/1968', '58 OLD', '***-**-2231'],
  clinic: 'Lindenhof Family Practice',
  by: 'Helen Hart, Doctor',
  at: '05/02/2019 07:04 (America/Chicago)',
  asOf: '05/02/2019 07:04 (America/Chicago)',
  day: '2019-05-02',
};

const today = timeOf('2019-05-01T00:00:00');

export const lines = (series: readonly ChartSeries[] = hardCases()): Drawing => ({
  kind: 'lines',
  series,
  span: { from: timeOf('2018-01-01T00:00:00'), to: timeOf('2019-06-30T23:59:59') },
  today,
  bounds: reach(today),
});

export const figure = (drawing: Drawing, given: Partial<Figure> = {}): Figure => ({
  id: 'lab-results',
  title: 'Lab results',
  drawing,
  legend: drawing.series.map(({ id, name, mark }): LegendLine => ({
    id,
    kind: 'line',
    mark,
    name: `${name}, mg/dL`,
    says: ['range 0.60–1.20', 'last 1.06 on 02/03/2019'],
  })),
  leftOut: ['3 series hidden, 1 abnormal: Sodium, Urea, Zinc', '14 results before 01/01/2018'],
  sheets: { paper: () => sheetOf([], []) },
  ...given,
});
