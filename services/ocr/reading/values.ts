import type { Comparator } from '#contracts/observations/lab-values';
import { readFlag } from '#contracts/observations/flags';
import { type DecimalSign, PRINTED_NUMBER, readNumber, type ReadNumber, takeComparator } from '#contracts/rules/printed-numbers';

export type ReadValue = {
  /** As printed: comparator and number without spaces between, or the words. */
  value: string;
  comparator?: Comparator;
  number: ReadNumber | null;
  flag?: string;
  /** What stands behind value and flag in the same cell: a unit or a range. */
  rest: string;
};

const VALUE = new RegExp(String.raw`^(${PRINTED_NUMBER})\s*(.*)$`);
/** A flag behind the value, glued to it or not: '228 H', '171H', '12.6 Low', '7,4 *'. */
const FLAG = /^(HH|LL|AA|H|L|A|\*{1,2}|High|Low|Hoch|Niedrig|Abnormal|\+|↑|↓|▲|▼|[-–−](?!\s*\d))(?=\s|$)\s*/;
/** The scale of urine strips: '2+' is a result, not a flagged two. */
const DIPSTICK = /^[1-4]\+{1,3}$/;

/** Reads a result cell: comparator, number or words, flag, and whatever follows. Null if there is nothing. */
export const readValue = (cell: string, sign: DecimalSign): ReadValue | null => {
  const text = cell.trim().replace(/^[:=]\s*/, '');
  const ahead = /^(HH|LL|H|L|\*)\s+(?=[<>≤≥]?\s*\d)/.exec(text);
  const { comparator, rest } = takeComparator(ahead ? text.slice(ahead[0].length) : text);
  const match = VALUE.exec(rest);
  const number = match ? readNumber(match[1] ?? '', sign) : null;
  if (match && number && !DIPSTICK.test(text) && !/^[/:]\d|^\d+(?:[.,]\d+)*(?:\s|$)/.test(match[2] ?? '')) {
    const behind = match[2] ?? '';
    const flagged = FLAG.exec(behind);
    const flag = readFlag(flagged?.[1] ?? ahead?.[1] ?? '');
    return {
      value: (comparator ?? '') + (match[1] ?? '').replace('−', '-'),
      ...(comparator ? { comparator } : {}),
      number,
      ...(flag ? { flag } : {}),
      rest: behind.slice(flagged?.[0].length ?? 0).trim(),
    };
  }
  const wordy = /^(.*?)\s+(HH|LL|AA|H|L|A|\*{1,2}|High|Low|Abnormal)$/.exec(text);
  const words = wordy?.[1] ?? text;
  const flag = readFlag(wordy?.[2] ?? '');
  return words === '' ? null : { value: words, number: null, ...(flag ? { flag } : {}), rest: '' };
};
