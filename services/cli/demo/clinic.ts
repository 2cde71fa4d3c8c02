import { v5 } from 'uuid';
import type { Role } from '#contracts/accounts';
import type { NewPatient } from '#contracts/patients';

const SPACE = '6f1d7a34-4f55-4c5e-9b7e-0d9f3f1c2a10';

/** Ids of everything in the demonstration follow from names, so that bringing it in twice changes nothing. */
export const demoId = (name: string): string => v5(`demonstration/${name}`, SPACE);

export const clinic = {
  organization_id: demoId('clinic'),
  status: 'Approved' as const,
  name: 'Lindenhof Family Practice',
  address: '14 Lindenhof Lane',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  country: 'USA',
  phone: '+12175550100',
  time_zone: 'America/Chicago',
};

/** The password of everybody who can sign in to the demonstration. */
export const DEMO_PASSWORD = 'anamnesis';

export interface DemoUser {
  username: string;
  first_name: string;
  last_name: string;
  roles: Role[];
  occupations: string[];
  npi?: string;
  /** Key of the patient whose own record this user reads. */
  patient?: string;
}

export const users: DemoUser[] = [
  { username: 'doctor', first_name: 'Helen', last_name: 'Hart', roles: ['Doctor'], occupations: ['Internal medicine'], npi: '1234567893' },
  { username: 'assistant', first_name: 'Peter', last_name: 'Quill', roles: ['Assistant'], occupations: ['Medical assistant'] },
  { username: 'administrator', first_name: 'Ruth', last_name: 'Weaver', roles: ['OrganizationAdmin'], occupations: [] },
  { username: 'patient', first_name: 'Ava', last_name: 'Morgan', roles: ['Patient'], occupations: [], patient: 'morgan' },
];

type DemoPatient = Pick<NewPatient, 'first_name' | 'last_name' | 'sex'> &
  Partial<NewPatient> & { key: string; born: string; number: string; city: string; country?: string };

/** Synthetic people; the numbers are of the range that is never issued (900 to 999). */
export const patients: DemoPatient[] = [
  {
    key: 'morgan',
    first_name: 'Ava',
    middle_name: 'Louise',
    last_name: 'Morgan',
    sex: 'Female',
    born: '1968-05-02',
    number: '900-14-2231',
    city: 'Chicago',
  },
  { key: 'ortiz', first_name: 'Liam', last_name: 'Ortiz', sex: 'Male', born: '1955-11-23', number: '900-31-7754', city: 'San Antonio' },
  { key: 'kim', first_name: 'Grace', last_name: 'Kim', sex: 'Female', born: '1990-02-14', number: '900-55-1902', city: 'Seattle' },
  {
    key: 'fischer',
    first_name: 'Noah',
    last_name: 'Fischer',
    sex: 'Male',
    born: '1979-08-30',
    number: '900-61-3345',
    city: 'Hamburg',
    country: 'Germany',
  },
  {
    key: 'novak',
    first_name: 'Emma',
    last_name: 'Novák',
    sex: 'Female',
    born: '1984-12-09',
    number: '900-70-8812',
    city: 'Brno',
    country: 'Czechia',
  },
  {
    key: 'brandt',
    first_name: 'Oliver',
    last_name: 'Brandt',
    name_suffix: 'Jr.',
    sex: 'Male',
    born: '1948-03-17',
    number: '900-72-4410',
    city: 'Milwaukee',
  },
  { key: 'rossi', first_name: 'Sofia', last_name: 'Rossi', sex: 'Female', born: '2012-06-21', number: '900-77-0093', city: 'Springfield' },
  {
    key: 'okafor',
    first_name: 'Ethan',
    middle_name: 'Chidi',
    last_name: 'Okafor',
    sex: 'Male',
    born: '1972-10-05',
    number: '900-79-6628',
    city: 'Houston',
  },
  {
    key: 'schneider',
    first_name: 'Mia',
    last_name: 'Schneider',
    sex: 'Female',
    born: '1991-07-12',
    number: '900-81-5507',
    city: 'Springfield',
  },
  { key: 'schnieder', first_name: 'Mia', last_name: 'Schnieder', sex: 'Female', born: '1989-07-21', number: '900-83-5570', city: 'Peoria' },
  {
    key: 'hohenberg',
    first_name: 'Maximiliana-Alexandra',
    middle_name: 'Theodora',
    last_name: 'Wolfeschlegelsteinhausen-Hohenberg',
    sex: 'Other',
    born: '1936-01-28',
    number: '900-88-1120',
    city: 'Fredericksburg',
  },
  { key: 'doeman', first_name: 'Janet', last_name: 'Doeman', sex: 'Female', born: '1961-03-09', number: '900-90-6612', city: 'Decatur' },
  // the two persons of the reports that wait
  {
    key: 'testcase',
    first_name: 'Robert',
    last_name: 'Testcase',
    sex: 'Male',
    born: '1974-11-02',
    number: '900-94-3318',
    city: 'Springfield',
  },
  {
    key: 'examplekar',
    first_name: 'Priya',
    last_name: 'Examplekar',
    sex: 'Female',
    born: '1951-04-18',
    number: '900-95-7204',
    city: 'Chicago',
  },
  { key: 'park', first_name: 'Ella', last_name: 'Park', sex: 'Female', born: '1999-09-03', number: '900-93-7736', city: 'Springfield' },
];

/** What the add dialog would send for a person of the demonstration. */
export const asNewPatient = ({ key: _key, born, number, city, country, ...person }: DemoPatient): NewPatient => ({
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
  ...person,
  date_of_birth: `${born}T00:00:00`,
  city_of_birth: city,
  country_of_birth: country ?? 'USA',
  social_security_number: number,
});
