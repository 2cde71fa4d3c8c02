import { saysTheSame } from '../rules/equal.ts';
import { strictSign } from './limits.ts';
import { type Corrections, type ObservedValue, quantityOf, type Range, rangeOf } from './observations.ts';

/** The limits as a person reads them, without the unit, which is that of the value. */
const limitsOf = ({ min, max, range_text }: Range) => ({
  min,
  max,
  words: min === null && max === null ? range_text : strictSign({ min, max, range_text }),
});

/**
 * The fact that is replaced, or was replaced last.
 * @param said what has to differ
 */
const replaced = <F extends object>(
  was: F,
  now: F,
  kept: (F & { at: string }) | undefined,
  said: (of: F) => unknown,
  at: string | null,
) => {
  if (at !== null && !saysTheSame(said(was), said(now))) return { ...was, at };
  return kept && !saysTheSame(said({ ...kept, at: undefined }), said(now)) ? kept : undefined;
};

/**
 * What the value and the range of an entry replaced. What a draft says is not yet a fact, and replacing it corrects nothing (ruling 24).
 * @param at when the entry was changed; null where what it replaces was a draft
 */
export const correctionsOf = (was: ObservedValue, now: ObservedValue, at: string | null): Corrections => {
  const value = replaced(quantityOf(was), quantityOf(now), was.corrected_from, (of) => of, at);
  const range = replaced(rangeOf(was), rangeOf(now), was.range_corrected_from, limitsOf, at);
  return { ...(value ? { corrected_from: value } : {}), ...(range ? { range_corrected_from: range } : {}) };
};
