import type { RecordChanges } from '#contracts/items/last-seen';
import { showInstant } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';

type Counted = Pick<
  RecordChanges,
  | 'lab_results'
  | 'intakes'
  | 'diagnoses'
  | 'examinations'
  | 'corrected'
  | 'critical'
  | 'abnormal'
  | 'removed'
  | 'comments'
  | 'external'
  | 'unchecked'
>;

/** Each with its noun; a number alone where it says what it is: '1 corrected'. */
const WORDS: readonly [field: keyof Counted, one: string, many: string][] = [
  ['lab_results', 'lab entry', 'lab entries'],
  ['intakes', 'treatment', 'treatments'],
  ['diagnoses', 'diagnosis', 'diagnoses'],
  ['examinations', 'examination', 'examinations'],
  ['corrected', 'corrected', 'corrected'],
  ['removed', 'removed', 'removed'],
  ['comments', 'comment', 'comments'],
  ['external', 'external', 'external'],
  ['unchecked', 'unchecked', 'unchecked'],
];

/** Of the results among these: an entry has several values. */
const AMONG: typeof WORDS = [
  ['critical', 'with critical values', 'with critical values'],
  ['abnormal', 'with abnormal values', 'with abnormal values'],
];

/** 'MM/DD/YYYY' on the clock of recorded moments. */
const dayOf = (instant: string): string => showInstant(instant).slice(0, 10);

/** 'since 08/12/2026', or 'to you' where the person never said to have seen the record. */
export const sinceWhen = (last_seen_at: string | null): string => (last_seen_at === null ? 'to you' : `since ${dayOf(last_seen_at)}`);

/** 'Since 08/12/2026: 3 lab entries, 1 corrected, 1 comment, 2 external; 1 with critical values'; undefined where there is nothing to say. */
export const changesText = (changes: Counted & Pick<RecordChanges, 'last_seen_at'>): string | undefined => {
  const counted = (words: typeof WORDS): string[] =>
    words.flatMap(([field, one, many]) => (changes[field] > 0 ? [showCount(changes[field], one, many)] : []));
  const [said, among] = [counted(WORDS), counted(AMONG)];
  const findings = among.length > 0 ? `; ${among.join(', ')}` : '';
  const { last_seen_at } = changes;
  if (said.length > 0) return `${last_seen_at === null ? 'New to you' : `Since ${dayOf(last_seen_at)}`}: ${said.join(', ')}${findings}`;
  return last_seen_at === null ? undefined : `Nothing new since ${dayOf(last_seen_at)}`;
};
