import { compare } from './compare.ts';

it('orders ids and dates by their characters, upper case first, and what is missing before all', () => {
  expect(['b', null, 'a', 'B', '', '2026-10-01', '2026-09-30'].toSorted(compare)).toEqual([
    null,
    '',
    '2026-09-30',
    '2026-10-01',
    'B',
    'a',
    'b',
  ]);
  expect(compare('a', 'a')).toBe(0);
});
