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

/** A person as the owner of an account typed it; without a birth date where nobody did. */
export interface AccountPerson {
  first_name: string;
  last_name: string;
  /** Local, `YYYY-MM-DDTHH:mm:ss`. */
  date_of_birth?: string | undefined;
}

/** Whether a record has the name and the birth date of the owner of an account, as far as both are known. */
export const isLike = (record: Birth & Pick<AccountPerson, 'first_name' | 'last_name'>, person: AccountPerson): boolean =>
  searchText(record.first_name) === searchText(person.first_name) &&
  searchText(record.last_name) === searchText(person.last_name) &&
  (person.date_of_birth === undefined || birthsAgree(record, { date_of_birth: person.date_of_birth }));

/** 'Mia Schnieder, born 07/21/1989'. */
export const personShown = (person: AccountPerson): string =>
  [shortName(person), ...(person.date_of_birth === undefined ? [] : [`born ${dayShown(person.date_of_birth)}`])].join(', ');

/** Warning for a clinic whose record is connected with an account that `isLike` does not recognise. */
export const differsText = (person: AccountPerson): string => `The account's name or birth date differs: ${personShown(person)}`;
