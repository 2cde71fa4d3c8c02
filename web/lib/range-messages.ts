import { messages } from '#contracts/messages';
import { showNumber } from './numbers.ts';

/** Why a value has no place on the common axis: its lower limit first where it has only that, then the documents' message (ruling 18). */
export const rangeMessages = ({ min, max }: { min: string | null; max: string | null }): string[] => [
  ...(min !== null && max === null ? [messages.lowerLimitOnly(showNumber(min))] : []),
  messages.noRange,
];
