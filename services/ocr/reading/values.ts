import type { Comparator } from '#contracts/observations/lab-values';
import { type DecimalSign, PRINTED_NUMBER, readNumber, type ReadNumber, takeComparator } from '#contracts/rules/printed-numbers';
import { readRange } from '#contracts/rules/printed-ranges';
import { flagOfMark, isSign, MARK_AHEAD, MARK_BEHIND } from './marks.ts';
import { isUnit, looksLikeUnit } from './units.ts';

export type ReadValue = {
  /** As printed: comparator and number without spaces between, or the words. */
  value: string;
  comparator?: Comparator;
  number: ReadNumber | null;
  flag?: string;
  /** What stands behind value and flag in the same cell: a unit or a range. */
  rest: string;
};

const VALUE = new RegExp(String.raw`^(${PRINTED_NUMBER})(?![.,]?\d)(\s*)(.*)$`);
/** A flag behind the value, glued to it or not: '228 H', '171H', '12.6 Low', '7,4 *', '5.3 (!)'. */
const FLAG = new RegExp(String.raw`^(${MARK_BEHIND})(?=\s|$)\s*`, 'u');
const AHEAD = new RegExp(String.raw`^(${MARK_AHEAD})(?=[<>≤≥]?\s*\d)`, 'u');
/** A flag behind the unit: '462 µmol/L ↑'. */
const BEHIND_UNIT = new RegExp(String.raw`^(.*\S)\s+(${MARK_BEHIND})$`, 'u');
const WORDS_AND_FLAG = /^(.*?)\s+(HH|LL|AA|H|L|A|\*{1,3}|High|Low|Abnormal|[↑⬆▲△↗↓⬇▼▽↘⇑⇓]+|\(?!+\)?)$/u;
/** The scale of urine strips: '2+' is a result, not a flagged two. */
const DIPSTICK = /^[1-4]\+{1,3}$/;

/** A letter that a digit is easily taken for. */
const LIKE_DIGIT = /^[lIOoSsBZzb|]/;
/** A power of ten, its exponent raised or not. */
const POWER = String.raw`10(?:[\^*eE].*|(?:3|6|9|12)\/.*)`;
/** What stands apart and begins with a figure is a unit if that is a power of ten. */
const BEGINS_WITH_FIGURE = new RegExp(String.raw`^(?!${POWER})[.,]?\d`);
/** Letters up to a slash, or a power of ten: no digit is among them. */
const GLUED_UNIT = new RegExp(String.raw`^(?:[^\d/]*(?:\/.*)?|[x×*]${POWER})$`);
/** Specks that recognition takes for signs. */
const SPECKS = /\s+[_~'"‘’“”`´]+$/;

/** A unit that stands close behind its number: '12.4ng/mL', and not '4l2mmol/L'. */
const isGluedUnit = (text: string): boolean => isUnit(text) || (looksLikeUnit(text) && !LIKE_DIGIT.test(text) && GLUED_UNIT.test(text));

const isUnitApart = (text: string): boolean => isUnit(text) || (looksLikeUnit(text) && !BEGINS_WITH_FIGURE.test(text));

const isRange = (text: string, sign: DecimalSign): boolean => readRange(text, sign).numeric;

/** A unit has no more words. */
const MAX_UNIT = 5;

/** Whether a text is a unit, a range, or a unit with a range behind it. */
const isUnitOrRange = (text: string, sign: DecimalSign): boolean => {
  const tokens = text
    .replace(/^[x×*]\s+(?=10)/, '')
    .split(/\s+/)
    .filter((token) => !isSign(token));
  return tokens.slice(0, MAX_UNIT).some((_, at) => {
    const [unit, range] = [tokens.slice(0, at).join(' '), tokens.slice(at).join(' ')];
    return (at === 0 || isUnitApart(unit)) && (isUnitApart(range) || isRange(range, sign));
  });
};

/** Whether a number is cut off from what stands behind it: '4l2', '2..41', '0.8 (0.9)', '1 200', '3.5-5.1'. A word that stands apart cuts nothing. */
const isCut = (printed: string, gap: string, behind: string, sign: DecimalSign): boolean => {
  const [first = ''] = behind.split(/\s+/);
  if (gap === '' && first !== '') return !isGluedUnit(first) && !(/^[([<>≤≥]/.test(behind) && isRange(behind, sign));
  // groups of thousands
  if (!/[.,]/.test(printed) && /^\d{3}(?!\d)/.test(behind)) return true;
  return first !== '' && (/[\d|]/.test(first) || !/\p{L}{2}/u.test(first)) && !isUnitApart(first) && !isUnitOrRange(behind, sign);
};

/** What a text begins with: comparator, number and flag, and what stands behind them. Null where that is no whole number. */
export const readNumberAhead = (text: string, sign: DecimalSign): ReadValue | null => {
  const ahead = AHEAD.exec(text);
  const { comparator, rest } = takeComparator(ahead ? text.slice(ahead[0].length) : text);
  const [, printed = '', gap = '', behind = ''] = VALUE.exec(rest) ?? [];
  const number = readNumber(printed, sign);
  if (!number || DIPSTICK.test(text) || /^[/:]\s*\d/.test(behind)) return null;
  const flagged = FLAG.exec(behind);
  const last = behind.slice(flagged?.[0].length ?? 0).trim();
  if (isCut(printed, flagged ? ' ' : gap, last, sign)) return null;
  const late = flagged ? null : BEHIND_UNIT.exec(last);
  const marked = late && looksLikeUnit(late[1] ?? '') ? late : null;
  const flag = flagOfMark(flagged?.[1] ?? ahead?.[1]?.trim() ?? marked?.[2] ?? '');
  return {
    value: (comparator ?? '') + printed.replace('−', '-'),
    ...(comparator ? { comparator } : {}),
    number,
    ...(flag ? { flag } : {}),
    rest: marked?.[1] ?? last,
  };
};

/**
 * Reads a result cell: comparator, number, flag, and a unit or a range behind them; or words. What is not wholly a number is none: '4l2' is
 * words and no 4. Null if there is nothing.
 */
export const readValue = (cell: string, sign: DecimalSign): ReadValue | null => {
  const text = cell
    .trim()
    .replace(/^[:=]\s*/, '')
    .replace(SPECKS, '');
  const read = readNumberAhead(text, sign);
  if (read && (read.rest === '' || isUnitOrRange(read.rest, sign))) return read;
  const wordy = WORDS_AND_FLAG.exec(text);
  const words = wordy?.[1] ?? text;
  const flag = flagOfMark(wordy?.[2] ?? '');
  return words === '' ? null : { value: words, number: null, ...(flag ? { flag } : {}), rest: '' };
};
