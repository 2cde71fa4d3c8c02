import { decimalSignOf } from '../rules/printed-numbers.ts';
import { readRange } from '../rules/printed-ranges.ts';
import { unitKey } from '../rules/units.ts';
import { flagMeaning } from './flags.ts';

/** A range: limits as decimals, and the printed words. */
export interface Limits {
  min: string | null;
  max: string | null;
  range_text?: string | undefined;
}

/** True if a range has a limit; 0 to 0 is none (ruling 18), nor is one whose lower limit is above the upper one: nobody can tell what was meant. */
export const hasLimits = ({ min, max }: Pick<Limits, 'min' | 'max'>): boolean => {
  if (min === null || max === null) return min !== null || max !== null;
  return Number(min) <= Number(max) && !(Number(min) === 0 && Number(max) === 0);
};

const same = (a: string | null, b: string | null): boolean => (a === null || b === null ? a === b : Number(a) === Number(b));
const sameLimits = (a: Limits, b: Limits): boolean => same(a.min, b.min) && same(a.max, b.max);

type Reading = ReturnType<typeof readRange>;

/**
 * Readings of a range in words: one, or two where '1,500' may be one and a half or one thousand five hundred and no other number of them tells.
 * The first reads them as English does.
 */
const readings = (words: string): readonly Reading[] => {
  const before = known.get(words);
  if (before !== undefined) return before;
  const sign = decimalSignOf([words]);
  const [english, other] = [readRange(words, sign ?? '.'), readRange(words, sign ?? ',')];
  const all = (sameLimits(english, other) ? [english] : [english, other]).filter(({ numeric }) => numeric);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(words, all);
  return all;
};

/** A record has few ranges and says them thousands of times. */
const known = new Map<string, readonly Reading[]>();
const MAX_KNOWN = 1000;

const sideOf = (value: number, { min, max }: Limits): 'high' | 'low' | 'normal' =>
  max !== null && value > Number(max) ? 'high' : min !== null && value < Number(min) ? 'low' : 'normal';

/** A value that is more times off than this, or less than its inverse, was not measured against that range. */
const FAR = 100;

/**
 * Of two readings the English one, where the value or the laboratory's flag leaves no doubt: they stand on the same side of both and not far
 * from it, or only of it as they must.
 */
const meantBy = ([english, other]: readonly [Reading, Reading], value: number, flag: string | undefined): Reading | undefined => {
  const { min, max } = english;
  if (min === null || max === null || Number(min) <= 0 || value > Number(max) * FAR || value < Number(min) / FAR) return undefined;
  const [side, otherSide] = [sideOf(value, english), sideOf(value, other)];
  const isAlone = side !== otherSide && (side === 'normal' || side === flagMeaning(flag));
  return side === otherSide || isAlone ? english : undefined;
};

/** The patient's age is not known here, and a target is not a reference range. */
const FOR_SOME = /\b(adults?|optimal|desired)\b/i;

type Worded = Limits & { value: string | null; unit: string; flag?: string | undefined };

/**
 * The limits that words alone say without doubt: '13 to 18', '<150', '>= 60', 'up to 5 mg/L'. Undefined for everything else: several
 * ranges, phases of a cycle, another unit than the value's, digits with two readings between which neither value nor flag decides.
 */
export const limitsInWords = ({ range_text, value, unit, flag }: Pick<Worded, 'range_text' | 'value' | 'unit' | 'flag'>) => {
  if (range_text === undefined || FOR_SOME.test(range_text)) return undefined;
  const [first, second] = readings(range_text).filter((one) => one.unit === '' || unitKey(one.unit) === unitKey(unit));
  const meant = first && second ? (value === null ? undefined : meantBy([first, second], Number(value), flag)) : first;
  return meant && { min: meant.min, max: meant.max };
};

/** The entry with limits from the words of its range, if it has no others. For read models alone: events keep a range as it was sent or read. */
export const withLimits = <E extends Worded & { no_upper_limit?: boolean | undefined }>(entry: E): E =>
  entry.value !== null && entry.min === null && entry.max === null && !entry.no_upper_limit ? { ...entry, ...limitsInWords(entry) } : entry;

/**
 * '<' or '>' where the range was printed as one limit that is outside of it: '< 5.0' is not 'up to 5.0'. Undefined for every other range,
 * and where the words speak of another number than the limit, as after a conversion.
 */
export const strictSign = (limits: Limits): '<' | '>' | undefined => {
  const { min, max, range_text } = limits;
  if (range_text === undefined || (min === null) === (max === null)) return undefined;
  if (!readings(range_text).some((one) => one.isStrict && sameLimits(one, limits))) return undefined;
  return min === null ? '<' : '>';
};

/** The printed words if the limits say the same, or if there are no limits: shown in place of them (ruling 18). */
export const printedRange = (limits: Limits): string | undefined => {
  const { min, max, range_text } = limits;
  if (!range_text || (min === null && max === null)) return range_text || undefined;
  return readings(range_text).some((one) => sameLimits(one, limits)) ? range_text : undefined;
};

/** The printed words if they differ from the limits, such as 'Female: 12 - 15': shown beside them. */
export const wordsBeside = (limits: Limits): string | undefined =>
  printedRange(limits) === undefined ? limits.range_text || undefined : undefined;
