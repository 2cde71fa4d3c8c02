import { barScene } from '../bar-scene.ts';
import type { BarSeries } from '../bars.ts';
import { hardCases, point, series } from '../fixtures.ts';
import { timeOf } from '../local-time.ts';
import { drawn } from './chart-drawing.tsx';
import type { Drawing } from './figure.ts';
import { lines } from './fixtures.ts';
import { partsOf } from './parts.ts';

const WIDTH = 690;
const TALLEST = 780;

const raw = (count: number) =>
  Array.from({ length: count }, (_, index) => series(`Raw ${index + 1}`, index + 1, [point('2018-05-01', { height: null, band: null })]));
const bars = (count: number): Drawing => {
  const { span, today, bounds } = lines();
  const one = (index: number): BarSeries => ({
    id: `${index}`,
    name: `Disease ${index}`,
    kind: 'span',
    mark: 1,
    bars: [{ id: `${index}`, from: timeOf('2018-05-01T00:00:00'), to: null, draft: false, corrected: false }],
    thickness: 30,
  });
  return { kind: 'bars', series: Array.from({ length: count }, (_, index) => one(index)), span, today, bounds };
};

describe('a chart on paper', () => {
  it('stays one drawing where it fits on a sheet', () => {
    const drawing = lines();
    expect(partsOf(drawing, WIDTH, TALLEST)).toEqual([drawing]);
    expect(partsOf(bars(6), WIDTH, TALLEST)).toEqual([bars(6)]);
  });

  it('is parted between its panes where it is taller, and every pane is in one of them', () => {
    const tall = lines([...hardCases(), ...raw(20)]);
    const parts = partsOf(tall, WIDTH, TALLEST);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(drawn(part, WIDTH, 'part').height).toBeLessThanOrEqual(TALLEST);
    const panes = parts.flatMap((part) => (part.kind === 'lines' ? [...(part.only ?? [])] : []));
    expect(panes).toHaveLength(new Set(panes).size);
    expect(panes).toEqual(expect.arrayContaining(['common', 'raw 1', 'raw 20', 'text']));
  });

  it('is parted between its rows where bars are many, in their order', () => {
    const tall = bars(60);
    const parts = partsOf(tall, WIDTH, TALLEST);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(drawn(part, WIDTH, 'part').height).toBeLessThanOrEqual(TALLEST);
    expect(parts.flatMap(({ series: rows }) => rows.map(({ id }) => id))).toEqual(tall.series.map(({ id }) => id));
    expect(barScene({ ...bars(60), series: bars(60).series as BarSeries[], width: WIDTH }).height).toBeGreaterThan(TALLEST);
  });
});
