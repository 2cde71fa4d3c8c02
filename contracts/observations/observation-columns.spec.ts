import fc from '#tests/support/fast-check';
import { countOf, itemAt, linesOf, ObservationColumns, packSeries, PackedSeries, pointsBetween, reading } from './observation-columns.ts';
import type { Observation, ObservationSeries } from './observations.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const point = (n: number, given: Partial<Observation> = {}): Observation => ({
  lab_result_id: id(n),
  entry_id: `e${n}`,
  name: 'CRP',
  date_applies: '2026-01-01T00:00:00',
  value: '5.0',
  unit: 'mg/L',
  min: null,
  max: '5',
  graph_value: n / 3,
  standing: 'normal',
  draft: false,
  corrected: false,
  origin: 'manual',
  ...given,
});
const series = (name: string, points: Observation[], last: Observation | null): ObservationSeries => ({
  id: name,
  organization_id: id(0),
  parameter_id: null,
  name,
  unit: 'mg/L',
  normalization_type: 'Arithmetic',
  scale_divider: 1,
  axis: 'limit',
  meaning_of_one: null,
  scale_changes: [],
  converted: 0,
  last,
  unchecked: 0,
  points,
});
const overTheWire = (all: ObservationSeries[]): PackedSeries => JSON.parse(JSON.stringify(packSeries(all))) as PackedSeries;

const [first, second, third] = [point(1), point(2), point(3, { draft: true })];
const all = [series('a', [first, second, third], second), series('none', [], null), series('b', [third], null)];

describe('points as columns', () => {
  it('are the same points after they travelled, what they do not say missing', () => {
    const text = fc.constantFrom('', '0', '1', 'null', '[1]');
    const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
    const given = fc.record({
      value: fc.option(text),
      text: maybe(text),
      comparator: maybe(fc.constantFrom('<' as const, '>=' as const)),
      draft: fc.boolean(),
      height: maybe(fc.record({ value: text, unit: text, collected: text })),
      graph_value: fc.option(fc.integer()),
    });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 12 }), (many) => {
        const points = many.map((one, n) => JSON.parse(JSON.stringify(point(n, one))) as Observation);
        const [line] = linesOf(overTheWire([series('x', points, points.at(-1) ?? null)]));
        expect(pointsBetween(line!)).toEqual(points);
        expect(line!.last).toEqual(points.at(-1) ?? null);
      }),
    );
  });

  it('say once what all of them say, list what some say alike, and leave out what none says', () => {
    const points = [point(1, { text: 'a' }), point(2), point(3, { text: 'b' }), point(4, { text: 'a' })];
    const { points: columns } = overTheWire([series('x', points, null)]);
    expect(columns).toMatchObject({
      count: 4,
      entry_id: ['e1', 'e2', 'e3', 'e4'],
      unit: { of: ['mg/L'] },
      text: { of: ['a', 'b'], at: [0, -1, 1, 0] },
    });
    expect(columns.unit).not.toHaveProperty('at');
    expect(columns).not.toHaveProperty('examination_id');
  });

  it('are what their contract says', () => {
    const packed = overTheWire(all);
    expect(PackedSeries.parse(packed)).toEqual(packed);
    expect(ObservationColumns.safeParse({ ...packed.points, unit: ['mg/L'] }).success).toBe(false);
  });

  it('are read by place, what is said converted once', () => {
    const { points } = overTheWire([series('x', [point(1, { text: 'a' }), point(2), point(3, { text: 'a' })], null)]);
    const converted: string[] = [];
    const text = reading(points.text, (words) => (converted.push(words), words.toUpperCase()), 'none');
    expect([0, 1, 2].map(text)).toEqual(['A', 'none', 'A']);
    expect(converted).toEqual(['a']);
    expect([0, 1, 2].map(reading(points.unit, String, ''))).toEqual(['mg/L', 'mg/L', 'mg/L']);
    expect(reading(points.flag, String, 'none')(1)).toBe('none');
  });
});

describe('series whose points are columns', () => {
  const lines = linesOf(overTheWire(all));

  it('keep what is said of them, their own points, and which one is the last', () => {
    expect(lines.map(({ name, last }) => [name, last])).toEqual([
      ['a', second],
      ['none', null],
      ['b', null],
    ]);
    expect(lines.map(countOf)).toEqual([3, 0, 1]);
    expect(lines.map((line) => pointsBetween(line))).toEqual([[first, second, third], [], [third]]);
    expect(pointsBetween(lines[0]!, 1, 9)).toEqual([second, third]);
    expect(itemAt(lines[2]!.columns, lines[2]!.from)).toBe(id(3));
  });

  it('rulings 27 and 33: give no point of the series beside them where nothing of theirs is asked for', () => {
    for (const line of lines) expect([pointsBetween(line, -1, 0), pointsBetween(line, 3, 4)]).toEqual([[], []]);
    expect(pointsBetween(lines[2]!, -5, 9)).toEqual([third]);
  });
});
