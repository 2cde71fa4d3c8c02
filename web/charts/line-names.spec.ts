import { point, series } from './fixtures.ts';
import { lineNames } from './line-names.tsx';
import { timeOf } from './local-time.ts';
import { scene } from './scene.ts';
import type { ChartSeries } from './series.ts';

/** A phone with this many lines that end on the same day at nearly the same height. */
const named = (count: number, given?: ChartSeries[]) => {
  const lines =
    given ??
    Array.from({ length: count }, (_, index) =>
      series(`Parameter ${index + 1}`, index + 1, [point('2019-01-02'), point('2019-03-04', { height: 0.9 + index / 1000 })]),
    );
  const drawing = scene({
    series: lines,
    span: { from: timeOf('2019-01-01T00:00:00'), to: timeOf('2019-06-30T23:59:59') },
    width: 366,
    paneHeight: 300,
    today: timeOf('2019-05-01T00:00:00'),
    folds: [],
    focused: null,
  });
  return { drawing, names: lineNames(drawing, lines) };
};

it('names each line at its last point', () => {
  const { names, drawing } = named(1);
  const last = drawing.panes[0]?.dots.at(-1);
  expect(names.map(({ name }) => name)).toEqual(['Parameter 1']);
  expect(names[0]?.point.x).toBeCloseTo(last?.x ?? NaN, 3);
  expect(names[0]?.y).toBeCloseTo(last?.y ?? NaN, 3);
});

it('names the lines at their beginnings where they are further apart there', () => {
  const lines = [
    series('High', 1, [point('2019-01-02', { height: 1.8 }), point('2019-03-04', { height: 1 })]),
    series('Low', 2, [point('2019-01-02', { height: 0.4 }), point('2019-03-04', { height: 1.01 })]),
  ];
  const { drawing } = named(1, lines);
  const [first, second] = lineNames(drawing, lines);
  expect([first?.name, second?.name]).toEqual(['High', 'Low']);
  expect(second!.y - first!.y).toBeGreaterThan(100);
});

it('keeps the names of lines that end at one place apart, and inside of the pane', () => {
  const { names, drawing } = named(12);
  const [pane] = drawing.panes;
  expect(names).toHaveLength(12);
  for (const [index, { y }] of names.entries()) {
    expect(y).toBeGreaterThan(pane!.top);
    expect(y).toBeLessThan(pane!.bottom);
    if (index > 0) expect(y - names[index - 1]!.y).toBeGreaterThanOrEqual(15);
  }
});

it('names no more lines than there is room for', () => expect(named(40).names).toHaveLength(20));
