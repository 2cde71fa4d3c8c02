import { searchWords } from '#contracts/rules/search-text';
import { isLocalDateTime } from '#contracts/wire/primitives';
import type { PatientOrder, PatientSearch } from '#contracts/people/patients';
import type { BirthPrecision } from '#contracts/wire/precision';
import type { Condition, Filter, Query } from '#infra/read-store/read-store';
import { slipsOf } from '../records/like-names.ts';
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

/** Those of whom only the month or the year of the birth is known, and it is the one of that day or month. */
const bornIn = (written: string, precision: BirthPrecision): Filter => ({
  date_of_birth: { eq: `${precision === 'year' ? `${written.slice(0, 4)}-01` : written.slice(0, 7)}-01T00:00:00` },
  date_of_birth_precision: { eq: precision },
});

/** @param written days, `YYYY-MM-DD`, or a month, `YYYY-MM` */
const bornOn = (written: readonly string[]): Wanted =>
  written.flatMap((one) => [{ date_of_birth: { prefix: one } }, bornIn(one, 'month'), bornIn(one, 'year')]);

const MONTH = /^(0?[1-9]|1[0-2])\/((?:19|20)\d{2})$/;
/** The month of birth that a part of the free query means, 'YYYY-MM', as birth dates are shown of which no day is known. */
const monthIn = (part: string): string | undefined => {
  const [, month, year] = MONTH.exec(part) ?? [];
  return month === undefined ? undefined : `${year}-${two(month)}`;
};

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

/** A number that was typed with spaces is one part. */
const partsOf = ({ query }: PatientSearch): string[] =>
  query.replace(/(?<!\d)(\d{3})[ -](\d{2})[ -](\d{4})(?!\d)/g, '$1-$2-$3').split(/\s+/);

/** A day as a filter names it: a part of the free query, or with the time that stored dates have. */
const dayOf = ({ date_of_birth }: PatientSearch): string => date_of_birth.replace(/T00:00:00$/, '');

/** What the dates of a search were read as; undefined where it has none. */
export const daysOf = (search: PatientSearch, thisYear: number): string[] | undefined => {
  const parts = [...partsOf(search), dayOf(search)];
  const read = parts.flatMap((part) => daysIn(part, thisYear) ?? []);
  return parts.some((part) => AMERICAN.test(part)) || read.length > 0 ? read : undefined;
};

const WHOLE = /^\d{3}-?\d{2}-?\d{4}$/;
const ENDING = /^(\d{4}|\*{3}-\*{2}-\d{4})$/;
const isNumber = (part: string): boolean => WHOLE.test(part) || ENDING.test(part);

/** The whole social security numbers that a search names, nine digits each. */
export const numbersIn = (search: PatientSearch): string[] =>
  [...partsOf(search), search.social_security_number].filter((part) => WHOLE.test(part)).map((part) => part.replaceAll('-', ''));

/** Whether a search has words of names, and few enough to look for similar ones. */
export const hasNames = (search: PatientSearch, thisYear: number): boolean => {
  const parts = partsOf(search).filter((part) => !isNumber(part) && daysIn(part, thisYear) === undefined && monthIn(part) === undefined);
  const { length } = searchWords([...parts, search.last_name, search.first_name].join(' '));
  return length > 0 && length <= MOST_SLIPPED;
};

/** What a search cannot tell by itself: the year, and whose the whole numbers are, by their nine digits. */
export interface Known {
  thisYear: number;
  owners: ReadonlyMap<string, string>;
}

/** By its owner where it is whole, otherwise by its last four digits; a whole one of nobody finds nobody. */
const numbered = (number: string, { owners }: Known): Wanted => {
  const last_four = { 'search.last_four': { eq: number.slice(-4) } };
  if (ENDING.test(number)) return [last_four];
  const owner = owners.get(number.replaceAll('-', ''));
  return owner === undefined ? [] : [{ id: { eq: owner }, ...last_four }];
};

const YEAR = /^(?:19|20)\d{2}$/;

/** A part of the free query: a day, a number, or words of a name. */
const meant = (part: string, how: Nearness, known: Known): Wanted[] => {
  const days = daysIn(part, known.thisYear);
  if (days) return [bornOn(days)];
  const month = monthIn(part);
  if (month !== undefined) return [bornOn([month])];
  if (isNumber(part)) return [[...numbered(part, known), ...(YEAR.test(part) ? [bornIn(part, 'year')] : [])]];
  return searchWords(part).map((word) => named(word, how, 'last_words', 'first_words'));
};

/** What a search asks of patients: each typed word of a name, a date is the birthday, four digits are the end of the number, or a year of birth of which no more is known. */
export const wantedOf = (search: PatientSearch, how: Nearness, known: Known): Wanted[] => [
  ...partsOf(search).flatMap((part) => meant(part, how, known)),
  ...(search.date_of_birth === '' ? [] : [bornOn(daysIn(dayOf(search), known.thisYear) ?? [])]),
  ...(search.social_security_number === '' ? [] : [numbered(search.social_security_number, known)]),
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
