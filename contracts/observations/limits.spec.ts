import fc from '#tests/support/fast-check';
import { limitsInWords, printedRange, strictSign, wordsBeside } from './limits.ts';

const limits = (min: string | null, max: string | null) => ({ min, max });

const read = (range_text: string | undefined, value: string | null, unit = '', flag?: string) =>
  limitsInWords({ range_text, value, unit, flag });

it.each([
  ['<150', '162', 'mg/dL', limits(null, '150')],
  ['13 to 18', '12.5', 'g/dL', limits('13', '18')],
  ['150 - 350', '410', '10*3/uL', limits('150', '350')],
  ['>= 60', '58', 'mL/min', limits('60', null)],
  ['up to 5 mg/L', '3', 'mg/L', limits(null, '5')],
  ['Reference range: 3.5 – 5.1 mmol/l', '4', 'mmol/L', limits('3.5', '5.1')],
  ['(3,5 - 5,1)', '4', 'mmol/L', limits('3.5', '5.1')],
])('ruling 18: %s is used for %s %s', (words, value, unit, expected) => expect(read(words, value, unit)).toEqual(expected));

it.each([
  ['several phases', 'follicular 3.5-12.5; postmenopausal 25.8-134.8', '34', 'IU/L'],
  ['several ranges', '3.5-5.1; 3.6-5.0', '4', ''],
  ['for some', 'Female: 12 - 15', '13', 'g/dL'],
  ['for adults', 'Adults: 12 - 15', '13', 'g/dL'],
  ['a target', 'Optimal: <100', '110', 'mg/dL'],
  ['an age before it', '5-15 years: 3-5', '4', 'mg/dL'],
  ['another unit', '3.5 - 5.1 mg/dL', '4', 'mmol/L'],
  ['reversed', '18 - 13', '14', 'g/dL'],
  ['a result', 'Negative', '1', ''],
  ['a dilution', '1:80', '160', ''],
  ['nothing', undefined, '1', ''],
])('ruling 18: no limit is taken from %s', (_what, words, value, unit) => expect(read(words, value, unit)).toBeUndefined());

describe('digits that can be read in two ways', () => {
  it.each([
    ['another number tells', '0.450-4.500', '75.2', undefined, limits('0.450', '4.500')],
    ['another number tells', '0,270 - 4,200', '60', undefined, limits('0.270', '4.200')],
    ['another number tells', '0.000-4.000', '450', undefined, limits('0.000', '4.000')],
    ['the value lies within one', '1.005-1.030', '1.020', undefined, limits('1.005', '1.030')],
    ['the value lies within one', '4,300 - 10,800', '7000', undefined, limits('4300', '10800')],
    ['the value lies over both', '4,300 - 10,800', '105600', undefined, limits('4300', '10800')],
    ['the value lies under both', '4.300 - 10.800', '0.2', undefined, limits('4.300', '10.800')],
    ['the flag agrees with one', '4,300-10,800', '100', 'LL', limits('4300', '10800')],
    ['the flag agrees with one', '13.000-150.000', '1500', 'H', limits('13.000', '150.000')],
  ])('are used where %s: %s for %s', (_why, words, value, flag, expected) => expect(read(words, value, '', flag)).toEqual(expected));

  it.each([
    ['4,300-10,800', '100', undefined],
    ['150,000-400,000', '1000', undefined],
    ['150,000-400,000', '3000', undefined],
    ['1,800-7,700', '50', undefined],
    ['10.000-40.000', '5000', 'HH'],
    ['10.000-40.000', '20000', undefined],
    ['13.000-150.000', '15000', undefined],
    ['4.300 - 10.800', '12000', 'H'],
    ['<4.000', '450', undefined],
    ['<5.000', '500', undefined],
    ['<1,800', '15', undefined],
    ['<10,000', '20', undefined],
    ['1.005-1.030', null, undefined],
  ])('otherwise stay words: %s for %s', (words, value, flag) => expect(read(words, value, '', flag)).toBeUndefined());

  it('never put a value on another side than both readings, or than its flag', () => {
    const three = fc.integer({ min: 1001, max: 999_999 });
    const flags = fc.constantFrom(undefined, 'H', 'HH', 'L', 'LL');
    fc.assert(
      fc.property(
        three,
        three,
        fc.double({ min: 0.001, max: 1e7, noNaN: true }),
        flags,
        fc.constantFrom('.', ','),
        (a, b, number, flag, sign) => {
          const [low, high] = [a, b].toSorted((x, y) => x - y) as [number, number];
          const text = (n: number) => `${Math.floor(n / 1000)}${sign}${String(n % 1000).padStart(3, '0')}`;
          const found = read(`${text(low)} - ${text(high)}`, String(number), '', flag);
          fc.pre(found !== undefined);
          const side = ([min, max]: readonly [number, number]) => (number > max ? 'high' : number < min ? 'low' : 'normal');
          const chosen = side([Number(found!.min), Number(found!.max)]);
          const both = [side([low, high]), side([low / 1000, high / 1000])];
          const isMeant = both[0] === both[1] || chosen === 'normal' || (chosen === 'high' ? /^H/ : /^L/).test(flag ?? '');
          expect(isMeant).toBe(true);
        },
      ),
    );
  });
});

it('reads whatever two numbers stand for a range', () => {
  const tenths = fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 10).toFixed(1));
  fc.assert(
    fc.property(tenths, tenths, fc.constantFrom('-', ' - ', '–', ' to ', ' bis '), fc.constantFrom('.', ','), (a, b, between, sign) => {
      const [min, max] = [a, b].toSorted((x, y) => Number(x) - Number(y));
      const words = `${min}${between}${max}`.replaceAll('.', sign);
      expect(read(words, '1')).toEqual({ min, max });
      expect(printedRange({ min: min!, max: max!, range_text: words })).toBe(words);
    }),
  );
});

it('a limit is outside of its range where it was printed so', () => {
  const [upper, lower] = [limits(null, '5'), limits('60', null)];
  expect(['< 5', 'less than 5', 'below 5', '< 5.0 mg/L'].map((range_text) => strictSign({ ...upper, range_text }))).toEqual(
    Array(4).fill('<'),
  );
  expect(['> 60', 'above 60'].map((range_text) => strictSign({ ...lower, range_text }))).toEqual(['>', '>']);
  expect(['<= 5', 'up to 5', 'at most 5', '< 50'].some((range_text) => strictSign({ ...upper, range_text }))).toBe(false);
  expect(['>= 60', 'at least 60', 'ab 60'].some((range_text) => strictSign({ ...lower, range_text }))).toBe(false);
});

it('words that say something else stand beside the limits', () => {
  const between = limits('13', '18');
  expect(printedRange({ ...between, range_text: '13 to 18' })).toBe('13 to 18');
  expect(wordsBeside({ ...between, range_text: '13 to 18' })).toBeUndefined();
  for (const range_text of ['Female: 13 to 18', '14 - 18']) {
    expect(printedRange({ ...between, range_text })).toBeUndefined();
    expect(wordsBeside({ ...between, range_text })).toBe(range_text);
  }
  expect(printedRange({ ...limits(null, null), range_text: 'Negative' })).toBe('Negative');
  expect([printedRange(between), wordsBeside(between)]).toEqual([undefined, undefined]);
});
