import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { totpCode } from '#infra/access/totp';
import type { Outbox } from '#contracts/wire/outbox';
import { rereadAll } from '#web/lib/live.ts';
import { rememberToken } from '#web/lib/token.ts';
import { type Api, apiAs } from '../e2e/api.ts';
import { dialog, field, fill, type Part, press, section } from './find.ts';
import { screensOf } from './screens.tsx';

const [GIVEN, OWN] = ['seven quiet lamps', 'nine loud kettles'];

/** Adds a user as the clinic's administrator would; answers the username. */
const addUser = async (administrator: Api, role: string): Promise<string> => {
  const username = `u-${randomUUID()}`;
  const { user } = await administrator.get<{ user: { organization_id: string } }>('/api/token');
  const { organization_id } = user;
  const person = { first_name: 'Nora', last_name: 'Field', email: 'nora@example.org', phone_number: '+12175550111' };
  await administrator.send('POST', '/api/users', { username, password: GIVEN, roles: [role], organization_id, ...person });
  return username;
};

const typeIn = async (username: string, password: string) => {
  await fill('Username', username);
  await fill('Password', password);
  await press('Sign in');
};

describe('a password that somebody else set', () => {
  const screens = screensOf('administrator');

  it('has to be changed before anything else is seen', async () => {
    const username = await addUser(screens.api, 'Assistant');
    screens.open('/signin', null);
    await typeIn(username, GIVEN);
    await screen.findByRole('heading', { name: 'Choose your own password' });
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
    await screens.reload('/patients');
    await screen.findByText(/^12 characters or more\./);
    await fill('Current password', GIVEN);
    await fill('New password', 'password1234');
    await fill('New password again', 'password1234');
    await press('Change password');
    await screen.findByText(/tried first/);
    await fill('New password', OWN);
    await fill('New password again', OWN);
    await press('Change password');
    await screen.findByRole('heading', { name: 'Patient list' });
    expect((await apiAs(screens.url(), username, OWN)).token).toBeDefined();
  });
});

/** Somebody who was added and chose the own password. */
const member = async (administrator: Api, url: string): Promise<{ username: string; api: Api }> => {
  const username = await addUser(administrator, 'Assistant');
  const api = await apiAs(url, username, GIVEN);
  await api.send('PUT', '/api/users/password', { old_password: GIVEN, new_password: OWN });
  return { username, api };
};

describe('a second factor', () => {
  const screens = screensOf('administrator');

  it('is set up on the account’s page, asked for at the next sign-in, and removed', async () => {
    const { username, api } = await member(screens.api, screens.url());
    screens.open('/profile', api.token);
    const part = await section('Second factor');
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
    const codes = (await part.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(codes).toHaveLength(10);
    const done = await part.findByRole<HTMLButtonElement>('button', { name: 'Done' });
    expect(done.disabled).toBe(true);
    await userEvent.click(part.getByLabelText('I have kept them'));
    await press('Done', part);
    await part.findByText(/10 recovery codes are left/);
    expect(part.queryByText(codes[0]!)).toBeNull();

    await press('Logout');
    await typeIn(username, OWN);
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
    await fill('Current password', OWN, again);
    await fill('Code', codes[1]!, again);
    await press('Remove', again);
    await again.findByRole('button', { name: 'Set up' });
  });
});

describe('the own e-mail address', () => {
  const screens = screensOf('administrator');
  /** The link in the last mail to somebody. */
  const linkTo = async (email: string): Promise<string> => {
    let link: string | undefined;
    await waitFor(async () => {
      const { items } = await screens.api.get<Outbox>('/api/outbox');
      link = items.filter(({ to }) => to === email).flatMap(({ text }) => /\/confirm-address\/\S+/.exec(text) ?? [])[0];
      expect(link).toBeDefined();
    });
    return link!;
  };
  const change = async (email: string, part: Part) => {
    await press('Change', part);
    await fill('New e-mail address', email, part);
    await fill('Current password', OWN, part);
    await press('Send the link', part);
    await part.findByText(/^New address waits for confirmation/);
  };

  it('waits for the link to the new one, which works signed out and once', async () => {
    const { api } = await member(screens.api, screens.url());
    const email = `${randomUUID()}@example.org`;
    screens.open('/profile', api.token);
    const part = await section('E-mail address');
    await part.findByText('nora@example.org');
    await press('Change', part);
    await fill('New e-mail address', 'no address', part);
    await fill('Current password', 'not this one', part);
    await press('Send the link', part);
    await part.findByText('Field should be in a proper format');
    await fill('New e-mail address', 'NORA@example.org', part);
    await press('Send the link', part);
    await part.findByText('This is not your present password');
    await fill('Current password', OWN, part);
    await press('Send the link', part);
    await part.findByText('This is your present address');
    await press('Back', part);
    await change(email, part);
    await part.findByText(email);
    await part.findByText('nora@example.org');

    rememberToken(null);
    const link = await linkTo(email);
    await screens.reload(link);
    await screen.findByText('Your e-mail address was changed');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    await screens.reload(link);
    await screen.findByText(/^This link is not valid any more/);
    rememberToken(api.token);
    await screens.reload('/profile');
    await (await section('E-mail address')).findByText(email);
  });

  it('is taken back before, and shown as it is once it was changed elsewhere', async () => {
    const { api } = await member(screens.api, screens.url());
    const [first, second] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
    screens.open('/profile', api.token);
    const part = await section('E-mail address');
    await change(first, part);
    await press('Take the change back', part);
    await waitFor(() => expect(part.queryByText(/waits for confirmation/)).toBeNull());
    expect(part.queryByRole('button', { name: 'Take the change back' })).toBeNull();
    await change(second, part);
    const code = (await linkTo(second)).split('/').at(-1)!;
    await api.send('PUT', `/api/users/email-change/${code}`);
    await rereadAll();
    await waitFor(() => expect(part.queryByText(/waits for confirmation/)).toBeNull());
    await part.findByText(second);
  });

  it('that cannot be read says so, and is read again', async () => {
    screens.answer(/^\/api\/users\/email-change/, 'failed');
    screens.open('/profile');
    const part = await section('E-mail address');
    await part.findByText('The e-mail address could not be read');
    screens.answerAll();
    await press('Try again', part);
    await part.findByRole('button', { name: 'Change' });
  });

  it('is confirmed by trying again where the server did not answer', async () => {
    screens.answer(/^\/api\/users\/email-change/, 'failed');
    screens.open('/confirm-address/x', null);
    await screen.findByText('The confirmation could not be read');
    screens.answerAll();
    await press('Try again');
    await screen.findByText(/^This link is not valid any more/);
  });
});

describe('the own sessions', () => {
  const screens = screensOf('administrator');

  it('are listed with this one first, and the others end at once', async () => {
    const { username, api } = await member(screens.api, screens.url());
    const other = await apiAs(screens.url(), username, OWN);
    screens.open('/profile', api.token);
    const part = await section('Where you are signed in');
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(2));
    expect(part.getAllByRole('listitem')[0]!.textContent).toMatch(/this one/);
    await press('Sign out all others', part);
    await press('Sign out', await dialog('Sign out?'));
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(1));
    expect(part.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
    expect(await other.status('/api/token')).toBe(401);
    expect(await api.status('/api/token')).toBe(200);
  });

  it('all end, this one too', async () => {
    const { api } = await member(screens.api, screens.url());
    screens.open('/profile', api.token);
    await press('Sign out everywhere', await section('Where you are signed in'));
    await press('Sign out', await dialog('Sign out?'));
    await field('Username');
    expect(await api.status('/api/token')).toBe(401);
  });

  it('that cannot be read say so, and are read again', async () => {
    screens.answer(/^\/api\/users\/sessions/, 'failed');
    screens.open('/profile');
    const part = await section('Where you are signed in');
    await part.findByText('The sessions could not be read');
    screens.answerAll();
    await press('Try again', part);
    await part.findByText(/this one/);
  });
});
