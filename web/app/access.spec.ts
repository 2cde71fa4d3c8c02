import { screens } from '#contracts/policy';
import { landing, mayOpen, menuFor, returnTo } from './access.ts';
import { screensFor } from './palette.data.ts';
import { routes } from './routes.tsx';

const all = () => true;
const paths = (role: Parameters<typeof menuFor>[0][number]) => menuFor([role], all).map(({ label }) => label);

it('shows each role its entries of the menu in the order of the documents', () => {
  expect(paths('SuperUser')).toEqual([
    'Reports',
    'Lab parameters',
    'Lab parameters requests',
    'Global office parameters',
    'Office templates',
    'User management',
    'Organization management',
    'My account',
  ]);
  expect(paths('Doctor')).toEqual(['Patient list', 'What waits for me', 'Reports', 'Patient management', 'Data Sharing', 'My account']);
  expect(paths('Assistant')).toEqual(['Patient list', 'Reports', 'Patient management', 'My account']);
  expect(paths('OrganizationAdmin')).toEqual([
    'Patient list',
    'Reports',
    'Lab parameters',
    'User management',
    'Patient management',
    'Access log',
    'My account',
  ]);
  expect(paths('Patient')).toEqual(['My account', 'Clinics', 'Providers', 'Who has read my record']);
});

it('begins the menu of a patient with the own record', () => {
  expect(menuFor(['Patient'], (path) => path === '/profile', 'ava').map(({ path, label }) => [path, label])).toEqual([
    ['/patients/ava', 'My record'],
    ['/profile', 'My account'],
  ]);
});

it('finds the own record of a patient by its words', () => {
  const found = (patient_id: string | null, typed: string) =>
    screensFor({ roles: ['Patient'], patient_id }, (path) => path === '/profile', typed).map(({ label, open }) => [label, open]);
  expect(found('ava', 'my record')).toEqual([['My record', { to: '/patients/ava' }]]);
  expect(found('ava', 'results')).toEqual([['My record', { to: '/patients/ava' }]]);
  expect(found(null, 'record')).toEqual([]);
});

it('leaves out entries whose screens are not there', () => {
  expect(menuFor(['Patient'], (path) => path === '/profile').map(({ path }) => path)).toEqual(['/profile']);
});

it('opens routes wider than the menu shows them', () => {
  expect(mayOpen('/templates-management', ['OrganizationAdmin'])).toBe(true);
  expect(mayOpen('/templates-management', ['Doctor'])).toBe(false);
  expect(mayOpen('/patients', ['Patient'])).toBe(false);
  expect(mayOpen('/patients/:patient_id', ['Patient'])).toBe(true);
  expect(mayOpen('/patients/:patient_id/:data_type/:item_id/:url_param?', ['Patient'])).toBe(true);
  expect(mayOpen('/patients/:patient_id/:data_type/:item_id/:url_param?', ['SuperUser'])).toBe(false);
  expect(mayOpen('/invited-patients', ['Assistant', 'Doctor'])).toBe(true);
});

it('has a row of roles for each screen behind the sign-in, by the path of its route', () => {
  const closed = routes.filter(({ isPublic, isOpen }) => !isPublic && !isOpen).map(({ path }) => path);
  // what leads on to another screen is open to everybody who signed in
  expect(Object.keys(screens).sort()).toEqual(closed.filter((path) => path !== '/redirect').sort());
});

it('lands each role where the documents say', () => {
  const user = { has_patient_invitation: false, patient_id: null };
  expect(landing({ ...user, roles: ['SuperUser'] }, all)).toBe('/lab-params-requests-management');
  expect(landing({ ...user, roles: ['Patient'] }, all)).toBe('/providers');
  expect(landing({ ...user, roles: ['Patient'], has_patient_invitation: true }, all)).toBe('/practices');
  expect(landing({ ...user, roles: ['Assistant'] }, all)).toBe('/patients');
});

it('lands on the nearest screen where that one is not there', () => {
  const some = (path: string) => path === '/organization-management';
  expect(landing({ roles: ['SuperUser'], has_patient_invitation: false }, some)).toBe('/organization-management');
  expect(landing({ roles: ['Patient'], has_patient_invitation: false }, some)).toBe('/profile');
});

it('lands who works in a clinic and is a patient of another at the work', () =>
  expect(landing({ roles: ['Doctor', 'Patient'], has_patient_invitation: true }, () => true)).toBe('/patients'));

it('goes back only to addresses of its own', () => {
  expect(returnTo('/patients/1?from=2020-01-01', '/x')).toBe('/patients/1?from=2020-01-01');
  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example', '/signin', undefined, 7])
    expect(returnTo(from, '/x')).toBe('/x');
});
