import type { Region } from '#contracts/observations/lab-values';
import type { Column, Table } from './columns.ts';
import { chunksOf, type Line } from './lines.ts';
import { readRange } from '#contracts/rules/printed-ranges';
import { holdsFigures, nameWithoutValues, takesNoNumber, takesNumber } from '#contracts/lab/requested-names';
import { isMark, isSign, withoutMarks } from './marks.ts';
import { isHeadLine, isNoName, isWordOfResult, MAX_WORDS } from './result-lines.ts';
import { looksLikeUnit } from './units.ts';
import type { ColumnKind } from './titles.ts';
import type { DecimalSign } from '#contracts/rules/printed-numbers';
import { isUsualResult } from '#contracts/rules/result-words';
import { readNumberAhead, readValue } from './values.ts';
import { around, textOf, type Word } from './word.ts';

/** The words of one result, by what they are. Not yet read. `earlier`: how many values of earlier days stood behind its name. */
export type RawRow = {
  name: Word[];
  value: Word[];
  flag: Word[];
  unit: Word[];
  range: Word[];
  height: number;
  hasRangeColumn: boolean;
  earlier?: number;
};

const EMPTY: Omit<RawRow, 'name' | 'height'> = { value: [], flag: [], unit: [], range: [], hasRangeColumn: false };

const columnAt = (columns: readonly Column[], x: number): Column | undefined => columns.find(({ left, right }) => x >= left && x < right);

/**
 * A line's words by column. A chunk that runs across an edge stays whole in the column where it begins, being a sentence or a long
 * name, unless something like a result stands behind the edge.
 */
const cellsOf = (line: Line, columns: readonly Column[]): Map<Column, Word[]> => {
  const cells = new Map<Column, Word[]>();
  for (const chunk of chunksOf(line)) {
    let current: Column | undefined;
    let last: Word | undefined;
    for (const word of chunk) {
      const own = columnAt(columns, (word.region.left + word.region.right) / 2);
      const gap = last ? word.region.left - last.region.right : Infinity;
      const leaves =
        current?.kind === 'name'
          ? gap > 0.4 * line.height && (/^[<>≤≥]?\d/.test(word.text) || (isMark(word.text) && own?.kind !== 'name'))
          : own?.kind !== 'value' || gap > 0.4 * line.height;
      if (!current || (own !== current && leaves)) current = own ?? current;
      if (current) cells.set(current, [...(cells.get(current) ?? []), word]);
      last = word;
    }
  }
  return cells;
};

const wordsIn = (cells: Map<Column, Word[]>, ...wanted: ColumnKind[]): Word[] =>
  [...cells].filter(([{ kind }]) => wanted.includes(kind)).flatMap(([, words]) => words);

const isOpen = (name: string): boolean =>
  /[,/&(+-]$|\b(?:and|und|of|von|with|mit|in|for|für)$/i.test(name) || (name.match(/\(/g)?.length ?? 0) > (name.match(/\)/g)?.length ?? 0);

const isNumber = (words: Word[]): boolean => {
  const value = readValue(textOf(words), null);
  return value !== null && value.number !== null && value.rest === '';
};

/** A cell of results: what begins with a number and is neither a range nor a unit, or a usual result in words. */
const isValue = (words: Word[]): boolean => {
  const text = textOf(words);
  if (isMark(text) || looksLikeUnit(text)) return false;
  const value = readValue(text, null);
  if (value === null || value.number === null) return isWordOfResult(value?.value ?? '') && !/^(?:ab)?normal$/i.test(text);
  return !/^[-–−]\s*\d/.test(value.rest);
};

/**
 * A name without the values of earlier days behind it. Whole numbers that stand close behind it are its own ('EGFR 19 21') where nothing
 * says more: neither a cell of an earlier day, nor a name that takes no number.
 */
const nameOnly = (chunks: readonly Word[][]): Word[] => {
  const left = [...chunks];
  if (left.flat().length > MAX_WORDS) return left.flat();
  while (left.length > 1 && isNumber(left.at(-1) ?? []) && !takesNumber(textOf(left.slice(0, -1).flat()))) left.pop();
  const words = left.flat();
  const printed = textOf(words);
  const bare = nameWithoutValues(printed);
  const isOwn = left.length === chunks.length && /^(?:[\s\d]*|\D*)$/.test(printed.slice(bare.length)) && !takesNoNumber(bare);
  return isOwn ? words : words.slice(0, bare.split(' ').filter(Boolean).length);
};

/** The name ends where values of earlier days begin, in columns that no title names. */
const withoutEarlier = (row: RawRow, line: Line): RawRow => {
  const chunks = chunksOf({ words: row.name, height: line.height });
  const name = nameOnly(chunks);
  if (name.length === 0 || name.length === row.name.length) return row;
  const earlier = row.name.slice(name.length).filter(({ text }) => /^[<>≤≥]?\d/.test(text)).length;
  return { ...row, name, ...(earlier > 0 ? { earlier: earlier + (row.earlier ?? 0) } : {}) };
};

/** Where columns were misjudged: a number at the end of the name, or alone in the range, is the value. */
const settle = (row: RawRow, line: Line, hasEarlier: boolean): RawRow => {
  if (row.value.length > 0) return withoutEarlier(row, line);
  // what stands there is of an earlier day, and this day has none
  if (hasEarlier) return row;
  const chunks = chunksOf({ words: row.name, height: line.height });
  const last = chunks.at(-1);
  if (chunks.length > 1 && last && isNumber(last)) return { ...row, name: chunks.slice(0, -1).flat(), value: last };
  if (row.range.length > 0 && isNumber(row.range)) return { ...row, value: row.range, range: [] };
  return row;
};

const isBelow = (words: readonly Word[], { left, right }: Region): boolean => {
  const region = around(words);
  return region !== null && region.left < right && region.right > left;
};

/**
 * The one value of a cell: of several that stand apart, in columns without titles, that below the title of the values. Null where nothing
 * says which one it is.
 */
const oneValue = (words: Word[], columns: readonly Column[], line: Line): { value: Word[]; earlier: number } | null => {
  const chunks = chunksOf({ words, height: line.height });
  const values = chunks.filter(isValue);
  if (values.length < 2) return { value: words, earlier: 0 };
  const titles = columns.flatMap(({ kind, title }) => (kind === 'value' && title ? [title] : []));
  const [value, ...others] = values.filter((chunk) => titles.some((title) => isBelow(chunk, title)));
  if (!value || others.length > 0) return values.some((chunk) => /\d/.test(textOf(chunk))) ? null : { value: words, earlier: 0 };
  // its mark and its unit may stand apart
  const behind = chunks[chunks.indexOf(value) + 1] ?? [];
  const isItsOwn = isMark(textOf(behind)) || looksLikeUnit(textOf(behind));
  return { value: isItsOwn ? [...value, ...behind] : value, earlier: values.length - 1 };
};

/**
 * Where the values of the day stand in a table that has columns of earlier days without a title. Null where it has none: there a value
 * may stand beside its column. No value stands anywhere where lines have several and nothing says which one it is.
 */
const ownPlaces = ({ columns, lines }: Pick<Table, 'columns' | 'lines'>): Region[] | null => {
  const places: Region[] = columns.flatMap(({ kind, title }) => (kind === 'value' && title ? [title] : []));
  let hasEarlier = false;
  for (const line of lines) {
    const cells = cellsOf(line, columns);
    const words = wordsIn(cells, 'value');
    const only = oneValue(words, columns, line);
    const name = wordsIn(cells, 'name');
    const isBehindName =
      words.length > 0 && (withoutEarlier({ ...EMPTY, name, height: line.height }, line).earlier ?? 0) > 0 && !isNoName(textOf(name));
    if (only && only.earlier === 0 && !isBehindName) continue;
    hasEarlier = true;
    const region = around(only?.value ?? []);
    if (region) places.push(region);
  }
  return hasEarlier ? places : null;
};

/** Whether a table has values of earlier days in columns without a title. */
export const hasUntitled = (table: Pick<Table, 'columns' | 'lines'>): boolean => ownPlaces(table) !== null;

/** The rows of one table. Names that run over several lines are joined; further lines of a range are read only where the first says nothing. */
export const tableRows = ({ columns, lines }: Table): RawRow[] => {
  const rows: RawRow[] = [];
  const places = ownPlaces({ columns, lines });
  const hasRangeColumn = columns.some(({ kind }) => kind === 'range');
  let fresh: RawRow | undefined; // the row that the next line may continue
  let bottom = 0;
  for (const line of lines) {
    const cells = cellsOf(line, columns);
    const only = oneValue(wordsIn(cells, 'value'), columns, line);
    if (!only) {
      fresh = undefined;
      continue;
    }
    const isOfDay = places === null || places.some((place) => isBelow(only.value, place));
    const parts = { flag: wordsIn(cells, 'flag'), unit: wordsIn(cells, 'unit'), range: wordsIn(cells, 'range') };
    const row = settle(
      {
        name: wordsIn(cells, 'name'),
        value: isOfDay ? only.value : [],
        ...parts,
        height: line.height,
        hasRangeColumn,
        ...(only.earlier > 0 ? { earlier: only.earlier } : {}),
      },
      line,
      places !== null,
    );
    const name = textOf(row.name);
    const near = line.region.top - bottom < 1.2 * line.height;
    bottom = line.region.bottom;
    if (row.value.length > 0 && /\p{L}/u.test(name) && !isNoName(name)) {
      rows.push(row);
      fresh = row;
      continue;
    }
    if (!fresh || !near) continue;
    if (row.value.length === 0 && name !== '' && !isNoName(name) && isOpen(textOf(fresh.name))) fresh.name.push(...row.name);
    if (row.value.length === 0 && row.range.length > 0 && !readRange(textOf(fresh.range), '.').numeric) fresh.range.push(...row.range);
  }
  return rows;
};

/** Which of several values is the one of the page, nothing says. */
const hasEarlier = (name: Word[], height: number): boolean =>
  nameOnly(chunksOf({ words: name, height })).length < name.length || holdsFigures(textOf(name));

/** Splits one line without columns: 'Hemoglobin: 11.2 g/dL (Ref: 12.0 - 15.5)'. Null unless something but the number says it is a result. */
export const inlineRow = (line: Line, sign: DecimalSign): RawRow | null => {
  const { words, height } = line;
  if (words.length > MAX_WORDS || isHeadLine(textOf(words))) return null;
  for (let i = 1; i < words.length; i++) {
    const before = words.slice(0, i);
    const labelled = /[:=]$/.test(words[i - 1]?.text ?? '');
    const gap = (words[i]?.region.left ?? 0) - (words[i - 1]?.region.right ?? 0);
    const name = before
      .map((word, n) => (n === i - 1 ? { ...word, text: word.text.replace(/\s*[:=]+$/, '') } : word))
      .filter(({ text }) => text !== '');
    if (
      !/\p{L}{2}|^(?:K|P|S-K|P-K)[+]?$/u.test(textOf(withoutMarks(name, isSign).words)) ||
      isNoName(textOf(name)) ||
      hasEarlier(name, height)
    )
      continue;
    const behind = textOf(words.slice(i));
    const value = readNumberAhead(behind, sign);
    if (!value) {
      if (labelled && isUsualResult(readValue(behind, sign)?.value ?? ''))
        return { name, value: words.slice(i), flag: [], unit: [], range: [], height, hasRangeColumn: false };
      continue;
    }
    const { unit, range, flag } = splitRest(words.slice(i), value.rest, sign);
    // '< 5 mg/L' behind a unit is the range of what was not read
    const last = name.at(-1)?.text ?? '';
    if (/^[<>≤≥]=?$/.test(last) || (value.comparator && range.length === 0 && looksLikeUnit(last))) continue;
    const sure = unit.length > 0 ? looksLikeUnit(textOf(unit)) : range.length > 0;
    if (sure && (labelled || gap > 0.2 * height)) {
      const valueWords = words.slice(i, words.length - unit.length - range.length - flag.length);
      return { name, value: valueWords, flag, unit, range, height, hasRangeColumn: false };
    }
  }
  return null;
};

/** Parts what follows a value into the words of its unit and of its range; marks between and behind them are its flag. */
const splitRest = (words: Word[], rest: string, sign: DecimalSign): { unit: Word[]; range: Word[]; flag: Word[] } => {
  const all = words.slice(words.length - rest.split(/\s+/).filter(Boolean).length);
  const behind = all.filter((word, at) => !isSign(word.text) && (at === 0 || !isMark(word.text)));
  const flag = all.filter((word) => !behind.includes(word));
  for (let cut = 0; cut < behind.length; cut++) {
    const range = behind.slice(cut);
    if (readRange(textOf(range), sign).numeric && (cut === 0 || looksLikeUnit(textOf(behind.slice(0, cut))) || cut <= 2))
      return { unit: behind.slice(0, cut), range, flag };
  }
  return { unit: looksLikeUnit(textOf(behind)) ? behind : [], range: [], flag };
};
