import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { apiAs } from '../e2e/api.ts';
import { chosen, dialog, field, fill, isGone, type Part, press, rowOf, rowsOf, said } from './find.ts';
import { screensOf } from './screens.tsx';

const PASSWORD = 'nine loud kettles';
const choose = async (name: string, value: string, where: Part) => userEvent.selectOptions(await field(name, where), value);
const opens = async (button: string, title: string) => {
  await press(button);
  // before its form is read there is another dialog of the same title
  await screen.findByRole('button', { name: 'Cancel' });
  return dialog(title, 'dialog');
};
/** Answers the removal's question. */
const confirmed = async (button: string, words: RegExp) => {
  const question = await dialog('Are you sure?');
  await question.findByText(words);
  await press(button, question);
};
const PERSON = { 'First name': 'Hanna', 'Last name': 'Quay', Email: 'hanna@example.org', 'Phone number': '+12185550101' };
const fillAll = async (fields: Record<string, string>, where: Part) => {
  for (const [name, text] of Object.entries(fields)) await fill(new RegExp(`^${name}( |$)`), text, where);
};

describe('organization management', () => {
  const screens = screensOf('admin');

  it('adds one with its administrator, decides about it, and removes it', async () => {
    const name = `Harbor ${randomUUID().slice(0, 6)}`;
    screens.open('/organization-management');
    await screen.findByRole('heading', { name: /Organization management/ });
    const form = await opens('Add new', 'Add new organization');
    expect(await form.findByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
    await userEvent.click(await field('Name', form));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect((await form.findAllByText('Field is required')).length).toBeGreaterThan(8);
    await fillAll({ Name: name, Address: '2 Quay', City: 'Duluth', Zip: '55802', 'Telephone number': 'x' }, form);
    await fillAll({ ...PERSON, Username: `u-${randomUUID()}`, Password: PASSWORD }, form);
    await form.findByText('Phone number must be in a proper format');
    await fill('Telephone number', '+12185550100', form);
    await press('Submit', form);
    await said('Organization has been successfully created.');
    await waitFor(() => expect(rowsOf().some((row) => row.includes(name) && row.includes('PENDING_APPROVAL'))).toBe(true));

    const change = await opens(`Edit ${name}`, 'Update organization');
    await change.findByText('Not complete yet: Status');
    await choose('Status', 'Approved', change);
    await press('Submit', change);
    await said(`${name} was updated`);
    await waitFor(() => expect(rowsOf().some((row) => row.includes(name) && row.includes('Approved'))).toBe(true));

    const again = await opens(`Edit ${name}`, 'Update organization');
    await press('Remove', again);
    await confirmed('Remove', /You are trying to remove organization data. This action is irreversible./);
    await isGone(name);
  });

  it('says why one with records stays', async () => {
    screens.open('/organization-management');
    const form = await opens('Edit Lindenhof Family Practice', 'Update organization');
    await form.findByRole('option', { name: /Hart Helen/ });
    await press('Remove', form);
    await confirmed('Remove', /\d+ users of Lindenhof Family Practice can then no longer sign in/);
    await form.findByText(/still has \d+ patient records. Export and remove them first./);
  });
});

describe('somebody whose organization waits', () => {
  const screens = screensOf('admin');

  it('sees that, and nothing else, until it is approved', async () => {
    const username = `u-${randomUUID()}`;
    const address = { name: 'Waiting Room', address: '2 Quay', city: 'Duluth', zip: '55802', phone: '+12185550100' };
    const person = { first_name: 'Hanna', last_name: 'Quay', email: 'h@example.org', phone_number: '+12185550101' };
    const body = { ...address, ...person, username, password: PASSWORD };
    const { id } = await screens.api.send<{ id: string }>('POST', '/api/organizations', body);
    await waitFor(() => screens.api.get(`/api/users/${username}`));
    const first = await apiAs(screens.url(), username, PASSWORD);
    const change = { old_password: PASSWORD, new_password: 'five slow tractors' };
    await first.send('PUT', '/api/users/password', change);
    screens.open('/patients', first.token);
    await screen.findByText('Please wait until new organization request will be approved.');
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
    expect(await first.status('/api/patients')).toBe(403);
    await screens.api.send('PUT', `/api/organizations/${id}`, { ...address, status: 'Rejected', version: 1 });
    await press('Look again');
    await screen.findByText(/The request of Waiting Room was rejected/);
    await screens.api.send('PUT', `/api/organizations/${id}`, { ...address, status: 'Approved', version: 2 });
    await screens.reload();
    await screen.findByRole('heading', { name: 'Patient list' });
  });
});

describe('user management of a clinic', () => {
  const screens = screensOf('administrator');
  const added = async (change: object = {}) => {
    const { user } = await screens.api.get<{ user: { organization_id: string } }>('/api/token');
    const username = `u-${randomUUID()}`;
    const person = {
      ...{ username, password: PASSWORD, roles: ['Assistant'], organization_id: user.organization_id, first_name: 'Nora' },
      ...{ last_name: `Field${username.slice(2, 8)}`, email: 'nora@example.org', phone_number: '+12175550111', ...change },
    };
    const { id } = await screens.api.send<{ id: string }>('POST', '/api/users', person);
    return { ...person, id, name: `${person.first_name} ${person.last_name}` };
  };

  it('adds a doctor with occupations of the list; the SuperUser role is not offered', async () => {
    screens.open('/users-management');
    const form = await opens('Add new', 'Add new user');
    expect(form.queryByLabelText('Super user')).toBeNull();
    expect(form.queryByLabelText(/^NPI/)).toBeNull();
    await userEvent.click(await field('Doctor', form));
    await fillAll({ ...PERSON, Username: `u-${randomUUID()}`, Password: PASSWORD, NPI: '1234567890' }, form);
    await form.findByRole('option', { name: 'Hepatologist' });
    await choose('Occupations (optional)', 'Hepatologist', form);
    await userEvent.tab();
    await form.findByText('NPI should be in a proper format');
    expect(await form.findByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
    await fill(/^NPI/, '1234567893', form);
    await press('Submit', form);
    await said('Hanna Quay was added');
    await waitFor(() => expect(rowsOf().some((row) => /HannaQuay.*DoctorHepatologist1234567893/.test(row))).toBe(true));
  });

  it('finds by first and by last name', async () => {
    const nora = await added();
    screens.open('/users-management');
    await rowOf(nora.id);
    await fill('Search by last name', nora.last_name);
    await waitFor(() => expect(rowsOf()).toHaveLength(1));
    await fill('Search by first name', 'Zz');
    await screen.findByText('No user has such a name');
    expect(location.search).not.toContain('Field');
  });

  it('changes what is not locked, keeps free texts, and lays a version that somebody else saved beside what was typed', async () => {
    const nora = await added({ occupations: ['Wound healer'] });
    screens.open('/users-management');
    const form = await opens(`Edit ${nora.name}`, 'Update user');
    for (const locked of ['Username', 'Phone number', 'Assistant']) expect(await field(locked, form)).toHaveProperty('disabled', true);
    await form.findByText('Wound healer');
    await fill('First name', 'Norma', form);
    await screens.api.send('PUT', `/api/users/${nora.username}`, { ...nora, occupations: [], version: 0 });
    await press('Submit', form);
    expect(await chosen(form)).toEqual(['First name: Norma, typed here', 'Occupations: empty']);
    expect(form.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', true);
    await press('Use this choice', form);
    await press('Submit', form);
    await said(`Norma ${nora.last_name} was updated`);
  });

  it('locks after a question, unlocks, sets a password and removes', async () => {
    const nora = await added();
    screens.open('/users-management');
    await press('Lock', await opens(`Edit ${nora.name}`, 'Update user'));
    await confirmed('Lock', /signed out at once and cannot sign in until the account is unlocked/);
    await said(`${nora.name} was locked`);
    await (await rowOf(nora.id)).findByText('Locked');
    await press('Unlock', await opens(`Edit ${nora.name}`, 'Update user'));
    await said(`${nora.name} was unlocked`);
    const form = await opens(`Edit ${nora.name}`, 'Update user');
    await fill(/^New password/, 'short', form);
    await form.findByText('Must be 12 characters or more');
    await fill(/^New password/, 'five slow tractors', form);
    await press('Set password', form);
    await said(`The password of ${nora.name} was set`);
    await press('Remove', await opens(`Edit ${nora.name}`, 'Update user'));
    await confirmed('Remove', /You are trying to remove user data. This action is irreversible. .* signed out at once/);
    await said(`${nora.name} was removed`);
    await waitFor(() => expect(rowsOf().join()).not.toContain(nora.last_name));
  });

  it('offers nobody to lock or remove the own account', async () => {
    const { user } = await screens.api.get<{ user: { name: string } }>('/api/token');
    screens.open('/users-management');
    const form = await opens(`Edit ${user.name}`, 'Update user');
    await form.findByRole('button', { name: 'Submit' });
    for (const name of ['Remove', 'Lock', 'Set password']) expect(form.queryByRole('button', { name })).toBeNull();
  });

  it('leads an organization admin to the own organization by address, without anything to decide', async () => {
    screens.open('/organization-management');
    const form = await opens('Edit Lindenhof Family Practice', 'Update organization');
    for (const name of ['Remove', 'Add new']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(form.queryByLabelText('Status')).toBeNull();
    await fill('City', 'Chatham', form);
    await press('Submit', form);
    await said('Lindenhof Family Practice was updated');
  });
});
