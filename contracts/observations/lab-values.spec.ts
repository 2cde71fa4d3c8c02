import { flagDisagrees, judgementOf, needOf, standing, flagToShow } from './lab-values.ts';

const entry = (value: string | null, min: string | null, max: string | null, comparator?: '<' | '<=' | '>' | '>=') => ({
  value,
  min,
  max,
  comparator,
});

it.each([
  ['above its maximum', entry('5.7', '4.0', '5.6'), 'high'],
  ['at its maximum', entry('5.6', '4.0', '5.6'), 'normal'],
  ['below its minimum', entry('3.9', '4.0', '5.6'), 'low'],
  ['under a lone maximum', entry('90', null, '100'), 'normal'],
  ['under a lone minimum', entry('55', '60', null), 'low'],
  ['without a range', entry('5', null, null), null],
  ['in the range 0 to 0', entry('5', '0', '0'), null],
  ['in a range whose limits are reversed', entry('43', '46', '38'), null],
  ['below both limits of a reversed range', entry('20', '46', '38'), null],
  ['that is a text', entry(null, '0', '5'), null],
  ['less than the minimum', entry('0.4', '0.4', '4.0', '<'), 'low'],
  ['at most the minimum', entry('0.4', '0.4', '4.0', '<='), null],
  ['less than something inside the range', entry('2', '0.4', '4.0', '<'), null],
  ['less than something under a range from 0', entry('0.6', '0', '5', '<'), 'normal'],
  ['less than something over the range', entry('9', null, '5', '<'), null],
  ['more than the maximum', entry('500', '0', '500', '>'), 'high'],
  ['at least the maximum', entry('500', '0', '500', '>='), null],
  ['more than a lone minimum', entry('60', '60', null, '>'), 'normal'],
  ['more than something inside the range', entry('3', '0.4', '4.0', '>'), null],
])('ruling 17: a value %s stands as it must', (_name, value, expected) => expect(standing(value)).toBe(expected));

it.each([
  ['5.0', '< 5.0', 'high'],
  ['4.9', '< 5.0', 'normal'],
  ['5.0', '<= 5.0', 'normal'],
  ['5.0', undefined, 'normal'],
  ['0.5', '< 50', 'normal'],
])('a value of %s under a range printed as %s stands %s', (value, range_text, expected) =>
  expect(standing({ ...entry(value, null, value === '0.5' ? '0.5' : '5'), ...(range_text ? { range_text } : {}) })).toBe(expected),
);

it('a limit that is outside of the range counts for comparators too', () => {
  const [below, above] = [
    { min: null, max: '5', range_text: '<5' },
    { min: '60', max: null, range_text: '> 60' },
  ];
  const stands = (comparator: '<' | '<=' | '>' | '>=') =>
    [
      { value: '5', ...below },
      { value: '60', ...above },
    ].map((each) => standing({ ...each, comparator }));
  expect(stands('<')).toEqual(['normal', 'low']);
  expect(stands('<=')).toEqual([null, 'low']);
  expect(stands('>')).toEqual(['high', 'normal']);
  expect(stands('>=')).toEqual(['high', null]);
  expect(standing({ value: '60', ...above })).toBe('low');
});

it('ruling 36: a flag that says something else than the range is told from one that agrees or cannot be compared', () => {
  const flagged = (flag: string, value: string, min: string | null = '4', max: string | null = '6') =>
    flagDisagrees({ value, min, max, flag });
  expect(flagged('H', '5')).toBe(true);
  expect(flagged('L', '7')).toBe(true);
  expect(flagged('HH', '7')).toBe(false);
  expect(flagged('H', '7')).toBe(false);
  expect(['A', 'AA', '*'].every((flag) => flagged(flag, '5'))).toBe(true);
  expect(['A', 'AA', '*'].some((flag) => flagged(flag, '7') || flagged(flag, '3'))).toBe(false);
  expect([flagged('N', '7'), flagged('N', '3'), flagged('N', '5')]).toEqual([true, true, false]);
  expect(flagged('A', '5', null, null)).toBe(false);
  expect(flagged('', '5')).toBe(false);
  expect(flagged('H', '5', null, null)).toBe(false);
});

it.each([
  ['its range where that says something', 'high', 'L', 'high', 1, 'L'],
  ['its range and the same flag', 'high', 'H', 'high', 1, undefined],
  ['its range and a critical flag', 'high', 'HH', 'high', 2, 'HH'],
  ['the flag where there is no range', null, 'H', 'high', 1, 'H'],
  ['the flag without a direction', null, 'A', 'abnormal', 1, 'A'],
  ['the flag where the range says normal, and its direction is not claimed', 'normal', 'L', 'abnormal', 1, 'L'],
  ['a critical flag against the range', 'normal', 'AA', 'abnormal', 2, 'AA'],
  ['the range where the flag says normal', 'low', 'N', 'low', 1, 'N'],
  ['neither', 'normal', 'N', 'normal', 0, undefined],
  ['a normal flag alone', null, 'N', null, 0, undefined],
  ['a flag that judges nothing', null, 'POS', null, 0, undefined],
] as const)('a value is judged by %s', (_by, own, flag, judgement, need, telling) => {
  const point = { standing: own, flag };
  expect([judgementOf(point), needOf(point), flagToShow(point)]).toEqual([judgement, need, telling]);
});
