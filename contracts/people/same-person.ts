import { type Birth, birthsAgree } from '../wire/birth.ts';
import { dayShown } from '../wire/precision.ts';
import { shortName } from '../rules/persons.ts';
import { searchText } from '../rules/search-text.ts';

/** What tells whose a record is; of the number the last four digits count, so that a masked one will do. */
interface Recorded extends Birth {
  first_name: string;
  social_security_number: string;
}

/**
 * Whether records of one account may be the same person's: born on one day, and with the first name or the number in common. A parent's account
 * may have those of twins, who have neither; 'Kate' and 'Katherine' have the number, and one who married the first name. Where one of them knows
 * only the year or the month of the birth, the number alone tells.
 */
export const isSamePerson = (one: Recorded, other: Recorded): boolean =>
  birthsAgree(one, other) &&
  ((sameFirstName(one, other) && !isPartial(one) && !isPartial(other)) || (numberOf(one) !== '' && numberOf(one) === numberOf(other)));

const isPartial = ({ date_of_birth_precision: precision }: Recorded): boolean => precision !== undefined;

/** Two records without a first name have none in common. */
const sameFirstName = (one: Recorded, other: Recorded): boolean =>
  searchText(one.first_name) !== '' && searchText(one.first_name) === searchText(other.first_name);

const numberOf = ({ social_security_number }: Recorded): string => social_security_number.slice(-4);

/** What a record says of a person, or somebody of themselves, who may have left out birth date and sex. */
interface Described extends Partial<Birth> {
  first_name: string;
  last_name: string;
  sex?: string | undefined;
}

export type PersonFact = 'name' | 'birth date' | 'sex';

/** What two descriptions say otherwise of a person, a birth date as far as both know it; what one of them leaves out differs from nothing. */
export const differencesOf = (one: Described, other: Described): PersonFact[] => [
  ...(searchText(shortName(one)) === searchText(shortName(other)) ? [] : (['name'] as const)),
  ...(!isBorn(one) || !isBorn(other) || birthsAgree(one, other) ? [] : (['birth date'] as const)),
  ...(one.sex === undefined || other.sex === undefined || one.sex === other.sex ? [] : (['sex'] as const)),
];

const isBorn = <T extends Partial<Birth>>(one: T): one is T & Birth => one.date_of_birth !== undefined;

/** A person as the owner of an account typed it; without a birth date where nobody did. */
export interface AccountPerson {
  first_name: string;
  last_name: string;
  /** Local, `YYYY-MM-DDTHH:mm:ss`. */
  date_of_birth?: string | undefined;
}

/** Whether a record has the name and the birth date of the owner of an account, as far as both are known. */
export const isLike = (record: Birth & Pick<AccountPerson, 'first_name' | 'last_name'>, person: AccountPerson): boolean =>
  differencesOf(record, person).every((fact) => fact === 'sex');

/** 'Mia Schnieder, born 07/21/1989'. */
export const personShown = (person: AccountPerson): string =>
  [shortName(person), ...(person.date_of_birth === undefined ? [] : [`born ${dayShown(person.date_of_birth)}`])].join(', ');

/** Warning for a clinic whose record is connected with an account that `isLike` does not recognise. */
export const differsText = (person: AccountPerson): string => `The account's name or birth date differs: ${personShown(person)}`;
