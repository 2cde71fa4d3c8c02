import { screen, waitFor } from '@testing-library/react';
import { patientId } from '../e2e/api.ts';
import { dialog, field, fill, press, section } from './find.ts';
import { screensOf } from './screens.tsx';

/** Entries of the side menu in the documents' order, with the roles that see them, as far as their screens exist. */
const MENU: readonly [label: string, ...users: string[]][] = [
  ['Patient list', 'doctor', 'assistant', 'administrator'],
  ['What waits for me', 'doctor'],
  ['Reports', 'doctor', 'assistant', 'administrator', 'admin'],
  ['Lab parameters', 'administrator', 'admin'],
  ['Lab parameters requests', 'admin'],
  ['Global office parameters', 'admin'],
  ['Office templates', 'admin'],
  ['User management', 'administrator', 'admin'],
  ['Organization management', 'admin'],
  ['Patient management', 'doctor', 'assistant', 'administrator'],
  ['Access log', 'administrator'],
  ['Data Sharing', 'doctor'],
  ['My record', 'patient'],
  ['My account', 'doctor', 'assistant', 'administrator', 'admin', 'patient'],
  ['Clinics', 'patient'],
  ['Providers', 'patient'],
  ['Who has read my record', 'patient'],
  ['Logout', 'doctor', 'assistant', 'administrator', 'admin', 'patient'],
];

const token = () => localStorage.getItem('anamnesis.token');

describe('what a role sees', () => {
  const screens = screensOf('doctor');
  const open = async (username: string, path: string) => {
    const api = await screens.as(username);
    screens.open(path, api.token);
    return api;
  };

  it.each([
    ['doctor', /^\/patients$/],
    ['assistant', /^\/patients$/],
    ['administrator', /^\/patients$/],
    ['admin', /^\/lab-params-requests-management$/],
    ['patient', /^\/practices$/],
  ])('lands the %s where the role works, with the menu of the role', async (username, landing) => {
    await open(username, '/');
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    await waitFor(() => expect(location.pathname).toMatch(landing));
    const labels = MENU.filter(([, ...users]) => users.includes(username)).map(([label]) => label);
    const entries = () => [...menu.querySelectorAll('a, button')].map(({ textContent }) => textContent);
    await waitFor(() => expect(entries()).toEqual(labels.map((label) => expect.stringMatching(new RegExp(`^${label}`)) as string)));
    expect(screen.queryByRole('heading', { name: 'Administration Panel' }) !== null).toBe(username !== 'patient');
  });

  it('refuses a wrong password with a word, and keeps the name', async () => {
    screens.open('/signin', null);
    await fill('Username', 'doctor');
    await fill('Password', 'not this one');
    await press('Sign in');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/\w/));
    expect((await field('Username')).value).toBe('doctor');
    expect(token()).toBeNull();
  });

  it('says what is not for somebody, and what is nowhere', async () => {
    await open('patient', '/patients');
    const back = () => document.querySelector('main')!.querySelector('a')!.getAttribute('href');
    await screen.findByRole('heading', { name: 'Page Not Authorized' });
    screen.getByText("You're not authorized to be here!");
    expect(back()).toBe('/patients');
    await screens.reload('/no-such-place');
    await screen.findByRole('heading', { name: 'Page not found' });
    screen.getByText('Error 404');
    screen.getByText("The page you're looking for is missing...");
    expect(back()).toBe('/patients');
  });

  it('signs out and clears everything once the session has ended', async () => {
    const api = await open('doctor', '/patients');
    await screen.findByRole('row', { name: /Ava Louise Morgan/ });
    await api.send('DELETE', '/api/token');
    await fill('Last name', 'kim');
    await screen.findByText(/^Your session has ended\./);
    expect(location.pathname).toBe('/signin');
    expect(token()).toBeNull();
    expect(document.body.textContent).not.toMatch(/Morgan|Kim/);
  });

  it('shows patients their own record alone, to read, without what is not finished', async () => {
    const [other, own] = [await patientId(screens.api, 'Park'), await patientId(screens.api, 'Morgan')];
    const patient = await open('patient', '/');
    await press(/^Show clinic data/);
    await screen.findByText('read only');
    expect(location.pathname).toBe(`/patients/${own}`);
    await press('List', await section('Lab results'));
    await screen.findByRole('button', { name: /^Values of 11\/10\/2026/ });
    expect(screen.queryByRole('button', { name: /^Values of 11\/17\/2026/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Add new|Edit|Remove)/ })).toBeNull();
    await press(/^History 11\/10\/2026/);
    await (await dialog(/^History/, 'dialog')).findByRole('row', { name: /Helen Hart|Peter Quill/ });

    await screens.reload(`/patients/${other}`);
    await screen.findByText('This record cannot be shown');
    expect(document.body.textContent).not.toContain('Park');
    await screens.reload(`/patients/${own}/lab-results/add`);
    await screen.findByText('This record is read only');

    const { items } = await screens.api.get<{ items: { id: string; draft: boolean }[] }>(
      `/api/lab-results?patient_id=${own}&skip=0&take=50`,
    );
    const draft = items.find((each) => each.draft)!;
    expect(await patient.status(`/api/patients/${other}`)).toBe(404);
    expect(await patient.status(`/api/lab-results?patient_id=${other}&skip=0&take=5`)).toBe(404);
    expect(await patient.status(`/api/lab-results/${draft.id}`)).toBe(404);
    expect(await patient.status(`/api/audit/labresult/${draft.id}`)).toBe(404);
    expect(await patient.status('/api/patients?skip=0&take=5')).toBe(403);
    expect(JSON.stringify(await patient.get(`/api/lab-results/series?patient_id=${own}`))).not.toContain('"draft":true');
    await expect(patient.send('DELETE', `/api/lab-results/${draft.id}`, { version: 1, comment: 'No' })).rejects.toThrow(/^403/);
  });
});
