import fc from '#tests/support/fast-check';
import { readFlag } from '#contracts/observations/flags';
import { decimalSignOf, readNumber } from '#contracts/rules/printed-numbers';
import { isUsualResult } from '#contracts/rules/result-words';
import { readValue } from './values.ts';

describe('readNumber', () => {
  it.each([
    ['228', '.', '228'],
    ['11,2', ',', '11.2'],
    ['11,2', '.', '11.2'],
    ['0,014', ',', '0.014'],
    ['0.010', '.', '0.010'],
    ['1.234,5', ',', '1234.5'],
    ['1,234.5', '.', '1234.5'],
    ['250,000', '.', '250000'],
    ['250.000', ',', '250000'],
    ['1,250,000', null, '1250000'],
    ['1.015', '.', '1.015'],
    ['-2.5', '.', '-2.5'],
    ['007', '.', '7'],
  ] as const)('reads %s on a page with %s as %s', (text, sign, decimal) => {
    expect(readNumber(text, sign)).toEqual({ decimal, ambiguous: false });
  });

  it('is unsure of three digits behind one sign while the page does not tell', () => {
    expect(readNumber('1,200', null)).toEqual({ decimal: '1200', ambiguous: true });
    expect(readNumber('1.200', null)).toEqual({ decimal: '1.200', ambiguous: true });
    expect(readNumber('0,200', null)).toEqual({ decimal: '0.200', ambiguous: false });
  });

  it.each(['', 'abc', '1,2,3', '1.2.3', '12:30', '1,23.4.5', '.'])('reads no number in %j', (text) => {
    expect(readNumber(text, null)).toBeNull();
  });

  it('reads every decimal back, with point or comma', () => {
    fc.assert(
      fc.property(
        fc.nat(999_999),
        fc.stringMatching(/^\d{1,2}$/),
        fc.constantFrom('.', ',') as fc.Arbitrary<'.' | ','>,
        (whole, fraction, sign) => {
          expect(readNumber(`${whole}${sign}${fraction}`, sign)).toEqual({ decimal: `${whole}.${fraction}`, ambiguous: false });
        },
      ),
    );
  });

  it('reads grouped thousands as the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 999_999_999 }), (n) => {
        expect(readNumber(n.toLocaleString('en-US'), '.')?.decimal).toBe(String(n));
        expect(readNumber(n.toLocaleString('de-DE'), ',')?.decimal).toBe(String(n));
      }),
    );
  });
});

describe('decimalSignOf', () => {
  it('is told by numbers that leave no doubt', () => {
    expect(decimalSignOf(['11,2', '4,31', '150-370'])).toBe(',');
    expect(decimalSignOf(['11.2', '4.31', '250,000'])).toBe('.');
    expect(decimalSignOf(['250,000', '1.015'])).toBeNull();
    expect(decimalSignOf(['21.01.2025', '08/14/2025'])).toBeNull();
  });
});

describe('readValue', () => {
  it.each([
    ['228 H', { value: '228', flag: 'H', rest: '' }],
    ['171H', { value: '171', flag: 'H' }],
    ['11.4 High', { value: '11.4', flag: 'H' }],
    ['12.6 Low', { value: '12.6', flag: 'L' }],
    ['9.9 HH', { value: '9.9', flag: 'HH' }],
    ['7,4 *', { value: '7,4', flag: '*' }],
    ['H 7.4', { value: '7.4', flag: 'H' }],
    ['11,2 +', { value: '11,2', flag: 'H' }],
    ['4,31 -', { value: '4,31', flag: 'L' }],
    ['<0,6', { value: '<0,6', comparator: '<' }],
    ['> 20.0', { value: '>20.0', comparator: '>' }],
    ['≤ 5', { value: '<=5', comparator: '<=' }],
    ['> OR = 40', { value: '>=40', comparator: '>=' }],
    ['11.2 g/dL (12.0 - 15.5)', { value: '11.2', rest: 'g/dL (12.0 - 15.5)' }],
    ['7.8 10^3/uL', { value: '7.8', rest: '10^3/uL' }],
    ['Pale Yellow', { value: 'Pale Yellow', number: null }],
    ['2+', { value: '2+', number: null }],
    ['Positive A', { value: 'Positive', flag: 'A', number: null }],
  ])('reads %j', (cell, expected) => {
    expect(readValue(cell, cell.includes(',') ? ',' : '.')).toMatchObject(expected);
  });

  it.each([
    ['12.4ng/mL', { value: '12.4', rest: 'ng/mL' }],
    ['9.9g/dL', { value: '9.9', rest: 'g/dL' }],
    ['5.4%', { value: '5.4', rest: '%' }],
    ['15s', { value: '15', rest: 's' }],
    ['7.8x10^9/L', { value: '7.8', rest: 'x10^9/L' }],
    ['7.8 x 10^9/L', { value: '7.8' }],
    ['7.8 103/uL', { value: '7.8', rest: '103/uL' }],
    ['12.5(3.5-5.1)', { value: '12.5', rest: '(3.5-5.1)' }],
    ['2.0 2.0 - 3.0', { value: '2.0', rest: '2.0 - 3.0' }],
    ['2.0 2.0-3.0', { value: '2.0', rest: '2.0-3.0' }],
    ['5.3 (!)', { value: '5.3', flag: '*', rest: '' }],
    ['7.4(H)', { value: '7.4', flag: 'H', rest: '' }],
    ['7.4 H mmol/L', { value: '7.4', flag: 'H', rest: 'mmol/L' }],
    ['1,234', { value: '1,234', rest: '' }],
    ['-2.5', { value: '-2.5', rest: '' }],
    ['<-3', { value: '<-3', comparator: '<', rest: '' }],
    ['4.2 _', { value: '4.2', rest: '' }],
  ])('takes what stands behind the number off %j', (cell, expected) => {
    const read = readValue(cell, '.');
    expect(read).toMatchObject(expected);
    expect(read?.number).not.toBeNull();
  });

  it.each([
    ...[
      '4l2',
      '2..41',
      '14O',
      '3B',
      '1S0',
      '2I5',
      '4l',
      '4|',
      '0.8 (0.9)',
      '4l2mmol/L',
      '4l2 mmol/L',
      '1 3.4',
      '3 .5',
      '1 0mmol/L',
      '5.',
      '5.4 .',
    ],
    ...[
      '1 200',
      '3.5-5.1',
      '2.0 - 3.0',
      '0-2 /HPF',
      '0 - 2 /HPF',
      '1:80',
      '10^9',
      '10^5 CFU/mL',
      '1.2/1.4',
      '120/80mmHg',
      '1.2.3',
      '5.2 haemolysed',
    ],
    ...['12-34-56', '4.2 4.3', '2I5/µL', '4O/HPF', '<5O', '-2l5'],
  ])('cuts no number out of %j', (cell) => {
    expect(readValue(cell, '.')).toEqual({ value: cell, number: null, rest: '' });
  });

  it('never reads a shorter number where a letter or a second separator stands between digits', () => {
    const number = fc.stringMatching(/^[<>]?-?[1-9]\d{1,4}(\.\d{1,3})?$/);
    const strange = fc.oneof(
      fc.stringMatching(/^[A-Za-z]$/),
      fc.constantFrom('..', ',,', '.,', ' ', '|', ':', '/', '^', '-', '*', 'µ', ' .'),
    );
    fc.assert(
      fc.property(
        number,
        fc.nat(),
        strange,
        fc.constantFrom('', ' H', ' mmol/L', 'mmol/L', ' 3.5-5.1', ' g/L 3.5 - 5.1'),
        (text, place, sign, behind) => {
          const places = [...text].flatMap((_, at) => (/^\d$/.test(text[at - 1] ?? '') && /^\d$/.test(text[at] ?? '') ? [at] : []));
          const at = places[place % places.length] ?? 1;
          const cell = `${text.slice(0, at)}${sign}${text.slice(at)}${behind}`;
          const read = readValue(cell, '.');
          expect([read?.number ?? null, read?.value.replace(/ (?:H|A|L)$/, '')]).toEqual([null, cell.replace(/ H$/, '')]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('takes no date or time for a result', () => {
    expect(readValue('11/23/2024', '.')?.number).toBeNull();
    expect(readValue('12:30', '.')?.number).toBeNull();
  });

  it('finds nothing in an empty cell', () => {
    expect(readValue('  ', '.')).toBeNull();
  });

  it('never loses or invents a digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[<>]?\d{1,4}(\.\d{1,2})?$/), fc.constantFrom('', ' H', 'L', ' *', ' High'), (number, flag) => {
        expect(readValue(number + flag, '.')?.value).toBe(number);
      }),
    );
  });
});

it('knows flags in the letters and signs of laboratories', () => {
  expect(['H', 'low', '(L)', '++', '↓', '*', 'AA', 'x'].map((flag) => readFlag(flag))).toEqual([
    'H',
    'L',
    'L',
    'HH',
    'L',
    '*',
    'AA',
    undefined,
  ]);
});

it('knows usual results in words', () => {
  expect(['Negative', 'nicht nachweisbar', 'Trace', 'Clear', '3+'].every(isUsualResult)).toBe(true);
  expect(['See note', 'PANEL', 'ist ohne Unterschrift'].some(isUsualResult)).toBe(false);
});
