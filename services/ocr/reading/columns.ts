import type { Region } from '#contracts/observations/lab-values';
import { dateOrderOf, datesIn, type DateOrder, type FoundDate } from './dates.ts';
import { chunksOf, type Line } from './lines.ts';
import { type ColumnKind, kindOf } from './titles.ts';
import { around, centreOf, median, textOf, type Word } from './word.ts';

/** A column from its left edge to the next one's, in pixels of the page image, and the place of its title. */
export type Column = { kind: ColumnKind; left: number; right: number; title?: Region };

/** A table: what its header line promises, and the lines below it. `dated`: the day of its values, where the column's title says it. */
export type Table = { columns: Column[]; lines: Line[]; dated?: Dated };

/** `dated`: a column of the results of one day, by its date. */
type Title = { kind: ColumnKind; words: Word[]; date?: FoundDate };

const TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/;
/** '05/03', '05.03.': a day without its year, which says nothing about the order of columns. */
const SHORT_DATE = /^(?:\d{1,2}\/\d{1,2}|\d{1,2}\.\d{1,2}\.)$/;

/** A date at the beginning of these words, its time with it. */
const dateAt = (words: readonly Word[], order: DateOrder): Title | null => {
  const withTime = (length: number): Word[] => words.slice(0, TIME.test(words[length]?.text ?? '') ? length + 1 : length);
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const text = textOf(words.slice(0, length));
    const [date] = datesIn(text, order);
    if (date?.index !== 0 || date.text.length < text.length) continue;
    return { kind: 'dated', words: withTime(length), date };
  }
  return SHORT_DATE.test(words[0]?.text ?? '') ? { kind: 'dated', words: withTime(1) } : null;
};

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

type Dated = Title & { date: FoundDate };
const isDated = (title: Title): title is Dated => title.date !== undefined && title.kind === 'dated';

/** The column of the latest day: by the page's order of day and month, or, where no date fixes it, where both orders say the same. */
const latestOf = (titles: readonly Title[], pageOrder: DateOrder): Title | undefined => {
  const dated = titles.filter(isDated);
  if (dated.length < titles.length) return undefined;
  const latestIn = (order: Exclude<DateOrder, null>): Dated | undefined => {
    const days = dated
      .map((title) => ({ title, day: datesIn(title.date.text, order)[0]?.day ?? '' }))
      .sort((a, b) => (a.day < b.day ? 1 : -1));
    return days[0] && days[0].day !== '' && days[0].day !== days[1]?.day ? days[0].title : undefined;
  };
  if (pageOrder !== null) return latestIn(pageOrder);
  const latest = latestIn('mdy');
  return latest === latestIn('dmy') ? latest : undefined;
};

/** Columns of days: the latest has the values where no title says which one does, and the others are earlier ones. */
const settled = (titles: readonly Title[], order: DateOrder): Title[] => {
  const days = titles.filter(({ kind }) => kind === 'dated');
  const latest = titles.some(({ kind }) => kind === 'value') ? undefined : latestOf(days, order);
  return titles.map((title) => (title.kind === 'dated' ? { ...title, kind: title === latest ? 'value' : 'previous' } : title));
};

/** The titles of a header line, or null for any other line. An unknown word where a table's first title should stand is that of the names. */
const titlesOf = (line: Line, order: DateOrder): Title[] | null => {
  const titles: (Title | { kind: 'unknown'; words: Word[]; date?: never })[] = [];
  let known = 0;
  for (const chunk of chunksOf(line)) {
    for (let i = 0; i < chunk.length;) {
      const date = dateAt(chunk.slice(i), order);
      const owner = i > 0 ? titles.at(-1) : undefined;
      const title = date ?? titleAt(chunk.slice(i)) ?? { kind: 'unknown' as const, words: chunk.slice(i, i + 1) };
      // 'Result 03/12/2024' is the title of one column
      if (date && (owner?.kind === 'value' || owner?.kind === 'previous'))
        titles[titles.length - 1] = { ...owner, words: [...owner.words, ...date.words] };
      else titles.push(title);
      if (title.kind !== 'unknown') known += title.words.length;
      i += title.words.length;
    }
  }
  const found = new Set(titles.map(({ kind }) => kind));
  const others = [found.has('range'), found.has('unit'), found.has('name')].filter(Boolean).length;
  const days = titles.filter(({ kind }) => kind === 'dated').length;
  const isOfDays = (days > 0 && (found.has('range') || found.has('unit'))) || (days > 1 && found.has('name'));
  const isHeader = (found.has('value') && others > 0) || (found.has('name') && found.has('range')) || isOfDays;
  if (!isHeader || known < 0.6 * line.words.length) return null;
  const found_ones = titles.flatMap((title, i): Title[] => {
    if (title.kind !== 'unknown') return [{ ...title, kind: title.kind }];
    const [before, after] = [titles[i - 1]?.kind, titles[i + 1]?.kind];
    const isFirst = after === 'value' || (after === 'dated' && before === undefined);
    return isFirst && before !== 'name' && before !== 'value' ? [{ kind: 'name', words: title.words }] : [];
  });
  return settled(found_ones, order);
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
  const columns = titles.map(({ kind, words }, i): Column => {
    const title = around(words);
    return { kind, left: edges[i - 1] ?? left, right: edges[i] ?? right, ...(title ? { title } : {}) };
  });
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
  const order = dateOrderOf(lines.map(({ words }) => textOf(words)));
  const headers = lines.flatMap((line, at) => {
    const titles = titlesOf(line, order);
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
      const dated = group.find((title): title is Dated => title.kind === 'value' && title.date !== undefined);
      return { columns: columnsOf(group, own, left, right), lines: own, ...(dated ? { dated } : {}) };
    });
  });
  return { tables, rest: lines.slice(0, headers[0]?.at ?? lines.length) as Line[] };
};
