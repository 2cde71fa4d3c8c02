import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { totpCode } from '#infra/access/totp';
import { logFile } from '#infra/event-store/sqlite/schema';
import type { Practice } from '#contracts/people/invitations';
import type { Outbox } from '#contracts/wire/outbox';
import { rereadAll } from '#web/lib/live.ts';
import { currentToken, rememberToken } from '#web/lib/token.ts';
import { countTyped, keepTyped } from '#web/lib/unsaved.ts';
import { toast } from '#web/ui/toasts.tsx';
import { apiAs, chooseOwnPasswords } from '../e2e/api.ts';
import { itemsOf } from './data.ts';
import { chosen, dialog, field, isClosed, isDisabled, isGone, type Part, rowOf, rowsOf, said, section, textsOf, valueOf } from './find.ts';
import { forgetRead, screensOf } from './screens.tsx';
import { asks, fill, fillAll, opens, press, select, tick } from './user.ts';

const [GIVEN, OWN, OTHER] = ['seven quiet lamps', 'nine loud kettles', 'five slow tractors'];
const CLINIC = { Address: '2 Quay', City: 'Duluth', Zip: '55802', 'Telephone number': '+12185550100' };
const PERSON = { 'First name': 'Hanna', 'Last name': 'Quay', Email: 'hanna@example.org', 'Phone number': '+12185550101' };

const screens = screensOf('administrator', chooseOwnPasswords);
const asAdmin = screens.for('admin');

/** Adds a user as the clinic's administrator would, or the super user. */
const addUser = async (changes: object = {}, by = screens) => {
  const { user } = await screens.api.get<{ user: { organization_id: string } }>('/api/token');
  const username = `u-${randomUUID()}`;
  const person = {
    ...{ username, password: GIVEN, roles: ['Assistant'], organization_id: user.organization_id, first_name: 'Nora' },
    ...{ last_name: `Field${username.slice(2, 8)}`, email: 'nora@example.org', phone_number: '+12175550111', ...changes },
  };
  const { id } = await by.api.send<{ id: string }>('POST', '/api/users', person);
  return { ...person, id, name: `${person.first_name} ${person.last_name}` };
};
/** Somebody who was added and chose the own password. */
const member = async (changes: object = {}, by = screens) => {
  const person = await addUser(changes, by);
  const api = await apiAs(screens.url(), person.username, GIVEN);
  await api.send('PUT', '/api/users/password', { old_password: GIVEN, new_password: OWN });
  return { ...person, api };
};
/** Changes the last event of a stream where it lies on the disk. */
const damageLast = (stream: string): void => {
  const db = new DatabaseSync(logFile(join(screens.data(), 'events')), { timeout: 5000 });
  db.prepare(
    'UPDATE events SET hash = zeroblob(32) WHERE position = (SELECT max(position) FROM events WHERE stream = (SELECT number FROM streams WHERE name = ?))',
  ).run(stream);
  db.close();
};
const signIn = async (username: string, password: string) => {
  await fillAll({ Username: username, Password: password });
  await press('Sign in');
};
/** The link to this path in the last mail to somebody. */
const linkTo = async (email: string, path: string): Promise<string> => {
  let link: URL | undefined;
  await waitFor(async () => {
    const { items } = await asAdmin.api.get<Outbox>('/api/outbox');
    const links = items.filter(({ to }) => to === email).flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
    link = links.map((each) => new URL(each)).find(({ pathname }) => pathname.startsWith(path));
    expect(link).toBeDefined();
  });
  return link!.pathname + link!.search;
};
const hasRow = (words: RegExp) => waitFor(() => expect(rowsOf()).toContainEqual(expect.stringMatching(words)));
const opensForm = async (button: string, title: string) => {
  await press(button);
  // before its form is read there is another dialog of the same title
  await screen.findByRole('button', { name: 'Cancel' });
  return dialog(title, 'dialog');
};
/** Presses a button of the form, and again where its question asks for it. */
const confirm = async (button: string, words: RegExp, form: Part) => {
  const question = await asks(button, 'Are you sure?', form);
  await question.findByText(words);
  await press(button, question);
};

describe('organization management', () => {
  const opensUpdate = (name: string) => opensForm(`Edit ${name}`, 'Update organization');

  it('adds one with its administrator, decides about it, and removes it', async () => {
    const name = `Harbor ${randomUUID().slice(0, 6)}`;
    await asAdmin.open('/organization-management').findByRole('heading', { name: /Organization management/ });
    const form = await opensForm('Add new', 'Add new organization');
    expect(isDisabled('Submit', form)).toBe(true);
    await tick('Name', form);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect((await form.findAllByText('Field is required')).length).toBeGreaterThan(8);
    await fillAll({ ...CLINIC, Name: name, 'Telephone number': 'x' }, form);
    await fillAll({ ...PERSON, Username: `u-${randomUUID()}`, Password: OWN }, form);
    await form.findByText('Phone number must be in a proper format, for example (217) 555-0101');
    await fill('Telephone number', CLINIC['Telephone number'], form);
    await press('Submit', form, 'Organization has been successfully created.');
    await hasRow(new RegExp(`${name}.*PENDING_APPROVAL`));

    // by the form, whose first field is the status that must be chosen
    const change = await opensUpdate(name);
    await change.findByText('Not complete yet: Status');
    await waitFor(async () => expect(document.activeElement).toBe(await field('Status', change)));
    await select('Status', 'Rejected', change);
    await press('Submit', change, `${name} was updated`);
    await hasRow(new RegExp(`${name}.*Rejected`));
    expect(screen.queryByRole('button', { name: `Approve ${name}` })).toBeNull();

    await confirm('Remove', /You are trying to remove organization data. This action is irreversible./, await opensUpdate(name));
    await isGone(name);
  });

  it('approves one that waits in its row, by a key, and changes nothing else of it', async () => {
    const name = `Harbor ${randomUUID().slice(0, 6)}`;
    const details = { name, address: '1 Pier', city: 'Duluth', zip: '55802', phone: '+12185550199', time_zone: 'America/Chicago' };
    const person = { first_name: 'Ida', last_name: 'Pier', email: 'ida@example.org', phone_number: '+12185550198' };
    const body = { ...details, ...person, username: `u-${randomUUID()}`, password: OWN };
    const { id } = await asAdmin.api.send<{ id: string }>('POST', '/api/organizations', body);
    asAdmin.open('/organization-management');
    const question = await asks(`Approve ${name}`);
    await question.findByText(/Clinic’s time zone: America\/Chicago, now \d\d:\d\d\./);
    await press('Approve', question, `${name} was approved`);
    await hasRow(new RegExp(`${name}.*Approved`));
    expect(screen.queryByRole('button', { name: `Approve ${name}` })).toBeNull();
    expect(await asAdmin.api.get(`/api/organizations/${id}`)).toMatchObject({ ...details, status: 'Approved' });
  });

  it('finds the time zone by a part of its name, takes nothing that is none, and says what time it is there', async () => {
    asAdmin.open('/organization-management');
    const form = await opensForm('Add new', 'Add new organization');
    expect(await valueOf('Time zone', form)).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    await fill('Time zone', 'nowhere', form);
    await form.findByText('No matching time zone');
    await userEvent.tab();
    await form.findByText(/^Not complete yet: .*Time zone/);
    await fill('Time zone', 'chica', form);
    await userEvent.keyboard('{Enter}');
    expect(await valueOf('Time zone', form)).toBe('America/Chicago');
    form.getByText(/^Clinic’s time zone: America\/Chicago, now \d\d:\d\d/);
    await press('Cancel', form);
  });

  it('says why one with records stays', async () => {
    asAdmin.open('/organization-management');
    const form = await opensUpdate('Lindenhof Family Practice');
    await form.findByRole('option', { name: /Hart Helen/ });
    await confirm('Remove', /\d+ users of Lindenhof Family Practice can then no longer sign in/, form);
    await form.findByText(/still has \d+ patient records. Export and remove them first./);
  });
});

describe('somebody whose organization waits', () => {
  it('sees that, and nothing else, until it is approved', async () => {
    const username = `u-${randomUUID()}`;
    const address = { name: 'Waiting Room', address: '2 Quay', city: 'Duluth', zip: '55802', phone: '+12185550100' };
    const person = { first_name: 'Hanna', last_name: 'Quay', email: 'h@example.org', phone_number: '+12185550101' };
    const body = { ...address, ...person, username, password: GIVEN };
    const { id } = await asAdmin.api.send<{ id: string }>('POST', '/api/organizations', body);
    await waitFor(() => asAdmin.api.get(`/api/users/${username}`));
    const first = await apiAs(screens.url(), username, GIVEN);
    await first.send('PUT', '/api/users/password', { old_password: GIVEN, new_password: OWN });
    await screens.open('/patients', first.token).findByText('Please wait until new organization request will be approved.');
    expect([screen.queryByRole('navigation', { name: 'Main menu' }), await first.status('/api/patients')]).toEqual([null, 403]);
    await press('Look again');
    // what is decided shows by itself
    await asAdmin.api.send('PUT', `/api/organizations/${id}`, { ...address, status: 'Rejected', version: 1 });
    await screen.findByText(/The request of Waiting Room was rejected/);
    await asAdmin.api.send('PUT', `/api/organizations/${id}`, { ...address, status: 'Approved', version: 2 });
    await (await screens.reload()).findByRole('heading', { name: 'Patient list' });
  });
});

describe('user management of a clinic', () => {
  const opensUpdate = (name: string) => opensForm(`Edit ${name}`, 'Update user');
  const NPI = 'NPI (optional)';

  it('adds a doctor with occupations of the list; the SuperUser role is not offered', async () => {
    screens.open('/users-management');
    const form = await opensForm('Add new', 'Add new user');
    expect([form.queryByLabelText('Super user'), form.queryByLabelText(/^NPI/)]).toEqual([null, null]);
    await tick('Doctor', form);
    await fillAll({ ...PERSON, Username: `u-${randomUUID()}`, Password: OWN }, form);
    await fill(/^NPI/, '123456789', form);
    await form.findByRole('option', { name: 'Hepatologist' });
    await select('Occupations (optional)', 'Hepatologist', form);
    await userEvent.tab();
    await form.findByText('NPI should be in a proper format');
    expect(isDisabled('Submit', form)).toBe(true);
    await fill(/^NPI/, '1234567893', form);
    await press('Submit', form, 'Hanna Quay was added');
    await hasRow(/HannaQuay.*DoctorHepatologist1234567893/);
  });

  it('offers the roles of the configuration', async () => {
    await forgetRead('/api/configuration/user_roles');
    screens.answer(/configuration\/user_roles$/, () => ({ items: ['SuperUser', 'Doctor', 'Patient'], overall_count: 3 }));
    screens.open('/users-management');
    const form = await opensForm('Add new', 'Add new user');
    await waitFor(() => expect(form.queryByLabelText('Assistant')).toBeNull());
    expect([form.queryByLabelText('Doctor') === null, form.queryByLabelText('Super user')]).toEqual([false, null]);
    await forgetRead('/api/configuration/user_roles');
  });

  it('asks about an NPI whose digits do not fit, and saves it as it was typed', async () => {
    screens.open('/users-management');
    const form = await opensForm('Add new', 'Add new user');
    await tick('Doctor', form);
    await fillAll({ ...PERSON, 'Last name': 'Ebb', Username: `u-${randomUUID()}`, Password: OWN, [NPI]: '1234567890' }, form);
    await press('Submit', form);
    const question = await dialog('Are you sure?');
    question.getByText(/^The last digit of the NPI 1234567890 does not fit the others/);
    await press('Correct', question);
    await fill(NPI, '1234567899', form);
    await press('Submit', form);
    await press('Save', await dialog('Are you sure?'));
    await hasRow(/HannaEbb.*1234567899/);
    // no question about a number that the account has already
    const update = await opensUpdate('Hanna Ebb');
    await press('Submit', update, 'Hanna Ebb was updated');
  });

  it('finds by first and by last name', async () => {
    const nora = await addUser();
    screens.open('/users-management');
    await rowOf(nora.id);
    await fill('Search by last name', nora.last_name);
    await waitFor(() => expect(rowsOf()).toHaveLength(1));
    await fill('Search by first name', 'Zz');
    await screen.findByText('No user has such a name');
    expect(location.search).not.toContain('Field');
  });

  it('changes what is not locked, keeps free texts, and lays a version that somebody else saved beside what was typed', async () => {
    const nora = await addUser({ occupations: ['Wound healer'] });
    screens.open('/users-management');
    const form = await opensUpdate(nora.name);
    for (const locked of ['Username', 'Phone number', 'Assistant']) expect(await field(locked, form)).toHaveProperty('disabled', true);
    await form.findByText('Wound healer');
    await fill('First name', 'Norma', form);
    await screens.api.send('PUT', `/api/users/${nora.username}`, { ...nora, occupations: [], version: 0 });
    await press('Submit', form);
    expect(await chosen(form)).toEqual(['First name: Norma, typed here', 'Occupations: empty']);
    expect(isDisabled('Submit', form)).toBe(true);
    await press('Use this choice', form);
    await press('Submit', form, `Norma ${nora.last_name} was updated`);
  });

  it('locks after a question, unlocks, sets a password and removes', async () => {
    const { id, name, last_name } = await addUser();
    screens.open('/users-management');
    await confirm('Lock', /signed out at once and cannot sign in until the account is unlocked/, await opensUpdate(name));
    await said(`${name} was locked`);
    await (await rowOf(id)).findByText('Locked');
    await press('Unlock', await opensUpdate(name), `${name} was unlocked`);
    const form = await opensUpdate(name);
    await fill(/^New password/, 'short', form);
    await form.findByText('Must be 12 characters or more');
    await fill(/^New password/, OTHER, form);
    await press('Set password', form, `The password of ${name} was set`);
    const words = /You are trying to remove user data. This action is irreversible. .* signed out at once/;
    await confirm('Remove', words, await opensUpdate(name));
    await said(`${name} was removed`);
    await waitFor(() => expect(rowsOf().join()).not.toContain(last_name));
  });

  describe('erasing', () => {
    const asksToErase = async (name: string) => asks('Erase…', 'Erase this account?', await opensUpdate(name));
    const REASON = 'The person asked for it';

    it('destroys an account for a reason, which is refused at its field where it says who it is', async () => {
      const { name, last_name } = await addUser();
      screens.open('/users-management');
      const question = await asksToErase(name);
      question.getByText(/^'Remove' keeps the name and data of the account; 'Erase' destroys them for ever/);
      expect([isDisabled('Erase', question), question.queryByText(/then has no administrator/)]).toEqual([true, null]);
      await fill('Reason', `${last_name} asked for it`, question);
      await press('Erase', question);
      await question.findByText(/please leave out names/);
      await waitFor(async () => expect(document.activeElement).toBe(await field('Reason', question)));
      await fill('Reason', REASON, question);
      expect(question.queryByText(/please leave out names/)).toBeNull();
      await press('Erase', question, 'The account was erased');
      await isClosed('dialog');
      await waitFor(() => expect(rowsOf().join()).not.toContain(last_name));
    });

    it('closes the account of who has worked, and keeps the question open where that failed', async () => {
      const { name, username } = await member();
      screens.open('/users-management');
      const question = await asksToErase(name);
      await fill('Reason', REASON, question);
      screens.answer(/^\/api\/users\/[^/]+\/erasure$/, 'failed');
      await press('Erase', question);
      await question.findByText('Something failed');
      screens.answerAll();
      await press('Erase', question);
      await said('The account was closed: name and roles remain in history and access log, all else is erased');
      await expect(apiAs(screens.url(), username, OWN)).rejects.toThrow(/^4\d\d /);
    });

    it('warns of an organization without administrator, and lays out what somebody else saved first', async () => {
      const nora = await addUser();
      screens.answer(new RegExp(`^/api/users/${nora.username}(\\?|$)`), (body) => ({ ...(body as object), only_administrator: true }));
      screens.open('/users-management');
      const question = await asksToErase(nora.name);
      await question.findByText(/can no longer sign in\. Lindenhof Family Practice then has no administrator\./);
      await fill('Reason', REASON, question);
      await screens.api.send('PUT', `/api/users/${nora.username}`, { ...nora, first_name: 'Norma', occupations: [], version: 0 });
      await press('Erase', question);
      await isClosed();
      const form = await dialog('Update user', 'dialog');
      expect(await chosen(form)).toEqual(['First name: Norma']);
      expect(isDisabled('Erase…', form)).toBe(true);
    });
  });

  it('shuts out a person whose entries failed verification, until an administrator decides with a reason', async () => {
    const { id, name, username } = await addUser();
    await screens.api.send('PUT', `/api/users/${username}/locked`, { locked: true, version: 0 });
    await screens.api.send('PUT', `/api/users/${username}/locked`, { locked: false, version: 1 });
    await apiAs(screens.url(), username, GIVEN);
    damageLast(`user-${id}`);
    screens.open('/signin', null);
    await signIn(username, GIVEN);
    await screen.findByText(/^An entry that decides about this access failed verification/);
    cleanup();
    screens.open('/users-management');
    const form = await opensUpdate(name);
    await form.findByText('Entries of this account failed verification');
    const question = await asks('Decide…', 'Let this account in again?', form);
    question.getByText(/^The password is void/);
    expect(isDisabled('Let in again', question)).toBe(true);
    await fill('Reason', 'A disk failed: compared with the backup', question);
    await press('Let in again', question, `${name} is let in again`);
    await isClosed('dialog');
    const again = await opensUpdate(name);
    // the unlocking that was damaged gives nothing
    await again.findByText('This account is locked.');
    expect(again.queryByText('Entries of this account failed verification')).toBeNull();
    await expect(apiAs(screens.url(), username, GIVEN)).rejects.toThrow(/^401 /);
  });

  it('offers nobody to lock, remove or erase the own account', async () => {
    const { user } = await screens.api.get<{ user: { name: string } }>('/api/token');
    screens.open('/users-management');
    const form = await opensUpdate(user.name);
    await form.findByRole('button', { name: 'Submit' });
    for (const name of ['Remove', 'Lock', 'Set password', 'Erase…']) expect(form.queryByRole('button', { name })).toBeNull();
  });

  it('leads an organization admin to the own organization by address, without anything to decide', async () => {
    screens.open('/organization-management');
    const form = await opensForm('Edit Lindenhof Family Practice', 'Update organization');
    for (const name of ['Remove', 'Add new']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(form.queryByLabelText('Status')).toBeNull();
    await fill('City', 'Chatham', form);
    await press('Submit', form, 'Lindenhof Family Practice was updated');
  });
});

describe('a password that somebody else set', () => {
  it('has to be changed before anything else is seen', async () => {
    const { username } = await addUser();
    screens.open('/signin', null);
    await signIn(username, GIVEN);
    await screen.findByRole('heading', { name: 'Choose your own password' });
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
    await (await screens.reload('/patients')).findByText(/^12 characters or more\./);
    await fillAll({ 'Current password': GIVEN, 'New password': 'password1234', 'New password again': 'password1234' });
    await press('Change password');
    await screen.findByText(/tried first/);
    await fillAll({ 'New password': OWN, 'New password again': OWN });
    await press('Change password');
    await screen.findByRole('heading', { name: 'Patient list' });
    expect((await apiAs(screens.url(), username, OWN)).token).toBeDefined();
  });
});

/** A part of somebody's own profile. */
const profile = (title: string, token?: string) => {
  screens.open('/profile', token);
  return section(title);
};

describe('a second factor', () => {
  it('is set up on the account’s page, asked for at the next sign-in, and removed', async () => {
    const { username, api } = await member();
    const part = await profile('Second factor', api.token);
    await press('Set up', part);
    await fill('Current password', 'not this one', part);
    await press('Next', part);
    await part.findByText('This is not your present password');
    await fill('Current password', OWN, part);
    await press('Next', part);
    await part.findByRole('img', { name: 'For the authenticator app' });
    await userEvent.click(part.getByText('Type it instead'));
    const secret = part.element.querySelector('code')!.textContent.replaceAll(' ', '');
    await fill('Code', '000000', part);
    await press('Confirm', part);
    await part.findByText('This code is wrong or was used already');
    await fill('Code', totpCode(secret, Date.now()), part);
    await press('Confirm', part);
    const codes = textsOf(await part.findAllByRole('listitem'));
    expect(codes).toHaveLength(10);
    expect(await part.findByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
    await tick('I have kept them', part);
    await press('Done', part);
    await part.findByText(/10 recovery codes are left/);
    expect(part.queryByText(codes[0]!)).toBeNull();

    await press('Logout');
    await signIn(username, OWN);
    await fill('Code', 'nonsense');
    await press('Continue');
    await screen.findByText('This code is wrong or was used already');
    await fill('Code', codes[0]!);
    await press('Continue');
    await screen.findByRole('heading', { name: 'Patient list' });

    await screens.reload('/profile');
    const again = await section('Second factor');
    await again.findByText(/9 recovery codes are left/);
    await press('Remove', again);
    await fillAll({ 'Current password': OWN, Code: codes[1]! }, again);
    await press('Remove', again);
    await again.findByRole('button', { name: 'Set up' });
  });
});

describe('the own e-mail address', () => {
  const change = async (email: string, part: Part) => {
    await press('Change', part);
    await fillAll({ 'New e-mail address': email, 'Current password': OWN }, part);
    await press('Send the link', part);
    await part.findByText(/^New address waits for confirmation/);
  };

  it('waits for the link to the new one, which works signed out and once', async () => {
    const { api } = await member();
    const email = `${randomUUID()}@example.org`;
    const part = await profile('E-mail address', api.token);
    await part.findByText('nora@example.org');
    await press('Change', part);
    for (const [texts, refusal] of [
      [{ 'New e-mail address': 'no address', 'Current password': 'not this one' }, 'Field should be in a proper format'],
      [{ 'New e-mail address': 'NORA@example.org' }, 'This is not your present password'],
      [{ 'Current password': OWN }, 'This is your present address'],
    ] as const) {
      await fillAll(texts, part);
      await press('Send the link', part);
      await part.findByText(refusal);
    }
    await press('Back', part);
    await change(email, part);
    for (const address of [email, 'nora@example.org']) await part.findByText(address);

    rememberToken(null);
    const link = await linkTo(email, '/confirm-address/');
    await (await screens.reload(link)).findByText('Your e-mail address was changed');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    await (await screens.reload(link)).findByText(/^This link is not valid any more/);
    rememberToken(api.token);
    await screens.reload('/profile');
    await (await section('E-mail address')).findByText(email);
  });

  it('is taken back before, and shown as it is once it was changed elsewhere', async () => {
    const { api } = await member();
    const [first, second] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
    const part = await profile('E-mail address', api.token);
    await change(first, part);
    await press('Take the change back', part);
    await isGone(/waits for confirmation/);
    expect(part.queryByRole('button', { name: 'Take the change back' })).toBeNull();
    await change(second, part);
    const code = (await linkTo(second, '/confirm-address/')).split('/').at(-1)!;
    await api.send('PUT', `/api/users/email-change/${code}`);
    await rereadAll();
    await isGone(/waits for confirmation/);
    await part.findByText(second);
  });

  it('that cannot be read says so, and is read again', async () => {
    screens.answer(/^\/api\/users\/email-change/, 'failed');
    const part = await profile('E-mail address');
    await part.findByText('The e-mail address could not be read');
    await screens.tryAgain(part);
    await part.findByRole('button', { name: 'Change' });
  });

  it('is confirmed by trying again where the server did not answer', async () => {
    screens.answer(/^\/api\/users\/email-change/, 'failed');
    await screens.open('/confirm-address/x', null).findByText('The confirmation could not be read');
    await screens.tryAgain();
    await screen.findByText(/^This link is not valid any more/);
  });
});

describe('the own sessions', () => {
  const SESSIONS = 'Where you are signed in';

  it('are listed with this one first, and the others end at once', async () => {
    const { username, api } = await member();
    const other = await apiAs(screens.url(), username, OWN);
    const part = await profile(SESSIONS, api.token);
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(2));
    expect(part.getAllByRole('listitem')[0]!.textContent).toMatch(/this one/);
    await press('Sign out', await asks('Sign out all others', 'Sign out?', part));
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(1));
    expect(part.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
    expect([await other.status('/api/token'), await api.status('/api/token')]).toEqual([401, 200]);
  });

  it('all end, this one too', async () => {
    const { api } = await member();
    await press('Sign out', await asks('Sign out everywhere', 'Sign out?', await profile(SESSIONS, api.token)));
    await field('Username');
    expect(await api.status('/api/token')).toBe(401);
  });

  it('that cannot be read say so, and are read again', async () => {
    screens.answer(/^\/api\/users\/sessions/, 'failed');
    const part = await profile(SESSIONS);
    await part.findByText('The sessions could not be read');
    await screens.tryAgain(part);
    await part.findByText(/this one/);
  });
});

describe('erasing the own account', () => {
  const ERASE = 'Erase my account';
  const patient = () => member({ roles: ['Patient'], organization_id: null }, asAdmin);
  const asksFor = async (token: string) => asks(ERASE, 'Erase my account?', await profile(ERASE, token));

  it('is offered to patients alone', async () => {
    await profile('Second factor');
    expect(screen.queryByRole('region', { name: ERASE })).toBeNull();
  });

  it('takes the password, forgets what was typed here, and says at sign-in that it is done', async () => {
    const { api } = await patient();
    const before = await asksFor(api.token);
    expect(isDisabled(ERASE, before)).toBe(true);
    await press('Keep it', before);
    await isClosed();
    const question = await asks(ERASE, 'Erase my account?', await section(ERASE));
    await fill('Current password', 'not this one', question);
    await press(ERASE, question);
    await question.findByText('This is not your present password');
    await waitFor(async () => expect(document.activeElement).toBe(await field('Current password', question)));
    keepTyped({ form: 'diagnoses', item: 'add' }, {});
    expect(countTyped()).toBe(1);
    await fill('Current password', OWN, question);
    await userEvent.keyboard('{Enter}');
    await said('Your account was erased.');
    await field('Username');
    expect([location.pathname, location.search, currentToken(), countTyped()]).toEqual(['/signin', '', null, 0]);
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
    await waitFor(() => expect(api.status('/api/token')).resolves.toBe(401));
  });

  it('says in the question why it failed, and tries again by the same key', async () => {
    const { api } = await patient();
    const question = await asksFor(api.token);
    const keys: unknown[] = [];
    const texts = ['Something failed', 'Too many attempts. Please try again in 30 seconds', 'This account is also one of a clinic’s staff'];
    screens.answer(/^\/api\/users\/me$/, (_, request) => {
      keys.push(new Headers(request?.headers).get('Idempotency-Key'));
      return Response.json({ code: 'x', message: texts[keys.length - 1] }, { status: [500, 429, 403][keys.length - 1]! });
    });
    // it never reaches the server as a password that is right
    await fill('Current password', 'not this one', question);
    for (const text of texts) {
      await press(ERASE, question);
      await question.findByText(text);
    }
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('the way into an account', () => {
  const CONSENT = 'HIPAA compliance form and sharing information';
  const AGREE = /^I agree to the HIPAA/;
  const NO_LONGER = /^This link is not valid any more/;
  beforeEach(() => void Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined }));
  const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));
  const fillIn = async (changes: Record<string, string>) => {
    await fillAll({
      ...{ 'First name': 'Ada', 'Last name': 'Quill', 'Date of birth': '05/02/1968', 'Social security number': '900142231' },
      ...{ 'City of birth': 'Bern', 'Country of birth': 'CH', 'Phone number': '+41310000001', Password: OWN, ...changes },
    });
    await select('Sex', 'Female');
  };
  const verify = async (email: string, username: string) => {
    await screens.reload(await linkTo(email, '/verify/'));
    await said('Your account has been successfully verified. Please login...');
    await signIn(username, OWN);
  };

  it('leads from the sign-up by the mail to the own profile, and by another mail to a new password', async () => {
    const [username, email] = [`p-${randomUUID()}`, `${randomUUID()}@example.org`];
    screens.open('/signin', null);
    await follow('Create an account');
    await screen.findByRole('heading', { name: 'Create an account' });
    await fillIn({ Username: username, Email: email });
    expect(isDisabled('Sign up')).toBe(true);
    await tick(AGREE);
    await press('Sign up', screen, 'An email with a confirmation link was sent. Please check your inbox.');
    expect(location.pathname).toBe('/signin');
    const mailHint = /^We sent a mail to your address\. .* If it has not arrived, look in your spam folder/;
    toast.clear();
    await (await screens.reload()).findByText(mailHint);
    expect([location.pathname, location.search, screen.queryByText(/was sent\. Please check your inbox/)]).toEqual(['/signin', '', null]);

    await screens.reload('/signin');
    await signIn(username, OWN);
    await screen.findByText(/^Please confirm your e-mail address first/);
    expect(screen.queryByText(mailHint)).toBeNull();
    await press('Send the link again');
    await screen.findByText(mailHint);
    await verify(email, username);
    await screen.findByRole('navigation', { name: 'Main menu' });
    await (await screens.reload('/profile')).findByText('05/02/1968');
    await screen.findByText('***-**-2231');

    rememberToken(null);
    await screens.reload('/signin');
    await follow('Forgot your password?');
    await fill('Email', email);
    await press('Recover', screen, 'Password recovery scheduled, please verify your email.');
    const link = await linkTo(email, '/resetpasswordform');
    await screens.reload(link);
    await fill('Password', 'password1234');
    await press('Set password');
    await screen.findByText(/tried first/);
    await fill('Password', OTHER);
    await press('Set password', screen, 'Your password has been successfully set. Please login...');
    expect(location.search).toBe('');
    await signIn(username, OTHER);
    await screen.findByRole('navigation', { name: 'Main menu' });

    rememberToken(null);
    await screens.reload(link);
    await fill('Password', OWN);
    await press('Set password');
    await screen.findByText(NO_LONGER);
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/recoverform');
  }, 120_000);

  it('says at its field that a username is taken, and loses nothing that was typed', async () => {
    screens.open('/externalform?firstName=Bea&email=bea%40example.org', null);
    await userEvent.click(await screen.findByRole('tab', { name: 'PERSONAL' }));
    expect(await valueOf('First name')).toBe('Bea');
    await fillIn({ 'First name': 'Beatrix', Username: 'DOCTOR' });
    await tick(AGREE);
    await press('Sign up');
    await screen.findByText('This username is already taken');
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe('DOCTOR'));
    const values = [await valueOf('First name'), await valueOf('Email'), await valueOf('Password')];
    expect(values).toEqual(['Beatrix', 'bea@example.org', OWN]);
  });

  it('signs an organization up by the link of a patient who invites it, filled in and bound to her, and lets its first user wait', async () => {
    const [username, email] = [`p-${randomUUID()}`, `${randomUUID()}@example.org`];
    const patient = await screens.as('patient');
    const { id } = (await patient.get<{ user: { id: string } }>('/api/token')).user;
    const clinic = { clinic_name: 'Harbor Clinic', doctor_first_name: 'Hanna', doctor_last_name: 'Quay', doctor_email: email };
    await patient.send('PUT', '/api/patient-invitations/invitation/neworganization/invite', clinic);
    screens.open('/signin', null);
    await screens.reload(await linkTo(email, '/receiveinvitation/'));
    expect((await screen.findByRole('tab', { name: 'PROFESSIONAL' })).getAttribute('aria-selected')).toBe('true');
    expect([await valueOf('Name'), isDisabled('Sign up')]).toEqual(['Harbor Clinic', true]);
    await fillAll({ ...CLINIC, 'Phone number': PERSON['Phone number'], Username: 'DOCTOR', Password: OWN });
    await press('Sign up');
    await screen.findByText('This username is already taken');
    await fill('Username', username);
    await press('Sign up');
    await screen.findByText('Organization has been successfully created.');
    await (await screens.reload()).findByText(/We sent a mail to your address: open its link/);
    await screen.findByText(/^Please wait until new organization request will be approved\./);
    await waitFor(async () => {
      const practices = await itemsOf<Practice>(patient, `patients/${id}/practices`);
      expect(practices.find(({ name }) => name === 'Harbor Clinic')?.id).toMatch(/^[0-9a-f-]{36}$/);
    });
    await verify(email, username);
    await screen.findByRole('heading', { name: 'Waiting for approval' });
  }, 120_000);

  it('says what is wrong with a field once it was left', async () => {
    screens.open('/externalform', null);
    await fill('Phone number', '12');
    await userEvent.tab();
    await screen.findByText('Phone number must be in a proper format, for example (217) 555-0101');
    expect(screen.queryByText('Field is required')).toBeNull();
  });

  it('says where a verification failed, and tries again where the server could not be asked', async () => {
    screens.open(`/verify/${randomUUID()}.${'a'.repeat(43)}`, null);
    await said('Account verification failed.');
    expect(location.pathname).toBe('/signin');
    toast.clear();
    screens.answer(/\/verify\//, 'failed');
    await (await screens.reload('/verify/x')).findByText('The confirmation could not be read');
    await screens.tryAgain();
    await said('Account verification failed.');
  });

  it('says the same of a recovery whether or not anybody has the address', async () => {
    screens.open('/recoverform', null);
    await fill('Email', `${randomUUID()}@example.org`);
    await press('Recover', screen, 'Password recovery scheduled, please verify your email.');
    await screen.findByText(/^If an account has your address, we sent a mail there/);
    expect(location.search).toBe('');
  });

  it('asks for another link where one is not whole', async () => {
    await screens.open('/resetpasswordform?token=x', null).findByText(NO_LONGER);
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('says where the consent form cannot be read, and reads it again', async () => {
    screens.answer(/\/consent\//, 'failed').open('/externalform', null);
    const failed = await opens('Read the form', CONSENT);
    await failed.findByText('The form could not be read');
    await said('Error when retrieving consent pdf document');
    expect(isDisabled('Next page', failed)).toBe(true);
    await screens.tryAgain(failed);
    await failed.findByRole('img', { name: 'Page 1 of 2' });
  });

  it('shows the consent form page by page, again after a reload', async () => {
    screens.open('/externalform', null);
    const form = await opens('Read the form', CONSENT);
    await form.findByRole('img', { name: 'Page 1 of 2' });
    await form.findByText(/^SAMPLE\..*What this form is about/s);
    await press('Next page', form);
    await form.findByRole('img', { name: 'Page 2 of 2' });
    expect(isDisabled('Next page', form)).toBe(true);
    await screens.reload();
    await press('Close', await dialog(CONSENT, 'dialog'));
    await isClosed('dialog');
    await screens.reload();
    await field('First name');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows mails in the outbox with links that work', async () => {
    const [calls, link] = [/outbox/, 'http://localhost/verify/1.2'];
    const mail = { id: randomUUID(), to: 'ada@example.org', subject: 'Hello', text: `Good day,\n\n${link}\n` };
    await screens.answer(calls, 'failed').open('/outbox', null).findByText('The mails could not be read');
    screens.answer(calls, () => ({ items: [], overall_count: 0 }));
    await press('Try again');
    await screen.findByText('No mail was sent yet');
    screens.answer(calls, () => ({ items: [{ ...mail, sent_at: new Date().toISOString() }], overall_count: 1 }));
    await screen.findByRole('heading', { name: 'Hello' }); // by itself
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(link);
  });
});
