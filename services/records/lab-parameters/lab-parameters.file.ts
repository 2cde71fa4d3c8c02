import { identityOf } from '#catalogues/lab-parameter';
import { partsOfCell } from '#contracts/rules/csv-cells';
import type { UsualRange } from '#contracts/lab/usual-ranges';
import { allRight, markRepeated, readLimit, readList } from '../../lists/list-file.ts';

/** What a row of a list of parameters says. `name` is the primary one. */
export interface ListedParameter {
  line: number;
  code: string | undefined;
  name: string;
  aliases: string[];
  unit: string;
  usual_ranges: UsualRange[];
  wrong: string[];
}

const layouts = {
  plain: ['code', 'primary name', 'aliases', 'unit', 'min', 'max'],
  bySex: ['code', 'primary name', 'aliases', 'ucum unit', 'female min', 'female max', 'male min', 'male max'],
} as const;
type Layout = keyof typeof layouts;

const rangesOf = (cell: (column: string) => string, layout: Layout, wrong: string[]): UsualRange[] => {
  const range = (prefix: string, sex?: 'Female' | 'Male'): UsualRange[] => {
    const [min, max] = [readLimit(cell(`${prefix}min`), `${prefix}min`, wrong), readLimit(cell(`${prefix}max`), `${prefix}max`, wrong)];
    if (min !== null && max !== null && Number(min) > Number(max)) wrong.push(`${prefix}min ${min} is above ${prefix}max ${max}`);
    return min === null && max === null ? [] : [{ ...(sex ? { sex } : {}), min, max }];
  };
  return layout === 'plain' ? range('') : [...range('female ', 'Female'), ...range('male ', 'Male')];
};

/**
 * Reads a list of lab parameters in one of its two layouts, columns by their header's name in any order, more columns allowed.
 * @param name of the file, for messages
 * @throws Refusal whose field `file` says every problem, with its line; then nothing of the file is good
 */
export const readLabParameterFile = (bytes: Uint8Array, name: string): readonly ListedParameter[] => {
  const { layout, rows } = readList(bytes, name, layouts, 'lab parameters');
  const listed = rows.map(({ line, wrong, cell }): ListedParameter => {
    const [code, primary] = [cell('code'), cell('primary name')];
    if (primary === '') wrong.push('has no primary name');
    return {
      line,
      code: code === '' ? undefined : code,
      name: primary,
      aliases: [primary, ...partsOfCell(cell('aliases'))].filter((alias) => alias !== ''),
      unit: cell(layout === 'plain' ? 'unit' : 'ucum unit'),
      usual_ranges: rangesOf(cell, layout, wrong),
      wrong,
    };
  });
  markRepeated(listed, (row) => [[identityOf(row.code, row.name), row.code ?? row.name]]);
  return allRight(listed, name);
};
