import { joinedCell } from '../rules/csv-cells.ts';
import type { NormalizationType } from '../rules/normalization.ts';
import type { UsualRange } from './usual-ranges.ts';

/** Columns of a list of lab parameters as it is exported; imports take them in any order. A parameter has a row for each of its ranges. */
export const LAB_COLUMNS = [
  'id',
  'code',
  'primary name',
  'aliases',
  'unit',
  'normalization type',
  'scale divider',
  'default',
  'ignored during validation',
  'source',
  'sex',
  'age from',
  'age below',
  'min',
  'max',
  'range source',
] as const;

/** Those that a row says of a range. */
const RANGE_COLUMNS = LAB_COLUMNS.slice(LAB_COLUMNS.indexOf('sex'));

interface LabContent {
  code?: string | undefined;
  aliases: readonly string[];
  unit: string;
  normalization_type: NormalizationType;
  scale_divider: number;
  is_default: boolean;
  ignored_during_validation: boolean;
  usual_ranges: readonly UsualRange[];
  source?: string | undefined;
}

const cellsOf = (parameter: LabContent) => ({
  code: parameter.code ?? '',
  'primary name': parameter.aliases[0] ?? '',
  aliases: joinedCell(parameter.aliases.slice(1)),
  unit: parameter.unit,
  'normalization type': parameter.normalization_type,
  'scale divider': String(parameter.scale_divider),
  default: parameter.is_default ? 'yes' : 'no',
  'ignored during validation': parameter.ignored_during_validation ? 'yes' : 'no',
  source: parameter.source ?? '',
});

const rangeCells = (range: UsualRange): string[] =>
  [range.sex, range.age_from, range.age_below, range.min, range.max, range.source].map((cell) => cell ?? '');

/** The rows of a parameter in an exported list. */
export const labRows = (parameter: LabContent & { id: string }): string[][] => {
  const own = [parameter.id, ...Object.values(cellsOf(parameter))];
  const ranges = parameter.usual_ranges.map(rangeCells);
  return (ranges.length > 0 ? ranges : [RANGE_COLUMNS.map(() => '')]).map((range) => [...own, ...range]);
};

const ages = ({ age_from, age_below }: UsualRange): string => {
  if (age_from === undefined && age_below === undefined) return 'adult';
  return `${age_from === undefined ? '' : `from ${age_from}`}${age_below === undefined ? '' : ` below ${age_below}`}`.trim();
};
const limits = ({ min, max }: UsualRange): string => (min === null ? `up to ${max}` : max === null ? `from ${min}` : `${min} to ${max}`);

/** What is shown of a parameter before an import, by column, its ranges in words. */
export const labCells = (parameter: LabContent): Record<string, string> => ({
  ...cellsOf(parameter),
  'usual ranges': parameter.usual_ranges
    .map((range) => `${[range.sex, ages(range)].filter(Boolean).join(', ')}: ${limits(range)}${range.source ? ` (${range.source})` : ''}`)
    .join('; '),
});
