import fc from 'fast-check';
import { packRows, packSeries, unpackRows, unpackSeries } from './packed.ts';

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
});
