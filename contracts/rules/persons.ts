import { searchWords } from './search-text.ts';

/** A name for comparison: its folded words. */
const foldedName = (name: string): string => searchWords(name).join(' ');

/** Who a page or a record is about, as far as it says; null where it does not. */
export interface Person {
  first_name: string | null;
  last_name: string | null;
  /** YYYY-MM-DD, with or without a time behind it. */
  date_of_birth: string | null;
}

const day = (date: string | null): string | null => date?.slice(0, 10) ?? null;

/** The first given name: a page often prints a middle name or initial that the record keeps apart. */
const given = (name: string): string => searchWords(name)[0] ?? '';

/** What of the person on a page is other than in the record; a field that the page does not give differs from nothing. */
export const differingFields = (page: Person, record: Person): (keyof Person)[] => {
  const differs: (keyof Person)[] = [];
  if (page.first_name && given(page.first_name) !== given(record.first_name ?? '')) differs.push('first_name');
  if (page.last_name && foldedName(page.last_name) !== foldedName(record.last_name ?? '')) differs.push('last_name');
  if (page.date_of_birth && day(page.date_of_birth) !== day(record.date_of_birth)) differs.push('date_of_birth');
  return differs;
};

/** Saving without a person needs name and birth date on the page, and both the same as in the record (ruling 25). */
export const samePerson = (page: Person, record: Person): boolean =>
  Boolean(page.first_name && page.last_name && page.date_of_birth) && differingFields(page, record).length === 0;
