import { readFlag } from '#contracts/observations/flags';
import { textOf, type Word } from './word.ts';

/** Signs by which laboratories flag a value, besides their letters. */
const SIGNS: readonly [RegExp, string][] = [
  [/^(?:⇑|[↑⬆▲△]{2,}|>{2,3})$/u, 'HH'],
  [/^(?:⇓|[↓⬇▼▽]{2,}|<{2,3})$/u, 'LL'],
  [/^[↑⬆▲△↗]$/u, 'H'],
  [/^[↓⬇▼▽↘]$/u, 'L'],
  [/^(?:[!‼⚠]+|\*{3})$/u, '*'],
];

const signOf = (text: string): string | undefined => SIGNS.find(([pattern]) => pattern.test(text.replace(/[()[\]]/g, '').trim()))?.[1];

/** Flag of a mark beside a value: a letter, a word, or a sign such as '↑', '<<' or '(!)'. Undefined for anything else. */
export const flagOfMark = (text: string): string | undefined => readFlag(text) ?? signOf(text);

/** Recognises marks that are no part of a name or of a number: arrows, '(!)', '<<', '(H)', '(+)'. */
export const isSign = (text: string): boolean =>
  signOf(text) !== undefined || (/^[([].+[)\]]$/.test(text) && /^(?:HH?|LL?|\+{1,2}|-{1,2}|\*{1,3})$/.test(text.slice(1, -1)));

/** Recognises the marks of values, letters and asterisks too. Minus, plus and words need a value before them. */
export const isMark = (text: string): boolean => isSign(text) || /^(?:HH?|LL?|\*{1,3})$/.test(text);

const ARROWS = '[↑⬆▲△↗↓⬇▼▽↘⇑⇓]+';
const IN_BRACKETS = String.raw`[(\[](?:HH?|LL?|AA?|\+{1,2}|-{1,2}|\*{1,3}|!+)[)\]]`;

/** Pattern of a mark behind a value, glued to it or not. */
export const MARK_BEHIND = String.raw`(?:${IN_BRACKETS}|${ARROWS}|>>|<<|!+|HH|LL|AA|H|L|A|\*{1,3}|High|Low|Hoch|Niedrig|Abnormal|\+{1,2}|--|[-–−](?!\s*\d))`;

/** Pattern of a mark before a value. A plus or minus there belongs to the number. */
export const MARK_AHEAD = String.raw`(?:(?:${IN_BRACKETS}|${ARROWS}|!+)\s*|(?:HH|LL|H|L|\*{1,3}|>>|<<)\s+)`;

/** A cell's words without the marks at its ends, and the flag that they say. */
export const withoutMarks = (words: readonly Word[], is: (text: string) => boolean): { words: Word[]; flag: string | undefined } => {
  let [start, end] = [0, words.length];
  while (start < end && is(words[start]?.text ?? '')) start++;
  while (end > start && is(words[end - 1]?.text ?? '')) end--;
  const marks = [...words.slice(0, start), ...words.slice(end)];
  return { words: words.slice(start, end), flag: marks.length > 0 ? flagOfMark(textOf(marks.slice(0, 1))) : undefined };
};
