import { type AcceptedDoubt, typedDoubt } from '#contracts/items/accepted-doubts';
import { type BodyMeasure, heightUnits, isUnitOf, siValue, weightUnits } from '#contracts/examinations/body-measures';
import { examinationErrors, type Measurement } from '#contracts/examinations/examinations';
import type { MeasurementNormalization, MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { messages } from '#contracts/rules/messages';
import { observed } from '#contracts/observations/observations';
import {
  areNumbers,
  typedAnswers as answersOf,
  cellError,
  cellOf,
  quantityIn,
  readCell,
  type TypedRow,
  unitIn,
} from '#web/lib/typed-cell.ts';
import { sameUnit, type TypedUnit, unknownUnit } from '#web/lib/typed-unit.ts';

/** A measurement of the form as it is typed: everything is text until it is read. */
export interface Row extends TypedRow {
  entry_id: string;
  parameter_id: string | null;
  name: string;
  description: string;
  type?: MeasurementNormalization;
  /** What was typed for this value and another one ('82/128'), where a person was asked about it. */
  pair?: string;
  unit: string;
  /** The chosen definition; `value` is its number then. */
  option_id?: string;
  option_label?: string;
}

/** What a row measures, where only units that can be converted are taken. */
export const measureOf = ({ type }: Pick<Row, 'type'>): BodyMeasure | undefined =>
  type === 'Weight' || type === 'Height' ? type : undefined;

/** Units that a weight or a height is offered in. */
export const unitsOf = (measure: BodyMeasure): readonly string[] => (measure === 'Weight' ? weightUnits : heightUnits);

/** What a parameter of the catalogue brings into a row: the unit of last time, otherwise its own; never a value. */
export const rowOf = (
  parameter: Pick<MeasurementParameterView, 'id' | 'name' | 'description' | 'normalization_type' | 'plausible'>,
  entry_id: string,
  last?: { unit: string; value: string | null },
): Row => {
  const { id, name, description, normalization_type: type, plausible } = parameter;
  const measure = measureOf({ type });
  // Words such as 'cigarettes per day' are units too; a weight or a height only takes what can be converted.
  const unit = last?.unit || description;
  return {
    entry_id,
    parameter_id: id,
    name,
    description,
    type,
    is_number: areNumbers({ unit: measure ?? '', usual_ranges: plausible ? [plausible] : [] }, last ? [last] : []),
    value: '',
    unit: measure && !isUnitOf(measure, unit) ? '' : unit.slice(0, 60),
  };
};

/** What a person chose where the typed value was asked about. */
export const typedAnswers = (row: Row): AcceptedDoubt[] =>
  row.pair === undefined ? answersOf(row) : [typedDoubt(row, 'value', row.pair, row.value)];

/** The row as a measurement of the record; what cannot be read is left empty and is an error of `rowErrors`. */
export const toMeasurement = (row: Row): Measurement => {
  const { value: parameter_value, ...said } = quantityIn(readCell(row));
  return {
    entry_id: row.entry_id,
    parameter_id: row.parameter_id,
    parameter_name: row.name,
    parameter_value,
    ...said,
    unit: row.unit.trim(),
    ...(row.option_id === undefined ? {} : { option_id: row.option_id }),
    ...(row.option_label === undefined ? {} : { option_label: row.option_label }),
    ...(row.type === undefined ? {} : { normalization_type: row.type }),
  };
};

/** A measurement of the record as a row to be changed. */
export const toRow = (entry: Measurement): Row => ({
  entry_id: entry.entry_id,
  parameter_id: entry.parameter_id,
  name: entry.parameter_name,
  description: entry.parameter_description ?? '',
  ...(entry.normalization_type === undefined ? {} : { type: entry.normalization_type }),
  is_number: measureOf({ type: entry.normalization_type }) ? true : areNumbers(undefined, [observed(entry)]),
  ...cellOf(observed(entry)),
  unit: entry.unit,
  ...(entry.option_id === undefined ? {} : { option_id: entry.option_id }),
  ...(entry.option_label === undefined ? {} : { option_label: entry.option_label }),
});

/** A row with another text in its value cell: what belonged to the old one is forgotten. */
export const retyped = (row: Row, value: string): Row => {
  const { reading: _, as_text: __, option_id: ___, option_label: ____, pair: _____, ...kept } = row;
  return { ...kept, value };
};

const units = { Weight: 'Choose kg or lb', Height: 'Choose cm, in or m' } as const;

/** The unit that a row means by a typed one: of a weight or a height any that can be converted, otherwise one that the row has already. */
const knownUnit = (row: Row, typed: string): string | undefined => {
  const measure = measureOf(row);
  if (!measure) return sameUnit(typed, [row.unit, row.description]);
  const one = (unit: string) => siValue(measure, { value: '1', unit });
  return isUnitOf(measure, typed) ? (unitsOf(measure).find((unit) => one(unit) === one(typed)) ?? typed) : undefined;
};

/** A value that was typed together with a unit. */
const typedUnit = (row: Row): TypedUnit | undefined => unitIn(row, (typed) => knownUnit(row, typed));

/** The row with a unit that was typed behind the value where units are; as it is where there is none, or none that it knows. */
export const withTypedUnit = (row: Row): Row => {
  const { value, unit } = typedUnit(row) ?? {};
  return value === undefined || unit === undefined ? row : { ...retyped(row, value), unit };
};

/** Why a value is unclear: the unit that its field does not know, or that it is no number. */
export const whyUnclear = (row: Row): string => {
  const typed = typedUnit(row);
  const measure = measureOf(row);
  return typed
    ? unknownUnit(typed, measure ? units[measure].toLowerCase() : 'type the number alone, its unit stands beside')
    : messages.number;
};

/** Errors by path: 'measurements', '<entry_id>.value', '<entry_id>.unit', in the documents' words. */
export const rowErrors = (rows: readonly Row[], draft: boolean): Record<string, string[]> => {
  const errors: Record<string, string[]> = {};
  for (const [path, texts] of Object.entries(examinationErrors({ draft, measurements: rows.map(toMeasurement) }))) {
    errors[fieldOf(path, rows)] = texts;
  }
  for (const row of rows) {
    const typed = readCell(row);
    const wrong = cellError(typed, () => whyUnclear(row));
    if (wrong) errors[`${row.entry_id}.value`] = wrong;
    const measure = measureOf(row);
    if (measure && !draft && typed.kind === 'quantity' && !isUnitOf(measure, row.unit)) errors[`${row.entry_id}.unit`] = [units[measure]];
  }
  return errors;
};

const columns: Readonly<Record<string, string>> = { parameter_value: 'value', text: 'value', option_id: 'value', parameter_id: 'name' };

/** The form's name of a field of the record: 'measurements.0.parameter_value' is '<entry_id>.value'. */
export const fieldOf = (path: string, rows: readonly Pick<Row, 'entry_id'>[]): string => {
  const [, index, field = ''] = /^measurements\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const row = index === undefined ? undefined : rows[Number(index)];
  return row ? `${row.entry_id}.${columns[field] ?? field}` : path;
};
