import { randomUUID } from 'node:crypto';
import { screen } from '@testing-library/react';
import { type Api, apiAs } from '../e2e/api.ts';
import { fill, press } from './find.ts';
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
