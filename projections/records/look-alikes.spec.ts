import { isLookAlike, isSameName } from './look-alikes.ts';

const name = (text: string) => {
  const [first = '', last = ''] = text.split('|');
  return { first, last };
};

describe('ruling 27: like names', () => {
  it.each([
    ['mia|schneider', 'mia|schneider'],
    ['mia|schneider', 'maria|schneider'],
    ['katherine|smith', 'catherine|smith'],
    ['mia anne|schneider', 'mia|schneider'],
    ['mia|schneider', 'mia|schnieder'],
    ['jon|smith', 'john|smyth'],
    ['|suharto', 'ana|suharto'],
    ['nagarajan|', 'nagarajan|smith'],
    ['|pseudonym p 0412', '|pseudonym p 0413'],
  ])('are %s and %s', (a, b) => {
    expect(isLookAlike(name(a), name(b))).toBe(true);
    expect(isLookAlike(name(b), name(a))).toBe(true);
  });
  it.each([
    ['mia|schneider', 'paul|schneider'],
    ['mia|schneider', 'paula|schnieder'],
    ['mia|kim', 'mia|kin'],
    ['mia|schneider', 'mia|schuster'],
    ['ann|hart', 'bob|hart'],
    ['nagarajan|', 'naomi|'],
    ['nagarajan|', '|suharto'],
  ])('are not %s and %s', (a, b) => expect(isLookAlike(name(a), name(b))).toBe(false));
});

describe('the same name', () => {
  it.each([
    ['doris|duplikat', 'doris|duplikat', true],
    ['doris m|duplikat', 'doris maria|duplikat', true],
    ['doris maria|duplikat', 'doris|duplikat', true],
    ['|suharto', '|suharto', true],
    ['doris maria|duplikat', 'doris marta|duplikat', false],
    ['d|duplikat', 'doris|duplikat', false],
    ['doris|duplikat', 'doris|duplikatt', false],
    ['|suharto', 'ana|suharto', false],
  ])('of %s and %s: %s', (a, b, isSame) => expect([isSameName(name(a), name(b)), isSameName(name(b), name(a))]).toEqual([isSame, isSame]));
});
