import type { Page } from 'playwright-core';
import { type Api, apiAs, patientId } from './api.ts';
import { describeInBrowser, inOrder, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';
import { goWithin } from './within.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
/** A row of the list or of the history, by words in it. */
const row = (page: Page, words: RegExp) => page.getByRole('row', { name: words });

const WORDS = 'Since the new year my legs hurt when I walk.';
const ours = /E78\.5 Hyperlipidemia, unspecified.*03\/04\/2026/;

describeInBrowser('a diagnosis, the comments on it, and the history of data entry', () => {
  const step = inOrder();
  let stage: Stage;
  let doctor: Page;
  let assistant: Page;
  let patient: Page;
  let home: string;
  let api: Api;
  const go = (page: Page, path: string) => goWithin(page, `${home}${path}`);

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    home = `/patients/${await patientId(api, 'Morgan')}`;
    doctor = await stage.as('doctor');
    assistant = await stage.as('assistant');
    patient = await stage.as('patient');
  });
  afterAll(() => stage?.close());

  step('ruling 36: a new diagnosis takes the disease of an earlier one, never its dates', async () => {
    await go(doctor, '/diagnoses/add');
    await doctor.getByRole('button', { name: 'Add from previous' }).click();
    await doctor.getByRole('menuitem', { name: 'E78.5 Hyperlipidemia, unspecified' }).click();
    expect(await doctor.getByLabel('Diagnosis (ICD)').inputValue()).toBe('E78.5 Hyperlipidemia, unspecified');
    const [start, stop] = [doctor.getByLabel('Start date', { exact: true }), doctor.getByLabel(/^Stop date/)];
    await until('the start date has focus', () => start.evaluate((element) => element === document.activeElement));
    expect(await start.inputValue()).toBe('');
    const save = doctor.getByRole('button', { name: 'Save', exact: true });
    expect(await save.isDisabled()).toBe(true);
    await start.fill('03/04/2026');
    await stop.fill('03/04/2026');
    await stop.blur();
    await doctor.getByText('Date should be after 03/04/2026').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await stop.fill('');
    await doctor.keyboard.press('Control+Enter');
    await toasts(doctor).getByText('Ava Louise Morgan: Hyperlipidemia, unspecified saved').waitFor();
    await doctor.waitForURL((url) => url.pathname === home);
    expect(stage.complaints()).toEqual([]);
  });

  step('the ICD choice is found while typing, five rows a page, and picked without the mouse', async () => {
    await go(doctor, '/diagnoses/add');
    const picker = doctor.getByLabel('Diagnosis (ICD)');
    await until('typing starts in the choice', () => picker.evaluate((element) => element === document.activeElement));
    await doctor.keyboard.type('hypert');
    await doctor.keyboard.press('Enter');
    const found = doctor.getByRole('grid', { name: 'Found diseases' });
    await found.getByRole('row', { name: /I10 Essential \(primary\) hypertension/, selected: true }).waitFor();
    expect(await found.getByRole('row').count()).toBe(6); // the head and five rows
    const code = await found.getByText('I10', { exact: true }).first().boundingBox();
    expect(code?.width).toBeGreaterThan(10); // drawn, whatever fonts the computer has
    await doctor.getByRole('button', { name: 'Next page' }).click();
    await found.getByRole('row', { name: /I10 Essential/ }).waitFor({ state: 'detached' });
    await doctor.getByRole('button', { name: 'Previous page' }).click();
    await found.getByRole('row', { name: /I10 Essential/, selected: true }).waitFor();
    await picker.press('Enter');
    expect(await picker.inputValue()).toBe('I10 Essential (primary) hypertension');
    const start = doctor.getByLabel('Start date', { exact: true });
    await until('the start date has focus', () => start.evaluate((element) => element === document.activeElement));
    await doctor.getByRole('button', { name: 'Cancel' }).click();
    await doctor.getByRole('button', { name: 'Throw it away' }).click();
    await doctor.waitForURL((url) => url.pathname === home);
    expect(stage.complaints()).toEqual([]);
  });

  step('ruling 31: a start before birth is asked once', async () => {
    await go(doctor, '/diagnoses/add');
    await doctor.getByRole('button', { name: 'Add from previous' }).click();
    await doctor.getByRole('menuitem', { name: /^I10 / }).click();
    await doctor.getByLabel('Start date', { exact: true }).fill('05/01/1968');
    await doctor.getByRole('button', { name: 'Save', exact: true }).click();
    await doctor.getByText(/05\/01\/1968 is before the patient was born/).waitFor();
    await doctor.getByRole('button', { name: 'Cancel' }).click();
    await doctor.getByRole('button', { name: 'Throw it away' }).click();
    await doctor.waitForURL((url) => url.pathname === home);
  });

  step('ruling 39: a patient comments on it, and is told that this is not for emergencies', async () => {
    for (const page of [doctor, assistant]) {
      await go(page, '?diagnoses_view=list');
      await row(page, ours).waitFor();
    }
    await go(patient, '?diagnoses_view=list');
    await row(patient, ours)
      .getByRole('button', { name: /^Comment/ })
      .click();
    const asked = dialog(patient, 'New comment to diagnosis record');
    await asked.getByText(/not for emergencies/).waitFor();
    expect(await asked.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await asked.getByLabel('Comment').press('Tab');
    await asked.getByText("Comment shouldn't be empty.").waitFor();
    await asked.getByLabel('Comment').fill(WORDS);
    await patient.route('**/api/comments', (route) => route.fulfill({ status: 500, body: '{}' }));
    await asked.getByRole('button', { name: 'Save' }).click();
    await asked.getByText('Error saving comment. Please contact administrator.').waitFor();
    expect(await asked.getByLabel('Comment').inputValue()).toBe(WORDS);
    expect(stage.complaints(/status of 500/)).toEqual([]);
    await patient.unroute('**/api/comments');
    await asked.getByRole('button', { name: 'Save' }).click();
    await asked.waitFor({ state: 'hidden' });
    await toasts(patient).getByText('Comment saved').waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('ruling 39: a doctor sees it at once and marks it as read; the reader is kept', async () => {
    const icon = (page: Page) => row(page, ours).getByRole('button', { name: /^Show new comment/ });
    await icon(doctor).click();
    const viewer = dialog(doctor, 'Comment from patient');
    await viewer.getByText(WORDS).waitFor();
    expect(await icon(assistant).count()).toBe(0);
    await viewer.getByText('Mark as Read').click();
    await viewer.getByText(/^Read by Helen Hart/).waitFor();
    await viewer.getByRole('button', { name: 'Close', exact: true }).last().click();
    await icon(doctor).waitFor({ state: 'detached' });
    await row(patient, ours)
      .getByRole('button', { name: /^Comment/ })
      .click();
    await dialog(patient, 'Comments')
      .getByText(/^Read by Helen Hart/)
      .waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('the history of data entry has it with what it says, who wrote it, and every operation on it', async () => {
    await doctor.getByRole('link', { name: 'History of Data Entry' }).click();
    await doctor.waitForURL((url) => url.pathname === `${home}/medical-history`);
    await doctor.getByRole('button', { name: 'Next page' }).click();
    await doctor.waitForURL(/skip=10/);
    const { items } = await api.get<{ items: { name: string; date_applies: string }[] }>(
      `/api/patients/history?patient_id=${home.split('/').at(-1)}&take=200`,
    );
    const place = items.findIndex(({ name, date_applies }) => name.startsWith('E78.5') && date_applies.startsWith('2026-03-04'));
    await go(doctor, `/medical-history?skip=${Math.floor(place / 10) * 10}`);
    const entry = row(doctor, /03\/04\/2026 Diagnosis E78\.5/);
    await entry.waitFor();
    expect(await entry.textContent()).toContain('Helen Hart');
    // who, when, why and what, without opening it
    expect(await entry.textContent()).toMatch(/Created: Start date 03\/04\/2026.*Helen Hart, \d\d\/\d\d\/\d{4} \d\d:\d\d.*New entry/);
    await entry.getByRole('button', { name: /^View/ }).click();
    await doctor.getByText('ICD release').waitFor();
    await entry.getByRole('button', { name: /^Hide/ }).waitFor();
    await entry.getByRole('button', { name: /^History/ }).click();
    const told = dialog(doctor, /^History: E78\.5/);
    for (const column of ['No.', 'Operation', 'Created By', 'Created At']) {
      await told.getByRole('columnheader', { name: column, exact: true }).waitFor();
    }
    await told.getByRole('row', { name: /1 Created Helen Hart .* New entry/ }).waitFor();
    await doctor.keyboard.press('Escape');
    expect(stage.complaints()).toEqual([]);
  });

  step('ruling 34: what is removed stays, apart, with its reason', async () => {
    await go(assistant, '?diagnoses_view=list');
    await row(assistant, ours)
      .getByRole('button', { name: /^Remove/ })
      .click();
    const sure = assistant.getByRole('alertdialog');
    await sure.getByText(/You're trying to remove patient medical data\. This action is irreversible!/).waitFor();
    expect(await sure.getByRole('button', { name: 'Remove diagnosis' }).isDisabled()).toBe(true);
    await sure.getByLabel('Comment').fill('Entered twice');
    await sure.getByRole('button', { name: 'Remove diagnosis' }).click();
    await row(assistant, ours).waitFor({ state: 'detached' });
    // decision 0045: a patient's open list does not keep it struck through
    await patient.keyboard.press('Escape');
    await row(patient, ours).waitFor({ state: 'detached' });

    await go(doctor, '/medical-history');
    await doctor.getByRole('button', { name: 'Removed (2)' }).click();
    const gone = row(doctor, /E78\.5/);
    expect(await gone.textContent()).toMatch(/Peter Quill.*Entered twice/);
    expect(await gone.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    await gone.getByRole('button', { name: /^History/ }).click();
    await dialog(doctor, /^History: E78\.5/)
      .getByRole('row', { name: /2 Removed Peter Quill .* Entered twice/ })
      .waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('on a phone the actions of a row are words behind one button', async () => {
    const phone = await stage.as('patient', '/', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await go(phone, '?diagnoses_view=list');
    await row(phone, /Essential \(primary\) hypertension/)
      .getByRole('button', { name: /^Actions of/ })
      .tap();
    await phone.getByRole('menuitem', { name: 'Comment' }).tap();
    await dialog(phone, 'Comments')
      .getByText(/^Read by Helen Hart/)
      .waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('ruling 24: a patient sees the own history, without drafts and with nothing to edit', async () => {
    await go(patient, '/medical-history');
    await row(patient, /Diagnosis J06\.9/).waitFor();
    expect(await patient.getByText('Draft', { exact: true }).count()).toBe(1); // the column
    expect(await patient.getByRole('button', { name: /^Edit/ }).count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  step('decision 0045: of what was removed a patient sees that it was, by whom and why, and nothing that it said', async () => {
    await go(patient, '/medical-history?removed=1');
    const gone = row(patient, /Diagnosis removed; what it said is not shown here .*Peter Quill.*Entered twice/);
    await gone.waitFor();
    await row(patient, /Diagnosis removed; what it said is not shown here .*Belongs to another patient/).waitFor();
    await gone.getByRole('button', { name: /^History/ }).click();
    const told = dialog(patient, /^History: Diagnosis removed/);
    await told.getByRole('row', { name: /1 Removed Peter Quill .* Entered twice/ }).waitFor();
    expect(await patient.locator('body').textContent()).not.toMatch(/E78\.5|B18\.1|hepatitis/i);
    expect(stage.complaints()).toEqual([]);
  });
});
