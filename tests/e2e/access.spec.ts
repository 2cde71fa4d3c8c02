import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { totpCode } from '#infra/access/totp';
import { apiAs } from './api.ts';
import { anamnesis } from './command-line.ts';
import { alone, describeInBrowser, openStage, signIn, type Stage } from './stage.ts';
import { until } from './until.ts';

const [CHANGED, OWN] = ['seven quiet lamps', 'nine loud kettles'];
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
});

describeInBrowser('access in production', () => {
  let stage: Stage;
  let keys: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    keys = await mkdtemp(join(tmpdir(), 'anamnesis-keys-'));
    const data = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
    settings = { ANAMNESIS_ENVIRONMENT: 'prod', ANAMNESIS_KEY_FILE: join(keys, 'kek'), ANAMNESIS_DEMO: 'on', ANAMNESIS_DATA: data };
    await writeFile(settings['ANAMNESIS_KEY_FILE'] ?? '', randomBytes(32).toString('hex'));
    const refused = await anamnesis(['start'], settings);
    expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/everybody knows \(admin\)/) });
    const changed = await anamnesis(['user', 'password', '--username', 'admin'], settings, `${CHANGED}\n`);
    expect(changed).toMatchObject({ code: 0, out: 'The password was changed\n' });
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

  alone('lets the administrator in with an own password and a second factor alone', async () => {
    await expect(apiAs(stage.server.url, 'admin')).rejects.toThrow(/^401/);
    const page = await stage.open('/signin');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(CHANGED);
    await press('Sign in');
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
    await page.getByLabel('Current password').fill(CHANGED);
    await page.getByLabel('New password', { exact: true }).fill(OWN);
    await page.getByLabel('New password again').fill(OWN);
    await press('Change password');
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await page.getByLabel('Current password').fill(OWN);
    await press('Next');
    await page.getByRole('img', { name: 'For the authenticator app' }).waitFor();
    const secret = (await page.locator('details code').textContent())!.replaceAll(' ', '');
    await page.getByLabel('Code').fill(totpCode(secret, Date.now()));
    await press('Confirm');
    await page.getByLabel('I have kept them').check({ force: true });
    await press('Done');
    await page.getByText('There are no requests available').waitFor();
    expect(stage.complaints()).toEqual([]);
  });
});
