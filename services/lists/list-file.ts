import { Decimal, readTypedNumber } from '#contracts/rules/decimals';
import { searchText } from '#contracts/rules/search-text';
import { Refusal } from '#infra/event-store/decider';
import { type CsvRecord, NoCsv, readCsv } from './csv.ts';

const BIGGEST = 20 * 1024 * 1024;
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
  if (bytes.length > BIGGEST) throw refusedFile(name, [`the file is larger than ${BIGGEST / 1024 / 1024} MB`]);
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

export interface List<L extends string> {
  layout: L;
  /** Columns of the header, folded. */
  header: string[];
  rows: CsvRecord[];
}

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
    const [first, ...rows] = readCsv(text, delimiter);
    if (!first) throw refusedFile(name, ['the file is empty']);
    const header = first.fields.map(columnOf);
    return { layout: layoutOf(header, layouts, what, name), header, rows };
  } catch (error) {
    if (error instanceof NoCsv) throw refusedFile(name, [error.message]);
    throw error;
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
