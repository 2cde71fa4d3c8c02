import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { PreviousLabValue } from '#contracts/lab/lab-results';
import { isAdult, type Person, rangeFor, usualRange } from '#contracts/lab/usual-ranges';
import { type Collected, collectedOf } from '#contracts/wire/clock';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { unitKey } from '#contracts/rules/units';

interface Limits {
  min: string | null;
  max: string | null;
  /** As it was printed, where the limit itself is outside of the range. */
  range_text?: string | undefined;
}

/** Ranges that a form may offer for a value, the patient's own before the catalogue's. */
export interface SuggestedRanges {
  /** Of the patient's last checked result of the same parameter, unit and clinic. */
  last?: Limits & Collected;
  usual?: NonNullable<ReturnType<typeof usualRange>>;
}

export interface RangeFacts {
  /** Whose value it is; nothing is suggested while nobody is chosen. */
  person: Person | undefined;
  /** The parameter's last values, as /api/lab-results/previous answers them. */
  last: Pick<PreviousLabValue, 'ranges'> | undefined;
  /** Of the catalogue, where it is known. */
  parameter: Pick<LabParameterView, 'unit' | 'usual_ranges' | 'source'> | undefined;
  /** The day the sample was collected, or what was typed; nothing is suggested before it is a day. */
  collected: string;
}

const sameUnit = (a: string, b: string): boolean => unitKey(a) === unitKey(b);

/**
 * What ruling 49 allows to suggest for a value in this unit. Minors and sex Other are given what the catalogue has for them, and their own last
 * range only while it is of the same age group.
 */
export const suggestedRanges = (unit: string, { person, last, parameter, collected }: RangeFacts): SuggestedRanges => {
  if (!person || !isLocalDateTime(collected)) return {};
  const known = parameter && sameUnit(parameter.unit, unit) ? parameter : undefined;
  const usual = known && usualRange(known, person, collected);
  const groupOn = (day: string) => (isAdult(person, day) ? 'adult' : known && rangeFor(known.usual_ranges, person, day));
  const own = last?.ranges.find((range) => sameUnit(range.unit, unit));
  const group = groupOn(collected);
  return {
    ...(own && group !== undefined && group === groupOn(own.collected)
      ? { last: { min: own.min, max: own.max, range_text: own.range_text, ...collectedOf(own) } }
      : {}),
    ...(usual ? { usual } : {}),
  };
};
