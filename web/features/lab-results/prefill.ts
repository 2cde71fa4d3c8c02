import { searchText } from '#contracts/rules/search-text';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import { onLineOf } from '#contracts/lab/lab-warnings';
import type { PatientView } from '#contracts/people/patients';
import { suggestedRanges, type SuggestedRanges } from '#web/record/lab/suggested-ranges.ts';
import { unitKey } from '#contracts/rules/units';
import type { Birth } from '#contracts/wire/birth';
import { areNumbers } from '#web/lib/typed-cell.ts';
import { emptyRow, type Row, without } from './entry-rows.ts';

type Parameter = Pick<LabParameterView, 'id' | 'primary_alias' | 'unit' | 'usual_ranges' | 'source'>;

/** What a row is prefilled from. */
export interface Facts {
  person: Pick<PatientView, 'sex' | keyof Birth> | undefined;
  previous: readonly PreviousLabValue[];
  /** Empty, or what was typed, until it is a day. */
  collected: string;
}

/** The last checked value of a row's parameter, by its id or, where one of them has none, by its name. */
export const previousOf = (row: Pick<Row, 'parameter_id' | 'name'>, previous: readonly PreviousLabValue[]): PreviousLabValue | undefined =>
  row.name.trim() === ''
    ? undefined
    : previous.find((last) =>
        last.parameter_id === null || row.parameter_id === null
          ? searchText(last.name) === searchText(row.name)
          : last.parameter_id === row.parameter_id || last.merged_ids?.includes(row.parameter_id) === true,
      );

/** The ranges that may be offered for a row as it is now (ruling 49). */
export const suggestedFor = (row: Row, parameter: Parameter | undefined, { person, previous, collected }: Facts): SuggestedRanges =>
  suggestedRanges(row.unit, { person, last: previousOf(row, previous), parameter, collected });

/** The row with one of the suggested ranges; without any where there is none. */
export const withSuggested = (row: Row, from: 'last' | 'usual' | undefined, suggested: SuggestedRanges): Row => {
  const range = from && suggested[from];
  const rest = without(row, 'range_from', 'min_reading', 'max_reading');
  if (!from || !range) return { ...rest, min: '', max: '', no_upper_limit: false };
  return {
    ...rest,
    min: range.min ?? '',
    max: range.max ?? '',
    no_upper_limit: range.max === null,
    range_text: 'range_text' in range ? range.range_text : undefined,
    range_from: from,
  };
};

/**
 * Brings a suggested range up to date with unit, day and person: the patient's own last range, otherwise the usual one. What a person typed
 * or chose stays, and so does what the result itself says; a range that no longer fits goes, also where the parameter is not known yet.
 */
export const refitted = (row: Row, parameter: Parameter | undefined, facts: Facts): Row => {
  const isTyped = row.range_from === undefined && (row.min.trim() !== '' || row.max.trim() !== '' || row.no_upper_limit);
  if (isTyped || row.range_from === 'given') return row;
  const suggested = suggestedFor(row, parameter, facts);
  if (row.range_from === 'usual' && suggested.usual) return withSuggested(row, 'usual', suggested);
  return withSuggested(row, suggested.last ? 'last' : suggested.usual ? 'usual' : undefined, suggested);
};

/**
 * A row of a new result whose unit was changed: no range of the unit before stays beside it, whether it was suggested or is that of an
 * earlier result. What a person typed stays.
 */
export const inAnotherUnit = (row: Row, parameter: Parameter | undefined, facts: Facts): Row =>
  refitted(row.range_from === 'given' ? withSuggested(row, undefined, {}) : row, parameter, facts);

const hasNoRange = ({ min, max, no_upper_limit }: Row): boolean => min.trim() === '' && max.trim() === '' && !no_upper_limit;

/** A row after its unit was changed: says of which unit the range was that went with it. */
export const withRangeGone = (before: Row, after: Row): Row => {
  const { range_was_in = before.unit.trim(), ...rest } = after;
  const isGone = hasNoRange(after) && (after.range_was_in !== undefined || !hasNoRange(before));
  return isGone ? { ...rest, range_was_in } : rest;
};

/** The row with a parameter of the catalogue: its name, the unit of last time or of the catalogue, the range that is suggested for it. */
export const withParameter = (row: Row, parameter: Parameter, facts: Facts): Row => {
  const named: Row = { ...row, parameter_id: parameter.id, name: parameter.primary_alias };
  const last = previousOf(named, facts.previous);
  const unit = row.unit.trim() !== '' ? row.unit : last?.unit || parameter.unit;
  return refitted({ ...named, unit, is_number: areNumbers(parameter, last ? [last] : []) }, parameter, facts);
};

/** A row for each parameter of a template that is not there yet, as choosing the parameter fills it; the value is still to be typed. */
export const panelRows = (rows: readonly Row[], parameters: readonly LabParameterView[], facts: Facts, newId: () => string): Row[] => {
  const isThere = ({ id, aliases, merged = [] }: LabParameterView): boolean => {
    const [ids, names] = [[id, ...merged.map((one) => one.id)], aliases.map(searchText)];
    return rows.some((row) => (row.parameter_id === null ? names.includes(searchText(row.name)) : ids.includes(row.parameter_id)));
  };
  return parameters
    .filter((parameter) => !isThere(parameter))
    .map((parameter) => withParameter({ ...emptyRow(newId()), optional: true }, parameter, facts));
};

/** Usual units of a row's parameter besides its own: those it was reported in, and the catalogue's. They are chosen, never guessed (ruling 56). */
export const otherUnits = (row: Pick<Row, 'unit'>, parameter: Parameter | undefined, last: PreviousLabValue | undefined): string[] => {
  const known = new Set(['', unitKey(row.unit)]);
  return [...(last?.units ?? []), parameter?.unit ?? ''].filter((unit) => {
    const isNew = !known.has(unitKey(unit));
    known.add(unitKey(unit));
    return isNew;
  });
};

/** Units that may be typed behind a value: the row's own and the usual ones. */
export const unitsOf = (row: Pick<Row, 'unit'>, parameter: Parameter | undefined, last: PreviousLabValue | undefined): string[] => [
  row.unit,
  ...otherUnits(row, parameter, last),
];

/**
 * Parameters, units and ranges of an earlier result that are not there yet: never its values, dates or flags. Parameters that became one since
 * are one row for each unit.
 */
export const fromPrevious = (
  item: Pick<LabResultView, 'parameters'>,
  newId: () => string,
  rows: readonly Row[] = [],
  previous: readonly PreviousLabValue[] = [],
): Row[] => {
  const lineOf = ({ parameter_id, name }: Pick<Row, 'parameter_id' | 'name'>) =>
    parameter_id === null ? name : onLineOf(parameter_id, previous);
  const known = new Set(rows.map(lineOf));
  const seen = new Map<string, string | null>();
  const isNew = (entry: LabResultView['parameters'][number]): boolean => {
    const key = `${lineOf(entry)}|${unitKey(entry.unit)}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, entry.parameter_id);
    return !known.has(lineOf(entry)) && (first === undefined || first === entry.parameter_id);
  };
  return item.parameters.filter(isNew).map((entry) => ({
    ...emptyRow(newId()),
    parameter_id: entry.parameter_id,
    name: entry.name,
    is_number: areNumbers(undefined, [entry]),
    unit: entry.unit,
    min: entry.min ?? '',
    max: entry.max ?? '',
    no_upper_limit: entry.no_upper_limit ?? (entry.max === null && entry.min !== null),
    range_from: 'given',
    ...(entry.range_text === undefined ? {} : { range_text: entry.range_text }),
  }));
};
