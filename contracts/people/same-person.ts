import { searchText } from '../rules/search-text.ts';

/** What tells whose a record is; of the number the last four digits count, so that a masked one will do. */
interface Recorded {
  first_name: string;
  date_of_birth: string;
  social_security_number: string;
}

/**
 * Whether records of one account may be the same person's: born on one day, and with the first name or the number in common. A parent's account
 * may have those of twins, who have neither; 'Kate' and 'Katherine' have the number, and one who married the first name.
 */
export const isSamePerson = (one: Recorded, other: Recorded): boolean =>
  one.date_of_birth.slice(0, 10) === other.date_of_birth.slice(0, 10) &&
  (searchText(one.first_name) === searchText(other.first_name) || (numberOf(one) !== '' && numberOf(one) === numberOf(other)));

const numberOf = ({ social_security_number }: Recorded): string => social_security_number.slice(-4);
