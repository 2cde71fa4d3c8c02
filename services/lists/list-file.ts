import { LARGEST_LIST } from '#contracts/catalogues/list-import';
import { unguarded } from '#contracts/rules/csv-cells';
import { Decimal, readTypedNumber } from '#contracts/rules/decimals';
import { searchText } from '#contracts/rules/search-text';
import { Refusal } from '#infra/event-store/decider';
import { decodeText, UnreadableText } from '#infra/text/text-encoding';
import { type CsvRecord, type Delimiter, NoCsv, readTable } from './csv.ts';

const SHOWN_ERRORS = 20;

const AS_UTF8 = 'save it as CSV (UTF-8)';

/** A list that cannot be imported: every problem under the field `file`, at most twenty of them. @param name of the file, for people */
export const refusedFile = (name: string, problems: readonly string[]): Refusal => {
  const shown = problems.slice(0, SHOWN_ERRORS);
  if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more`);
  return new Refusal('wrong-file', `Nothing was imported from ${name}`, { file: shown });
};

/** Columns as they are compared: '_' and spaces alike, any case. */
const columnOf = (header: string): string => searchText(header.replaceAll('_', ' '));

const decode = (bytes: Uint8Array, name: string): string => {
  if (bytes.length > LARGEST_LIST) throw refusedFile(name, [`the file is larger than ${LARGEST_LIST / 1024 / 1024} MB`]);
  try {
    return decodeText(bytes, AS_UTF8);
  } catch (error) {
    if (error instanceof UnreadableText) throw refusedFile(name, [error.message]);
    throw error;
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

/** The columns of the header, which is the first line, or the second behind `sep=;`; undefined where that line alone is no CSV. */
const headerOf = (text: string): string[] | undefined => {
  const lines = text.split(/\r\n|\r|\n/, 2);
  try {
    const [header] = readTable(/^"?sep=/i.test(lines[0]!) ? lines.join('\n') : lines[0]!).records;
    return header?.fields.map(columnOf);
  } catch (error) {
    if (error instanceof NoCsv) return undefined;
    throw error;
  }
};

/** A row as its reader takes it: `wrong` collects what is wrong with it. */
export interface ReadRow {
  line: number;
  wrong: string[];
  /** The text under a column, trimmed, '' where there is none. */
  cell: (column: string) => string;
  /** Reads the cell, or a text of it, as a decimal: null where it is empty or wrong, which is collected. */
  number: (column: string, typed?: string) => string | null;
}

export interface List<L extends string> {
  layout: L;
  rows: ReadRow[];
}

/** Columns of all lists that hold one number. */
const NUMBER_COLUMN = /(^| )(min|max|scale divider|upper limit of normal)$/;
/** Columns of all lists that hold the unit of the numbers. */
const UNIT_COLUMN = /^(ucum )?units?$/;
/** 'µg', whose 'µ' an encoding of DOS writes as the byte that is 'æ' in Windows-1252; no unit has an 'æ'. */
const DOS_UNIT = /(?<!\p{L})æ(?:k?at|k?mol|IU|Eq|eq|val|[gLlUmMsSVA])(?!\p{L})/u;
/** '1.234' is 1234 in countries with decimal commas. */
const THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Whether '1.234' in this list is certainly no 1234: by its other numbers, without any by the delimiter. */
const hasDecimalPoints = (header: readonly string[], records: readonly CsvRecord[], delimiter: Delimiter): boolean => {
  const columns = [...header.keys()].filter((at) => NUMBER_COLUMN.test(header[at]!));
  const typed = records.flatMap(({ fields }) => columns.map((at) => (fields[at] ?? '').trim()));
  const isUsed = (mark: RegExp) => typed.some((text) => mark.test(text) && !THOUSANDS.test(text));
  const [hasPoints, hasCommas] = [isUsed(/^-?\d*\.\d+$/), isUsed(/^-?\d*,\d+$/)];
  return hasPoints === hasCommas ? delimiter === ',' && !hasCommas : hasPoints;
};

/**
 * Whether a number with a decimal comma became two fields: below a group of number columns there is one number more, or an empty cell.
 * @param isCertain only by one number more, below the column behind the group
 */
const hasSplitNumber = (header: readonly string[], fields: readonly string[], isCertain: boolean): boolean =>
  header.some((column, at) => {
    if (!NUMBER_COLUMN.test(column) || NUMBER_COLUMN.test(header[at - 1] ?? '')) return false;
    const others = header.slice(at).findIndex((each) => !NUMBER_COLUMN.test(each));
    const values = fields.slice(at, (others < 0 ? header.length : at + others) + 1).map((field) => field.trim());
    const isSplit = values.some((value, n) => /^[-+]?\d+$/.test(value) && /^\d+$/.test(values[n + 1] ?? ''));
    return isSplit && values.every((value) => /^([-+]?\d+(\.\d+)?)?$/.test(value)) && (!isCertain || (others >= 0 && values.at(-1) !== ''));
  });

const DECIMAL_COMMA = 'a decimal comma needs quotes, or semicolons between the fields';

/**
 * How the fields of a row differ from the header's; nothing where they do not.
 * @param isEven true if no row lacks the empty fields at the end of the header
 */
const widthProblems = (header: readonly string[], fields: readonly string[], delimiter: Delimiter, isEven: boolean): string[] => {
  const named = header.findLastIndex((column) => column !== '') + 1;
  const has = `has ${fields.length} fields, the header has ${named}`;
  if (fields.length < header.length) return [`has ${fields.length} fields, the header has ${header.length}`];
  const isWide = fields.length > header.length || fields.slice(named).some((field) => field.trim() !== '');
  // in a row that is as long as the header a split number may stand in the place of an empty last cell
  const isSplit =
    (isWide || named < header.length) && delimiter === ',' && hasSplitNumber(header.slice(0, named), fields, !isWide && isEven);
  if (!isWide) return isSplit ? [`may have one number in two fields: ${DECIMAL_COMMA}`] : [];
  return [isSplit ? `${has}: ${DECIMAL_COMMA}` : has];
};

/** What cannot be a unit: a number, which is a part of another one, and what shows the encoding of the file. */
const unitProblems = (header: readonly string[], fields: readonly string[], delimiter: Delimiter): string[] =>
  fields.flatMap((field, at) => {
    const [column = '', unit] = [header[at], field.trim().slice(0, 40)];
    if (!UNIT_COLUMN.test(column)) return [];
    if (DOS_UNIT.test(unit)) return [`${column} '${unit}': the file is in an encoding of DOS: ${AS_UTF8}`];
    const isOne = unit === '1' && !(delimiter === ',' && NUMBER_COLUMN.test(header[at - 1] ?? '')); // UCUM for no unit
    if (isOne || !/^[-+]?\d+([.,]\d+)?$/.test(unit)) return [];
    return [`${column} '${unit}' is a number${delimiter === ',' ? `: ${DECIMAL_COMMA}` : ''}`];
  });

/** A number as a decimal, null where the cell is empty; collects what is wrong. @param hasPoints see `hasDecimalPoints` */
const readNumber = (typed: string, column: string, hasPoints: boolean, wrong: string[]): string | null => {
  if (typed === '') return null;
  const read = Decimal.safeParse(typed).success ? { kind: 'number' as const, decimal: typed } : readTypedNumber(typed);
  const isThousands = read.kind === 'number' && !hasPoints && typed.includes('.') && THOUSANDS.test(read.decimal);
  if (read.kind === 'number' && !isThousands) return read.decimal;
  const readings = isThousands ? [read.decimal, read.decimal.replace('.', '')] : read.kind === 'ambiguous' ? read.readings : [];
  const why = readings.length > 0 ? `could be ${readings.join(' or ')}` : 'is not a number';
  wrong.push(`${column} '${typed.slice(0, 40)}' ${why}`);
  return null;
};

/**
 * Reads a list as spreadsheets save it, with commas, semicolons or tabs, and the columns of one of its layouts in any order, more columns
 * allowed.
 * @param layouts columns by layout, folded
 * @param what the rows are, for people: 'lab parameters'
 * @throws Refusal whose field `file` says every problem; the rows' `cell` and `number` throw it for a column that is there twice
 */
export const readList = <L extends string>(
  bytes: Uint8Array,
  name: string,
  layouts: Readonly<Record<L, readonly string[]>>,
  what: string,
): List<L> => {
  const text = decode(bytes, name);
  try {
    const { delimiter, records: all } = readTable(text);
    const [first, ...records] = all;
    if (!first) throw refusedFile(name, [text.trim() === '' ? 'the file is empty' : 'the file has no header']);
    const header = first.fields.map(columnOf);
    const layout = layoutOf(header, layouts, what, name);
    if (records.length === 0) throw refusedFile(name, ['the file has a header and no rows']);
    const places = new Map(header.map((column, at) => [column, at]));
    const twice = new Set(header.filter((column, at) => places.get(column) !== at));
    const isEven = records.every(({ fields }) => fields.length >= header.length);
    const hasPoints = hasDecimalPoints(header, records, delimiter);
    const rowOf = ({ line, fields }: CsvRecord): ReadRow => {
      const wrong = [...widthProblems(header, fields, delimiter, isEven), ...unitProblems(header, fields, delimiter)];
      if (fields.some((field) => field.includes('\ufffd'))) wrong.push("has '\ufffd' where a character was lost or cannot be read");
      if (fields.length === header.length && fields.every((field, at) => columnOf(field) === header[at]))
        wrong.push('is the header once more');
      const cell = (column: string) => {
        if (twice.has(column)) throw refusedFile(name, [`the header has the column '${column}' twice`]);
        return unguarded((fields[places.get(column) ?? -1] ?? '').trim());
      };
      return { line, wrong, cell, number: (column, typed = cell(column)) => readNumber(typed, column, hasPoints, wrong) };
    };
    return { layout, rows: records.map(rowOf) };
  } catch (error) {
    if (!(error instanceof NoCsv)) throw error;
    // of a file that is something else the place of its first quote says nothing
    const header = headerOf(text);
    if (header) layoutOf(header, layouts, what, name);
    throw refusedFile(name, [error.message]);
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
