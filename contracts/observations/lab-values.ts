import { z } from 'zod';
import { Beside, besideText } from '../wire/beside.ts';
import { Coding, ExternalSource } from '../wire/coding.ts';
import { flagMeaning, isCritical } from './flags.ts';
import { hasLimits, strictSign } from './limits.ts';
import { Decimal } from '../rules/decimals.ts';
import { messages } from '../rules/messages.ts';
import { OpenQuestions } from '../wire/open-questions.ts';
import { Id, isPlain, requiredIfMissing } from '../wire/primitives.ts';

/** How many characters fit into a result in words. */
export const LONGEST_RESULT = 400;

export const Comparator = z.enum(['<', '<=', '>', '>=']);
export type Comparator = z.infer<typeof Comparator>;

/** A rectangle on a page image in its pixels, 0,0 at the top left. */
export const Region = z.object({ top: z.number(), left: z.number(), right: z.number(), bottom: z.number() });
export type Region = z.infer<typeof Region>;

/** One parameter of a lab result: a quantity with an optional comparator, or a text result. Digits stay as reported. */
export const LabValue = z.object({
  /** Stable within the result, so that a correction can be followed from value to value. */
  entry_id: z.string().min(1).max(64),
  /** The catalogue's parameter; null while it awaits the catalogue. */
  parameter_id: Id.nullable(),
  /** What was printed or entered, kept beside the id. */
  name: z.string(requiredIfMissing).trim().min(1, messages.required).max(200).refine(isPlain, messages.format),
  comparator: Comparator.optional(),
  /** Null for a text result. */
  value: Decimal.nullable(),
  /** A coded or text result such as 'negative'. */
  text: z.string().max(LONGEST_RESULT, messages.maxLength(LONGEST_RESULT)).refine(isPlain, messages.format).optional(),
  /** As reported, '' where none was. */
  unit: z.string().max(60).refine(isPlain, messages.format),
  min: Decimal.nullable(),
  max: Decimal.nullable(),
  /** A person said that there is no upper limit; satisfies the required max. */
  no_upper_limit: z.boolean().optional(),
  /** A person confirmed a zero as reported. */
  zero_as_reported: z.boolean().optional(),
  /** The laboratory's own flag, as printed (H, L, HH, LL, A, AA, *). */
  flag: z.string().max(8).refine(isPlain, messages.format).optional(),
  /** Where on the page it was read. */
  region: Region.optional(),
  /** What an external record said beside: its codes, and that it was corrected there ('corrected', 'amended'). */
  coding: z.array(Coding).optional(),
  /** The range in words: of an external record, or of a page that prints one limit which is outside of the range ('< 5.0'). */
  range_text: z.string().max(400).refine(isPlain, messages.format).optional(),
  reported_status: z.string().max(40).optional(),
  beside: Beside,
  /** The resource that it was taken from; only a newer version of it changes this value. */
  source: ExternalSource.optional(),
  asks: OpenQuestions,
});
export type LabValue = z.infer<typeof LabValue>;

/** What an external record says beside a value: that it was corrected there, what people remarked, who did it, on what, how; undefined without any. */
export const externalWords = ({ reported_status: status, beside }: Pick<LabValue, 'reported_status' | 'beside'>): string | undefined =>
  [status === undefined ? '' : `${status.charAt(0).toUpperCase()}${status.slice(1)} by its source`, besideText(beside)]
    .filter(Boolean)
    .join('; ') || undefined;

/** Where a value stands against the range stored with it; null where that cannot be said (no range, text, or a comparator that leaves it open). */
export type Standing = 'low' | 'normal' | 'high' | null;

/** Where an entry stands; a comparator counts where it leaves no doubt: '> 5' is high where 5 is the upper limit. */
export const standing = (entry: Pick<LabValue, 'value' | 'comparator' | 'min' | 'max' | 'range_text'>): Standing => {
  if (entry.value === null) return null;
  const v = Number(entry.value);
  const min = entry.min === null ? null : Number(entry.min);
  const max = entry.max === null ? null : Number(entry.max);
  if (!hasLimits(entry)) return null;
  const strict = strictSign(entry);
  // at a limit that is itself outside of the range
  const [isAbove, isBelow] = [strict === '<' && v === max, strict === '>' && v === min];
  switch (entry.comparator) {
    case '<':
    case '<=':
      // '< 5' lies anywhere below 5: low only if all of it is below the minimum; nothing measured lies below a minimum of 0
      if (min !== null && (entry.comparator === '<' ? v <= min : v < min)) return 'low';
      if (entry.comparator === '<=' && isBelow) return 'low';
      return (min === null || min === 0) && max !== null && v <= max && !(entry.comparator === '<=' && isAbove) ? 'normal' : null;
    case '>':
    case '>=':
      if (max !== null && (entry.comparator === '>' ? v >= max : v > max)) return 'high';
      if (entry.comparator === '>=' && isAbove) return 'high';
      return max === null && min !== null && v >= min && !(entry.comparator === '>=' && isBelow) ? 'normal' : null;
    case undefined:
      if (isAbove || (max !== null && v > max)) return 'high';
      if (isBelow || (min !== null && v < min)) return 'low';
      return 'normal';
  }
};

/** A reported flag that says something else than the value's own range does: both are shown. */
export const flagDisagrees = (entry: Pick<LabValue, 'value' | 'comparator' | 'min' | 'max' | 'range_text' | 'flag'>): boolean => {
  const [own, flag] = [standing(entry), flagMeaning(entry.flag)];
  if (own === null || flag === undefined) return false;
  return flag === 'abnormal' ? own === 'normal' : own !== flag;
};

/** Judgement of a value by its own range or its laboratory's flag; 'abnormal' has no direction. */
export type Judgement = Standing | 'abnormal';

interface FlaggedStanding {
  standing: Standing;
  flag?: string | undefined;
}

/**
 * Judgement of a value: low or high by its own range; otherwise by the laboratory's flag, with its direction if there is no range, and as
 * 'abnormal' if the range says 'normal'.
 */
export const judgementOf = ({ standing: own, flag }: FlaggedStanding): Judgement => {
  if (own === 'low' || own === 'high') return own;
  const meaning = flagMeaning(flag);
  if (meaning === undefined || meaning === 'normal') return own;
  return own === null ? meaning : 'abnormal';
};

/** Urgency of a value: 2 critical, 1 abnormal by its range or its flag, 0 neither. */
export type Need = 0 | 1 | 2;

export const needOf = (point: FlaggedStanding): Need => {
  if (isCritical(point)) return 2;
  return [null, 'normal'].includes(judgementOf(point)) ? 0 : 1;
};

/** True if range and flag name opposite directions. Both are shown; a chart draws no second arrow. */
export const isDisputed = ({ standing: own, flag }: FlaggedStanding): boolean => {
  const meaning = flagMeaning(flag);
  return (own === 'high' && meaning === 'low') || (own === 'low' && meaning === 'high');
};

/** The laboratory's flag where value and arrow do not show it already: critical, without a range or a direction, or against the range. */
export const flagToShow = ({ standing: own, flag }: FlaggedStanding): string | undefined => {
  const meaning = flagMeaning(flag);
  if (meaning === undefined) return undefined;
  return meaning === own && !isCritical({ flag }) ? undefined : meaning === 'normal' && own === null ? undefined : flag;
};
