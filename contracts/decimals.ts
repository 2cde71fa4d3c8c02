import { z } from 'zod';
import { messages } from './messages.ts';

/** A decimal number as text, so that reported digits stay ('5.0', '0.014'): optional minus, no exponent, no leading '+', '.5' written '0.5'. */
export const Decimal = z.string().regex(/^-?(0|[1-9]\d{0,14})(\.\d{1,12})?$/, messages.number);

/** How typed text was understood: a number, nothing, several readings to choose from ('1,000' is 1 or 1000), or not a number. */
export type TypedNumber =
  | { kind: 'number'; decimal: string }
  | { kind: 'empty' }
  | { kind: 'ambiguous'; readings: [string, string] }
  | { kind: 'not-a-number' };

const canonical = (sign: string, whole: string, fraction?: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign}${digits}${fraction === undefined || fraction === '' ? '' : `.${fraction}`}`;
};

/**
 * Reads what a person typed or pasted (ruling 28): '.5' is '0.5', '3,7' is '3.7'; a single comma followed by exactly three digits
 * could be either and is asked; '1,234.5' and '1 234' are grouped. Trailing zeros stay, they are reported precision.
 */
export const readTypedNumber = (text: string): TypedNumber => {
  const typed = text
    .trim()
    .replace(/\u2212/g, '-')
    .replace(/[\u00a0\u2009\u202f]/g, ' ');
  if (typed === '') return { kind: 'empty' };
  const sign = typed.startsWith('-') ? '-' : '';
  const body = typed.replace(/^[+-]\s*/, '');
  const plain = /^(\d{0,15})(?:\.(\d{0,12}))?$/.exec(body);
  if (plain && (plain[1] || plain[2])) return { kind: 'number', decimal: canonical(sign, plain[1] ?? '', plain[2]) };
  const comma = /^(\d{1,15}),(\d{1,12})$/.exec(body);
  if (comma) {
    const [, whole = '', fraction = ''] = comma;
    const decimal = canonical(sign, whole, fraction);
    const grouped = canonical(sign, whole + fraction);
    return fraction.length === 3 && whole.length <= 3 && !/^0/.test(whole)
      ? { kind: 'ambiguous', readings: [decimal, grouped] }
      : { kind: 'number', decimal };
  }
  const leading = /^,(\d{1,12})$/.exec(body);
  if (leading) return { kind: 'number', decimal: canonical(sign, '', leading[1]) };
  const grouped = /^(\d{1,3}(?:[ ,]\d{3})+)(?:\.(\d{1,12}))?$/.exec(body);
  if (grouped) return { kind: 'number', decimal: canonical(sign, (grouped[1] ?? '').replace(/[ ,]/g, ''), grouped[2]) };
  return { kind: 'not-a-number' };
};

/** A computed figure for display: two decimals, but never below three significant digits (ruling 17). Plain text with '.', no grouping. */
export const computed = (value: number): string => {
  if (!Number.isFinite(value)) return '';
  if (value === 0) return '0';
  const decimals = Math.min(12, Math.max(2, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toFixed(decimals).replace(/\.?0+$/, '');
};

/** How far two readings of one quantity are apart in powers of ten; a slipped decimal point is about 1. */
export const decadesApart = (a: number, b: number): number => (a > 0 && b > 0 ? Math.abs(Math.log10(a / b)) : 0);
