import { windowOf } from './columns.ts';
import { DENSE } from './context.ts';
import { densityNote } from './density-note.ts';
import { point, series } from './fixtures.ts';
import { dotOfPoint, nearestDot } from './hit.ts';
import { DAY, timeOf } from './local-time.ts';
import { decimated, polyline } from './polylines.ts';
import { scene } from './scene.ts';

const start = timeOf('2020-01-01T00:00:00');
const many = (count: number, height: (at: number) => number, change: (at: number) => object = () => ({})) =>
  series(
    'Many',
    1,
    Array.from({ length: count }, (_, at) => ({
      ...point('2020-01-01', { height: height(at), raw: height(at) }),
      id: `p${at}`,
      time: start + at * DAY,
      ...change(at),
    })),
  );
const plain = { x: (time: number) => (time - start) / DAY, y: (value: number) => value };
const all = (count: number) => ({ window: [0, count], reach: [0, count] }) as const;
const pairs = (line: Float32Array) =>
  Array.from({ length: line.length / 2 }, (_, at) => (Number.isNaN(line[at * 2]) ? 'gap' : `${line[at * 2]},${line[at * 2 + 1]}`));

describe('a line', () => {
  it('breaks at what may not be joined and passes drafts by', () => {
    const columns = many(
      6,
      (at) => at,
      (at) => (at === 1 ? { draft: true } : at === 3 ? { corrected: true } : {}),
    ).columns;
    expect(pairs(polyline(columns, columns.heights, all(6), plain))).toEqual(['0,0', '2,2', 'gap', '4,4', '5,5', 'gap']);
  });
  it('reaches to the first point on either side of the window', () => {
    const columns = many(10, (at) => at).columns;
    const window = windowOf(columns.times, { from: start + 3 * DAY, to: start + 5 * DAY });
    expect(pairs(polyline(columns, columns.heights, { window, reach: [0, 10] }, plain))).toEqual([
      '2,2',
      '3,3',
      '4,4',
      '5,5',
      '6,6',
      'gap',
    ]);
  });
});

describe('a line with more points than pixels', () => {
  const scale = { kx: 1 / DAY / 100, bx: -start / DAY / 100, ky: 1, by: 0 };

  it('keeps the first, the lowest, the highest and the last value of each pixel', () => {
    const height = (at: number) => (at === 40 ? 99 : at === 60 ? -99 : at === 180 ? 55 : 0);
    const columns = many(200, height).columns;
    const found = pairs(decimated(columns, columns.heights, all(200), scale));
    expect(found.length).toBeLessThan(16);
    for (const extreme of ['99', '-99', '55']) expect(found.some((pair) => pair.endsWith(`,${extreme}`))).toBe(true);
  });
  it('loses no extreme, whatever the values are', () => {
    let seed = 7;
    const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const values = Array.from({ length: 5000 }, next);
    const columns = many(5000, (at) => values[at]!).columns;
    const line = decimated(columns, columns.heights, all(5000), scale);
    const heights = [...line].filter((_, at) => at % 2 === 1 && !Number.isNaN(line[at]));
    expect(Math.max(...heights)).toBeCloseTo(Math.max(...values), 6);
    expect(Math.min(...heights)).toBeCloseTo(Math.min(...values), 6);
  });
  it('shows a value that nothing is joined to', () => {
    const columns = many(
      3,
      () => 1,
      (at) => (at === 1 ? {} : { corrected: true }),
    ).columns;
    expect(pairs(decimated(columns, columns.heights, all(3), { ...scale, kx: 1 / DAY, bx: -start / DAY }))).toEqual(['1,1', '2,1', 'gap']);
  });
});

describe('a chart of many points', () => {
  const one = many(
    DENSE + 500,
    (at) => (at === 100 ? 3 : 0.5),
    (at) => (at === 100 ? { judgement: 'high' } : at === 200 ? { draft: true } : {}),
  );
  const input = {
    series: [one],
    span: { from: start, to: start + (DENSE + 500) * DAY },
    width: 900,
    paneHeight: 300,
    today: start,
  };
  const drawing = scene(input);

  it('says how many results stand behind it, and what has no symbol', () => {
    expect(densityNote(drawing)).toMatch(/^3,000 results drawn close together: lines keep every extreme, 1 are out of range\. Zoom/);
  });
  it('keeps symbols for what is out of the ordinary', () => {
    const dots = drawing.panes[0]?.dots ?? [];
    expect(dots.map(({ id, arrow, hollow }) => [id, arrow, hollow])).toEqual([
      ['p100', 'up', false],
      ['p200', null, true],
    ]);
  });
  it('gives what is critical a symbol before whatever else is out of the ordinary', () => {
    const flagged = many(
      DENSE + 500,
      () => 0.5,
      (at) => (at === DENSE ? { judgement: 'high', isCritical: true } : { judgement: 'abnormal' }),
    );
    const dots = scene({ ...input, series: [flagged] }).panes[0]?.dots ?? [];
    expect(dots.filter(({ isCritical }) => isCritical)).toHaveLength(1);
  });
  it('answers for every point under the pointer, with or without a symbol', () => {
    const dot = dotOfPoint(drawing, 'many', 'p1500');
    expect(dot).toBeDefined();
    expect(nearestDot(drawing, dot?.x ?? 0, dot?.y ?? 0)?.series).toBe('many');
  });
  it('draws each with its symbol again where it is zoomed in', () => {
    const near = scene({ series: [one], span: { from: start, to: start + 99 * DAY }, width: 900, paneHeight: 300, today: start });
    expect(near.panes[0]?.dense).toBeUndefined();
    expect(near.panes[0]?.dots.length).toBe(100);
    expect(densityNote(near)).toBeUndefined();
  });
});
