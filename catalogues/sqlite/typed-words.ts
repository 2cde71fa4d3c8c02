import type { TypedWord } from '../ranking.ts';
import { spellings, telling, tokenOf, wordsOf } from '../words.ts';

/** A search is not refused for being long: what comes first of it tells enough. */
const LONGEST_QUERY = 200;
const MOST_WORDS = 12;

/** What to look for: all of its groups, each by any of its words, a beginning with '*'. */
export type Match = readonly (readonly string[])[];

export const quoted = (word: string, isBeginning: boolean): string => `"${tokenOf(word)}"${isBeginning ? '*' : ''}`;
export const expression = (match: Match): string =>
  match.map((words) => (words.length === 1 ? words[0] : `(${words.join(' OR ')})`)).join(' AND ');

/** Entries that have all words, or beginnings of words, in any of their spellings. */
export const anyOf = (typed: readonly TypedWord[]): string =>
  expression(typed.map(({ spellings: words }) => words.map((word) => quoted(word, true))));

/** What is typed, without what says nothing; the last word is open as long as no space stands behind it. */
export const typedWords = (query: string): TypedWord[] => {
  const text = query.slice(0, LONGEST_QUERY);
  const kept = telling(wordsOf(text)).slice(0, MOST_WORDS);
  return kept.map((word, index) => ({ spellings: spellings(word), isOpen: index === kept.length - 1 && !/\s$/.test(text) }));
};

/** All ways to take so many of them; of many words only those that leave out neighbours' first, so that the work stays small. */
export const choices = (words: readonly TypedWord[], left: number): TypedWord[][] => {
  if (left >= words.length) return [[...words]];
  if (left === 1) return words.map((word) => [word]);
  const out = words.length - left;
  if (out > 2) return words.slice(0, words.length - left + 1).map((_, from) => words.slice(from, from + left));
  return words.flatMap((_, index) => choices(words.toSpliced(index, 1), left)).slice(0, 30);
};
