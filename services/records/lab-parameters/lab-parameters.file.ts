import { Decimal, readTypedNumber } from '#contracts/decimals';
import { fold } from '#contracts/folding';
import type { UsualRange } from '#contracts/lab-parameters';
import { Refusal } from '#infra/event-store/decider';
import { type CsvRecord, NoCsv, readCsv } from './csv.ts';

/** What a row of a list of parameters says. `name` is the primary one. */
export interface ListedParameter {
  line: number;
  code: string | undefined;
  name: string;
  aliases: string[];
  unit: string;
  usual_ranges: UsualRange[];
}

const BIGGEST = 20 * 1024 * 1024;
const SHOWN_ERRORS = 20;

/** Columns as they are compared: '_' and spaces alike, any case. */
const columnOf = (header: string): string => fold(header.replaceAll('_', ' '));

const layouts = {
  plain: ['code', 'primary name', 'aliases', 'unit', 'min', 'max'],
  bySex: ['code', 'primary name', 'aliases', 'ucum unit', 'female min', 'female max', 'male min', 'male max'],
} as const;
type Layout = keyof typeof layouts;

const refused = (name: string, problems: string[]): Refusal => {
  const shown = problems.slice(0, SHOWN_ERRORS);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more`);
  return new Refusal('wrong-file', `Nothing was imported from ${name}`, { file: shown });
};

/** UTF-8, or what Windows writes where it is not. */
const decode = (bytes: Uint8Array, name: string): string => {
  if (bytes.length > BIGGEST) throw refused(name, [`the file is larger than ${BIGGEST / 1024 / 1024} MB`]);
  if (bytes.includes(0)) throw refused(name, ['this is no text file: save it as CSV (UTF-8)']);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** The layout whose columns are all there; otherwise the one with the fewest missing, and which those are. */
const layoutOf = (header: readonly string[], name: string): Layout => {
  const missing = (layout: Layout) => layouts[layout].filter((column) => !header.includes(column));
  const [nearest = 'plain'] = (Object.keys(layouts) as Layout[]).sort((a, b) => missing(a).length - missing(b).length);
  const absent = missing(nearest);
  if (absent.length === 0) return nearest;
  const wanted = Object.values(layouts).map((columns) => columns.join(', '));
  throw refused(name, [
    `this is no list of lab parameters. Wanted are the columns ${wanted.join('; or ')}`,
    `missing: ${absent.join(', ')}`,
  ]);
};

const recordsOf = (text: string, name: string): { header: string[]; rows: CsvRecord[] } => {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const delimiter = firstLine.split(';').length > firstLine.split(',').length ? ';' : ',';
  try {
    const [header, ...rows] = readCsv(text, delimiter);
    if (!header) throw refused(name, ['the file is empty']);
    return { header: header.fields.map(columnOf), rows };
  } catch (error) {
    if (error instanceof NoCsv) throw refused(name, [error.message]);
    throw error;
  }
};

/** A limit as a decimal, null where the cell is empty; collects what is wrong. */
const limit = (typed: string, column: string, wrong: string[]): string | null => {
  if (typed === '') return null;
  if (Decimal.safeParse(typed).success) return typed;
  const read = readTypedNumber(typed);
  if (read.kind === 'number') return read.decimal;
  const why = read.kind === 'ambiguous' ? `could be ${read.readings.join(' or ')}` : 'is not a number';
  wrong.push(`${column} '${typed.slice(0, 40)}' ${why}`);
  return null;
};

const rangesOf = (cell: (column: string) => string, layout: Layout, wrong: string[]): UsualRange[] => {
  const range = (prefix: string, sex?: 'Female' | 'Male'): UsualRange[] => {
    const [min, max] = [limit(cell(`${prefix}min`), `${prefix}min`, wrong), limit(cell(`${prefix}max`), `${prefix}max`, wrong)];
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
  const { header, rows } = recordsOf(decode(bytes, name), name);
  const layout = layoutOf(header, name);
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
  if (problems.length > 0) throw refused(name, problems);
  return listed;
};

/** What makes a parameter the same in every list: its LOINC code, or its folded primary name where it has none. */
export const identityOf = (code: string | undefined, primaryName: string): string =>
  code === undefined ? `name:${fold(primaryName)}` : `loinc:${code}`;
