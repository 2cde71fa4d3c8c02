import sharp from 'sharp';
import type { Region } from '#contracts/observations/lab-values';
import { type ReadRow, tidyName } from './interpret.ts';
import { linesOf } from './lines.ts';
import type { Match } from './match.ts';
import type { Grey } from './pages.ts';
import type { Prepared } from './prepare.ts';
import { readRange } from '#contracts/rules/printed-ranges';
import type { Recogniser } from './recogniser.ts';
import { isUnit } from './units.ts';
import type { DecimalSign, ReadNumber } from '#contracts/rules/printed-numbers';
import { type ReadValue, readValue } from './values.ts';
import { around, heightOf, textOf, type Word } from './word.ts';

/** Height of a cell's letters on the strip, in pixels, and the room around it. */
const LETTERS = 56;
const ROOM = 34;

type Field = 'name' | 'value' | 'unit' | 'range';
export type Cell = { row: number; field: Field; region: Region };
/** What is cut out: a name gets less room behind it. */
type Place = { region: Region; field?: string };
/** A cell as read the second time. */
export type Again = { text: string; confidence: number };

/** Cuts a cell out of the picture, enlarged. */
const cut = async (picture: Prepared, { region, field }: Place): Promise<Grey | null> => {
  const height = region.bottom - region.top;
  const left = Math.max(0, Math.floor((region.left - 0.35 * height) * picture.scale));
  const top = Math.max(0, Math.floor((region.top - 0.15 * height) * picture.scale));
  const width = Math.min(
    picture.width - left,
    Math.ceil((region.right - region.left + (field === 'name' ? 0.5 : 0.7) * height) * picture.scale),
  );
  const tall = Math.min(picture.height - top, Math.ceil(1.3 * height * picture.scale));
  if (width < 4 || tall < 4) return null;
  const { data, info } = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 1 } })
    .extract({ left, top, width, height: tall })
    .resize({ height: Math.round(1.3 * LETTERS), kernel: 'lanczos3' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Whether words stand in one line, as a place to be cut out must. */
export const isOneLine = (words: readonly Word[]): boolean => {
  const [region, first] = [around(words), words[0]];
  return region !== null && first !== undefined && region.bottom - region.top < 1.6 * heightOf(first);
};

/** Puts cells one below the other on one white strip: recognition sees each apart from its neighbours, and larger. */
const strip = (cells: readonly Grey[]): { picture: Grey; tops: number[] } => {
  const width = Math.max(...cells.map((cell) => cell.width)) + 2 * ROOM;
  const tops: number[] = [];
  let height = ROOM;
  for (const cell of cells) {
    tops.push(height);
    height += cell.height + ROOM;
  }
  const data = Buffer.alloc(width * height, 255);
  cells.forEach((cell, i) => {
    for (let y = 0; y < cell.height; y++) cell.data.copy(data, ((tops[i] ?? 0) + y) * width + ROOM, y * cell.width, (y + 1) * cell.width);
  });
  return { picture: { data, width, height }, tops };
};

/** Reads places of the picture, each enlarged on a strip of its own; null where nothing was recognised. */
export const seeAgain = async (cells: readonly Place[], picture: Prepared, recogniser: Recogniser): Promise<(Again | null)[]> => {
  const cuts = await Promise.all(cells.map((cell) => cut(picture, cell)));
  const present = cuts.flatMap((grey, i) => (grey ? [{ grey, i }] : []));
  if (present.length === 0) return cells.map(() => null);
  const { picture: whole, tops } = strip(present.map(({ grey }) => grey));
  const { words } = await recogniser.see(whole, 'eng');
  const found: (Again | null)[] = cells.map(() => null);
  present.forEach(({ grey, i }, n) => {
    const top = tops[n] ?? 0;
    const own = words.filter(
      ({ region }) => (region.top + region.bottom) / 2 > top - ROOM / 2 && (region.top + region.bottom) / 2 < top + grey.height + ROOM / 2,
    );
    if (own.length > 0)
      found[i] = {
        text: linesOf(own)
          .map((line) => textOf(line.words))
          .join(' '),
        confidence: Math.min(...own.map(({ confidence }) => confidence)),
      };
  });
  return found;
};

const surer = (words: readonly Word[], again: Again): Word[] =>
  words.map((word) => ({ ...word, confidence: 1 - (1 - word.confidence) * (1 - again.confidence) }));

const decimalsOf = (decimal: string | null): number => decimal?.split('.')[1]?.length ?? 0;

/** How well a value stands in its range and to its flag, and has its decimals: what to believe when readings differ. */
const plausible = (number: ReadNumber | null, { range, flag }: ReadRow): number => {
  if (number === null) return -1;
  const value = Number(number.decimal);
  const [min, max] = [range.min === null ? null : Number(range.min), range.max === null ? null : Number(range.max)];
  const standing = max !== null && value > max ? 'H' : min !== null && value < min ? 'L' : '';
  const near = (max === null || value < 5 * Math.max(max, 0.001)) && (min === null || value > min / 5);
  const alike = decimalsOf(number.decimal) === Math.max(decimalsOf(range.min), decimalsOf(range.max));
  return (
    (near ? 1 : 0) +
    (alike ? 0.25 : 0) +
    (flag !== undefined && flag.startsWith(standing === '' ? '-' : standing) ? 1 : 0) +
    (flag === undefined && standing === '' ? 0.5 : 0)
  );
};

/** Point and comma are hard to tell apart on a picture: a decimal is written as the page's other ones. */
const inSign = (row: ReadRow, sign: DecimalSign): ReadRow =>
  sign !== null && row.number && !row.number.ambiguous && /^[<>=]*-?\d+[.,](?:\d{1,2}|\d{4,})$/.test(row.value)
    ? { ...row, value: row.value.replace(/[.,]/, sign) }
    : row;

/** The row, disputed: with the other reading of its value where that fits range and flag better. @param votes for the other reading */
export const withOther = (row: ReadRow, second: ReadValue, votes = 0): ReadRow => {
  const other: ReadRow = { ...row, value: second.value, number: second.number, disputed: true };
  if (second.comparator) other.comparator = second.comparator;
  else delete other.comparator;
  return plausible(second.number, row) + votes > plausible(row.number, row) ? other : { ...row, disputed: true };
};

const withValue = (row: ReadRow, again: Again, sign: DecimalSign): ReadRow => {
  const second = readValue(again.text, sign);
  if (!second) return row;
  const same =
    second.number && row.number
      ? second.number.decimal === row.number.decimal && second.comparator === row.comparator
      : second.value === row.value;
  if (same) {
    const flag = row.flag ?? second.flag;
    return { ...row, words: { ...row.words, value: surer(row.words.value, again) }, ...(flag ? { flag } : {}) };
  }
  if (row.number === null && second.number === null) return row;
  const third = row.words.value.find(({ alternative }) => alternative !== undefined)?.alternative;
  return withOther(row, second, third !== undefined && readValue(third, sign)?.value === second.value ? 1 : 0);
};

/**
 * A name that is an alias of the catalogue stays; if the second reading is another alias, it is disputed. Otherwise the second
 * reading counts where only that is an alias, or where it is surer.
 */
const withName = (row: ReadRow, again: Again, match: (name: string, unit: string) => Match | null): ReadRow => {
  const text = tidyName(again.text);
  if (text === row.name) return { ...row, words: { ...row.words, name: surer(row.words.name, again) } };
  const exact = (name: string): string | null => {
    const found = match(name, row.unit);
    return found && !found.fuzzy ? found.parameter.parameter_id : null;
  };
  const [first, second] = [exact(row.name), exact(text)];
  const sure = Math.min(...row.words.name.map(({ confidence }) => confidence));
  if (first !== null && second !== null && first !== second) return { ...row, disputedName: true };
  if (first !== null && second === null) return row;
  const better = second !== null && first === null ? true : again.confidence > sure + 0.05;
  return better ? { ...row, name: text, words: { ...row.words, name: surer(row.words.name, again) } } : row;
};

const withUnit = (row: ReadRow, again: Again): ReadRow => {
  const text = again.text.replace(/^[([]\s*(?!calc)|[|_]+$/g, '').trim();
  if (text === row.unit) return { ...row, words: { ...row.words, unit: surer(row.words.unit, again) } };
  return isUnit(text) && !isUnit(row.unit) ? { ...row, unit: text, words: { ...row.words, unit: surer(row.words.unit, again) } } : row;
};

const withRange = (row: ReadRow, again: Again, sign: DecimalSign): ReadRow => {
  const second = readRange(again.text, sign);
  if (!second.numeric) return row;
  const unit = row.unit === '' ? second.unit : row.unit;
  if (!row.range.numeric) return { ...row, range: second, unit };
  if (second.min === row.range.min && second.max === row.range.max) {
    return { ...row, words: { ...row.words, range: surer(row.words.range, again) } };
  }
  const sure = Math.min(...row.words.range.map(({ confidence }) => confidence));
  return { ...row, range: { ...(again.confidence > sure ? second : row.range), disputed: true } };
};

/**
 * Reads values, units and ranges a second time, each cell enlarged on a strip of its own. Where the readings agree the row becomes
 * surer; where they differ it is disputed, with the reading that fits range and flag.
 * @param bend turns a straightened place back into pixels of the page image
 */
export const readAgain = async (
  rows: readonly ReadRow[],
  sign: DecimalSign,
  picture: Prepared,
  bend: (region: Region) => Region,
  reader: { recogniser: Recogniser; match: (name: string, unit: string) => Match | null },
  german: boolean,
): Promise<ReadRow[]> => {
  const cells = rows.flatMap((row, i): Cell[] =>
    (['name', 'value', 'unit', 'range'] as const).flatMap((field) => {
      const region = around(row.words[field]);
      const shared = field === 'unit' && row.words.unit.some((word) => row.words.value.includes(word) || row.words.range.includes(word));
      // the strip is read in English, which knows no umlauts
      return region && isOneLine(row.words[field]) && !shared && !(field === 'name' && german)
        ? [{ row: i, field, region: bend(region) }]
        : [];
    }),
  );
  const seen = await seeAgain(cells, picture, reader.recogniser);
  const result = [...rows];
  cells.forEach(({ row, field }, i): unknown => {
    const again = seen[i];
    const current = result[row];
    if (!again || !current) return undefined;
    switch (field) {
      case 'name':
        return (result[row] = withName(current, again, reader.match));
      case 'value':
        return (result[row] = withValue(current, again, sign));
      case 'unit':
        return (result[row] = withUnit(current, again));
      case 'range':
        return (result[row] = withRange(current, again, sign));
    }
  });
  return result.map((row) => inSign(row, sign));
};
