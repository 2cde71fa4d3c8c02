import fc from 'fast-check';
import { fieldReader, packRows, packSeries, partOf, pointCount, pointsBetween, unpackRows, unpackSeries, withField } from './packed.ts';

const scalar = fc.oneof(fc.constantFrom(null, true, false, 0, 1, '', '0', '1', 'null', '[1]'), fc.integer(), fc.string());
const value = fc.oneof({ weight: 5, arbitrary: scalar }, fc.constantFrom<unknown>([], [1], ['1'], { x: '1' }, { x: 1 }));
const row = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.option(value, { nil: undefined }), { noNullPrototype: true });
const overTheWire = <T>(packed: T): T => JSON.parse(JSON.stringify(packed)) as T;

describe('packed rows', () => {
  it('are the same rows after they travelled, missing fields missing', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        expect(unpackRows(overTheWire(packRows(rows)))).toEqual(rows.map((one) => JSON.parse(JSON.stringify(one)) as object));
      }),
    );
  });

  it('say once what is the same in all, and list what repeats', () => {
    const rows = [1, 2, 3, 1].map((n) => ({ unit: 'mg/dL', n, id: n === 3 ? undefined : n === 2 ? 'x' : 'y', each: Math.sqrt(n) * n }));
    expect(packRows(rows).fields).toEqual({
      unit: { all: 'mg/dL' },
      n: { each: [1, 2, 3, 1] },
      id: { of: ['y', 'x'], at: [0, 1, -1, 0] },
      each: { each: rows.map(({ each }) => each) },
    });
  });
});

describe('a field of packed rows', () => {
  const rows = [
    { unit: 'g/L', text: 'a', id: 1 },
    { unit: 'g/L', text: 'a', id: 2 },
    { unit: 'g/L', id: 3 },
  ];
  const packed = overTheWire(packRows(rows));
  const read = (field: string, from = packed) => [0, 1, 2].map(fieldReader(from, field, String, 'none'));

  it('is read however it travelled, and said to be missing where it is', () => {
    expect([read('unit'), read('text'), read('id'), read('other')]).toEqual([
      ['g/L', 'g/L', 'g/L'],
      ['a', 'a', 'none'],
      ['1', '2', '3'],
      ['none', 'none', 'none'],
    ]);
  });

  it('can say something else', () => {
    const changed = withField(
      withField(packed, 'unit', () => 'mg'),
      'id',
      (id) => Number(id) * 2,
    );
    expect(unpackRows(changed)).toEqual(rows.map((row) => ({ ...row, unit: 'mg', id: row.id * 2 })));
    expect(read('unit')).toEqual(['g/L', 'g/L', 'g/L']);
    expect(withField(packed, 'other', () => 1)).toBe(packed);
  });
});

describe('packed series', () => {
  const point = (n: number, draft = false) => ({ id: `r${n}`, value: String(n), draft });
  const [first, second, third] = [point(1), point(2), point(3, true)];
  const all = [
    { id: 'a', unit: 'g/L', last: second, points: [first, second, third] },
    { id: 'none', unit: '', last: null, points: [] },
    { id: 'b', unit: 'g/L', last: null, points: [third] },
  ];

  it('keep their points, each its own, and which one is the last', () => {
    expect(unpackSeries(overTheWire(packSeries(all)))).toEqual(all);
  });

  it('are counted, and read a few at a time, without all of their points being made', () => {
    const [a, none, b] = unpackSeries(overTheWire(packSeries(all)));
    expect([a, none, b].map((one) => pointCount(one!))).toEqual([3, 0, 1]);
    expect(pointsBetween(a!, 1, 9)).toEqual([second, third]);
    expect(pointsBetween(b!, 0, 1)).toEqual([third]);
    expect(pointsBetween(none!, 0, 1)).toEqual([]);
    expect(Object.getOwnPropertyDescriptor(a, 'points')).toHaveProperty('get');
  });

  it('rulings 27 and 33: give no point of the series beside them where nothing of theirs is asked for', () => {
    const [a, none, b] = unpackSeries(overTheWire(packSeries(all)));
    for (const one of [a!, none!, b!]) expect([pointsBetween(one, -1, 0), pointsBetween(one, 3, 4)]).toEqual([[], []]);
    expect(pointsBetween(b!, -5, 9)).toEqual([third]);
  });

  it('make their points once, the last of them being that very point', () => {
    const [a] = unpackSeries(overTheWire(packSeries(all)));
    expect(a!.points).toBe(a!.points);
    expect(a!.points[1]).toBe(a!.last);
  });

  it('are read like columns as long as they are no copies', () => {
    const [a] = unpackSeries(overTheWire(packSeries(all)));
    const value = fieldReader(partOf(a!)!.table, 'value', Number, 0);
    const draft = fieldReader(partOf(a!)!.table, 'draft', (said) => said === true, false);
    expect([0, 1, 2].map(value)).toEqual([1, 2, 3]);
    expect([0, 1, 2].map(draft)).toEqual([false, false, true]);
    expect(partOf({ ...a })).toBeUndefined();
    expect(pointCount({ ...a! })).toBe(3);
  });
});
