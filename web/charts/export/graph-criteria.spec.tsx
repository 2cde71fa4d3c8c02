import { renderToStaticMarkup } from 'react-dom/server';
import { hardCases, point, series } from '../fixtures.ts';
import { nearestDot } from '../hit.ts';
import { timeOf } from '../local-time.ts';
import { scene } from '../scene.ts';
import type { ChartSeries } from '../series.ts';
import { figure, lines, header } from './fixtures.ts';
import { Picture } from './picture.tsx';

// Sittig DF, Murphy DR, Smith MW, Russo E, Wright A, Singh H: Graphical display of diagnostic test results in electronic health records:
// a comparison of 8 systems. J Am Med Inform Assoc 2015;22:900-4. No system that was compared met all eleven criteria.

const draw = (given: readonly ChartSeries[] = hardCases()) => {
  const { span, today } = lines(given);
  return scene({ series: given, span, width: 900, paneHeight: 300, today });
};
const picture = (given: readonly ChartSeries[] = hardCases()): string =>
  renderToStaticMarkup(<Picture figure={figure(lines(given))} drawing={lines(given)} header={header} />);
const one = (...points: ReturnType<typeof point>[]) => [series('Creatinine', 1, points)];

describe('the eleven criteria of Sittig et al. 2015', () => {
  it('1 patient: the graph says whose it is', () => {
    expect(picture()).toContain('Ava Louise <tspan font-weight="600">Morgan</tspan>');
    expect(picture()).toContain('born 05/02/1968');
    expect(picture()).toContain('***-**-2231');
  });

  it('2 title: it describes what is in the graph', () =>
    expect(picture(one(point('2018-05-01')))).toMatch(/font-size="18"[^>]*>Lab results: Creatinine, mg\/dL</));

  it('3 label of the x axis: it says that it is the date', () => expect(picture()).toMatch(/<text[^>]*>Date</));

  it('4 scale of the x axis: equal times are equally far apart, whatever was measured, and the latest is at the right', () => {
    const dots = draw(one(point('2018-01-10'), point('2018-01-20'), point('2018-03-01'), point('2019-03-01'))).panes[0]!.dots;
    const perDay = dots.slice(1).map((dot, index) => (dot.x - dots[index]!.x) / [10, 40, 365][index]!);
    for (const step of perDay) expect(step).toBeCloseTo(perDay[0]!, 1);
    expect(dots.map(({ x }) => x)).toEqual(dots.map(({ x }) => x).toSorted((a, b) => a - b));
  });

  it('5 values of the x axis: its marks are named by dates', () => {
    const labels = draw().ticks.flatMap(({ label }) => (label === '' ? [] : [label]));
    expect(labels).toEqual(expect.arrayContaining(['2019', 'Apr', 'Oct']));
  });

  it('6 label of the y axis: it names the variable with its unit', () => {
    expect(draw(one(point('2018-05-01'))).panes[0]?.measure).toBe('Creatinine, mg/dL, × upper limit');
    const raw = draw().panes.find(({ kind }) => kind === 'raw');
    expect(raw?.title).toBe('Ferritin, mg/dL');
    // several variables share an axis without a unit; each is named with its own in the legend
    expect(draw().panes[0]?.measure).toBe('× upper limit');
    expect(picture()).toContain('>Troponin I, mg/dL<');
  });

  it('7 scale of the y axis: it is even, begins at 0 and holds every value', () => {
    const [pane] = draw().panes;
    const steps = pane!.axis.slice(1).map(({ y }, index) => pane!.axis[index]!.y - y);
    for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 0);
    expect(Number(pane!.axis[0]?.label)).toBe(0);
    for (const { y } of pane!.dots) expect(y >= pane!.top && y <= pane!.bottom).toBe(true);
  });

  it('8 values of the y axis: its marks are numbers', () => {
    const labels = draw().panes[0]!.axis.map(({ label }) => label);
    expect(labels.length).toBeGreaterThan(3);
    for (const label of labels) expect(label).toMatch(/^\d+(\.\d+)?$/);
  });

  it('9 reference range: the limit is drawn and named, the range of a series alone is shaded, and the legend has its numbers', () => {
    expect(picture()).toContain('1 = upper limit of normal');
    expect(picture()).toContain('range 0.60–1.20');
    expect(picture(one(point('2018-05-01'), point('2018-09-01')))).toContain('data-band');
  });

  it('10 details of the data: every point can be asked for its exact value', () => {
    const drawing = draw();
    for (const dot of drawing.panes.flatMap(({ dots }) => dots)) expect(nearestDot(drawing, dot.x, dot.y)?.id).toBeDefined();
    const close = Array.from({ length: 3000 }, (_, index) =>
      point('2018-05-01', { id: String(index), time: timeOf('2018-02-01T00:00:00') + index * 1e7 }),
    );
    const dense = draw(one(...close));
    const inside = dense.panes[0]!.dense!.locate('creatinine', '1500')!;
    expect(nearestDot(dense, inside.x, inside.y)).not.toBeNull();
  });

  it('11 legend: each series has its colour, symbol and dash beside its name, and each mark its meaning', () => {
    const signs = picture().match(/<svg class="sample"/g) ?? [];
    expect(signs).toHaveLength(4);
    for (const { name } of hardCases()) expect(picture()).toContain(`>${name}, mg/dL<`);
    expect(picture()).toContain('above its range');
  });
});
