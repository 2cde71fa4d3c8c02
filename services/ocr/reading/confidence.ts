import { farOff } from '#contracts/rules/decimals';
import { flagDisagrees } from '#contracts/observations/lab-values';
import { strictRange } from '#contracts/observations/recognition';
import type { Doubt } from '#contracts/observations/recognition';
import type { ReadRow } from './interpret.ts';
import type { Match } from './match.ts';
import { saysNoRange } from '#contracts/rules/printed-ranges';
import { isUsualResult } from '#contracts/rules/result-words';
import { unitKey } from '#contracts/rules/units';
import type { Word } from './word.ts';

/** Below this, what recognition itself says of a word makes a person look again. */
const LOW = 0.6;
const UNITLESS = /^(?:ph\b|.*\bratio\b|.*\bindex\b|inr\b|specific gravity|spez.*gewicht|relative dichte|dichte|.*\bquotient\b|.*\/.*)/i;

const least = (words: readonly Word[]): number => Math.min(1, ...words.map(({ confidence }) => confidence));

type Range = { min?: string | null | undefined; max?: string | null | undefined };

const numberOf = (limit: string | null | undefined): number | null => (limit == null ? null : Number(limit));

const isFar = ({ number, comparator }: ReadRow, { min, max }: Range): boolean =>
  number !== null && farOff(Number(number.decimal), { min: numberOf(min), max: numberOf(max) }, comparator) !== undefined;

const decimalsOf = (text: string | null): number => /[.,](\d+)$/.exec(text ?? '')?.[1]?.length ?? 0;

/** What a number may have been before its point was lost. */
const withPoint = (value: number): number[] => [value / 10, value / 100];

/** Whether a value is near a range, or in it, where `margin` is 1. */
const fits = (value: number, { min, max }: Range, margin = 3): boolean =>
  value >= Number(min ?? 0) / margin && value <= Number(max ?? Infinity) * margin;

/** A whole number that would fit the range if it had decimals, and does not as it stands. */
const isWithoutPoint = ({ number }: ReadRow, range: Range): boolean => {
  if (!number || decimalsOf(number.decimal) > 0) return false;
  const value = Number(number.decimal);
  return !fits(value, range) && withPoint(value).some((candidate) => fits(candidate, range));
};

/** A value without point where each limit has one. */
const pointLost = (row: ReadRow, range: Range): boolean => {
  const limits = [range.min, range.max].flatMap((limit) => limit ?? []);
  return limits.length > 0 && limits.every((limit) => decimalsOf(limit) > 0) && isWithoutPoint(row, range);
};

/** How unlike a limit of the page may be to the usual one. */
const LIKE = 1.5;

/** Limits that are whole numbers, ten or a hundred times the usual ones, as their points were lost or their unit is another. A picture loses one alone, too. */
const limitsWithoutPoint = ({ min, max }: Range, usual: Range, fromPicture: boolean): boolean => {
  const pairs = [[min, usual.min] as const, [max, usual.max] as const].flatMap(([own, other]) =>
    own != null && other != null && Number(own) > 0 && Number(other) > 0 ? [[own, Number(other)] as const] : [],
  );
  const isOff = ([own, other]: readonly [string, number]): boolean =>
    decimalsOf(own) === 0 && withPoint(Number(own)).some((candidate) => candidate < other * LIKE && candidate > other / LIKE);
  return fromPicture ? pairs.some(isOff) : pairs.length === 2 && pairs.every(isOff);
};

/** Limits without point to a value with one, which would stand between them if they had it too. */
const limitsUnlikeValue = ({ number, range }: ReadRow): boolean => {
  if (!number || range.min === null || range.max === null || decimalsOf(number.decimal) === 0) return false;
  if (decimalsOf(range.min) + decimalsOf(range.max) > 0) return false;
  const value = Number(number.decimal);
  return !fits(value, range) && [10, 100].some((factor) => fits(value * factor, range, 1));
};

/** Why a row is not to be trusted unseen. @param catalogue whether there was a catalogue to match names with. */
export const doubtsOf = (
  row: ReadRow,
  match: Match | null,
  { catalogue, fromPicture }: { catalogue: boolean; fromPicture: boolean },
): Doubt[] => {
  const doubts = new Set<Doubt>();
  const { number, range, unit } = row;
  const value = number ? Number(number.decimal) : null;
  if (row.disputed === true) doubts.add('two-readings');
  if (row.disputedName === true) doubts.add('name-uncertain');
  if (least([...row.words.value, ...row.words.name]) < LOW) doubts.add('low-confidence');
  if (range.disputed === true || (range.numeric && least(row.words.range) < LOW)) doubts.add('range-unclear');
  if (number?.ambiguous === true || range.ambiguous) doubts.add('decimal-uncertain');
  if (!number && !isUsualResult(row.value) && row.value.toLowerCase() !== range.range.toLowerCase()) doubts.add('value-not-number');
  if (range.numeric && isFar(row, range)) doubts.add('outside-plausible');
  const usual = match?.parameter.unit;
  // 'g/l' may be a misread 'G/l'
  const sameUnit = usual !== undefined && (unitKey(usual) === unitKey(unit) || usual.toLowerCase() === unit.toLowerCase());
  const usually = sameUnit ? (match?.parameter ?? {}) : {};
  if (isFar(row, usually)) doubts.add('outside-plausible');
  if (fromPicture && pointLost(row, range.numeric ? range : usually)) doubts.add('decimal-uncertain');
  if (fromPicture && limitsUnlikeValue(row)) doubts.add('range-unclear');
  if (limitsWithoutPoint(range, usually, fromPicture)) {
    doubts.add('range-unclear');
    if (isWithoutPoint(row, usually)) doubts.add('decimal-uncertain');
  }
  if (row.unitUncertain || (fromPicture && unit !== '' && least(row.words.unit) < LOW && !sameUnit)) doubts.add('unit-uncertain');
  const unitExpected = match && !match.fuzzy ? unitKey(match.parameter.unit ?? '') !== '' : !UNITLESS.test(row.name);
  if (value !== null && unit === '' && unitExpected) doubts.add('unit-missing');
  if (value !== null && range.range === '') doubts.add('range-missing');
  if (value !== null && range.range !== '' && !range.numeric && !saysNoRange(range.range)) doubts.add('range-unclear');
  const range_text = strictRange(range.range, range);
  if (
    flagDisagrees({
      value: number?.decimal ?? null,
      min: range.min,
      max: range.max,
      ...(range_text ? { range_text } : {}),
      ...optional(row),
    })
  )
    doubts.add('flag-disagrees-range');
  if (match?.fuzzy === true) doubts.add('fuzzy-name');
  if (catalogue && !match) doubts.add('unknown-name');
  // words where the catalogue expects a quantity: the same name on another specimen, such as glucose on a urine strip
  if (match && !match.fuzzy && !number && unitKey(match.parameter.unit ?? '') !== '') doubts.add('name-uncertain');
  return [...doubts];
};

const optional = ({ comparator, flag }: ReadRow) => ({ ...(comparator ? { comparator } : {}), ...(flag ? { flag } : {}) });

/** 0..1: how sure recognition was of the least certain word of name and value, less a fifth for each doubt; a text's own words start at 0.99. */
export const confidenceOf = (row: ReadRow, doubts: readonly Doubt[]): number => {
  const read = Math.min(0.99, least([...row.words.name, ...row.words.value]));
  return Math.round(Math.max(0, read) * 0.8 ** doubts.length * 1000) / 1000;
};
