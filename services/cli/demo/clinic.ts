import { v5 } from 'uuid';
import type { Role } from '#contracts/people/accounts';

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
  /** Of the patient whose own record this user reads. */
  patient_id?: string;
}

export const users: DemoUser[] = [
  { username: 'doctor', first_name: 'Helen', last_name: 'Hart', roles: ['Doctor'], occupations: ['Internal medicine'], npi: '1234567893' },
  { username: 'assistant', first_name: 'Peter', last_name: 'Quill', roles: ['Assistant'], occupations: ['Medical assistant'] },
  { username: 'administrator', first_name: 'Ruth', last_name: 'Weaver', roles: ['OrganizationAdmin'], occupations: [] },
  {
    username: 'patient',
    first_name: 'Ava',
    last_name: 'Morgan',
    roles: ['Patient'],
    occupations: [],
    patient_id: demoId('patient/morgan'),
  },
];
