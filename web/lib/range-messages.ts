import { hasLimits, strictSign, wordsBeside } from '#contracts/observations/limits';
import type { Range } from '#contracts/observations/observations';
import { messages } from '#contracts/rules/messages';
import { showNumber } from './numbers.ts';

/** The lower limit of a range that has only that, in words, with what was printed besides. */
export const lowerLimitSaid = (range: Range): string | undefined => {
  if (range.min === null || range.max !== null) return undefined;
  const [words, beside] = [messages.lowerLimitOnly(showNumber(range.min), strictSign(range) !== undefined), wordsBeside(range)];
  return beside === undefined ? words : `${words} (${beside})`;
};

/** Why a value has no place on the common axis: what was printed first, or the lower limit alone, then the documents' message (ruling 18). */
export const rangeMessages = (range: Range): string[] => {
  const printed = hasLimits(range) ? lowerLimitSaid(range) : range.range_text;
  return [...(printed ? [printed] : []), messages.noRange];
};
