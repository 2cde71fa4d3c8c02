import { chunksOf, type Line } from './lines.ts';
import { type ColumnKind, kindOf } from './titles.ts';
import { around, centreOf, median, type Word } from './word.ts';

/** A column from its left edge to the next one's, in pixels of the page image. */
export type Column = { kind: ColumnKind; left: number; right: number };

/** A table: what its header line promises, and the lines below it. */
export type Table = { columns: Column[]; lines: Line[] };

type Title = { kind: ColumnKind; words: Word[] };

/** Longest title of the catalogue at the beginning of these words. */
const titleAt = (words: readonly Word[]): Title | null => {
  for (let length = Math.min(4, words.length); length > 0; length--) {
    const found = words.slice(0, length);
    const kind = kindOf(
      found
        .map(({ text }) => text)
        .join('')
        .toLowerCase()
        .replace(/[^\p{L}]/gu, ''),
    );
    if (kind) return { kind, words: found };
  }
  return null;
};

/** The titles of a header line, or null for any other line. An unknown word where a table's first title should stand is that of the names. */
const titlesOf = (line: Line): Title[] | null => {
  const titles: (Title | { kind: 'unknown'; words: Word[] })[] = [];
  let known = 0;
  for (const chunk of chunksOf(line)) {
    for (let i = 0; i < chunk.length;) {
      const title = titleAt(chunk.slice(i)) ?? { kind: 'unknown' as const, words: chunk.slice(i, i + 1) };
      titles.push(title);
      if (title.kind !== 'unknown') known += title.words.length;
      i += title.words.length;
    }
  }
  const found = new Set(titles.map(({ kind }) => kind));
  const others = [found.has('range'), found.has('unit'), found.has('name')].filter(Boolean).length;
  const isHeader = (found.has('value') && others > 0) || (found.has('name') && found.has('range'));
  if (!isHeader || known < 0.6 * line.words.length) return null;
  return titles.flatMap((title, i): Title[] => {
    if (title.kind !== 'unknown') return [{ kind: title.kind, words: title.words }];
    const [before, after] = [titles[i - 1]?.kind, titles[i + 1]?.kind];
    return after === 'value' && before !== 'name' && before !== 'value' ? [{ kind: 'name', words: title.words }] : [];
  });
};

const leftOf = ({ words }: Title): number => words[0]?.region.left ?? 0;
const middleOf = ({ words }: Title): number => centreOf({ region: around(words) ?? { top: 0, left: 0, right: 0, bottom: 0 } });

/** Titles of tables that stand side by side: each table begins with its name column. */
const sideBySide = (titles: Title[]): Title[][] => {
  const tables: Title[][] = [[]];
  for (const title of titles) {
    const current = tables.at(-1) as Title[];
    if (title.kind === 'name' && current.some(({ kind }) => kind === 'value' || kind === 'range')) tables.push([title]);
    else current.push(title);
  }
  return tables;
};

/** Where between two titles fewest words stand: the edge of their columns. */
const edgeBetween = (left: Title, right: Title, words: readonly Word[]): number => {
  const [from, to] = [Math.floor(middleOf(left)), Math.ceil(middleOf(right))];
  const covered = Array.from({ length: Math.max(1, to - from) }, () => 0);
  for (const { region } of words) {
    for (let x = Math.max(from, Math.floor(region.left)); x < Math.min(to, Math.ceil(region.right)); x++)
      covered[x - from] = (covered[x - from] ?? 0) + 1;
  }
  const least = Math.min(...covered);
  let best = { start: 0, length: 0 };
  for (let x = 0; x < covered.length;) {
    let end = x;
    while (end < covered.length && covered[end] === least) end++;
    // of gaps equally wide the right one: titles and cells mostly begin at the left of their column
    if (end - x > 0 && end - x >= best.length) best = { start: x, length: end - x };
    x = Math.max(end, x + 1);
  }
  return from + best.start + best.length / 2;
};

/** Only lines with several cells say where columns are; sentences and headings run across them. */
const cellsOf = (lines: readonly Line[]): Word[] => lines.filter((line) => chunksOf(line).length >= 2).flatMap(({ words }) => words);

const columnsOf = (titles: Title[], lines: readonly Line[], left: number, right: number): Column[] => {
  const cells = cellsOf(lines);
  const edges = titles
    .slice(1)
    .map((title, i) => edgeBetween(titles[i] as Title, title, [...cells, ...(titles[i] as Title).words, ...title.words]));
  const columns = titles.map(({ kind }, i) => ({ kind, left: edges[i - 1] ?? left, right: edges[i] ?? right }));
  const first = columns[0];
  if (!first || first.kind === 'name') return columns;
  // an unreadable title of the names: they stand left of all others
  const start =
    leftOf(titles[0] as Title) -
    0.5 * (titles[0]?.words[0] ? median(titles.flatMap(({ words }) => words.map((w) => w.region.bottom - w.region.top))) : 0);
  return columns.some(({ kind }) => kind === 'name')
    ? columns
    : [{ kind: 'name', left, right: start }, { ...first, left: start }, ...columns.slice(1)];
};

/**
 * Finds tables by their header lines. What stands above the first header, or on a page without one, is `rest`.
 * @param regroup sorts words into lines again: tables side by side need lines of their own.
 */
export const tablesOf = (lines: readonly Line[], regroup: (words: Word[]) => Line[]): { tables: Table[]; rest: Line[] } => {
  const headers = lines.flatMap((line, at) => {
    const titles = titlesOf(line);
    return titles ? [{ at, titles }] : [];
  });
  const tables = headers.flatMap(({ at, titles }, i) => {
    const words = lines.slice(at + 1, headers[i + 1]?.at ?? lines.length).flatMap((line) => line.words);
    const groups = sideBySide(titles);
    return groups.map((group, n) => {
      const margin = 0.5 * (lines[at]?.height ?? 0);
      const left = n === 0 ? -Infinity : leftOf(group[0] as Title) - margin;
      const next = groups[n + 1];
      const right = next ? leftOf(next[0] as Title) - margin : Infinity;
      const own = regroup(words.filter((word) => word.region.left >= left && word.region.left < right));
      return { columns: columnsOf(group, own, left, right), lines: own };
    });
  });
  return { tables, rest: lines.slice(0, headers[0]?.at ?? lines.length) as Line[] };
};
