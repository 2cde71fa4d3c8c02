const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '−': '-',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');

/**
 * Text as it is searched and compared: lower case, without accents, single spaces. 'Łódź  Ærø' is 'lodz aero'. Only the marks that Latin,
 * Greek and Cyrillic letters carry are dropped: in other scripts they are letters.
 */
export const searchText = (text: string): string =>
  text
    .replace(/´/g, "'") // compatibility forms would make a space of it
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(special, (letter) => plain[letter] ?? letter)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** The folded words of a name: "Müller-O'Brien" is muller, obrien. */
export const searchWords = (text: string): string[] =>
  searchText(text)
    .replace(/'/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
