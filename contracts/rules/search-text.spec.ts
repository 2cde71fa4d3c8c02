import fc from '#tests/support/fast-check';
import { searchText, searchWords } from './search-text.ts';

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
])('folds %j to %j', (text, folded) => expect(searchText(text)).toBe(folded));

it('keeps apart what only differs in the marks of scripts whose marks are letters', () => {
  expect(searchText('が')).not.toBe(searchText('か'));
  expect(searchText('की')).not.toBe(searchText('का'));
});

it('splits names at spaces and hyphens, not at apostrophes', () => {
  expect(searchWords("Müller-O'Brien de la Cruz")).toEqual(['muller', 'obrien', 'de', 'la', 'cruz']);
  expect(searchWords(' . ')).toEqual([]);
});

it('folds what is folded to itself', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => searchText(searchText(text)) === searchText(text)));
});
