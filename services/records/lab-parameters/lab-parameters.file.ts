import { identityOf } from '#catalogues/lab-parameter';
import { LAB_COLUMNS } from '#contracts/lab/lab-lists';
import { Age, isYounger, type UsualRange } from '#contracts/lab/usual-ranges';
import { partsOfCell } from '#contracts/rules/csv-cells';
import { saysTheSame } from '#contracts/rules/equal';
import { NormalizationType } from '#contracts/rules/normalization';
import { isId } from '#contracts/wire/primitives';
import { allRight, markRepeated, readList, type ReadRow, type RowKey } from '../../lists/list-file.ts';

/** What a row of a list of parameters says. `name` is the primary one. */
export interface ListedParameter {
  line: number;
  /** Of an exported row. */
  id: string | undefined;
  code: string | undefined;
  name: string;
  aliases: string[];
  unit: string;
  usual_ranges: UsualRange[];
  /** Undefined where the list has no columns for it: then what people configured stays. */
  configured: Configured | undefined;
  source: string | undefined;
  wrong: string[];
}

interface Configured {
  normalization_type: NormalizationType;
  scale_divider: number;
  is_default: boolean;
  ignored_during_validation: boolean;
}

const layouts = {
  whole: LAB_COLUMNS.filter((column) => column !== 'id' && column !== 'source' && column !== 'range source'),
  plain: ['code', 'primary name', 'aliases', 'unit', 'min', 'max'],
  bySex: ['code', 'primary name', 'aliases', 'ucum unit', 'female min', 'female max', 'male min', 'male max'],
} as const;
type Layout = keyof typeof layouts;

const limitsOf = ({ number, wrong }: ReadRow, prefix: string): Pick<UsualRange, 'min' | 'max'> | undefined => {
  const [min, max] = [number(`${prefix}min`), number(`${prefix}max`)];
  if (min !== null && max !== null && Number(min) > Number(max)) wrong.push(`${prefix}min ${min} is above ${prefix}max ${max}`);
  return min === null && max === null ? undefined : { min, max };
};

const SEXES = ['Female', 'Male', 'Other'] as const;

const ageOf = (cell: ReadRow['cell'], column: string, wrong: string[]): string | undefined => {
  const age = Age.safeParse(cell(column).replaceAll(/\s+/g, ' '));
  if (age.success) return age.data;
  if (cell(column) !== '') wrong.push(`${column} '${cell(column).slice(0, 40)}' must be like '18 y', '6 mo', '2 wk' or '28 d'`);
  return undefined;
};

/** The range of one row of an exported list. */
const rangeOf = (row: ReadRow): UsualRange[] => {
  const { cell, wrong } = row;
  const limits = limitsOf(row, '');
  const sex = SEXES.find((one) => one.toLowerCase() === cell('sex').toLowerCase());
  if (cell('sex') !== '' && !sex) wrong.push(`sex must be one of ${SEXES.join(', ')}, or empty`);
  const [age_from, age_below] = [ageOf(cell, 'age from', wrong), ageOf(cell, 'age below', wrong)];
  if (age_from && age_below && !isYounger(age_from, age_below)) wrong.push(`age from ${age_from} is not below ${age_below}`);
  const source = cell('range source');
  const about = { ...(sex ? { sex } : {}), ...(age_from ? { age_from } : {}), ...(age_below ? { age_below } : {}) };
  if (limits) return [{ ...about, ...limits, ...(source ? { source } : {}) }];
  if (Object.keys(about).length > 0) wrong.push('has a sex or an age, and neither min nor max');
  return [];
};

const rangesOf = (row: ReadRow, layout: Layout): UsualRange[] => {
  if (layout === 'whole') return rangeOf(row);
  const range = (prefix: string, sex?: 'Female' | 'Male'): UsualRange[] => {
    const limits = limitsOf(row, prefix);
    return limits ? [{ ...(sex ? { sex } : {}), ...limits }] : [];
  };
  return layout === 'plain' ? range('') : [...range('female ', 'Female'), ...range('male ', 'Male')];
};

const flagOf = (cell: ReadRow['cell'], column: string, wrong: string[]): boolean => {
  const text = cell(column).toLowerCase();
  if (!['', 'yes', 'no', 'true', 'false'].includes(text)) wrong.push(`${column} must be yes or no`);
  return text === 'yes' || text === 'true';
};

const configuredOf = ({ cell, number, wrong }: ReadRow): Configured => {
  const type = NormalizationType.safeParse(cell('normalization type') || 'Arithmetic');
  if (!type.success) wrong.push(`normalization type must be one of ${NormalizationType.options.join(', ')}`);
  return {
    normalization_type: type.success ? type.data : 'Arithmetic',
    scale_divider: Number(number('scale divider') ?? 1),
    is_default: flagOf(cell, 'default', wrong),
    ignored_during_validation: flagOf(cell, 'ignored during validation', wrong),
  };
};

const readParameter = (row: ReadRow, layout: Layout): ListedParameter => {
  const { line, wrong, cell } = row;
  const [id, code, primary] = [cell('id').toLowerCase(), cell('code'), cell('primary name')];
  if (primary === '') wrong.push('has no primary name');
  if (id !== '' && !isId(id)) wrong.push('id is not one of this program; leave it empty for a new row');
  return {
    line,
    id: isId(id) ? id : undefined,
    code: code === '' ? undefined : code,
    name: primary,
    aliases: [primary, ...partsOfCell(cell('aliases'))].filter((alias) => alias !== ''),
    unit: cell(layout === 'bySex' ? 'ucum unit' : 'unit'),
    usual_ranges: rangesOf(row, layout),
    configured: layout === 'whole' ? configuredOf(row) : undefined,
    source: cell('source') || undefined,
    wrong,
  };
};

const isOther = (a: UsualRange, b: UsualRange): boolean => a.sex !== b.sex || a.age_from !== b.age_from || a.age_below !== b.age_below;

/** In an exported list a parameter has a row for each of its ranges, which say the same but for that. */
const joined = (rows: readonly ListedParameter[]): ListedParameter[] => {
  const parameters: ListedParameter[] = [];
  for (const row of rows) {
    const last = parameters.at(-1);
    if (!last || row.name === '' || last.id !== row.id || last.code !== row.code || last.name !== row.name) {
      parameters.push(row);
      continue;
    }
    const { line: _, usual_ranges, wrong, ...rest } = row;
    const { line: __, usual_ranges: before, wrong: ___, ...first } = last;
    last.wrong.push(...wrong.map((text) => `line ${row.line}: ${text}`));
    if (usual_ranges.length === 0) last.wrong.push(`line ${row.line} names the same, and no further range`);
    if (!saysTheSame(rest, first)) last.wrong.push(`line ${row.line} names the same and says something else of it`);
    if (usual_ranges.some((range) => !before.every((other) => isOther(range, other)))) {
      last.wrong.push(`line ${row.line} has a range of the same sex and age`);
    }
    last.usual_ranges.push(...usual_ranges);
  }
  return parameters;
};

/** Two rows of which one of these is the same mean the same parameter. */
export const labKeys = ({ id, code, name }: ListedParameter): RowKey[] => [
  ...(id === undefined ? [] : [[`id ${id}`, id] as const]),
  ...(code === undefined && name === '' ? [] : [[identityOf(code, name), code ?? name] as const]),
];

/**
 * Reads a list of lab parameters as it is exported, or in one of two layouts of other programs, columns by their header's name in any
 * order, more columns allowed.
 * @param name of the file, for messages
 * @returns every parameter, with what is wrong with its rows
 * @throws Refusal whose field `file` says why this is no such list
 */
export const readLabRows = (bytes: Uint8Array, name: string): ListedParameter[] => {
  const { layout, rows } = readList(bytes, name, layouts, 'lab parameters');
  const listed = rows.map((row) => readParameter(row, layout));
  return layout === 'whole' ? joined(listed) : listed;
};

/** The same, where nothing of a file is good that has a wrong row. @throws Refusal with every problem and its line */
export const readLabParameterFile = (bytes: Uint8Array, name: string): readonly ListedParameter[] => {
  const rows = readLabRows(bytes, name);
  markRepeated(rows, labKeys);
  return allRight(rows, name);
};
