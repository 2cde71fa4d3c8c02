import { labResultErrors } from '#contracts/lab/lab-results';
import { isValueAlone } from '#contracts/lab/requested-names';
import type { LabValue, Region } from '#contracts/observations/lab-values';
import { messages } from '#contracts/rules/messages';
import { cellError, cellOf, quantityIn, readCell, areNumbers, type TypedRow, unitIn, whyUnclear } from '#web/lib/typed-cell.ts';
import { sameUnit, type TypedUnit } from '#web/lib/typed-unit.ts';
import { limitReadings, readLimit } from '#web/lib/typed-value.ts';
import type { FieldErrors } from '#web/lib/problem.ts';

/** A row of the form as it is typed: everything is text until it is read. */
export interface Row extends TypedRow {
  entry_id: string;
  parameter_id: string | null;
  name: string;
  unit: string;
  min: string;
  max: string;
  /** As it was printed, where the limit itself is outside of the range; counts as long as `range_from` does. */
  range_text?: string | undefined;
  no_upper_limit: boolean;
  zero_as_reported: boolean;
  flag: string;
  /** It is saved only with a value: a template brought it, or a draft kept it without one. */
  optional?: true;
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

/** A row that waits for a value that never came: not saved but in a draft. */
export const isLeftOut = (row: Row): boolean => row.optional === true && row.value.trim() === '' && row.flag.trim() === '';

/** Tells whether a value was typed or pasted in the place of the name; a name from the catalogue is none. */
export const isNamedByValue = ({ name, parameter_id }: Row): boolean => parameter_id === null && isValueAlone(name);

/** Rows of numbers without an upper limit. @param errors of the form, by '<entry_id>.<field>' */
export const withoutMax = (rows: readonly Row[], errors: FieldErrors): readonly Row[] =>
  rows.filter((row) => errors[`${row.entry_id}.max`]?.includes(messages.required) && readCell(row).kind === 'quantity');

/** The row with 'No upper limit' set or cleared. */
export const withNoUpperLimit = (row: Row, no_upper_limit: boolean): Row => ({ ...without(row, 'range_from'), no_upper_limit });

/** A value that was typed together with a unit. @param units those that the row knows */
const typedUnit = (row: Row, units: readonly string[]): TypedUnit | undefined => unitIn(row, (typed) => sameUnit(typed, units));

/** The row with a unit that was typed behind the value where units are; as it is where there is none, or none that it knows. */
export const withTypedUnit = (row: Row, units: readonly string[]): Row => {
  const { value, unit } = typedUnit(row, units) ?? {};
  return value === undefined || unit === undefined ? row : { ...without(row, 'reading', 'as_text'), value, unit, zero_as_reported: false };
};

/** The row as a value of the record; what cannot be read is left empty and is an error of `rowErrors`. */
export const toEntry = (row: Row): LabValue => {
  const said = quantityIn(readCell(row));
  return {
    entry_id: row.entry_id,
    parameter_id: row.parameter_id,
    name: row.name.trim(),
    ...said,
    unit: row.unit.trim(),
    min: readLimit(row.min, row.min_reading) ?? null,
    max: readLimit(row.max, row.max_reading) ?? null,
    ...(row.range_text !== undefined && row.range_from !== undefined ? { range_text: row.range_text } : {}),
    ...(row.no_upper_limit && row.max.trim() === '' ? { no_upper_limit: true } : {}),
    ...(row.zero_as_reported && Number(said.value ?? NaN) === 0 ? { zero_as_reported: true } : {}),
    ...(row.flag.trim() ? { flag: row.flag.trim() } : {}),
    ...(row.region ? { region: row.region } : {}),
  };
};

/** A value of the record as a row to be changed. */
export const toRow = (entry: LabValue): Row => ({
  ...emptyRow(entry.entry_id),
  parameter_id: entry.parameter_id,
  name: entry.name,
  ...cellOf(entry),
  is_number: areNumbers(undefined, [entry]),
  unit: entry.unit,
  min: entry.min ?? '',
  max: entry.max ?? '',
  no_upper_limit: entry.no_upper_limit ?? false,
  zero_as_reported: entry.zero_as_reported ?? false,
  flag: entry.flag ?? '',
  ...(entry.value === null && !entry.text ? { optional: true as const } : {}),
  range_from: 'given',
  ...(entry.range_text === undefined ? {} : { range_text: entry.range_text }),
  ...(entry.region ? { region: entry.region } : {}),
});

const question = ([first, second]: readonly [string, string]): string => `${first} or ${second}?`;

/**
 * Errors by path ('parameters.0.value', counted over the rows that are not blank), in the documents' words.
 * @param stored names that are in the record already
 */
export const rowErrors = (rows: readonly Row[], draft: boolean, stored: readonly string[] = []): Record<string, string[]> => {
  const filled = rows.filter((row) => !isBlank(row));
  const errors = labResultErrors({ draft, parameters: filled.map(toEntry) });
  filled.forEach((row, index) => {
    const at = (field: string) => `parameters.${index}.${field}`;
    if (row.name.trim() === '') errors[at('name')] = [messages.required];
    else if (isNamedByValue(row) && !stored.includes(row.name.trim())) errors[at('name')] = [messages.nameIsValue];
    const wrong = cellError(readCell(row), () => whyUnclear(row));
    if (wrong) errors[at('value')] = wrong;
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
