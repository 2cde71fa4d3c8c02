import { readTypedNumber, withoutMarks } from '#contracts/rules/decimals';
import type { Comparator } from '#contracts/observations/lab-values';

/** How a typed result was understood: a quantity with an optional comparator, words, nothing, or two possible numbers to choose from. */
export type TypedValue =
  | { kind: 'quantity'; comparator?: Comparator; decimal: string }
  | { kind: 'text'; text: string }
  | { kind: 'empty' }
  | { kind: 'ambiguous'; comparator?: Comparator; readings: [string, string] };

const signs: Readonly<Record<string, Comparator>> = {
  '<': '<',
  '<=': '<=',
  '=<': '<=',
  '≤': '<=',
  '>': '>',
  '>=': '>=',
  '=>': '>=',
  '≥': '>=',
};

/** Reads what a person typed or pasted as a result: '6.4', '<5', '≥ 60', 'negative' (rulings 17 and 28). */
export const readTypedValue = (typed: string): TypedValue => {
  const text = withoutMarks(typed).trim();
  if (text === '') return { kind: 'empty' };
  const [, sign, rest = ''] = /^(<=|>=|=<|=>|[<>≤≥])?\s*(.*)$/s.exec(text) ?? [];
  const comparator = sign === undefined ? undefined : signs[sign];
  const number = readTypedNumber(rest);
  const compared = comparator === undefined ? {} : { comparator };
  switch (number.kind) {
    case 'number':
      return { kind: 'quantity', ...compared, decimal: number.decimal };
    case 'ambiguous':
      return { kind: 'ambiguous', ...compared, readings: number.readings };
    case 'empty':
    case 'not-a-number':
      return { kind: 'text', text };
  }
};

/** A limit of a range as a decimal; null where it is empty, undefined where it cannot be read or has two readings and none was chosen. */
export const readLimit = (text: string, reading?: string): string | null | undefined => {
  const number = readTypedNumber(text);
  if (number.kind === 'empty') return null;
  if (number.kind === 'number') return number.decimal;
  return number.kind === 'ambiguous' && reading !== undefined && number.readings.includes(reading) ? reading : undefined;
};

/** The two readings of a limit that could be either. */
export const limitReadings = (text: string, reading?: string): [string, string] | null => {
  const number = readTypedNumber(text);
  return number.kind === 'ambiguous' && !(reading !== undefined && number.readings.includes(reading)) ? number.readings : null;
};
