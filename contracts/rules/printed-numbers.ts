/** How numbers are written on a page: which sign parts the decimals; null where the page does not tell. */
export type DecimalSign = '.' | ',' | null;

export type ReadNumber = { decimal: string; ambiguous: boolean };

const canonical = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
};

/** Pattern of a printed number: at most thirteen digits and signs inside. */
export const PRINTED_NUMBER = String.raw`[-−]?\d{1,13}(?:[.,]\d{1,12})*`;

/**
 * A printed number as a decimal with '.': '11,2' is 11.2, '1.234,5' is 1234.5, '250,000' is 250000 where the page's other numbers
 * have a decimal point. One sign followed by three digits is ambiguous while the page does not tell. Null if it is no number.
 */
export const readNumber = (text: string, sign: DecimalSign): ReadNumber | null => {
  const match = /^([-−]?)(\d{1,13}(?:[.,]\d{1,12})*)$/.exec(text.trim());
  if (!match) return null;
  const minus = match[1] === '' ? '' : '-';
  const body = match[2] ?? '';
  const parts = body.split(/[.,]/);
  const signs = body.replace(/\d/g, '');
  const [whole = '', last = ''] = [parts[0], parts.at(-1)];
  const answer = (decimal: string, ambiguous = false): ReadNumber | null =>
    decimal.replace('.', '').length > 15 ? null : { decimal: minus + decimal, ambiguous };
  if (signs === '') return answer(canonical(whole, ''));
  const grouped = parts.slice(1).every((part) => part.length === 3) && whole.length <= 3 && !whole.startsWith('0');
  if (signs.length > 1) {
    const groups = signs.slice(0, -1);
    const mixed = new Set(signs).size === 2 && new Set(groups).size === 1;
    const well = parts.slice(1, -1).every((part) => part.length === 3) && whole.length <= 3;
    if (mixed && well) return answer(canonical(parts.slice(0, -1).join(''), last));
    return grouped && new Set(signs).size === 1 ? answer(canonical(parts.join(''), '')) : null;
  }
  if (!grouped) return answer(canonical(whole, last));
  const decimal = canonical(whole, last);
  const thousands = canonical(whole + last, '');
  if (sign !== null) return answer(signs === sign ? decimal : thousands);
  return answer(signs === '.' ? decimal : thousands, true);
};

/** The decimal sign of some texts, from numbers that leave no doubt: a sign followed by other than three digits. Null if there is none. */
export const decimalSignOf = (texts: readonly string[]): DecimalSign => {
  const numbers = texts.flatMap((text) => text.match(/(?<![\d.,/:])\d+[.,]\d+(?![\d.,/:])/g) ?? []);
  const count = (sign: string): number => numbers.filter((number) => number.includes(sign) && !/^[1-9]\d{0,2}.\d{3}$/.test(number)).length;
  const [points, commas] = [count('.'), count(',')];
  if (points === commas) return null;
  if (Math.min(points, commas) * 4 > Math.max(points, commas)) return null;
  return points > commas ? '.' : ',';
};

type Sign = '<' | '<=' | '>' | '>=';

const COMPARATORS: [RegExp, Sign][] = [
  [/^(?:<\s*(?:or\s*)?=|≤|=\s*<)\s*/i, '<='],
  [/^(?:>\s*(?:or\s*)?=|≥|=\s*>)\s*/i, '>='],
  [/^<\s*(?:[àa]\s+(?=\d))?/, '<'],
  [/^>\s*(?:[àa]\s+(?=\d))?/, '>'],
  [
    /^(?:inf[ée]rieure?s? ou [ée]gale?s? [àa]|kleiner (?:oder )?gleich|less than or equal to|menor o igual (?:a|que)|minore o uguale a)\s+/i,
    '<=',
  ],
  [
    /^(?:sup[ée]rieure?s? ou [ée]gale?s? [àa]|größer (?:oder )?gleich|greater than or equal to|mayor o igual (?:a|que)|maggiore o uguale a)\s+/i,
    '>=',
  ],
  [/^(?:up to|bis(?: zu)?|at most|höchstens|jusqu['’]\s?[àa]|au plus|hasta|como máximo|fino a|al massimo|hoogstens)\s+/i, '<='],
  // 'Ab' may be an antibody
  [/^ab\s+/, '>='],
  [/^(?:at least|mindestens|au moins|[àa] partir de|al menos|almeno|minstens)\s+/i, '>='],
  [
    /^(?:less than|below|under|kleiner(?: als)?|unter|weniger als|inf(?:[ée]rieure?s?|\.) [àa]|moins de|menor (?:de|que|a)|inferior a|inferiore a|minore di|meno di|lager dan|minder dan)\s+/i,
    '<',
  ],
  [
    /^(?:more than|greater than|above|größer(?: als)?|über|over|mehr als|sup(?:[ée]rieure?s?|\.) [àa]|plus de|mayor (?:de|que|a)|superior a|superiore a|maggiore di|più di|hoger dan|meer dan)\s+/i,
    '>',
  ],
];

/** A leading comparator in the signs of mathematics or in words, and what follows it. */
export const takeComparator = (text: string): { comparator?: Sign; rest: string } => {
  for (const [pattern, comparator] of COMPARATORS) {
    const match = pattern.exec(text);
    if (match) return { comparator, rest: text.slice(match[0].length) };
  }
  return { rest: text };
};
