import { type AcceptedDoubt, typedDoubt } from '#contracts/accepted-doubts';
import { readTypedNumber, withoutMarks } from '#contracts/decimals';
import { labResultErrors } from '#contracts/lab-results';
import { Comparator, type LabValue, LONGEST_RESULT, type Region } from '#contracts/lab-values';
import { messages } from '#contracts/messages';
import { readTypedUnit, sameUnit, type TypedUnit, unknownUnit } from '#web/lib/typed-unit.ts';

/** A row of the form as it is typed: everything is text until it is read. */
export interface Row {
  entry_id: string;
  parameter_id: string | null;
  name: string;
  value: string;
  /** Chosen where the typed number could be read in two ways; forgotten when it changes. */
  reading?: string;
  /** A person said that this is a text, though it has digits. */
  as_text?: boolean;
  unit: string;
  min: string;
  min_reading?: string;
  max: string;
  /** As it was printed, where the limit itself is outside of the range; counts as long as `range_from` does. */
  range_text?: string | undefined;
  max_reading?: string;
  no_upper_limit: boolean;
  zero_as_reported: boolean;
  flag: string;
  /**
   * Where the range comes from: suggested, or of the result itself, which is never filled in later. Gone as soon as a person types another.
   */
  range_from?: 'last' | 'usual' | 'given';
  /** The unit of the range that went with it, as long as there is no other. */
  range_was_in?: string;
  /** What was typed where Enter took a parameter of another name before its suggestions were there: said as long as it has that name. */
  taken_for?: { typed: string; as: string } | undefined;
  region?: Region;
}

export const emptyRow = (entry_id: string): Row => ({
  entry_id,
  parameter_id: null,
  name: '',
  value: '',
  unit: '',
  min: '',
  max: '',
  no_upper_limit: false,
  zero_as_reported: false,
  flag: '',
});

/** The row without what belonged to a text that was typed over. */
export const without = (row: Row, ...fields: ('reading' | 'as_text' | 'min_reading' | 'max_reading' | 'range_from')[]): Row => {
  const rest = { ...row };
  for (const field of fields) delete rest[field];
  return rest;
};

/** Nothing was typed: such a row is neither saved nor complained about. */
export const isBlank = (row: Row): boolean =>
  [row.name, row.value, row.unit, row.min, row.max, row.flag].every((text) => text.trim() === '');

/** How the text of a value cell is read. */
export type TypedValue =
  | { kind: 'empty' }
  | { kind: 'number'; decimal: string; comparator?: Comparator }
  | { kind: 'ambiguous'; readings: [string, string]; comparator?: Comparator }
  | { kind: 'text'; text: string }
  /** Not a number, and not plainly a text: it is asked. */
  | { kind: 'unclear'; text: string };

const SIGNS: Readonly<Record<string, Comparator>> = { '\u2264': '<=', '\u2265': '>=', '=<': '<=', '=>': '>=' };

/** Reads a value as typed: '<5', '\u2265 60', '3,7', 'negative'. */
export const readValue = (row: Pick<Row, 'value' | 'reading' | 'as_text'>): TypedValue => {
  const typed = withoutMarks(row.value).trim();
  if (typed === '') return { kind: 'empty' };
  if (row.as_text) return { kind: 'text', text: typed };
  const match = /^(<=|>=|=<|=>|\u2264|\u2265|<|>)\s*(.*)$/.exec(typed);
  const sign = match?.[1] ?? '';
  const comparator = SIGNS[sign] ?? Comparator.safeParse(sign).data;
  const with_sign = comparator ? { comparator } : {};
  const number = readTypedNumber(match?.[2] ?? typed);
  switch (number.kind) {
    case 'number':
      return { kind: 'number', decimal: number.decimal, ...with_sign };
    case 'ambiguous':
      return row.reading !== undefined && number.readings.includes(row.reading)
        ? { kind: 'number', decimal: row.reading, ...with_sign }
        : { kind: 'ambiguous', readings: number.readings, ...with_sign };
    case 'empty':
    case 'not-a-number':
      return /\p{N}/u.test(typed) || comparator ? { kind: 'unclear', text: typed } : { kind: 'text', text: typed };
  }
};

/** A value that was typed together with a unit. @param units those that the row knows */
const typedUnit = (row: Row, units: readonly string[]): TypedUnit | undefined =>
  readValue(row).kind === 'unclear' ? readTypedUnit(row.value, (typed) => sameUnit(typed, units)) : undefined;

/** The row with a unit that was typed behind the value where units are; as it is where there is none, or none that it knows. */
export const withTypedUnit = (row: Row, units: readonly string[]): Row => {
  const { value, unit } = typedUnit(row, units) ?? {};
  return value === undefined || unit === undefined ? row : { ...without(row, 'reading', 'as_text'), value, unit, zero_as_reported: false };
};

/** Why something with digits is no value. */
export const whyUnclear = (row: Row): string => {
  const typed = typedUnit(row, []);
  return typed ? unknownUnit(typed, 'type it beside') : messages.number;
};

/** A limit of the range as a decimal; null where it is empty, undefined where it cannot be read or has two readings. */
export const readLimit = (text: string, reading: string | undefined): string | null | undefined => {
  const number = readTypedNumber(text);
  if (number.kind === 'empty') return null;
  if (number.kind === 'number') return number.decimal;
  return number.kind === 'ambiguous' && reading !== undefined && number.readings.includes(reading) ? reading : undefined;
};

/** The two readings of a limit that could be either. */
export const limitReadings = (text: string, reading: string | undefined): [string, string] | null => {
  const number = readTypedNumber(text);
  return number.kind === 'ambiguous' && !(reading !== undefined && number.readings.includes(reading)) ? number.readings : null;
};

/** What a person chose where something typed was asked about. */
export const typedAnswers = (row: Row): AcceptedDoubt[] => {
  const [asked, chosen] = [readValue({ value: row.value }), readValue(row)];
  const limits = (['min', 'max'] as const).flatMap((field) => {
    const reading = readLimit(row[field], row[`${field}_reading`]);
    return limitReadings(row[field], undefined) && reading ? [typedDoubt(row, field, row[field], reading)] : [];
  });
  if (asked.kind === 'ambiguous' && chosen.kind === 'number') return [typedDoubt(row, 'value', row.value, chosen.decimal), ...limits];
  return asked.kind === 'unclear' && chosen.kind === 'text' ? [typedDoubt(row, 'value', row.value, undefined), ...limits] : limits;
};

/** The row as a value of the record; what cannot be read is left empty and is an error of `rowErrors`. */
export const toEntry = (row: Row): LabValue => {
  const typed = readValue(row);
  const number = typed.kind === 'number' ? typed : null;
  return {
    entry_id: row.entry_id,
    parameter_id: row.parameter_id,
    name: row.name.trim(),
    value: number?.decimal ?? null,
    ...(number?.comparator ? { comparator: number.comparator } : {}),
    ...(typed.kind === 'text' ? { text: typed.text } : {}),
    unit: row.unit.trim(),
    min: readLimit(row.min, row.min_reading) ?? null,
    max: readLimit(row.max, row.max_reading) ?? null,
    ...(row.range_text !== undefined && row.range_from !== undefined ? { range_text: row.range_text } : {}),
    ...(row.no_upper_limit && row.max.trim() === '' ? { no_upper_limit: true } : {}),
    ...(row.zero_as_reported && Number(number?.decimal) === 0 ? { zero_as_reported: true } : {}),
    ...(row.flag.trim() ? { flag: row.flag.trim() } : {}),
    ...(row.region ? { region: row.region } : {}),
  };
};

/** A value of the record as a row to be changed. */
export const toRow = (entry: LabValue): Row => ({
  ...emptyRow(entry.entry_id),
  parameter_id: entry.parameter_id,
  name: entry.name,
  value: entry.value === null ? (entry.text ?? '') : `${entry.comparator ?? ''}${entry.value}`,
  ...(entry.value === null && entry.text ? { as_text: true } : {}),
  unit: entry.unit,
  min: entry.min ?? '',
  max: entry.max ?? '',
  no_upper_limit: entry.no_upper_limit ?? false,
  zero_as_reported: entry.zero_as_reported ?? false,
  flag: entry.flag ?? '',
  range_from: 'given',
  ...(entry.range_text === undefined ? {} : { range_text: entry.range_text }),
  ...(entry.region ? { region: entry.region } : {}),
});

const question = ([first, second]: readonly [string, string]): string => `${first} or ${second}?`;

/** Errors by path ('parameters.0.value', counted over the rows that are not blank), in the documents' words. */
export const rowErrors = (rows: readonly Row[], draft: boolean): Record<string, string[]> => {
  const filled = rows.filter((row) => !isBlank(row));
  const errors = labResultErrors({ draft, parameters: filled.map(toEntry) });
  filled.forEach((row, index) => {
    const at = (field: string) => `parameters.${index}.${field}`;
    if (row.name.trim() === '') errors[at('name')] = [messages.required];
    const typed = readValue(row);
    if (typed.kind === 'ambiguous') errors[at('value')] = [question(typed.readings)];
    if (typed.kind === 'unclear') errors[at('value')] = [whyUnclear(row)];
    if (typed.kind === 'text' && typed.text.length > LONGEST_RESULT) errors[at('value')] = [messages.maxLength(LONGEST_RESULT)];
    for (const [field, reading] of [
      ['min', row.min_reading],
      ['max', row.max_reading],
    ] as const) {
      if (readLimit(row[field], reading) !== undefined) continue;
      const readings = limitReadings(row[field], reading);
      errors[at(field)] = [readings ? question(readings) : messages.number];
    }
  });
  return errors;
};
