import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rememberToken } from '#web/lib/token.ts';
import { toast } from '#web/ui/toasts.tsx';
import type { Practice } from '#contracts/people/invitations';
import type { Outbox } from '#contracts/wire/outbox';
import { dialog, field, fill, press, said } from './find.ts';
import { type Screens, screensOf } from './screens.tsx';

const CONSENT = 'HIPAA compliance form and sharing information';
const [PASSWORD, OTHER] = ['a walk by the lake', 'a walk in the hills'];

/** The link to this path in the last mail to somebody. */
const linkTo = async ({ api }: Screens, email: string, path: string): Promise<string> => {
  let link: URL | undefined;
  await waitFor(async () => {
    const { items } = await api.get<Outbox>('/api/outbox');
    const links = items.filter(({ to }) => to === email).flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
    link = links.map((each) => new URL(each)).find(({ pathname }) => pathname.startsWith(path));
    expect(link).toBeDefined();
  });
  return link!.pathname + link!.search;
};

const fillIn = async (changes: Record<string, string> = {}) => {
  const typed = {
    ...{ 'First name': 'Ada', 'Last name': 'Quill', 'Date of birth': '05/02/1968', 'Social security number': '900142231' },
    ...{ 'City of birth': 'Bern', 'Country of birth': 'CH', 'Phone number': '+41310000001', Password: PASSWORD, ...changes },
  };
  for (const [label, text] of Object.entries(typed)) await fill(label, text);
  await userEvent.selectOptions(await field('Sex'), 'Female');
};
const typeIn = async (username: string, password: string) => {
  await fill('Username', username);
  await fill('Password', password);
  await press('Sign in');
};
const toScreen = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));

describe('the way into an account', () => {
  const screens = screensOf('doctor');
  beforeEach(() => {
    Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined });
    toast.clear(); // what an earlier test was told
  });

  it('leads from the sign-up by the mail to the own profile, and by another mail to a new password', async () => {
    const [username, email] = [`p-${randomUUID()}`, `${randomUUID()}@example.org`];
    screens.open('/signin', null);
    await toScreen('Create an account');
    await screen.findByRole('heading', { name: 'Create an account' });
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign up' });
    await fillIn({ Username: username, Email: email });
    expect(submit.disabled).toBe(true);
    await userEvent.click(await screen.findByLabelText(/^I agree to the HIPAA/));
    await userEvent.click(submit);
    await said('An email with a confirmation link was sent. Please check your inbox.');
    expect(location.pathname).toBe('/signin');

    await typeIn(username, PASSWORD);
    await screen.findByText(/^Please confirm your e-mail address first/);
    await press('Send the link again');
    await screens.reload(await linkTo(screens, email, '/verify/'));
    await said('Your account has been successfully verified. Please login...');
    await typeIn(username, PASSWORD);
    await screen.findByRole('navigation', { name: 'Main menu' });
    await screens.reload('/profile');
    await screen.findByText('05/02/1968');
    await screen.findByText('***-**-2231');

    rememberToken(null);
    await screens.reload('/signin');
    await toScreen('Forgot your password?');
    await fill('Email', email);
    await press('Recover');
    await said('Password recovery scheduled, please verify your email.');
    const link = await linkTo(screens, email, '/resetpasswordform');
    await screens.reload(link);
    await fill('Password', 'password1234');
    await press('Set password');
    await screen.findByText(/tried first/);
    await fill('Password', OTHER);
    await press('Set password');
    await said('Your password has been successfully set. Please login...');
    expect(location.search).toBe('');
    await typeIn(username, OTHER);
    await screen.findByRole('navigation', { name: 'Main menu' });

    rememberToken(null);
    await screens.reload(link);
    await fill('Password', PASSWORD);
    await press('Set password');
    await screen.findByText(/^This link is not valid any more/);
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/recoverform');
  }, 120_000);

  it('says at its field that a username is taken, and loses nothing that was typed', async () => {
    screens.open('/externalform?firstName=Bea&email=bea%40example.org', null);
    await userEvent.click(await screen.findByRole('tab', { name: 'PERSONAL' }));
    expect((await field('First name')).value).toBe('Bea');
    await fillIn({ 'First name': 'Beatrix', Username: 'DOCTOR' });
    await userEvent.click(await screen.findByLabelText(/^I agree to the HIPAA/));
    await press('Sign up');
    await screen.findByText('This username is already taken');
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe('DOCTOR'));
    expect((await field('First name')).value).toBe('Beatrix');
    expect((await field('Email')).value).toBe('bea@example.org');
    expect((await field('Password')).value).toBe(PASSWORD);
  });

  it('signs an organization up by the link of a patient who invites it, filled in and bound to her, and lets its first user wait', async () => {
    const [username, email] = [`p-${randomUUID()}`, `${randomUUID()}@example.org`];
    const patient = await screens.as('patient');
    const { id } = (await patient.get<{ user: { id: string } }>('/api/token')).user;
    const clinic = { clinic_name: 'Harbor Clinic', doctor_first_name: 'Hanna', doctor_last_name: 'Quay', doctor_email: email };
    await patient.send('PUT', '/api/patient-invitations/invitation/neworganization/invite', clinic);
    screens.open('/signin', null);
    await screens.reload(await linkTo(screens, email, '/receiveinvitation/'));
    expect((await screen.findByRole('tab', { name: 'PROFESSIONAL' })).getAttribute('aria-selected')).toBe('true');
    expect((await field('Name')).value).toBe('Harbor Clinic');
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign up' });
    expect(submit.disabled).toBe(true);
    const details = { Address: '2 Quay', City: 'Duluth', Zip: '55802', 'Telephone number': '+12185550100' };
    const person = { 'Phone number': '+12185550101', Username: 'DOCTOR', Password: PASSWORD };
    for (const [label, text] of Object.entries({ ...details, ...person })) await fill(label, text);
    await userEvent.click(submit);
    await screen.findByText('This username is already taken');
    await fill('Username', username);
    await userEvent.click(submit);
    await screen.findByText('Organization has been successfully created.');
    await screen.findByText(/^Please wait until new organization request will be approved\./);
    await waitFor(async () => {
      const { items } = await patient.get<{ items: Practice[] }>(`/api/patients/${id}/practices`);
      expect(items.find(({ name }) => name === 'Harbor Clinic')?.id).toMatch(/^[0-9a-f-]{36}$/);
    });
    await screens.reload(await linkTo(screens, email, '/verify/'));
    await said('Your account has been successfully verified. Please login...');
    await typeIn(username, PASSWORD);
    await screen.findByRole('heading', { name: 'Waiting for approval' });
  }, 120_000);

  it('says what is wrong with a field once it was left', async () => {
    screens.open('/externalform', null);
    await fill('Phone number', '12');
    await userEvent.tab();
    await screen.findByText('Phone number must be in a proper format');
    expect(screen.queryByText('Field is required')).toBeNull();
  });

  it('says where a verification failed, and tries again where the server could not be asked', async () => {
    screens.open(`/verify/${randomUUID()}.${'a'.repeat(43)}`, null);
    await said('Account verification failed.');
    expect(location.pathname).toBe('/signin');
    toast.clear();
    screens.answer(/\/verify\//, 'failed');
    await screens.reload('/verify/x');
    await screen.findByText('The confirmation could not be read');
    screens.answerAll();
    await press('Try again');
    await said('Account verification failed.');
  });

  it('says the same of a recovery whether or not anybody has the address', async () => {
    screens.open('/recoverform', null);
    await fill('Email', `${randomUUID()}@example.org`);
    await press('Recover');
    await said('Password recovery scheduled, please verify your email.');
  });

  it('asks for another link where one is not whole', async () => {
    screens.open('/resetpasswordform?token=x', null);
    await screen.findByText(/^This link is not valid any more/);
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('says where the consent form cannot be read, and reads it again', async () => {
    screens.answer(/\/consent\//, 'failed');
    screens.open('/externalform', null);
    await press('Read the form');
    const failed = await dialog(CONSENT, 'dialog');
    await failed.findByText('The form could not be read');
    await said('Error when retrieving consent pdf document');
    expect((await failed.findByRole<HTMLButtonElement>('button', { name: 'Next page' })).disabled).toBe(true);
    screens.answerAll();
    await press('Try again', failed);
    await failed.findByRole('img', { name: 'Page 1 of 2' });
  });

  it('shows the consent form page by page, again after a reload', async () => {
    screens.open('/externalform', null);
    await press('Read the form');
    const form = await dialog(CONSENT, 'dialog');
    await form.findByRole('img', { name: 'Page 1 of 2' });
    await form.findByText(/^SAMPLE\..*What this form is about/s);
    await press('Next page', form);
    await form.findByRole('img', { name: 'Page 2 of 2' });
    expect((await form.findByRole<HTMLButtonElement>('button', { name: 'Next page' })).disabled).toBe(true);
    await screens.reload();
    await press('Close', { ...(await dialog(CONSENT, 'dialog')) });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screens.reload();
    await field('First name');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows mails in the outbox with links that work', async () => {
    const calls = /outbox/;
    const text = 'Good day,\n\nhttp://localhost/verify/1.2\n';
    const mail = { id: randomUUID(), to: 'ada@example.org', subject: 'Hello', text, sent_at: new Date().toISOString() };
    screens.answer(calls, 'failed');
    screens.open('/outbox', null);
    await screen.findByText('The mails could not be read');
    screens.answer(calls, () => ({ items: [], overall_count: 0 }));
    await press('Try again');
    await screen.findByText('No mail was sent yet');
    screens.answer(calls, () => ({ items: [mail], overall_count: 1 }));
    await screen.findByRole('heading', { name: 'Hello' }); // by itself
    expect(screen.getByRole('link', { name: 'http://localhost/verify/1.2' }).getAttribute('href')).toBe('http://localhost/verify/1.2');
  });
});
