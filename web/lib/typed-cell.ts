import { type AcceptedDoubt, typedDoubt } from '#contracts/items/accepted-doubts';
import { withoutMarks } from '#contracts/rules/decimals';
import { LONGEST_RESULT } from '#contracts/observations/lab-values';
import { messages } from '#contracts/rules/messages';
import type { Quantity } from '#contracts/observations/observations';
import { isCountInField, isGraded, isPlainWords, isUnitOfWords } from '#contracts/rules/result-words';
import { readTypedUnit, type TypedUnit, unknownUnit } from './typed-unit.ts';
import { limitReadings, readLimit, readTypedValue, type TypedValue } from './typed-value.ts';

/** A value of a form's row as it is typed. */
export interface TypedCell {
  value: string;
  /** Chosen where the typed number could be read in two ways; forgotten when it changes. */
  reading?: string;
  /** A person said that this is a text, though it is not plainly words. */
  as_text?: boolean;
}

/** A cell with what stands beside it, as it is typed. */
export interface TypedRow extends TypedCell {
  unit: string;
  min?: string;
  min_reading?: string;
  max?: string;
  max_reading?: string;
  /** The results of its parameter are numbers, as its catalogue entry or an earlier result says; otherwise unit and limits tell. */
  is_number?: boolean | undefined;
}

/** Whether results of a parameter are numbers, by its catalogue entry or by earlier results; undefined where neither says it. */
export const areNumbers = (
  parameter: { unit: string; usual_ranges: readonly unknown[] } | undefined,
  earlier: readonly { value: string | null }[],
): true | undefined => {
  const isKnown = parameter && ((parameter.unit !== '' && !isUnitOfWords(parameter.unit)) || parameter.usual_ranges.length > 0);
  return isKnown || earlier.some(({ value }) => value !== null) ? true : undefined;
};

/** Whether the parameter of a row takes a result such as '1:80': nothing says that it is a number. */
const takesGraded = ({ value, unit, min = '', max = '', is_number }: TypedRow): boolean => {
  if (isUnitOfWords(unit)) return true;
  const isBare = unit.trim() === '' && !is_number;
  return isBare && (isCountInField(value) || (min.trim() === '' && max.trim() === ''));
};

/** How the text of a value cell is read; what is no number and not plainly a text is asked. */
export type ReadCell = TypedValue | { kind: 'unclear'; text: string };

/**
 * Reads a value cell, in every form alike. Plain words ('negative') are a text result, and so are '1:80' and '3-5 /HPF' where the parameter
 * takes such results. Everything else that is no number ('5..2', '12O', '1.000,5') is unclear: a person says
 * whether it is a text (ruling 28).
 */
export const readCell = (row: TypedRow): ReadCell => {
  const typed = readTypedValue(row.value);
  if (typed.kind === 'empty') return typed;
  if (row.as_text) return { kind: 'text', text: withoutMarks(row.value).trim() };
  if (typed.kind === 'text') {
    const { text } = typed;
    const isText = isPlainWords(text) || (takesGraded(row) && isGraded(text, row.unit));
    return { kind: isText ? 'text' : 'unclear', text };
  }
  if (typed.kind !== 'ambiguous' || row.reading === undefined || !typed.readings.includes(row.reading)) return typed;
  return { kind: 'quantity', decimal: row.reading, ...(typed.comparator ? { comparator: typed.comparator } : {}) };
};

/** A value that was typed together with a unit; undefined where it is understood without one. @param known as `readTypedUnit` asks */
export const unitIn = (row: TypedRow, known: (typed: string) => string | undefined): TypedUnit | undefined =>
  readCell(row).kind === 'unclear' ? readTypedUnit(row.value, known) : undefined;

/** Why a value is unclear, where its unit has a field beside it. */
export const whyUnclear = (row: TypedRow): string => {
  const typed = unitIn(row, () => undefined);
  return typed ? unknownUnit(typed, 'type it beside') : messages.number;
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

/** What is wrong with a cell, whatever is measured in it. @param why something is neither a number nor plainly a text */
export const cellError = (read: ReadCell, why: () => string): string[] | undefined => {
  if (read.kind === 'ambiguous') return [`${read.readings[0]} or ${read.readings[1]}?`];
  if (read.kind === 'unclear') return [why()];
  return read.kind === 'text' && read.text.length > LONGEST_RESULT ? [messages.maxLength(LONGEST_RESULT)] : undefined;
};

/** What a person chose where a value or a limit was asked about. */
export const typedAnswers = (row: TypedRow & { entry_id: string; name: string }): AcceptedDoubt[] => {
  const { reading: _, as_text: __, ...asked } = row;
  const [before, chosen] = [readCell(asked), readCell(row)];
  const limits = (['min', 'max'] as const).flatMap((field) => {
    const typed = row[field] ?? '';
    const reading = readLimit(typed, row[`${field}_reading`]);
    return limitReadings(typed) && reading ? [typedDoubt(row, field, typed, reading)] : [];
  });
  if (before.kind === 'ambiguous' && chosen.kind === 'quantity') return [typedDoubt(row, 'value', row.value, chosen.decimal), ...limits];
  return before.kind === 'unclear' && chosen.kind === 'text' ? [typedDoubt(row, 'value', row.value, undefined), ...limits] : limits;
};
