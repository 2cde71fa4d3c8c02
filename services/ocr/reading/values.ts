import type { Comparator } from '#contracts/observations/lab-values';

/** How numbers are written on a page: which sign parts the decimals; null where the page does not tell. */
export type DecimalSign = '.' | ',' | null;

export type ReadNumber = { decimal: string; ambiguous: boolean };

const canonical = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
};

/** Digits with at most thirteen places, signs inside only. */
const NUMBER = String.raw`[-−]?\d{1,13}(?:[.,]\d{1,12})*`;

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

/** Which sign parts decimals on a page, by the numbers that leave no doubt: a sign followed by other than three digits. */
export const decimalSignOf = (texts: readonly string[]): DecimalSign => {
  const numbers = texts.flatMap((text) => text.match(/(?<![\d.,/:])\d+[.,]\d+(?![\d.,/:])/g) ?? []);
  const count = (sign: string): number => numbers.filter((number) => number.includes(sign) && !/^[1-9]\d{0,2}.\d{3}$/.test(number)).length;
  const [points, commas] = [count('.'), count(',')];
  if (points === commas) return null;
  if (Math.min(points, commas) * 4 > Math.max(points, commas)) return null;
  return points > commas ? '.' : ',';
};

const COMPARATORS: [RegExp, Comparator][] = [
  [/^(?:<\s*(?:or\s*)?=|≤|=\s*<)\s*/i, '<='],
  [/^(?:>\s*(?:or\s*)?=|≥|=\s*>)\s*/i, '>='],
  [/^<\s*/, '<'],
  [/^>\s*/, '>'],
  [/^(?:up to|bis(?: zu)?|less than|kleiner(?: als)?|unter)\s+/i, '<'],
  [/^(?:ab|more than|greater than|größer(?: als)?|über|over)\s+/i, '>'],
];

/** A leading comparator in the signs of mathematics or in words, and what follows it. */
export const takeComparator = (text: string): { comparator?: Comparator; rest: string } => {
  for (const [pattern, comparator] of COMPARATORS) {
    const match = pattern.exec(text);
    if (match) return { comparator: /^(up|bis)/i.test(match[0]) ? '<=' : comparator, rest: text.slice(match[0].length) };
  }
  return { rest: text };
};

const FLAGS: [RegExp, string][] = [
  [/^(?:HH|H{2}|critical high|kritisch hoch|\+\+)$/i, 'HH'],
  [/^(?:LL|L{2}|critical low|kritisch niedrig|--)$/i, 'LL'],
  [/^(?:H|high|hoch|\+|↑|▲)$/i, 'H'],
  [/^(?:L|low|niedrig|[-–−]|↓|▼)$/i, 'L'],
  [/^AA$/, 'AA'],
  [/^(?:A|abn|abnormal|auffällig)$/i, 'A'],
  [/^\*{1,2}$/, '*'],
];

/** A laboratory's flag in its usual letters (H, L, HH, LL, A, AA, *), or undefined. German '+' and '-' are H and L. */
export const readFlag = (text: string): string | undefined =>
  FLAGS.find(([pattern]) => pattern.test(text.replace(/[()[\]]/g, '').trim()))?.[1];

/** Results in words that a person would not doubt. */
const QUALITATIVE =
  /^(?:(?:weakly |strongly |schwach |stark )?(?:negative?|positiv(?:e)?|reactive|non-?reactive|reaktiv|nicht reaktiv)|trace|spur(?:en)?|absent|present|none(?: seen)?|nil|clear|klar|cloudy|trüb|turbid|hazy|(?:pale |light |dark |straw )?yellow|straw|amber|colou?rless|gelb|hellgelb|farblos|normal|abnormal|few|rare|occasional|moderate|many|not detected|detected|undetected|nicht nachweisbar|nachweisbar|keine|unauffällig|small|large|[1-4]\+|\+{1,4}|ab|a|b|o|ab0)$/i;

/** Whether a result in words is a usual one ('Negative', 'Pale Yellow', 'Trace'). */
export const isQualitative = (text: string): boolean => QUALITATIVE.test(text.trim());

export type ReadValue = {
  /** As printed: comparator and number without spaces between, or the words. */
  value: string;
  comparator?: Comparator;
  number: ReadNumber | null;
  flag?: string;
  /** What stands behind value and flag in the same cell: a unit or a range. */
  rest: string;
};

const VALUE = new RegExp(String.raw`^(${NUMBER})\s*(.*)$`);
/** A flag behind the value, glued to it or not: '228 H', '171H', '12.6 Low', '7,4 *'. */
const FLAG = /^(HH|LL|AA|H|L|A|\*{1,2}|High|Low|Hoch|Niedrig|Abnormal|\+|↑|↓|▲|▼|[-–−](?!\s*\d))(?=\s|$)\s*/;
/** The scale of urine strips: '2+' is a result, not a flagged two. */
const DIPSTICK = /^[1-4]\+{1,3}$/;

/** Reads a result cell: comparator, number or words, flag, and whatever follows. Null if there is nothing. */
export const readValue = (cell: string, sign: DecimalSign): ReadValue | null => {
  const text = cell.trim().replace(/^[:=]\s*/, '');
  const ahead = /^(HH|LL|H|L|\*)\s+(?=[<>≤≥]?\s*\d)/.exec(text);
  const { comparator, rest } = takeComparator(ahead ? text.slice(ahead[0].length) : text);
  const match = VALUE.exec(rest);
  const number = match ? readNumber(match[1] ?? '', sign) : null;
  if (match && number && !DIPSTICK.test(text) && !/^[/:]\d|^\d+(?:[.,]\d+)*(?:\s|$)/.test(match[2] ?? '')) {
    const behind = match[2] ?? '';
    const flagged = FLAG.exec(behind);
    const flag = readFlag(flagged?.[1] ?? ahead?.[1] ?? '');
    return {
      value: (comparator ?? '') + (match[1] ?? '').replace('−', '-'),
      ...(comparator ? { comparator } : {}),
      number,
      ...(flag ? { flag } : {}),
      rest: behind.slice(flagged?.[0].length ?? 0).trim(),
    };
  }
  const wordy = /^(.*?)\s+(HH|LL|AA|H|L|A|\*{1,2}|High|Low|Abnormal)$/.exec(text);
  const words = wordy?.[1] ?? text;
  const flag = readFlag(wordy?.[2] ?? '');
  return words === '' ? null : { value: words, number: null, ...(flag ? { flag } : {}), rest: '' };
};
