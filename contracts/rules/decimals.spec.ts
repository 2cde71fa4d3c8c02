import fc from '#tests/support/fast-check';
import { computed, decadesApart, Decimal, farOff, readTypedNumber } from './decimals.ts';

const number = (decimal: string) => ({ kind: 'number', decimal });
const refused = { kind: 'not-a-number' };

describe('ruling 28: typed and pasted numbers', () => {
  it.each([
    ['.5', number('0.5')],
    [',5', number('0.5')],
    [',500', number('0.500')],
    ['5.', number('5')],
    ['007', number('7')],
    ['3,7', number('3.7')],
    ['3,75', number('3.75')],
    ['0,014', number('0.014')],
    ['5.0', number('5.0')],
    ['1.234', number('1.234')],
    ['1,2345', number('1.2345')],
    ['1,234.5', number('1234.5')],
    ['1 234', number('1234')],
    ['1\u202f234\u202f567', number('1234567')],
    ['1,234,567', number('1234567')],
    ['−3', number('-3')],
    ['+4', number('4')],
    ['-0', number('0')],
    ['-0.0', number('0.0')],
    ['  12 ', number('12')],
    ['\u200f12.5\u200e', number('12.5')],
    ['\u2066-3\u2069', number('-3')],
  ])('reads %j as %j', (text, read) => expect(readTypedNumber(text)).toEqual(read));

  it.each([
    ['1,000', ['1.000', '1000']],
    ['-12,345', ['-12.345', '-12345']],
    ['1000,000', ['1000.000', '1000000']],
  ])('asks which of two numbers %j is', (text, readings) => expect(readTypedNumber(text)).toEqual({ kind: 'ambiguous', readings }));

  it.each([
    'abc',
    '1.2.3',
    '1.234,5',
    '1,234 567',
    '12,34,567',
    '1e5',
    '5 mg',
    '--5',
    '.',
    ',',
    '-',
    '٣',
    '1'.repeat(16),
    '1/2',
    '\u202e12',
    '3\u00ad5',
  ])('takes %j for no number', (text) => expect(readTypedNumber(text)).toEqual(refused));

  it('reads nothing as empty', () => expect(readTypedNumber(' \t')).toEqual({ kind: 'empty' }));

  it('never changes the magnitude of a plain number in silence', () => {
    const typed = fc.tuple(
      fc.constantFrom('', '-'),
      fc.stringMatching(/^\d{1,15}$/),
      fc.constantFrom('', '.', '.x'),
      fc.stringMatching(/^\d{1,12}$/),
    );
    fc.assert(
      fc.property(typed, ([sign, whole, point, fraction]) => {
        const text = `${sign}${whole}${point.replace('x', fraction)}`;
        const read = readTypedNumber(text);
        expect(read.kind).toBe('number');
        if (read.kind !== 'number') return;
        expect(Number(read.decimal)).toBeCloseTo(Number(text), 10);
        expect(Decimal.safeParse(read.decimal).success).toBe(true);
        // Reported precision stays.
        expect(read.decimal.split('.')[1] ?? '').toBe(point === '.x' ? fraction : '');
      }),
    );
  });

  it('answers, whatever is typed, decimals whose digits are the typed ones in their order, or asks, or refuses', () => {
    const text = fc.stringMatching(/^[-+]?[\d., ]{0,12}$/);
    fc.assert(
      fc.property(text, (typed) => {
        const read = readTypedNumber(typed);
        const digits = (some: string) => some.replace(/\D/g, '').replace(/^0+/, '');
        const all = read.kind === 'number' ? [read.decimal] : read.kind === 'ambiguous' ? read.readings : [];
        for (const decimal of all) {
          expect(digits(decimal)).toBe(digits(typed));
          expect(Decimal.safeParse(decimal).success).toBe(true);
        }
      }),
    );
  });

  it('asks about every single comma before three digits that could be a thousand', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), (whole, rest) => {
        const fraction = String(rest).padStart(3, '0');
        expect(readTypedNumber(`${whole},${fraction}`)).toEqual({
          kind: 'ambiguous',
          readings: [`${whole}.${fraction}`, `${whole}${fraction}`],
        });
      }),
    );
  });
});

describe('decimals on the wire', () => {
  it.each(['0', '-1', '5.0', '0.014', '123456789012345.123456789012'])('takes %j', (text) =>
    expect(Decimal.safeParse(text).success).toBe(true),
  );
  it.each(['', '.5', '5.', '05', '+5', '1e3', '1,5', 'NaN', ' 5', '1'.repeat(16)])('refuses %j', (text) =>
    expect(Decimal.safeParse(text).error?.issues[0]?.message).toBe('Field should be number'),
  );
  it('tells a missing one from a wrong one', () => {
    expect(Decimal.safeParse(undefined).error?.issues[0]?.message).toBe('Field is required');
    expect(Decimal.safeParse(5).error?.issues[0]?.message).toBe('Field should be number');
  });
});

describe('ruling 17: computed figures', () => {
  it.each([
    [2.142857, '2.14'],
    [2, '2'],
    [0, '0'],
    [0.0123456, '0.0123'],
    [0.5, '0.5'],
    [9.999, '10'],
    [1234.567, '1234.57'],
    [-0.00456789, '-0.00457'],
    [100, '100'],
    [1e-15, '0.000000000000001'],
    [Number.NaN, ''],
    [Infinity, ''],
  ])('shows %d as %j', (value, text) => expect(computed(value)).toBe(text));

  it('is within half a unit of two decimals and of three significant digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (value) => {
        const error = Math.abs(Number(computed(value)) - value);
        expect(error).toBeLessThanOrEqual(0.00501);
        expect(error / value).toBeLessThanOrEqual(0.00501);
      }),
    );
  });
});

it('says how many powers of ten lie between two readings', () => {
  expect(decadesApart(6.4, 64)).toBeCloseTo(1);
  expect(decadesApart(640, 6.4)).toBeCloseTo(2);
  expect(decadesApart(-2, -20)).toBeCloseTo(1);
  expect(decadesApart(0, 64)).toBe(0);
  expect(decadesApart(-1, 1)).toBe(0);
});

it('ruling 29: tells values that are far off a range', () => {
  const range = { min: 0.5, max: 1.1 };
  expect([70, 11, 10.9, 0.06, 0.05, -1].map((value) => farOff(value, range))).toEqual([
    'above',
    'above',
    undefined,
    undefined,
    'below',
    'below',
  ]);
  expect([farOff(70, range, '<'), farOff(0.01, range, '>')]).toEqual([undefined, undefined]);
  expect(farOff(70, { min: null, max: null })).toBeUndefined();
});
