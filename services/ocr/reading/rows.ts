import type { Column, Table } from './columns.ts';
import { chunksOf, type Line } from './lines.ts';
import { readRange } from '#contracts/rules/printed-ranges';
import { looksLikeUnit } from './units.ts';
import type { ColumnKind } from './titles.ts';
import type { DecimalSign } from '#contracts/rules/printed-numbers';
import { isUsualResult } from '#contracts/rules/result-words';
import { readValue } from './values.ts';
import { textOf, type Word } from './word.ts';

/** The words of one result, by what they are. Not yet read. */
export type RawRow = { name: Word[]; value: Word[]; flag: Word[]; unit: Word[]; range: Word[]; height: number; hasRangeColumn: boolean };

const columnAt = (columns: readonly Column[], x: number): Column | undefined => columns.find(({ left, right }) => x >= left && x < right);

/** Lines that speak about the result above or the person, never results of their own. */
const ASIDE =
  /^(?:method(?:e)?|note|comment|remarks?|kommentar|hinweis|specimen|sample|performed|printed|page|seite|doctor|dr\.?|reported|collected|received)\b/i;

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
          ? gap > 0.4 * line.height && /^[<>≤≥]?\d/.test(word.text)
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

const isNumber = (words: Word[]): boolean => /^[<>≤≥]?\s?\d+(?:[.,]\d+)*(?:\s?[HL*]{1,2})?$/.test(textOf(words));

/** Where columns were misjudged: a number at the end of the name, or alone in the range, is the value. */
const settle = (row: RawRow, line: Line): RawRow => {
  if (row.value.length > 0) return row;
  const chunks = chunksOf({ words: row.name, height: line.height });
  const last = chunks.at(-1);
  if (chunks.length > 1 && last && isNumber(last)) return { ...row, name: chunks.slice(0, -1).flat(), value: last };
  if (row.range.length > 0 && isNumber(row.range)) return { ...row, value: row.range, range: [] };
  return row;
};

/** The rows of one table. Names that run over several lines are joined; further lines of a range are read only where the first says nothing. */
export const tableRows = ({ columns, lines }: Table): RawRow[] => {
  const rows: RawRow[] = [];
  const hasRangeColumn = columns.some(({ kind }) => kind === 'range');
  let fresh: RawRow | undefined; // the row that the next line may continue
  let bottom = 0;
  for (const line of lines) {
    const cells = cellsOf(line, columns);
    const parts = { flag: wordsIn(cells, 'flag'), unit: wordsIn(cells, 'unit'), range: wordsIn(cells, 'range') };
    const row = settle(
      { name: wordsIn(cells, 'name'), value: wordsIn(cells, 'value'), ...parts, height: line.height, hasRangeColumn },
      line,
    );
    const name = textOf(row.name);
    const near = line.region.top - bottom < 1.2 * line.height;
    bottom = line.region.bottom;
    if (row.value.length > 0 && /\p{L}/u.test(name) && !ASIDE.test(name)) {
      rows.push(row);
      fresh = row;
      continue;
    }
    if (!fresh || !near) continue;
    if (row.value.length === 0 && name !== '' && !ASIDE.test(name) && isOpen(textOf(fresh.name))) fresh.name.push(...row.name);
    if (row.value.length === 0 && row.range.length > 0 && !readRange(textOf(fresh.range), '.').numeric) fresh.range.push(...row.range);
  }
  return rows;
};

/** Labels of a report's head, whose numbers are no results. */
const HEAD =
  /^(?:patient|name|dob|d\.o\.b|date|birth|born|geb|age|alter|sex|gender|geschlecht|id|mrn|reg|accession|specimen|requisition|client|phone|tel|fax|ref\.? by|collected|received|reported|page|seite|entnahme|eingang|befund|address|zip|account|order|visit|room|lab|sample|report|printed|time|doctor|physician|npi|ssn|fasting|height|weight)\b/i;

/** Splits one line without columns: 'Hemoglobin: 11.2 g/dL (Ref: 12.0 - 15.5)'. Null unless something but the number says it is a result. */
export const inlineRow = (line: Line, sign: DecimalSign): RawRow | null => {
  const { words, height } = line;
  if (HEAD.test(textOf(words)) || ASIDE.test(textOf(words))) return null;
  for (let i = 1; i < words.length; i++) {
    const before = words.slice(0, i);
    const labelled = /[:=]$/.test(words[i - 1]?.text ?? '');
    const gap = (words[i]?.region.left ?? 0) - (words[i - 1]?.region.right ?? 0);
    const name = before
      .map((word, n) => (n === i - 1 ? { ...word, text: word.text.replace(/\s*[:=]+$/, '') } : word))
      .filter(({ text }) => text !== '');
    if (!/\p{L}{2}/u.test(textOf(name))) continue;
    const value = readValue(textOf(words.slice(i)), sign);
    if (!value) continue;
    if (value.number === null) {
      if (labelled && isUsualResult(value.value))
        return { name, value: words.slice(i), flag: [], unit: [], range: [], height, hasRangeColumn: false };
      continue;
    }
    const { unit, range } = splitRest(words.slice(i), value.rest, sign);
    const sure = unit.length > 0 ? looksLikeUnit(textOf(unit)) : range.length > 0;
    if (sure && (labelled || gap > 0.2 * height)) {
      const valueWords = words.slice(i, words.length - unit.length - range.length);
      return { name, value: valueWords, flag: [], unit, range, height, hasRangeColumn: false };
    }
  }
  return null;
};

/** Parts what follows a value into the words of its unit and of its range. */
const splitRest = (words: Word[], rest: string, sign: DecimalSign): { unit: Word[]; range: Word[] } => {
  const behind = words.slice(words.length - rest.split(/\s+/).filter(Boolean).length);
  for (let cut = 0; cut < behind.length; cut++) {
    const range = behind.slice(cut);
    if (readRange(textOf(range), sign).numeric && (cut === 0 || looksLikeUnit(textOf(behind.slice(0, cut))) || cut <= 2))
      return { unit: behind.slice(0, cut), range };
  }
  return { unit: looksLikeUnit(textOf(behind)) ? behind : [], range: [] };
};
