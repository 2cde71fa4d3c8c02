import type { Comparator, Region } from '#contracts/observations/lab-values';
import { chunksOf } from './lines.ts';
import type { Match } from './match.ts';
import { type ReadRange, readRange } from '#contracts/rules/printed-ranges';
import type { RawRow } from './rows.ts';
import { litreStyle, looksLikeUnit, mendUnit, plainUnit } from './units.ts';
import { flagOfMark, isMark, isSign, withoutMarks } from './marks.ts';
import type { DecimalSign, ReadNumber } from '#contracts/rules/printed-numbers';
import { readValue } from './values.ts';
import { around, textOf, type Word } from './word.ts';

/** A row as understood, before it is matched and doubted. */
export type ReadRow = {
  name: string;
  value: string;
  comparator?: Comparator;
  number: ReadNumber | null;
  flag?: string;
  unit: string;
  unitUncertain: boolean;
  range: ReadRange;
  hasRangeColumn: boolean;
  words: { name: Word[]; value: Word[]; unit: Word[]; range: Word[] };
  /** Set where further readings of the value differ from the first. */
  disputed?: boolean;
  /** Set where two readings of the name are two parameters. */
  disputedName?: boolean;
};

/** A name without bullets, leaders and the signs that footnote marks are misread as. */
export const tidyName = (text: string): string =>
  text
    .replace(/^[\s*•·|_[\]=‘’“”—↑↓▲▼:-]+/, '')
    .replace(/[\s.:|_°®™*'‘’“”"`´^~=—↑↓▲▼-]+$/, '')
    .replace(/\s+/g, ' ');

const withoutFlag = (unit: readonly Word[]): { words: Word[]; flag: string | undefined } => {
  const [first, ...others] = unit;
  const last = unit.at(-1);
  if (last && others.length > 0 && isMark(last.text) && looksLikeUnit(textOf(unit.slice(0, -1))))
    return { words: unit.slice(0, -1), flag: flagOfMark(last.text) };
  const flag = first ? flagOfMark(first.text) : undefined;
  if (!first || flag === undefined) return { words: [...unit], flag: undefined };
  if (others.length > 0) return { words: others, flag };
  // a dash alone in the unit's column says that there is none
  return { words: [], flag: /^[-–−]$/.test(first.text) ? undefined : flag };
};

/** A name's words without marks of its value: signs anywhere at its ends, an asterisk only where it stands well apart, being a footnote otherwise. */
const withoutMarksOfValue = ({ name, height }: RawRow): { words: Word[]; flag: string | undefined } => {
  const chunks = chunksOf({ words: name, height });
  const apart = chunks.length > 1 && isMark(textOf(chunks.at(-1) ?? [])) ? textOf(chunks.at(-1) ?? []) : undefined;
  const bare = withoutMarks(apart === undefined ? name : chunks.slice(0, -1).flat(), isSign);
  return apart === undefined ? bare : { ...bare, flag: flagOfMark(apart) };
};

/** A range's words without marks, where they are a range in numbers. */
const withoutMarksOfRange = (words: Word[], sign: DecimalSign): { words: Word[]; flag: string | undefined } => {
  const bare = withoutMarks(words, isMark);
  return bare.flag !== undefined && readRange(textOf(bare.words), sign).numeric ? bare : { words, flag: undefined };
};

/** Reads a row's words. Null where there is neither a number nor words for a result. */
export const interpret = (raw: RawRow, sign: DecimalSign): ReadRow | null => {
  const nameCell = withoutMarksOfValue(raw);
  const name = tidyName(textOf(nameCell.words));
  const read = readValue(textOf(raw.value), sign);
  if (!read || !/\p{L}/u.test(name)) return null;
  const unitCell = withoutFlag(raw.unit);
  const rangeCell = withoutMarksOfRange(raw.range, sign);
  let range = readRange(textOf(rangeCell.words), sign);
  let unit = textOf(unitCell.words);
  let unitWords = unitCell.words;
  if (unit === '' && looksLikeUnit(read.rest)) [unit, unitWords] = [read.rest, raw.value];
  if (unit === '' && /[^\d.,\s]/.test(range.unit))
    [unit, unitWords] = [range.unit, raw.range.filter((word) => range.unit.includes(word.text))];
  if (range.range === '' && read.rest !== '' && unit !== read.rest) range = readRange(read.rest, sign);
  const flag = read.flag ?? nameCell.flag ?? unitCell.flag ?? rangeCell.flag ?? flagOfMark(textOf(raw.flag));
  return {
    name,
    value: read.value,
    ...(read.comparator ? { comparator: read.comparator } : {}),
    number: read.number,
    ...(flag ? { flag } : {}),
    unit,
    unitUncertain: false,
    range,
    hasRangeColumn: raw.hasRangeColumn,
    words: { name: nameCell.words, value: raw.value, unit: unitWords, range: raw.range },
  };
};

/** Unifies the units of a page; those recognised from a picture are mended where only one unit looks like them. */
export const settleUnits = (
  rows: readonly ReadRow[],
  fromPicture: boolean,
  match: (name: string, unit: string) => Match | null,
): ReadRow[] => {
  const style = litreStyle(rows.map(({ unit }) => unit));
  return rows.map((row) => {
    const { unit, uncertain } = fromPicture ? mendUnit(row.unit, style, match(row.name, '')?.parameter.unit ?? '') : plainUnit(row.unit);
    return { ...row, unit, unitUncertain: uncertain };
  });
};

export const regionsOf = ({
  words,
}: ReadRow): { row: Region | null; name: Region | null; value: Region | null; unit: Region | null; range: Region | null } => ({
  row: around([...words.name, ...words.value, ...words.unit, ...words.range]),
  name: around(words.name),
  value: around(words.value),
  unit: around(words.unit),
  range: around(words.range),
});
