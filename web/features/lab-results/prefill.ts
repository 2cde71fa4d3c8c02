import { fold } from '#contracts/folding';
import { type LabParameterView, usualRange } from '#contracts/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab-results';
import type { PatientView } from '#contracts/patients';
import { emptyRow, type Row, without } from './entry-rows.ts';

type Parameter = Pick<LabParameterView, 'id' | 'primary_alias' | 'unit' | 'usual_ranges' | 'source'>;
type Person = Pick<PatientView, 'sex' | 'date_of_birth'>;

const sameUnit = (a: string, b: string): boolean => fold(a).replace(/ /g, '') === fold(b).replace(/ /g, '');

/** The last checked value of a row's parameter, by its id or, where one of them has none, by its name. */
export const previousOf = (row: Pick<Row, 'parameter_id' | 'name'>, previous: readonly PreviousLabValue[]): PreviousLabValue | undefined =>
  row.name.trim() === ''
    ? undefined
    : previous.find((last) =>
        last.parameter_id === null || row.parameter_id === null
          ? fold(last.name) === fold(row.name)
          : last.parameter_id === row.parameter_id,
      );

/**
 * Brings a prefilled range up to date with unit, day and person: usual ranges hold for the catalogue's unit and for adults only.
 * What a person typed stays; a range that no longer fits goes.
 */
export const refitted = (row: Row, parameter: Parameter, person: Person | undefined, collected: string): Row => {
  const typed = row.range_note === undefined && (row.min.trim() !== '' || row.max.trim() !== '' || row.no_upper_limit);
  if (typed) return row;
  const usual = person && collected && sameUnit(parameter.unit, row.unit) ? usualRange(parameter, person, collected) : undefined;
  const rest = without(row, 'range_note', 'min_reading', 'max_reading');
  if (!usual) return row.range_note === undefined ? row : { ...rest, min: '', max: '', no_upper_limit: false };
  return { ...rest, min: usual.min ?? '', max: usual.max ?? '', no_upper_limit: usual.max === null, range_note: usual.note };
};

/** The row with a parameter of the catalogue: its name, the unit of last time or of the catalogue, the usual range. */
export const withParameter = (
  row: Row,
  parameter: Parameter,
  facts: { person: Person | undefined; previous: readonly PreviousLabValue[]; collected: string },
): Row => {
  const named: Row = { ...row, parameter_id: parameter.id, name: parameter.primary_alias };
  const last = previousOf(named, facts.previous);
  const unit = row.unit.trim() !== '' ? row.unit : last?.unit || parameter.unit;
  return refitted({ ...named, unit }, parameter, facts.person, facts.collected);
};

/** Parameters, units and ranges of an earlier result: never its values, dates or flags. */
export const fromPrevious = (item: LabResultView, newId: () => string): Row[] =>
  item.parameters.map((entry) => ({
    ...emptyRow(newId()),
    parameter_id: entry.parameter_id,
    name: entry.name,
    unit: entry.unit,
    min: entry.min ?? '',
    max: entry.max ?? '',
    no_upper_limit: entry.no_upper_limit ?? (entry.max === null && entry.min !== null),
  }));
