import { searchWords } from '#contracts/rules/search-text';
import { isLocalDateTime } from '#contracts/wire/primitives';
import type { PatientOrder, PatientSearch } from '#contracts/people/patients';
import type { Condition, Filter, Query } from '#infra/read-store/read-store';
import { slipsOf } from './like-names.ts';
import { wordSlots } from '../records/patients.projection.ts';

/** One thing that must hold of a patient, as alternatives; the projection has an index for each. */
type Wanted = Filter[];

type Names = 'last_words' | 'first_words';

/** Slips are looked for in no longer words, and in no search of more words: there are some hundred of each. */
const [LONGEST_SLIPPED, MOST_SLIPPED] = [30, 5];

/** How a typed word has to be in a name: a word of it, the beginning of one, or that or a slip away from a word. */
export type Nearness = 'is' | 'begins' | 'similar';

const conditions: Record<Nearness, (word: string) => Condition[]> = {
  is: (word) => [{ eq: word }],
  begins: (word) => [{ prefix: word }],
  similar: (word) => {
    const slips = word.length > LONGEST_SLIPPED ? [] : slipsOf(word);
    return [{ prefix: word }, ...(slips.length === 0 ? [] : [{ in: slips }])];
  },
};

const named = (word: string, how: Nearness, ...names: Names[]): Wanted =>
  names.flatMap((name) =>
    wordSlots.flatMap((slot) => conditions[how](word).map((condition): Filter => ({ [`search.${name}.${slot}`]: condition }))),
  );

const bornOn = (days: readonly string[]): Wanted => days.map((day) => ({ date_of_birth: { prefix: day } }));

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/;
const ISO = /^\d{4}-\d{2}-\d{2}$/;
const two = (digits = ''): string => digits.padStart(2, '0');

/**
 * The days of birth that a part of the free query means, 'YYYY-MM-DD': month, day, year, of two digits in either century up to this year;
 * none for a day that there is not. Undefined: it is no date.
 */
const daysIn = (part: string, thisYear: number): string[] | undefined => {
  if (ISO.test(part)) return [part];
  const [, month, day, year = ''] = AMERICAN.exec(part) ?? [];
  if (year === '') return undefined;
  const years = year.length === 4 ? [year] : ['19', '20'].map((century) => century + year).filter((one) => Number(one) <= thisYear);
  return years.map((one) => `${one}-${two(month)}-${two(day)}`).filter((one) => isLocalDateTime(`${one}T00:00:00`));
};

const partsOf = ({ query }: PatientSearch): string[] => query.split(/\s+/);

/** What the dates of a search were read as; undefined where it has none. */
export const daysOf = (search: PatientSearch, thisYear: number): string[] | undefined => {
  const read = partsOf(search).flatMap((part) => daysIn(part, thisYear) ?? []);
  return partsOf(search).some((part) => AMERICAN.test(part)) || read.length > 0 ? read : undefined;
};

const NUMBER = /^(\d{4}|\d{3}-?\d{2}-?\d{4}|\*{3}-\*{2}-\d{4})$/;

/** Whether a search has words of names, and few enough to look for similar ones. */
export const hasNames = (search: PatientSearch, thisYear: number): boolean => {
  const parts = partsOf(search).filter((part) => !NUMBER.test(part) && daysIn(part, thisYear) === undefined);
  const { length } = searchWords([...parts, search.last_name, search.first_name].join(' '));
  return length > 0 && length <= MOST_SLIPPED;
};

/** A part of the free query: a day, a number (by its last four digits), or words of a name. */
const meant = (part: string, how: Nearness, thisYear: number): Wanted[] => {
  const days = daysIn(part, thisYear);
  if (days) return [bornOn(days)];
  if (NUMBER.test(part)) return [[{ 'search.last_four': { eq: part.slice(-4) } }]];
  return searchWords(part).map((word) => named(word, how, 'last_words', 'first_words'));
};

/** What a search asks of patients: each typed word of a name, a date is the birthday, four digits are the end of the number. */
export const wantedOf = (search: PatientSearch, how: Nearness, thisYear: number): Wanted[] => [
  ...partsOf(search).flatMap((part) => meant(part, how, thisYear)),
  ...searchWords(search.last_name).map((word) => named(word, how, 'last_words')),
  ...searchWords(search.first_name).map((word) => named(word, how, 'first_words')),
];

/** Each order ends with the name, so that equal ones stand as a person expects. */
export const sortOf: Record<PatientOrder, NonNullable<Query['sort']>> = {
  None: [['date_registered', 'desc']],
  LastName: [
    ['search.last', 'asc'],
    ['search.first', 'asc'],
  ],
  FirstName: [
    ['search.first', 'asc'],
    ['search.last', 'asc'],
  ],
  DateOfBirth: [
    ['date_of_birth', 'asc'],
    ['search.last', 'asc'],
  ],
  DateRegistered: [['date_registered', 'asc']],
};
