import { type Birth, birthsAgree } from '../wire/birth.ts';
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
