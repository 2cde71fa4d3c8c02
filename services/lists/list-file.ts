import { LARGEST_LIST } from '#contracts/catalogues/list-import';
import { unguarded } from '#contracts/rules/csv-cells';
import { Decimal, readTypedNumber } from '#contracts/rules/decimals';
import { searchText } from '#contracts/rules/search-text';
import { Refusal } from '#infra/event-store/decider';
import { type CsvRecord, NoCsv, readCsv } from './csv.ts';

const SHOWN_ERRORS = 20;

/** A list that cannot be imported: every problem under the field `file`, at most twenty of them. @param name of the file, for people */
export const refusedFile = (name: string, problems: readonly string[]): Refusal => {
  const shown = problems.slice(0, SHOWN_ERRORS);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more`);
  return new Refusal('wrong-file', `Nothing was imported from ${name}`, { file: shown });
};

/** Columns as they are compared: '_' and spaces alike, any case. */
const columnOf = (header: string): string => searchText(header.replaceAll('_', ' '));

/** UTF-8, or what Windows writes where it is not. */
const decode = (bytes: Uint8Array, name: string): string => {
  if (bytes.length > LARGEST_LIST) throw refusedFile(name, [`the file is larger than ${LARGEST_LIST / 1024 / 1024} MB`]);
  if (bytes.includes(0)) throw refusedFile(name, ['this is no text file: save it as CSV (UTF-8)']);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** The layout whose columns are all there; otherwise the one with the fewest missing, and which those are. */
const layoutOf = <L extends string>(
  header: readonly string[],
  layouts: Readonly<Record<L, readonly string[]>>,
  what: string,
  name: string,
): L => {
  const missing = (layout: L) => layouts[layout].filter((column) => !header.includes(column));
  const [nearest] = (Object.keys(layouts) as L[]).sort((a, b) => missing(a).length - missing(b).length);
  const absent = missing(nearest!);
  if (absent.length === 0) return nearest!;
  const wanted = Object.values<readonly string[]>(layouts).map((columns) => columns.join(', '));
  throw refusedFile(name, [`this is no list of ${what}. Wanted are the columns ${wanted.join('; or ')}`, `missing: ${absent.join(', ')}`]);
};

/** A row as its reader takes it: `wrong` collects what is wrong with it. */
export interface ReadRow {
  line: number;
  wrong: string[];
  /** The text under a column, trimmed, '' where there is none. */
  cell: (column: string) => string;
}

export interface List<L extends string> {
  layout: L;
  rows: ReadRow[];
}

const readRow = (header: readonly string[], { line, fields }: CsvRecord): ReadRow => ({
  line,
  wrong: fields.length === header.length ? [] : [`has ${fields.length} fields, the header has ${header.length}`],
  cell: (column) => unguarded((fields[header.indexOf(column)] ?? '').trim()),
});

/**
 * Reads a list as spreadsheets save it, comma or semicolon, with the columns of one of its layouts in any order, more columns allowed.
 * @param layouts columns by layout, folded
 * @param what the rows are, for people: 'lab parameters'
 * @throws Refusal whose field `file` says every problem
 */
export const readList = <L extends string>(
  bytes: Uint8Array,
  name: string,
  layouts: Readonly<Record<L, readonly string[]>>,
  what: string,
): List<L> => {
  const text = decode(bytes, name);
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const delimiter = firstLine.split(';').length > firstLine.split(',').length ? ';' : ',';
  try {
    const [first, ...records] = readCsv(text, delimiter);
    if (!first) throw refusedFile(name, ['the file is empty']);
    const header = first.fields.map(columnOf);
    const layout = layoutOf(header, layouts, what, name);
    if (records.length === 0) throw refusedFile(name, ['the file has a header and no rows']);
    return { layout, rows: records.map((record) => readRow(header, record)) };
  } catch (error) {
    if (error instanceof NoCsv) throw refusedFile(name, [error.message]);
    throw error;
  }
};

/** All rows of a list of which nothing is imported while one of them is wrong. @throws Refusal with every problem and its line */
export const allRight = <R extends { line: number; wrong: readonly string[] }>(rows: readonly R[], name: string): readonly R[] => {
  const problems = rows.flatMap(({ line, wrong }) => wrong.map((text) => `line ${line}: ${text}`));
  if (problems.length > 0) throw refusedFile(name, problems);
  return rows;
};

/** What a row names its thing by, and how that is written for people. */
export type RowKey = readonly [key: string, shown: string];

/** Marks the later of two rows that name the same thing. */
export const markRepeated = <R extends { line: number; wrong: string[] }>(
  rows: readonly R[],
  keysOf: (row: R) => readonly RowKey[],
): void => {
  const lines = new Map<string, number>();
  for (const row of rows) {
    for (const [key, shown] of keysOf(row)) {
      const earlier = lines.get(key);
      if (earlier !== undefined) row.wrong.push(`is the same parameter as line ${earlier} (${shown})`);
      lines.set(key, earlier ?? row.line);
    }
  }
};

/** A limit as a decimal, null where the cell is empty; collects what is wrong. */
export const readLimit = (typed: string, column: string, wrong: string[]): string | null => {
  if (typed === '') return null;
  if (Decimal.safeParse(typed).success) return typed;
  const read = readTypedNumber(typed);
  if (read.kind === 'number') return read.decimal;
  const why = read.kind === 'ambiguous' ? `could be ${read.readings.join(' or ')}` : 'is not a number';
  wrong.push(`${column} '${typed.slice(0, 40)}' ${why}`);
  return null;
};
