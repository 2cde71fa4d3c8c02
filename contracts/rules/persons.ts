import { searchWords } from './search-text.ts';

/** A name for comparison: its folded words. */
const foldedName = (name: string): string => searchWords(name).join(' ');

/** Who a page or a record is about, as far as it says; null where it does not. */
export interface Person {
  first_name: string | null;
  last_name: string | null;
  /** YYYY-MM-DD, with or without a time behind it. */
  date_of_birth: string | null;
  /** Left out where the day is known. */
  date_of_birth_precision?: string | undefined;
}

type PersonField = 'first_name' | 'last_name' | 'date_of_birth';

const day = (date: string | null): string | null => date?.slice(0, 10) ?? null;

/** First and last name, as far as a record has them. */
export const shortName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  [first_name, last_name].filter(Boolean).join(' ');

/** The first given name: a page often prints a middle name or initial that the record keeps apart. */
const given = (name: string): string => searchWords(name)[0] ?? '';

/**
 * What of the person on a page is other than in the record; a field that the page does not give differs from nothing. A birth date of which the
 * record knows only the year or the month is no day of a page for certain.
 */
export const differingFields = (page: Person, record: Person): PersonField[] => {
  const differs: PersonField[] = [];
  if (page.first_name && given(page.first_name) !== given(record.first_name ?? '')) differs.push('first_name');
  if (page.last_name && foldedName(page.last_name) !== foldedName(record.last_name ?? '')) differs.push('last_name');
  const isPartial = page.date_of_birth_precision !== undefined || record.date_of_birth_precision !== undefined;
  if (page.date_of_birth && (isPartial || day(page.date_of_birth) !== day(record.date_of_birth))) differs.push('date_of_birth');
  return differs;
};

/** Whether first and last name are there, and have letters or digits to compare. */
export const hasWholeName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): boolean =>
  given(first_name ?? '') !== '' && foldedName(last_name ?? '') !== '';

/** Saving without a person needs both names and a birth date on the page, and all three the same as in the record (ruling 25). */
export const samePerson = (page: Person, record: Person): boolean =>
  hasWholeName(page) && Boolean(page.date_of_birth) && differingFields(page, record).length === 0;
