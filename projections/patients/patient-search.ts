import { foldedWords } from '#contracts/folding';
import type { PatientOrder, PatientSearch } from '#contracts/patients';
import type { Filter, Query } from '#infra/read-store/read-store';
import { type PatientDocument, wordSlots } from './patients.projection.ts';

/** One thing that must hold of a patient: as alternatives for the store, and as a question to a document. */
interface Wanted {
  any_of: Filter[];
  holds(patient: PatientDocument): boolean;
}

type Names = 'last_words' | 'first_words';

/** A typed word is how some word of these names begins. */
const begins = (word: string, ...names: Names[]): Wanted => ({
  any_of: names.flatMap((name) => wordSlots.map((slot): Filter => ({ [`search.${name}.${slot}`]: { prefix: word } }))),
  holds: ({ search }) => names.some((name) => Object.values(search[name]).some((own) => own.startsWith(word))),
});

const equal = (field: 'date_of_birth' | 'last_four', value: string): Wanted =>
  field === 'last_four'
    ? { any_of: [{ 'search.last_four': { eq: value } }], holds: ({ search }) => search.last_four === value }
    : { any_of: [{ date_of_birth: { prefix: value } }], holds: ({ date_of_birth }) => date_of_birth.startsWith(value) };

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const two = (digits = ''): string => digits.padStart(2, '0');

/** A part of the free query: a day, a number (by its last four digits), or how a name begins. */
const meant = (part: string): Wanted[] => {
  const [, month, day, year] = AMERICAN.exec(part) ?? [];
  if (year !== undefined) return [equal('date_of_birth', `${year}-${two(month)}-${two(day)}`)];
  if (/^\d{4}-\d{2}-\d{2}$/.test(part)) return [equal('date_of_birth', part)];
  if (/^(\d{4}|\d{3}-?\d{2}-?\d{4}|\*{3}-\*{2}-\d{4})$/.test(part)) return [equal('last_four', part.slice(-4))];
  return foldedWords(part).map((word) => begins(word, 'last_words', 'first_words'));
};

/**
 * What a search asks of patients, the most telling first: each typed word begins a word of the name, a date is the birthday, four digits
 * are the end of the number.
 */
export const wantedOf = ({ last_name, first_name, query }: PatientSearch): Wanted[] =>
  [
    ...query.split(/\s+/).flatMap(meant),
    ...foldedWords(last_name).map((word) => begins(word, 'last_words')),
    ...foldedWords(first_name).map((word) => begins(word, 'first_words')),
  ].sort((a, b) => weight(b) - weight(a));

/** Longer texts leave fewer patients. */
const weight = ({ any_of }: Wanted): number => {
  const condition = Object.values(any_of[0] ?? {})[0];
  return condition && 'prefix' in condition ? condition.prefix.length : 4;
};

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
