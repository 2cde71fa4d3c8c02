import type { PatientView } from '#contracts/people/patients';

type Named = Pick<PatientView, 'first_name' | 'middle_name' | 'last_name' | 'name_suffix'>;

/** First Middle Last Suffix, case as entered. */
export const fullName = ({ first_name, middle_name, last_name, name_suffix }: Named): string =>
  [first_name, middle_name, last_name, name_suffix].filter(Boolean).join(' ');

/** What lists have in a column where a record lacks it. */
const NONE = '---';

/** Last name and suffix of a row in a list. */
export const listedLastName = ({ last_name, name_suffix }: Named): string => [last_name || NONE, name_suffix].filter(Boolean).join(' ');

/** First and middle names of a row in a list. */
export const listedFirstName = ({ first_name, middle_name }: Named): string => [first_name, middle_name].filter(Boolean).join(' ') || NONE;

/** 'city, state - country' as far as it is known. */
export const placeOfBirth = (patient: Pick<PatientView, 'city_of_birth' | 'state_of_birth' | 'country_of_birth'>): string => {
  const place = [patient.city_of_birth, patient.state_of_birth].filter(Boolean).join(', ');
  return [place, patient.country_of_birth].filter(Boolean).join(' - ');
};
