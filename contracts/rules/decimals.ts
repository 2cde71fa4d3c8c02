import { z } from 'zod';
import { messages } from './messages.ts';

const DECIMAL = /^-?(0|[1-9]\d{0,14})(\.\d{1,20})?$/;

/** A decimal number as text, so that reported digits stay ('5.0', '0.014'): optional minus, no exponent, no leading '+', '.5' written '0.5'. */
export const Decimal = z
  .string({ error: ({ input }) => (input === undefined ? messages.required : messages.number) })
  .regex(DECIMAL, messages.number);

/** How typed text was understood: a number, nothing, several readings to choose from ('1,000' is 1 or 1000), or not a number. */
export type TypedNumber =
  | { kind: 'number'; decimal: string }
  | { kind: 'empty' }
  | { kind: 'ambiguous'; readings: [string, string] }
  | { kind: 'not-a-number' };

/** Undefined where the digits are more than a decimal may have: cutting them would change what was typed. */
const canonical = (negative: boolean, whole: string, fraction = ''): string | undefined => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const unsigned = fraction === '' ? digits : `${digits}.${fraction}`;
  const decimal = negative && /[1-9]/.test(unsigned) ? `-${unsigned}` : unsigned;
  return DECIMAL.test(decimal) ? decimal : undefined;
};

const readings = (...texts: (string | undefined)[]): TypedNumber => {
  const [first, second] = texts;
  if (first === undefined) return { kind: 'not-a-number' };
  if (texts.length === 1) return { kind: 'number', decimal: first };
  return second === undefined ? { kind: 'not-a-number' } : { kind: 'ambiguous', readings: [first, second] };
};

/**
 * The text without marks of direction and without characters of no width, which come along from the clipboard. An override of the direction
 * stays: what it shows reads otherwise than what is there.
 */
export const withoutMarks = (text: string): string => text.replace(/[\u061c\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/g, '');

/**
 * Reads what a person typed or pasted (ruling 28): '.5' is '0.5', '3,7' is '3.7'; a single comma followed by exactly three digits
 * could be either and is asked, unless nothing or a zero stands before it; '1,234.5' and '1 234' are grouped, with one kind of
 * separator. Trailing zeros stay, they are reported precision. Whatever else could be meant in two ways is not a number.
 */
export const readTypedNumber = (text: string): TypedNumber => {
  const typed = withoutMarks(text)
    .trim()
    .replace(/\u2212/g, '-')
    .replace(/[\u00a0\u2009\u202f]/g, ' ');
  if (typed === '') return { kind: 'empty' };
  const negative = typed.startsWith('-');
  const body = typed.replace(/^[+-]\s*/, '');
  const plain = /^(\d*)(?:\.(\d*))?$/.exec(body);
  if (plain && (plain[1] || plain[2])) return readings(canonical(negative, plain[1] ?? '', plain[2]));
  const comma = /^(\d*),(\d+)$/.exec(body);
  if (comma) {
    const [, whole = '', fraction = ''] = comma;
    const decimal = canonical(negative, whole, fraction);
    return fraction.length === 3 && /^[1-9]/.test(whole) ? readings(decimal, canonical(negative, whole + fraction)) : readings(decimal);
  }
  const grouped = /^(\d{1,3}([ ,])\d{3}(?:\2\d{3})*)(?:\.(\d*))?$/.exec(body);
  if (grouped) return readings(canonical(negative, (grouped[1] ?? '').replace(/[ ,]/g, ''), grouped[3]));
  return { kind: 'not-a-number' };
};

/** A computed figure for display: two decimals, but never below three significant digits (ruling 17). Plain text with '.', no grouping. */
export const computed = (value: number): string => {
  if (!Number.isFinite(value)) return '';
  if (value === 0) return '0';
  const decimals = Math.min(100, Math.max(2, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toFixed(decimals).replace(/\.?0+$/, '');
};

/** How far two readings of one quantity are apart in powers of ten; a slipped decimal point is about 1. 0 where that cannot be said. */
export const decadesApart = (a: number, b: number): number => (a * b > 0 ? Math.abs(Math.log10(a / b)) : 0);

/** Factor beyond the limits of a range at which a value is asked about. */
const FAR = 10;

/** Tells where a value is far off a range (ruling 29): ten times beyond a limit, or more. A comparator may leave open that it is not. */
export const farOff = (
  value: number,
  { min, max }: { min: number | null; max: number | null },
  comparator?: string,
): 'above' | 'below' | undefined => {
  if (max !== null && max > 0 && value >= max * FAR && !comparator?.startsWith('<')) return 'above';
  return min !== null && min > 0 && value <= min / FAR && !comparator?.startsWith('>') ? 'below' : undefined;
};
