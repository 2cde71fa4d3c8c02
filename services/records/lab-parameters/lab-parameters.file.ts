import { searchText } from '#contracts/rules/search-text';
import type { UsualRange } from '#contracts/lab/usual-ranges';
import { readLimit, readList, refusedFile } from '../../lists/list-file.ts';

/** What a row of a list of parameters says. `name` is the primary one. */
export interface ListedParameter {
  line: number;
  code: string | undefined;
  name: string;
  aliases: string[];
  unit: string;
  usual_ranges: UsualRange[];
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
export const readLabParameterFile = (bytes: Uint8Array, name: string): ListedParameter[] => {
  const { layout, header, rows } = readList(bytes, name, layouts, 'lab parameters');
  const problems: string[] = [];
  const lines = new Map<string, number>();
  const listed = rows.map(({ line, fields }): ListedParameter => {
    const wrong: string[] = [];
    if (fields.length !== header.length) wrong.push(`has ${fields.length} fields, the header has ${header.length}`);
    const cell = (column: string) => (fields[header.indexOf(column)] ?? '').trim();
    const [code, primary] = [cell('code'), cell('primary name')];
    if (primary === '') wrong.push('has no primary name');
    const parameter: ListedParameter = {
      line,
      code: code === '' ? undefined : code,
      name: primary,
      aliases: [primary, ...cell('aliases').split('|')].map((alias) => alias.trim()).filter((alias) => alias !== ''),
      unit: cell(layout === 'plain' ? 'unit' : 'ucum unit'),
      usual_ranges: rangesOf(cell, layout, wrong),
    };
    const key = identityOf(parameter.code, parameter.name);
    const earlier = lines.get(key);
    if (earlier !== undefined) wrong.push(`is the same parameter as line ${earlier} (${code || primary})`);
    lines.set(key, earlier ?? line);
    problems.push(...wrong.map((text) => `line ${line}: ${text}`));
    return parameter;
  });
  if (rows.length === 0) problems.push('the file has a header and no rows');
  if (problems.length > 0) throw refusedFile(name, problems);
  return listed;
};

/** What makes a parameter the same in every list: its LOINC code, or its folded primary name where it has none. */
export const identityOf = (code: string | undefined, primaryName: string): string =>
  code === undefined ? `name:${searchText(primaryName)}` : `loinc:${code}`;
