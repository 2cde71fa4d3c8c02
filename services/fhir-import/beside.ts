import type { BesideInFile } from '#contracts/wire/beside';
import type { ImportContext } from './context.ts';
import { besideOf } from './elements/elements.ts';
import { noGaps } from './elements/treatment.ts';
import type { References } from './references.ts';
import type { Found } from './unit.ts';

/**
 * Parts that stand beside what a resource becomes. Counts the elements that name something without saying how it is called, if the file does not
 * have it, and those that lead to another patient's resource or to one that nobody may read.
 */
export const besideIn = ({ tally }: ImportContext, { resource, type }: Found, references: References): BesideInFile => {
  const gaps = noGaps();
  const parts = besideOf(resource, references, gaps);
  tally.notTaken(type, [...gaps.counted]);
  return { parts, missing: gaps.missing };
};
