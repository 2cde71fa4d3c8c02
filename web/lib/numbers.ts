import { showUnit } from '#contracts/examinations/measurement-units';
import { printedRange, wordsBeside } from '#contracts/observations/limits';
import { inSignificantDigits } from '#contracts/rules/significant';

/** Thin, and no line breaks there: half of a number would be another number. */
const THIN = '\u202f';
const MINUS = '\u2212';

/** No laboratory measures so many: further digits come from computing, and hide those that matter. */
const MOST_DIGITS = 9;
const MOST_DECIMALS = 6;
const SHOWN_DIGITS = 6;

/** A fraction that runs on ('107.68966642389836') is shown as far as it means something, and that it goes on. */
const readable = (decimal: string): { digits: string; goesOn: boolean } => {
  const significant = decimal.replace(/^-?0*\.?0*/, '').replace('.', '').length;
  const decimals = decimal.split('.')[1]?.length ?? 0;
  if (significant <= MOST_DIGITS || decimals <= MOST_DECIMALS) return { digits: decimal, goesOn: false };
  return { digits: inSignificantDigits(Number(decimal), SHOWN_DIGITS), goesOn: true };
};

/** A decimal text as it is shown: its own digits, thin spaces from 10 000 on, a real minus; '…' where there are more digits than one can read. */
export const showNumber = (decimal: string): string => {
  const { digits, goesOn } = readable(decimal);
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(digits);
  if (!match) return decimal;
  const [, sign, whole = '', fraction = ''] = match;
  const grouped = whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, THIN);
  return `${sign ? MINUS : ''}${grouped}${fraction}${goesOn ? '\u2026' : ''}`;
};

/**
 * A range as it was printed where that is known, otherwise '3.5–5.1', with negatives '−2 to 2', one-sided '≥ 60' or '≤ 5'; words that say
 * more than the limits follow in brackets. '' where there is none.
 */
export const showRange = (min: string | null, max: string | null, range_text?: string): string => {
  const printed = printedRange({ min, max, range_text });
  if (printed !== undefined) return printed;
  const words = wordsBeside({ min, max, range_text });
  return words === undefined ? showLimits(min, max) : `${showLimits(min, max)} (${words})`;
};

const showLimits = (min: string | null, max: string | null): string => {
  if (min === null) return max === null ? '' : `\u2264 ${showNumber(max)}`;
  if (max === null) return `\u2265 ${showNumber(min)}`;
  return min.startsWith('-') ? `${showNumber(min)} to ${showNumber(max)}` : `${showNumber(min)}\u2013${showNumber(max)}`;
};

const SIGNS: Readonly<Record<string, string>> = { '<': '<', '<=': '\u2264', '>': '>', '>=': '\u2265' };

/** A quantity '< 5', '6.4' or a text result. */
export const showValue = (entry: { value: string | null; comparator?: string | undefined; text?: string | undefined }): string => {
  if (entry.value === null) return entry.text ?? '';
  const number = showNumber(entry.value);
  return entry.comparator ? `${SIGNS[entry.comparator]} ${number}` : number;
};

interface Quantity extends Pick<Parameters<typeof showValue>[0], 'value' | 'comparator' | 'text'> {
  unit: string;
  option_label?: string | undefined;
}

/** A value with its unit, or the words of the definition that was chosen: '6.5 %', 'severe'. */
export const showQuantity = (entry: Quantity): string => {
  if (entry.option_label !== undefined) return entry.option_label;
  return [showValue(entry), entry.value === null ? '' : showUnit(entry.unit)].filter(Boolean).join(' ');
};

/** A count with commas and its noun: '1 patient', '1,204 patients'. */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** The size of a file: '42 kB' or '1.5 MB'. */
export const fileSize = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
