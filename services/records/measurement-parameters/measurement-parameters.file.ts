import { type Definition, MeasurementNormalization, type PlausibleRange } from '#contracts/examinations/measurement-parameters';
import { OFFICE_COLUMNS } from '#contracts/examinations/office-lists';
import { partsOfCell } from '#contracts/rules/csv-cells';
import { searchText } from '#contracts/rules/search-text';
import { isId } from '#contracts/wire/primitives';
import { allRight, markRepeated, readList, type ReadRow, type RowKey } from '../../lists/list-file.ts';

/** What a row of a list of office parameters says. */
export interface ListedMeasurement {
  line: number;
  /** Of an exported row. */
  id: string | undefined;
  code: string | undefined;
  name: string;
  aliases: string[];
  /** The unit: 'Unit or # per interval'. */
  description: string;
  normalization_type: MeasurementNormalization;
  scale_divider: number;
  /** Undefined where the list has no column for them: type, divider and definitions are then only said of what is new. */
  definitions: Omit<Definition, 'option_id'>[] | undefined;
  /** Null for none; undefined where the row says nothing of it. */
  plausible: PlausibleRange | null | undefined;
  source: string | undefined;
  wrong: string[];
}

const layouts = {
  plain: ['code', 'primary name', 'aliases', 'unit', 'min', 'max'],
  whole: OFFICE_COLUMNS.filter((column) => column !== 'id' && column !== 'source'),
} as const;

/** What the formulas of a Bmi need to know about a list's rows, by LOINC code. */
const types: Readonly<Record<string, MeasurementNormalization>> = { '29463-7': 'Weight', '8302-2': 'Height', '39156-5': 'Bmi' };

/** Limits beyond which a value of a living patient is a slip of the pen more likely than true, by LOINC code in the unit given here. */
const possible: Readonly<Record<string, { unit: string; min: string; max: string }>> = {
  '39156-5': { unit: 'kg/m2', min: '9', max: '80' },
  '8480-6': { unit: 'mm[Hg]', min: '40', max: '300' },
  '8462-4': { unit: 'mm[Hg]', min: '20', max: '200' },
  '8867-4': { unit: '/min', min: '20', max: '300' },
  '9279-1': { unit: '/min', min: '4', max: '80' },
  '8310-5': { unit: 'Cel', min: '25', max: '44' },
  '59408-5': { unit: '%', min: '40', max: '100' },
  '2708-6': { unit: '%', min: '40', max: '100' },
  '9843-4': { unit: 'cm', min: '20', max: '70' },
  '8280-0': { unit: 'cm', min: '20', max: '250' },
  '72514-3': { unit: '{score}', min: '0', max: '10' },
  '41653-7': { unit: 'mg/dL', min: '15', max: '900' },
  '33452-4': { unit: 'L/min', min: '30', max: '1000' },
  '3140-1': { unit: 'm2', min: '0.1', max: '4' },
  '9269-2': { unit: '{score}', min: '3', max: '15' },
};

/** A range of weight and height says what is possible, of everything else what is usual: its maximum is the upper limit of normal. */
const rangeOf = (code: string | undefined, unit: string, min: string | null, max: string | null) => {
  const type = code === undefined ? undefined : types[code];
  const known = code === undefined ? undefined : possible[code];
  const plausible = known && known.unit === unit ? { min: known.min, max: known.max } : undefined;
  if (type === 'Weight' || type === 'Height')
    return { normalization_type: type, scale_divider: 1, plausible: min === null && max === null ? undefined : { min, max } };
  if (type === 'Bmi') return { normalization_type: type, scale_divider: 1, plausible };
  const limit = max === null ? 0 : Number(max);
  return limit > 0
    ? { normalization_type: 'Arithmetic' as const, scale_divider: limit, plausible }
    : { normalization_type: 'NoNormalization' as const, scale_divider: 1, plausible };
};

/** 'Mild' of '1: Mild'. */
const DEFINITION = /^([^:]+):\s*(.+)$/;

const definitionsOf = ({ cell, number: read, wrong }: ReadRow): Omit<Definition, 'option_id'>[] =>
  partsOfCell(cell('definitions')).flatMap((part) => {
    const [, number = '', label_text = ''] = DEFINITION.exec(part) ?? [];
    if (label_text === '') wrong.push(`definitions '${part.slice(0, 40)}' is not like '1: Mild'`);
    const value = read('definitions', number.trim());
    return value === null ? [] : [{ predefined_value: Number(value), label_text }];
  });

/** What the row of an exported list says besides. */
const wholeOf = (row: ReadRow) => {
  const { cell, number, wrong } = row;
  const type = MeasurementNormalization.safeParse(cell('normalization type') || 'Arithmetic');
  if (!type.success) wrong.push(`normalization type must be one of ${MeasurementNormalization.options.join(', ')}`);
  const divider = number('upper limit of normal');
  const [min, max] = [number('plausible min'), number('plausible max')];
  refuseReversed(min, max, wrong);
  return {
    normalization_type: type.success ? type.data : ('Arithmetic' as const),
    scale_divider: divider === null ? 1 : Number(divider),
    plausible: min === null && max === null ? null : { min, max },
    definitions: definitionsOf(row),
  };
};

const plainOf = ({ cell, number, wrong }: ReadRow) => {
  const [min, max] = [number('min'), number('max')];
  refuseReversed(min, max, wrong);
  return { ...rangeOf(cell('code') || undefined, cell('unit'), min, max), definitions: undefined };
};

const refuseReversed = (min: string | null, max: string | null, wrong: string[]): void => {
  if (min !== null && max !== null && Number(min) > Number(max)) wrong.push(`min ${min} is above max ${max}`);
};

/** Two rows of which one of these is the same mean the same parameter. */
export const measurementKeys = ({ id, code, name }: ListedMeasurement): RowKey[] => [
  ...(id === undefined ? [] : [[`id ${id}`, id] as const]),
  ...(code === undefined ? [] : [[`code ${code}`, code] as const]),
  ...(name === '' ? [] : [[`name ${searchText(name)}`, searchText(name)] as const]),
];

/**
 * Reads a list of office parameters, as they are exported or with usual limits alone, columns by their header's name in any order, more
 * columns allowed.
 * @param name of the file, for messages
 * @returns every row, with what is wrong with it
 * @throws Refusal whose field `file` says why this is no such list
 */
export const readMeasurementRows = (bytes: Uint8Array, name: string): ListedMeasurement[] => {
  const { layout, rows } = readList(bytes, name, layouts, 'office parameters');
  return rows.map((row): ListedMeasurement => {
    const { line, wrong, cell } = row;
    const [id, code, primary] = [cell('id').toLowerCase(), cell('code'), cell('primary name')];
    if (primary === '') wrong.push('has no primary name');
    if (id !== '' && !isId(id)) wrong.push('id is not one of this program; leave it empty for a new row');
    return {
      line,
      id: isId(id) ? id : undefined,
      code: code === '' ? undefined : code,
      name: primary,
      aliases: partsOfCell(cell('aliases')),
      description: cell('unit'),
      ...(layout === 'whole' ? wholeOf(row) : plainOf(row)),
      source: cell('source') || undefined,
      wrong,
    };
  });
};

/** The same, where nothing of a file is good that has a wrong row. @throws Refusal with every problem and its line */
export const readMeasurementParameterFile = (bytes: Uint8Array, name: string): readonly ListedMeasurement[] => {
  const rows = readMeasurementRows(bytes, name);
  markRepeated(rows, measurementKeys);
  return allRight(rows, name);
};
