import type { Locator, Page } from 'playwright-core';
import type { TokenResponse } from '#contracts/people/accounts';
import { type Api, apiAs } from './api.ts';
import { section } from './sections.ts';
import { describeInBrowser, inOrder, openStage, signIn, type Stage } from './stage.ts';
import { until } from './until.ts';

const CLINIC = 'Lindenhof Family Practice';
const [EMAIL, USERNAME, OWN] = ['ethan@example.org', 'ethan', 'seven grey herons'];

/** Fields of the sign-up that the clinic's record leaves empty. */
const TYPED = {
  'Social security number': '900-79-6628',
  'City of birth': 'Houston',
  'Country of birth': 'USA',
  'Phone number': '+12175550177',
  Username: USERNAME,
  Password: OWN,
};

/** Like `waitFor`, which soon polls only twice a second: this journey waits often. */
const visible = (element: Locator) => until(String(element), () => element.isVisible());

describeInBrowser('an invitation of a patient', () => {
  const step = inOrder();
  let stage: Stage;
  let doctor: Page;
  let patient: Page;
  let api: Api;
  /** The clinic's row of the invitation: it stays open, so what changes in it has come by itself. */
  let sent: Locator;
  let link: string;
  let record: string;
  const says = (page: Page, words: string | RegExp) => visible(page.getByRole('region', { name: 'Messages' }).getByText(words));
  const status = (words: string) => visible(sent.getByRole('cell', { name: words, exact: true }));
  const practice = (page: Page) => page.getByRole('row', { name: CLINIC });

  beforeAll(async () => {
    stage = await openStage();
    [doctor, patient] = await Promise.all([stage.as('doctor', '/patients-management'), stage.open()]);
  });
  afterAll(() => stage?.close());

  step('is sent by a doctor and stands among what the clinic sent', async () => {
    await doctor.getByRole('button', { name: 'Connect to patient account: Ethan Chidi Okafor' }).click();
    const dialog = doctor.getByRole('dialog', { name: 'Send Invitation' });
    await dialog.getByLabel('Email').fill(EMAIL);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await says(doctor, /was invited/);
    await doctor.getByRole('link', { name: 'Data Sharing' }).click();
    sent = doctor.getByRole('row', { name: /Okafor/ });
    await status('Pending');
  });

  step('approves nothing when the link of its mail is opened', async () => {
    await patient.goto(`${stage.server.url}/outbox`);
    const mail = patient.getByRole('article').filter({ hasText: `To ${EMAIL}` });
    // the address in it has no port: the server was told to choose one
    link = new URL((await mail.getByRole('link').getAttribute('href'))!).pathname;
    await patient.goto(stage.server.url + link);
    await visible(patient.getByText(`${CLINIC} invites you to connect your account`));
    expect(await patient.getByLabel('First name').inputValue()).toBe('Ethan');
    await status('Received');
  });

  step('is accepted by signing up, and the clinic sees that', async () => {
    for (const [label, text] of Object.entries(TYPED)) await patient.getByLabel(label, { exact: true }).fill(text);
    await patient.getByLabel('Sex').selectOption('Male');
    await patient.getByLabel(/^I agree to the HIPAA/).check({ force: true });
    await patient.getByRole('button', { name: 'Sign up' }).click();
    await says(patient, 'Invitation was accepted. Please login...');
    await status('Approved');
  });

  step('shows the patient his own record', async () => {
    await signIn(patient, USERNAME, OWN);
    await visible(practice(patient).getByText('Connected', { exact: true }));
    expect(new URL(patient.url()).pathname).toBe('/practices');
    // the clinic that invited is first, and its data one key away once the account is connected
    await until('its data can be shown', () =>
      patient.evaluate(() => document.activeElement?.matches('tbody tr:first-child [aria-label^="Show clinic data"]') === true),
    );
    api = await apiAs(stage.server.url, USERNAME, OWN);
    record = await until('the account is connected', async () => (await api.get<TokenResponse>('/api/token')).user.patient_ids[0]);
    await practice(patient)
      .getByRole('button', { name: /^Show clinic data/ })
      .click();
    const banner = patient.locator('header[aria-label=Patient]');
    await visible(banner.getByRole('heading', { name: 'Ethan Chidi Okafor' }));
    await visible(banner.getByText('read only'));
    await visible(section(patient, 'Lab results').getByRole('slider'));
    expect(new URL(patient.url()).pathname).toBe(`/patients/${record}`);
    expect(stage.complaints()).toEqual([]);
  });

  step('is revoked by the patient in another tab, and the open record is taken away at once', async () => {
    const clinics = await patient.context().newPage();
    await clinics.goto(`${stage.server.url}/practices`);
    await practice(clinics)
      .getByRole('button', { name: /^Revoke/ })
      .click();
    const question = clinics.getByRole('alertdialog', { name: 'Are you sure?' });
    await visible(question.getByText(`you will no longer see the record that ${CLINIC} keeps of you`));
    expect(await api.status(`/api/patients/${record}`)).toBe(200);
    await question.getByRole('button', { name: 'Revoke' }).click();
    await visible(practice(clinics).getByText('Not connected', { exact: true }));
    expect(await practice(clinics).getByRole('button').allInnerTexts()).toEqual(['Reconnect Clinic']);

    await visible(patient.getByText('This record cannot be shown'));
    expect(await patient.getByRole('main').innerText()).not.toMatch(/Okafor|Lab results/);
    await status('Cancelled');
    expect(await sent.getByRole('button').count()).toBe(0);
  });

  step('opens nothing again by its link or its code', async () => {
    const page = await stage.open(link);
    await says(page, 'Invitation was rejected.');
    await signIn(page, USERNAME, OWN);
    await page.getByRole('link', { name: /^Clinics/ }).click();
    await visible(practice(page).getByText('Not connected', { exact: true }));
    expect(await page.getByRole('link', { name: /^My record/ }).count()).toBe(0);
    await expect(api.send('PUT', `/api/patient-invitations/invitation/${link.split('/').at(-1)}/approve`)).rejects.toThrow(/^409/);
    expect(await api.status(`/api/patients/${record}`)).toBe(404);
    await status('Cancelled');
    // the open record was read again, and refused
    expect(stage.complaints(new RegExp(`404 .*${record}`))).toEqual([]);
  });

  step('is connected with the very record again when the patient asks and a doctor accepts', async () => {
    await patient.goto(`${stage.server.url}/practices`);
    await practice(patient)
      .getByRole('button', { name: /^Reconnect Clinic/ })
      .click();
    await visible(practice(patient).getByText("Waiting for clinic's approval"));
    await doctor.getByRole('tab', { name: 'RECEIVED' }).click();
    await doctor.getByRole('button', { name: 'Accept: Ethan Okafor' }).click();
    const dialog = doctor.getByRole('dialog', { name: 'Accept request' });
    expect(await dialog.getByRole('radio', { name: /^The record that this account was connected with before/ }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await visible(practice(patient).getByText('Connected', { exact: true }));
    await practice(patient)
      .getByRole('button', { name: /^Show clinic data/ })
      .click();
    await visible(patient.locator('header[aria-label=Patient]').getByRole('heading', { name: 'Ethan Chidi Okafor' }));
    expect(new URL(patient.url()).pathname).toBe(`/patients/${record}`);
  });
});
