import { distance, Vocabulary } from './typing-errors.ts';
import { spellings, stemOf, telling, tokenOf, wordsOf } from './words.ts';

describe('the words of a text', () => {
  it.each([
    ["Crohn's disease, unspecified", ['crohns', 'disease', 'unspecified']],
    ['E11.9', ['e11.9']],
    ['.5 mg and 10.0 mg', ['0.5', 'mg', 'and', '10', 'mg']],
    ['Post-traumatic  (chronic)', ['post', 'traumatic', 'chronic']],
    ['e. coli', ['e', 'coli']],
    ['Ménière', ['meniere']],
  ])('of %s', (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe('words that tell', () => {
  it.each([
    ['pain in the knee', ['pain', 'knee']],
    ['hepatitis A', ['hepatitis', 'a']],
    ['a burn', ['burn']],
    ['of the', ['of', 'the']],
  ])('of %s', (text, words) => expect(telling(wordsOf(text))).toEqual(words));
});

describe('the token of a word', () => {
  it('is the word where it is plain, and never falls into two', () => {
    expect(tokenOf('e11.9')).toBe('e11.9');
    for (const word of ['糖尿病', '①', 'i̇', '\u{1e900}']) expect(tokenOf(word)).toMatch(/^[a-z0-9]+$/);
    expect(tokenOf('糖尿').startsWith(tokenOf('糖'))).toBe(true);
  });
});

describe('spellings of a word that is typed', () => {
  it.each([
    ['haemorrhage', 'hemorrhage'],
    ['oedema', 'edema'],
    ['tumour', 'tumor'],
    ['coeliac', 'celiac'],
    ['stones', 'stone'],
    ['allergies', 'allergy'],
    ['pneumonias', 'pneumonia'],
    ['abscesses', 'abscess'],
  ])('%s is also %s', (typed, meant) => expect(spellings(typed)).toContain(meant));
  it.each(['diabetes', 'pus', 'sepsis', 'abscess', 'i10', 'mi'])('%s stays itself first', (word) => expect(spellings(word)[0]).toBe(word));
  it('cuts to a stem only what leaves enough', () => {
    expect(stemOf('fractured')).toBe('fractur');
    expect(stemOf('aged')).toBeUndefined();
  });
});

describe('errors of typing', () => {
  it.each([
    ['pnuemonia', 'pneumonia', 1],
    ['diabtes', 'diabetes', 1],
    ['migrane', 'migraine', 1],
    ['asthma', 'asthma', 0],
    ['gout', 'gut', 1],
    ['athsma', 'asthma', 2],
    ['gerd', 'gout', 3],
  ])('between %s and %s there are %d', (typed, word, errors) => expect(distance(typed, word, 2, false)).toBe(errors));

  it('are counted up to the beginning of a word that is still being typed', () => {
    expect(distance('diabte', 'diabetes', 2, true)).toBe(1);
  });

  it('are forgiven for the nearest and most frequent words, and never in what is very short', () => {
    const vocabulary = new Vocabulary([
      ['migraine', 40],
      ['migrans', 2],
      ['diabetes', 400],
      ['diabetic', 300],
      ['cat', 5],
    ]);
    expect(vocabulary.near('migrane', false)).toContain('migraine');
    expect(vocabulary.near('diabtes', false)).toEqual(['diabetes']);
    expect(vocabulary.near('cot', false)).toEqual([]);
  });
});
