import type { DecimalSign } from '#contracts/rules/printed-numbers';
import type { Table } from './columns.ts';
import { chunksOf, type Line } from './lines.ts';
import { resultIn, type ResultLine } from './result-lines.ts';
import { hasUntitled, type RawRow } from './rows.ts';
import { centreOf, textOf, type Word } from './word.ts';

/** A line, or the part of it that no row has, that looks like a result. */
export type Unread = { words: Word[]; says: ResultLine };

const BAND = 64;
const bandOf = ({ region }: Word): number => Math.floor((region.top + region.bottom) / 2 / BAND);

/** Tells whether a word is one of these, or a part of one: the parts of a word may have been joined differently. */
const isAmong = (words: readonly Word[]): ((word: Word) => boolean) => {
  const bands = new Map<number, Word[]>();
  for (const word of words) bands.set(bandOf(word), [...(bands.get(bandOf(word)) ?? []), word]);
  return (word) => {
    const [x, y] = [centreOf(word), (word.region.top + word.region.bottom) / 2];
    return [-1, 0, 1].some((step) =>
      bands.get(bandOf(word) + step)?.some(({ region }) => x >= region.left && x <= region.right && y >= region.top && y <= region.bottom),
    );
  };
};

/** Columns of days of which nothing says which is the latest. */
export const hasNoLatest = ({ columns }: Pick<Table, 'columns'>): boolean =>
  columns.some(({ kind }) => kind === 'previous') && !columns.some(({ kind }) => kind === 'value');

/** The part of a line of a table that a result may stand in: not the columns of earlier ones, and nothing where it has only words of ranges. */
const inTable = (words: readonly Word[], { columns }: Pick<Table, 'columns'>): Word[] => {
  const kindOf = (word: Word) => columns.find(({ left, right }) => centreOf(word) >= left && centreOf(word) < right)?.kind;
  // the line as a whole, and none of its values
  if (hasNoLatest({ columns })) return [...words];
  const own = words.filter((word) => kindOf(word) !== 'previous');
  // a test that was not done this time has earlier values alone
  const needsValue = own.length < words.length;
  return own.some((word) => (kindOf(word) === 'name' && !needsValue) || kindOf(word) === 'value') ? own : [];
};

/**
 * Lines that look like results and are no row, in the order of the page.
 * @param of the tables that the rows come from; or the lines, where they come from no table
 * @param rows what became a row
 */
export const unreadLines = (
  of: { tables: readonly Table[]; lines: readonly Line[] },
  rows: readonly RawRow[],
  sign: DecimalSign,
  isKnown: (name: string) => boolean,
): Unread[] => {
  const isRead = isAmong(rows.flatMap(({ name, value, flag, unit, range }) => [...name, ...value, ...flag, ...unit, ...range]));
  const left = [
    ...of.lines.map(({ words, height }) => ({ words: words.filter((word) => !isRead(word)), height, isOfDays: false, hasRow: false })),
    ...of.tables.flatMap((table) => {
      const isOfDays = hasNoLatest(table) || hasUntitled(table);
      return table.lines.map(({ words, height }) => ({
        isOfDays,
        hasRow: words.some(isRead),
        words: inTable(
          words.filter((word) => !isRead(word)),
          table,
        ),
        height,
      }));
    }),
  ];
  return left.flatMap((line): Unread[] => {
    const says = line.words.length > 0 ? resultIn(chunksOf(line).map(textOf).join('   '), sign, isKnown) : null;
    // beside the row of its test a figure is that of an earlier day
    if (line.isOfDays && line.hasRow && says?.name === '') return [];
    return says ? [{ words: line.words, says: line.isOfDays ? { name: says.name, value: '', unit: says.unit } : says }] : [];
  });
};
