import { flagMeaning, isCritical, readFlag } from './flags.ts';

it.each([
  ['high', ['H', 'HH', 'HU', 'H>', 'HX', 'h', ' High ', 'hoch']],
  ['low', ['L', 'LL', 'LU', 'L<', 'LX', 'low']],
  ['abnormal', ['A', 'AA', 'EX', '*', '**', 'Abnormal', 'auffällig']],
  ['normal', ['N', 'normal']],
  [undefined, ['POS', 'NEG', 'S', 'R', 'I', 'U', 'W', 'Hemolysed', 'Lipaemic', '-', '+', '', undefined]],
] as const)('%s is what these flags say', (meaning, flags) => {
  expect(flags.map((flag) => flagMeaning(flag))).toEqual(flags.map(() => meaning));
});

it.each([
  ['Critically high', 'HH'],
  ['kritisch niedrig', 'LL'],
  ['critical abnormal', 'AA'],
  ['Panic high', 'HH'],
  ['Critical', 'AA'],
  ['Significantly low', 'LU'],
  ['(H)', 'H'],
  ['high', 'H'],
  ['-', 'L'],
  ['normal', undefined],
])('the words %s are the letters %s', (words, letters) => expect(readFlag(words)).toBe(letters));

it('ruling 36: critical is only what the laboratory itself calls so', () => {
  expect(['HH', 'LL', 'AA', 'hh', ' LL'].every((flag) => isCritical({ flag }))).toBe(true);
  expect(['H', 'L', 'A', '*', 'HU', '', undefined].some((flag) => isCritical({ flag }))).toBe(false);
});
