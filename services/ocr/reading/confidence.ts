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
/** A value this many times beyond a limit is doubted. */
const FAR = 10;

const UNITLESS = /^(?:ph\b|.*\bratio\b|.*\bindex\b|inr\b|specific gravity|spez.*gewicht|relative dichte|dichte|.*\bquotient\b|.*\/.*)/i;

const least = (words: readonly Word[]): number => Math.min(1, ...words.map(({ confidence }) => confidence));

const beyond = (value: number, range: { min?: string | null; max?: string | null }): boolean => {
  const [min, max] = [Number(range.min ?? 0), Number(range.max ?? 0)];
  return (max > 0 && value > FAR * max) || (min > 0 && value >= 0 && value < min / FAR);
};

const decimalsOf = (text: string | null): number => /[.,](\d+)$/.exec(text ?? '')?.[1]?.length ?? 0;

/** A whole number where the range has decimals, and which would fit the range if it had them too: a point may have been lost. */
const pointLost = ({ number, range }: ReadRow): boolean => {
  const limits = [range.min, range.max].filter((limit) => limit !== null);
  if (!number || limits.length === 0 || decimalsOf(number.decimal) > 0 || limits.some((limit) => decimalsOf(limit) === 0)) return false;
  const value = Number(number.decimal);
  const fits = (candidate: number): boolean => candidate >= Number(range.min ?? 0) / 3 && candidate <= Number(range.max ?? Infinity) * 3;
  return !fits(value) && (fits(value / 10) || fits(value / 100));
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
  if (fromPicture && pointLost(row)) doubts.add('decimal-uncertain');
  if (!number && !isUsualResult(row.value) && row.value.toLowerCase() !== range.range.toLowerCase()) doubts.add('value-not-number');
  if (value !== null && range.numeric && beyond(value, range)) doubts.add('outside-plausible');
  const usual = match?.parameter.unit;
  // 'g/l' may be a misread 'G/l'
  const sameUnit = usual !== undefined && (unitKey(usual) === unitKey(unit) || usual.toLowerCase() === unit.toLowerCase());
  if (value !== null && sameUnit && beyond(value, match?.parameter ?? {})) doubts.add('outside-plausible');
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
