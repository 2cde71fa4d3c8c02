import { showCount, showNumber, showRange, showValue } from './numbers.ts';

it('groups from 10 000 on with thin spaces and keeps reported digits', () => {
  expect(showNumber('5.0')).toBe('5.0');
  expect(showNumber('9999')).toBe('9999');
  expect(showNumber('1234567.1250')).toBe('1\u202f234\u202f567.1250');
  expect(showNumber('-2.5')).toBe('\u22122.5');
});

it('writes ranges with a dash, with a word where a minus is near, and one-sided', () => {
  expect(showRange('3.5', '5.1')).toBe('3.5\u20135.1');
  expect(showRange('-2', '2')).toBe('\u22122 to 2');
  expect(showRange('60', null)).toBe('\u2265 60');
  expect(showRange(null, '5')).toBe('\u2264 5');
  expect(showRange(null, null)).toBe('');
});

it('ruling 18: shows a range as it was printed, and words that say something else beside the limits', () => {
  expect([showRange(null, '5.0', '< 5.0'), showRange('60', null, '>60'), showRange('13', '18', '13 to 18')]).toEqual([
    '< 5.0',
    '>60',
    '13 to 18',
  ]);
  expect([showRange(null, '0.5', '< 5.0'), showRange('12', '15', 'Female: 12 to 15')]).toEqual([
    '≤ 0.5 (< 5.0)',
    '12\u201315 (Female: 12 to 15)',
  ]);
  expect(showRange(null, null, 'see report')).toBe('see report');
});

it('shows comparators and text results', () => {
  expect(showValue({ value: '5', comparator: '<' })).toBe('< 5');
  expect(showValue({ value: '60', comparator: '>=' })).toBe('\u2265 60');
  expect(showValue({ value: null, text: 'negative' })).toBe('negative');
});

it('counts with commas and the right noun', () => {
  expect(showCount(1, 'patient')).toBe('1 patient');
  expect(showCount(1204, 'patient')).toBe('1,204 patients');
});

it.each([
  ['107.68966642389836', '107.690\u2026'],
  ['-0.0123456789123', '\u22120.0123457\u2026'],
  ['5.123456789', '5.12346\u2026'],
  ['5.12345678', '5.12345678'],
  ['1234567890', '1\u202f234\u202f567\u202f890'],
])('shows %s, whose digits run on where it was computed, as %s', (decimal, shown) => expect(showNumber(decimal)).toBe(shown));
