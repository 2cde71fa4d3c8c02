import fc from 'fast-check';
import { fold, foldedWords } from './folding.ts';

it.each([
  ['Müller', 'muller'],
  ['  ŁÓDŹ   Ærø ', 'lodz aero'],
  ['Straße', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['O’Brien', "o'brien"],
  ['Ñuñez', 'nunez'],
  ['Ελένης', 'ελενησ'],
  ['がん', 'がん'],
  ['ｆｕｌｌ', 'full'],
])('folds %j to %j', (text, folded) => expect(fold(text)).toBe(folded));

it('keeps apart what only differs in the marks of scripts whose marks are letters', () => {
  expect(fold('が')).not.toBe(fold('か'));
  expect(fold('की')).not.toBe(fold('का'));
});

it('splits names at spaces and hyphens, not at apostrophes', () => {
  expect(foldedWords("Müller-O'Brien de la Cruz")).toEqual(['muller', 'obrien', 'de', 'la', 'cruz']);
  expect(foldedWords(' . ')).toEqual([]);
});

it('folds what is folded to itself', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)));
});
