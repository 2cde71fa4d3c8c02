import { type AcceptedDoubt, typedDoubt } from '#contracts/items/accepted-doubts';
import { withoutMarks } from '#contracts/rules/decimals';
import { LONGEST_RESULT } from '#contracts/observations/lab-values';
import { messages } from '#contracts/rules/messages';
import type { Quantity } from '#contracts/observations/observations';
import { readTypedValue, type TypedValue } from './typed-value.ts';

/** A value of a form's row as it is typed. */
export interface TypedCell {
  value: string;
  /** Chosen where the typed number could be read in two ways; forgotten when it changes. */
  reading?: string;
  /** A person said that this is a text, though it has digits. */
  as_text?: boolean;
}

/** How the text of a value cell is read; what is no number and not plainly a text is asked. */
export type ReadCell = TypedValue | { kind: 'unclear'; text: string };

/** @param isAsked what makes a text that is no number not plainly a text */
export const readCell = ({ value, reading, as_text }: TypedCell, isAsked: RegExp): ReadCell => {
  const typed = readTypedValue(value);
  if (typed.kind === 'empty') return typed;
  if (as_text) return { kind: 'text', text: withoutMarks(value).trim() };
  if (typed.kind === 'text' && isAsked.test(typed.text)) return { kind: 'unclear', text: typed.text };
  if (typed.kind !== 'ambiguous' || reading === undefined || !typed.readings.includes(reading)) return typed;
  return { kind: 'quantity', decimal: reading, ...(typed.comparator ? { comparator: typed.comparator } : {}) };
};

/** A value of the record as it is typed. */
export const cellOf = ({ value, comparator, text }: Omit<Quantity, 'unit'>): TypedCell => ({
  value: value === null ? (text ?? '') : `${comparator ?? ''}${value}`,
  ...(value === null && text ? { as_text: true } : {}),
});

/** What a cell says as a value of the record; null where it says no number. */
export const quantityIn = (read: ReadCell): Pick<Quantity, 'value' | 'comparator' | 'text'> => ({
  value: read.kind === 'quantity' ? read.decimal : null,
  ...(read.kind === 'quantity' && read.comparator ? { comparator: read.comparator } : {}),
  ...(read.kind === 'text' ? { text: read.text } : {}),
});

/** What is wrong with a cell, whatever is measured in it. @param why something with digits is no value */
export const cellError = (read: ReadCell, why: () => string): string[] | undefined => {
  if (read.kind === 'ambiguous') return [`${read.readings[0]} or ${read.readings[1]}?`];
  if (read.kind === 'unclear') return [why()];
  return read.kind === 'text' && read.text.length > LONGEST_RESULT ? [messages.maxLength(LONGEST_RESULT)] : undefined;
};

/** What a person chose where a typed value was asked about. */
export const cellAnswers = (row: TypedCell & { entry_id: string; name: string }, read: (cell: TypedCell) => ReadCell): AcceptedDoubt[] => {
  const [asked, chosen] = [read({ value: row.value }), read(row)];
  if (asked.kind === 'ambiguous' && chosen.kind === 'quantity') return [typedDoubt(row, 'value', row.value, chosen.decimal)];
  return asked.kind === 'unclear' && chosen.kind === 'text' ? [typedDoubt(row, 'value', row.value, undefined)] : [];
};
