import fc from '#tests/support/fast-check';
import { chunksOf, linesOf } from './lines.ts';
import { textOf } from './word.ts';
import { wordsAt } from './words.fixture.ts';

const texts = (words: Parameters<typeof linesOf>[0]) => linesOf(words).map((line) => textOf(line.words));

it('sorts words into lines, whatever order they come in', () => {
  const words = wordsAt([100, [0, 'Sodium'], [300, '139']], [130, [0, 'Potassium'], [300, '4.4']]);
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
      expect(texts(shuffled)).toEqual(['Sodium 139', 'Potassium 4.4']);
    }),
  );
});

it('keeps a line together that stands a little uneven', () => {
  const words = wordsAt([100, [0, 'Hemoglobin']], [106, [300, '14.1']], [97, [400, 'g/dL']], [130, [0, 'RBC']]);
  expect(texts(words)).toEqual(['Hemoglobin 14.1 g/dL', 'RBC']);
});

it('reads an exponent as such', () => {
  const [ten, unit] = wordsAt([100, [0, '10'], [28, '/uL']]);
  const six = { text: '6', region: { top: 94, bottom: 108, left: 20, right: 27 }, confidence: 1 };
  expect(texts([ten!, unit!, six])).toEqual(['10^6/uL']);
});

it('drops a footnote mark', () => {
  const [name, value] = wordsAt([100, [0, 'B12'], [300, '412']]);
  const mark = { text: '01', region: { top: 94, bottom: 106, left: 31, right: 43 }, confidence: 1 };
  expect(texts([name!, mark, value!])).toEqual(['B12 412']);
});

it('joins the parts of a word that was drawn in pieces', () => {
  const [a, b] = wordsAt([100, [0, 'Leuko'], [50, 'zyten']]);
  expect(texts([a!, b!])).toEqual(['Leukozyten']);
});

it('parts a line into chunks where gaps are wide', () => {
  const [line] = linesOf(wordsAt([100, [0, 'Pale Yellow'], [300, 'Not Estab.']]));
  expect(chunksOf(line!).map(textOf)).toEqual(['Pale Yellow', 'Not Estab.']);
});
