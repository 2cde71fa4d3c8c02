import { messages } from '#contracts/rules/messages';
import { showNumber } from './numbers.ts';

/**
 * Why a value has no place on the common axis: its lower limit first where it has only that, then the documents' message (ruling 18).
 * @param isOutside the limit itself is too low: printed as '> 60'
 */
export const rangeMessages = (lowerLimit: string | null, isOutside = false): string[] => [
  ...(lowerLimit === null ? [] : [messages.lowerLimitOnly(showNumber(lowerLimit), isOutside)]),
  messages.noRange,
];
