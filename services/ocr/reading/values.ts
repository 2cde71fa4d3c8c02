import type { Comparator } from '#contracts/observations/lab-values';
import { type DecimalSign, PRINTED_NUMBER, readNumber, type ReadNumber, takeComparator } from '#contracts/rules/printed-numbers';
import { flagOfMark, MARK_AHEAD, MARK_BEHIND } from './marks.ts';
import { looksLikeUnit } from './units.ts';

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
/** A flag behind the value, glued to it or not: '228 H', '171H', '12.6 Low', '7,4 *', '5.3 (!)'. */
const FLAG = new RegExp(String.raw`^(${MARK_BEHIND})(?=\s|$)\s*`, 'u');
const AHEAD = new RegExp(String.raw`^(${MARK_AHEAD})(?=[<>≤≥]?\s*\d)`, 'u');
/** A flag behind the unit: '462 µmol/L ↑'. */
const BEHIND_UNIT = new RegExp(String.raw`^(.*\S)\s+(${MARK_BEHIND})$`, 'u');
const WORDS_AND_FLAG = /^(.*?)\s+(HH|LL|AA|H|L|A|\*{1,3}|High|Low|Abnormal|[↑⬆▲△↗↓⬇▼▽↘⇑⇓]+|\(?!+\)?)$/u;
/** The scale of urine strips: '2+' is a result, not a flagged two. */
const DIPSTICK = /^[1-4]\+{1,3}$/;

/** Reads a result cell: comparator, number or words, flag, and whatever follows. Null if there is nothing. */
export const readValue = (cell: string, sign: DecimalSign): ReadValue | null => {
  const text = cell.trim().replace(/^[:=]\s*/, '');
  const ahead = AHEAD.exec(text);
  const { comparator, rest } = takeComparator(ahead ? text.slice(ahead[0].length) : text);
  const match = VALUE.exec(rest);
  const number = match ? readNumber(match[1] ?? '', sign) : null;
  if (match && number && !DIPSTICK.test(text) && !/^[/:]\d|^\d+(?:[.,]\d+)*(?:\s|$)/.test(match[2] ?? '')) {
    const behind = match[2] ?? '';
    const flagged = FLAG.exec(behind);
    const last = behind.slice(flagged?.[0].length ?? 0).trim();
    const late = flagged ? null : BEHIND_UNIT.exec(last);
    const marked = late && looksLikeUnit(late[1] ?? '') ? late : null;
    const flag = flagOfMark(flagged?.[1] ?? ahead?.[1]?.trim() ?? marked?.[2] ?? '');
    return {
      value: (comparator ?? '') + (match[1] ?? '').replace('−', '-'),
      ...(comparator ? { comparator } : {}),
      number,
      ...(flag ? { flag } : {}),
      rest: marked?.[1] ?? last,
    };
  }
  const wordy = WORDS_AND_FLAG.exec(text);
  const words = wordy?.[1] ?? text;
  const flag = flagOfMark(wordy?.[2] ?? '');
  return words === '' ? null : { value: words, number: null, ...(flag ? { flag } : {}), rest: '' };
};
