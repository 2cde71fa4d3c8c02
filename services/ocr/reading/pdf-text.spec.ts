import { legible } from './pdf-text.ts';

it.each([
  ['462', '462'],
  ['\u0000', ''],
  ['462\u0000', '462'],
  ['\ufffd', ''],
  ['\uf0e9', '↑'],
  ['5,27\uf0af', '5,27↓'],
  ['\uf0b7', ''],
  ['Cre\u0301atinine', 'Créatinine'],
])('%j of a font is read as %j', (text, wanted) => expect(legible(text)).toBe(wanted));
