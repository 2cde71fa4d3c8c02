import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { apiAs, patientId } from './api.ts';
import { anamnesis } from './command-line.ts';
import { section } from './sections.ts';
import { alone, describeInBrowser, openStage, signIn, type Stage } from './stage.ts';
import { until } from './until.ts';

/** Entries of the side menu in the documents' order, with the roles that see them, as far as their screens exist. */
const MENU: readonly [label: string, ...users: string[]][] = [
  ['Patient list', 'doctor', 'assistant', 'administrator'],
  ['Reports', 'doctor', 'assistant', 'administrator', 'admin'],
  ['Global office parameters', 'admin'],
  ['Office templates', 'admin'],
  ['Patient management', 'doctor', 'assistant', 'administrator'],
  ['My record', 'patient'],
  ['My account', 'doctor', 'assistant', 'administrator', 'admin', 'patient'],
  ['Logout', 'doctor', 'assistant', 'administrator', 'admin', 'patient'],
];

const entries = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main menu' })
    .locator('a, button')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.split('\n')[0]));
const path = (page: Page) => new URL(page.url()).pathname;
const token = (page: Page) => page.evaluate(() => localStorage.getItem('anamnesis.token'));
const words = (page: Page) => page.evaluate(() => document.body.innerText);

describeInBrowser('access', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  alone('sends whoever is not signed in to the sign-in screen, and back afterwards', async () => {
    const page = await stage.open('/patients');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(path(page)).toBe('/signin');
    await signIn(page, 'doctor');
    await page.getByRole('heading', { name: 'Patient list' }).waitFor();
    expect(path(page)).toBe('/patients');
    expect(stage.complaints()).toEqual([]);
  });

  alone('refuses a wrong password with a word, and keeps the name', async () => {
    const page = await stage.open('/signin');
    await page.getByLabel('Username').fill('doctor');
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('doctor');
    expect(await token(page)).toBeNull();
    expect(stage.complaints(/status of 4\d\d/)).toEqual([]);
  });

  for (const [username, landing] of [
    ['doctor', /^\/patients$/],
    ['assistant', /^\/patients$/],
    ['administrator', /^\/patients$/],
    ['admin', /^\/reports$/],
    ['patient', /^\/patients\/[0-9a-f-]{36}$/],
  ] as const) {
    alone(`lands the ${username} where the role works, with the menu of the role`, async () => {
      const page = await stage.as(username);
      expect(path(page)).toMatch(landing);
      expect(await entries(page)).toEqual(MENU.filter(([, ...users]) => users.includes(username)).map(([label]) => label));
      const heading = page.getByRole('heading', { name: 'Administration Panel' });
      expect(await heading.isVisible()).toBe(username !== 'patient');
      expect(stage.complaints()).toEqual([]);
    });
  }

  alone('says what is not for somebody, and what is nowhere', async () => {
    const page = await stage.as('patient', '/patients');
    await page.getByRole('heading', { name: 'Page Not Authorized' }).waitFor();
    await page.getByText("You're not authorized to be here!").waitFor();
    expect(await page.getByRole('main').getByRole('link').getAttribute('href')).toBe('/patients');
    await page.goto(`${stage.server.url}/no-such-place`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByText('Error 404').waitFor();
    await page.getByText("The page you're looking for is missing...").waitFor();
    expect(await page.getByRole('main').getByRole('link').getAttribute('href')).toBe('/patients');
    expect(stage.complaints()).toEqual([]);
  });

  alone('signs out in every tab, and shows nothing any more', async () => {
    const one = await stage.as('doctor');
    const two = await one.context().newPage();
    await two.goto(`${stage.server.url}/patients`);
    await two.getByRole('row', { name: /Ava Louise Morgan/ }).waitFor();
    await one.getByRole('link', { name: /Reports/ }).click();
    await one.getByRole('heading', { name: 'Reports' }).waitFor();
    await one.getByRole('button', { name: 'Logout' }).click();
    await one.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await token(one)).toBeNull();
    await two.getByLabel('Password').waitFor();
    await two.getByRole('row', { name: /Ava Louise Morgan/ }).waitFor({ state: 'hidden' });
    await one.goBack();
    await until('nobody comes back in', async () => path(one) === '/signin');
    await one.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await words(one)).not.toContain('Morgan');
    expect(stage.complaints()).toEqual([]);
  });

  alone('signs out and clears everything once the session has ended', async () => {
    const page = await stage.as('doctor');
    const held = await token(page);
    await page.getByRole('row', { name: /Ava Louise Morgan/ }).waitFor();
    await fetch(`${stage.server.url}/api/token`, { method: 'DELETE', headers: { Authorization: `Bearer ${held}` } });
    await page.getByRole('searchbox', { name: 'Last name' }).fill('kim');
    await page.getByText('Your session has ended.').waitFor();
    expect(path(page)).toBe('/signin');
    expect(await token(page)).toBeNull();
    expect(await words(page)).not.toMatch(/Morgan|Kim/);
    expect(stage.complaints(/status of 401/)).toEqual([]);
  });

  alone('shows patients their own record alone, to read, without what is not finished', async () => {
    const doctor = await apiAs(stage.server.url, 'doctor');
    const other = await patientId(doctor, 'Park');
    const own = await patientId(doctor, 'Morgan');
    const { items } = await doctor.get<{ items: { id: string; draft: boolean }[] }>(`/api/lab-results?patient_id=${own}&skip=0&take=50`);
    const draft = items.find((each) => each.draft);
    if (!draft) throw new Error('the demonstration has a draft');

    const page = await stage.as('patient');
    expect(path(page)).toBe(`/patients/${own}`);
    await page.getByText('read only', { exact: true }).waitFor();
    await section(page, 'Lab results').getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('row', { name: 'Values of 11/10/2026' }).waitFor();
    expect(await page.getByRole('row', { name: 'Values of 11/17/2026' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Add new|Edit|Remove)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'History 11/10/2026' }).click();
    await page
      .getByRole('dialog', { name: 'History' })
      .getByRole('row', { name: /Helen Hart|Peter Quill/ })
      .waitFor();

    await page.goto(`${stage.server.url}/patients/${other}`);
    await page.getByText('It was not found, or it was removed.').first().waitFor();
    expect(await words(page)).not.toContain('Park');
    await page.goto(`${stage.server.url}/patients/${own}/lab-results/add`);
    await page.getByText('This record is read only').waitFor();

    const patient = await apiAs(stage.server.url, 'patient');
    expect(await patient.status(`/api/patients/${other}`)).toBe(404);
    expect(await patient.status(`/api/lab-results?patient_id=${other}&skip=0&take=5`)).toBe(404);
    expect(await patient.status(`/api/lab-results/${draft.id}`)).toBe(404);
    expect(await patient.status(`/api/audit/labresult/${draft.id}`)).toBe(404);
    expect(await patient.status('/api/patients?skip=0&take=5')).toBe(403);
    expect(JSON.stringify(await patient.get(`/api/lab-results/series?patient_id=${own}`))).not.toContain('"draft":true');
    await expect(patient.send('DELETE', `/api/lab-results/${draft.id}`, { version: 1, comment: 'No' })).rejects.toThrow(/^403/);
    expect(stage.complaints(/status of 404/)).toEqual([]);
  });
});

describeInBrowser('access in production', () => {
  let stage: Stage;
  let keys: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    keys = await mkdtemp(join(tmpdir(), 'anamnesis-keys-'));
    settings = { ANAMNESIS_ENVIRONMENT: 'prod', ANAMNESIS_KEY_FILE: join(keys, 'kek'), ANAMNESIS_DEMO: 'on' };
    await writeFile(settings['ANAMNESIS_KEY_FILE'] ?? '', randomBytes(32).toString('hex'));
    stage = await openStage(settings);
  });
  afterAll(async () => {
    await stage?.close();
    await rm(keys, { recursive: true, force: true });
  });

  alone('has no environment bar, no prefilled name and no demonstration', async () => {
    const page = await stage.open();
    await page.getByRole('contentinfo').getByText(/^API/).waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('');
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(await words(page)).not.toMatch(/LOCAL|DEVELOPMENT|STAGE|PROD/);
    expect(stage.server.output()).not.toMatch(/Sign in as|demonstration|anamnesis\)/);
    await expect(apiAs(stage.server.url, 'doctor')).rejects.toThrow(/^4/);
    expect(stage.complaints()).toEqual([]);
  });

  alone('lets the administrator in only once the first password was changed on the command line', async () => {
    const page = await stage.open('/signin');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('anamnesis');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'anamnesis user password' }).waitFor();

    const env = { ...settings, ANAMNESIS_DATA: stage.server.data };
    const ran = await anamnesis(['user', 'password', '--username', 'admin'], env, 'a better one\n');
    expect(ran).toMatchObject({ code: 0, out: 'The password was changed\n' });
    await signIn(page, 'admin', 'a better one');
    await page.getByText('There are no OCR results yet.').waitFor();
    await expect(apiAs(stage.server.url, 'admin')).rejects.toThrow(/^4/);
    expect(stage.complaints(/status of 403/)).toEqual([]);
  });
});
