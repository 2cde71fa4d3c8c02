import { foldedWords } from '#contracts/folding';
import type { PatientOrder, PatientSearch } from '#contracts/patients';
import type { Filter, Query } from '#infra/read-store/read-store';
import { wordSlots } from './patients.projection.ts';

/** One thing that must hold of a patient, as alternatives; the projection has an index for each. */
type Wanted = Filter[];

type Names = 'last_words' | 'first_words';

/** A typed word is how some word of these names begins. */
const begins = (word: string, ...names: Names[]): Wanted =>
  names.flatMap((name) => wordSlots.map((slot): Filter => ({ [`search.${name}.${slot}`]: { prefix: word } })));

const bornOn = (day: string): Wanted => [{ date_of_birth: { prefix: day } }];

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const two = (digits = ''): string => digits.padStart(2, '0');

/** A part of the free query: a day, a number (by its last four digits), or how a name begins. */
const meant = (part: string): Wanted[] => {
  const [, month, day, year] = AMERICAN.exec(part) ?? [];
  if (year !== undefined) return [bornOn(`${year}-${two(month)}-${two(day)}`)];
  if (/^\d{4}-\d{2}-\d{2}$/.test(part)) return [bornOn(part)];
  if (/^(\d{4}|\d{3}-?\d{2}-?\d{4}|\*{3}-\*{2}-\d{4})$/.test(part)) return [[{ 'search.last_four': { eq: part.slice(-4) } }]];
  return foldedWords(part).map((word) => begins(word, 'last_words', 'first_words'));
};

/** What a search asks of patients: each typed word begins a word of the name, a date is the birthday, four digits are the end of the number. */
export const wantedOf = ({ last_name, first_name, query }: PatientSearch): Wanted[] => [
  ...query.split(/\s+/).flatMap(meant),
  ...foldedWords(last_name).map((word) => begins(word, 'last_words')),
  ...foldedWords(first_name).map((word) => begins(word, 'first_words')),
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
