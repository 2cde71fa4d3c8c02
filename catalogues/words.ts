import { searchText } from '#contracts/rules/search-text';

const ASCII = /^[ -~]*$/;

/** Official lists are plain ASCII almost everywhere, where folding is lower case. */
const folded = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : searchText(text));

const BREAKS = /[^\p{L}\p{M}\p{N}.%]+/u;
const CODE = /^[a-z]\d[0-9a-z]\.[0-9a-z]{1,4}$/;
const DECIMAL = /^\d*\.\d+$/;

/** '.50' and '0.5' are one number, '500.' is 500. */
const number = (word: string): string => {
  const [whole = '', part = ''] = word.split('.');
  const digits = part.replace(/0+$/, '');
  return `${whole === '' ? '0' : whole}${digits === '' ? '' : `.${digits}`}`;
};

/**
 * The words of a text as they are indexed and searched: folded, without apostrophes; a dot stays within numbers and codes only. A word
 * with a hyphen is its parts, and the parts written together.
 */
export const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  for (const raw of folded(text).replaceAll("'", '').split(BREAKS)) {
    const word = raw.replace(/\.+$/, '');
    if (word === '' || word === '%') continue;
    if (DECIMAL.test(word)) words.push(number(word));
    else if (CODE.test(word) || !word.includes('.')) words.push(word);
    else words.push(...word.split('.').filter((part) => part !== ''));
  }
  return words;
};

const BEYOND_ASCII = /[^a-z0-9.%]/gu;

/**
 * A word as the full-text engine keeps it: plain letters and digits, any other character by its number, so that what is one word here is one
 * there, whatever the engine knows of the world's scripts.
 */
export const tokenOf = (word: string): string => word.replace(BEYOND_ASCII, (letter) => `0x${letter.codePointAt(0)!.toString(16)}x`);

/** 'posttraumatic' of 'post-traumatic': both are typed. */
export const joinedWords = (text: string): string[] =>
  !text.includes('-') ? [] : [...folded(text).matchAll(/[a-z]+(?:-[a-z0-9]+)+/g)].map(([compound]) => compound.replaceAll('-', ''));

/** Words that say nothing of what is meant: a search need not find them. */
export const SILENT: ReadonlySet<string> = new Set([
  'of', 'the', 'a', 'an', 'in', 'on', 'to', 'for', 'and', 'or', 'by', 'at', 'is', 'due', 'nos', 'with', 'w', 'from', 'my', 'has', 'having', 'patient', 'pt',
]); // prettier-ignore

const LETTERED: ReadonlySet<string> = new Set([
  'hepatitis',
  'hep',
  'influenza',
  'flu',
  'hemophilia',
  'vitamin',
  'vit',
  'group',
  'immunoglobulin',
]);

/** Without the silent ones, unless there are no others. The letter of 'hepatitis A' is not silent. */
export const telling = (words: readonly string[]): string[] => {
  const kept = words.filter((word, at) => !SILENT.has(word) || (word === 'a' && LETTERED.has(words[at - 1] ?? '')));
  return kept.length > 0 ? kept : [...words];
};

/** Of a word that is being typed: further spellings and the singular, each of which it may be the beginning of; the word itself first. */
export const spellings = (word: string): string[] => {
  if (word.length < 4 || /\d/.test(word)) return [word];
  const found = new Set([word]);
  // British to American
  const american = word
    .replace(/ae|oe/g, 'e')
    .replace(/our(s?)$/, 'or$1')
    .replace(/sulph/g, 'sulf')
    .replace(/leuco/g, 'leuko')
    .replace(/(fib|cent|lit)re/g, '$1er')
    .replace(/is(ed?|ing|ation)$/, 'iz$1')
    .replace(/lys(ed?|ing)$/, 'lyz$1');
  found.add(american);
  for (const each of [...found]) for (const one of singulars(each)) found.add(one);
  return [...found];
};

const singulars = (word: string): string[] => {
  if (!word.endsWith('s') || /(ss|us|is)$/.test(word) || word.length < 5) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  if (/(s|x|ch|sh)es$/.test(word)) return [word.slice(0, -2), `${word.slice(0, -2)}is`];
  return [word.slice(0, -1)];
};

/** Its stem, where no word of the catalogue begins with it: 'fractured' and 'sprained' are found by it. */
export const stemOf = (word: string): string | undefined => {
  const stem = word.replace(/(ations?|ated|ing|ical|ies|ic|ed|al|es|y|s|e)$/, '');
  return stem.length >= 5 && stem !== word ? stem : undefined;
};
