import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Api, apiAs, patientId } from './api.ts';
import { describeInBrowser, inOrder, openStage, signIn, type Stage } from './stage.ts';
import { section } from './sections.ts';
import { until } from './until.ts';

const root = join(import.meta.dirname, '../..');
const report = (name: string) => join(root, 'services/ocr/fixtures', name);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Somebody of the clinic has this name and birth date already: the report alone cannot say who of the two is meant. */
const JANET = {
  'First name': 'Janet',
  'Last name': 'Doeman',
  'Date of birth': '03/09/1961',
  'Social security number': '900-91-4417',
  'City of birth': 'Salem',
  'Country of birth': 'USA',
};

/** Reading a report takes seconds where nothing else runs; the demonstration's own scan is before it in the queue. */
const READING = 120_000;

describeInBrowser('the way of a fact from a report to the chart', () => {
  const step = inOrder();
  let stage: Stage;
  let doctor: Page;
  let assistant: Page;
  let address: string;

  beforeAll(async () => {
    stage = await openStage();
    doctor = await stage.open();
  });
  afterAll(() => stage?.close());

  step('lets a doctor sign in', async () => {
    await doctor.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(doctor.url()).pathname).toBe('/signin');
    await doctor.getByText('LOCAL', { exact: true }).waitFor();
    expect(await doctor.getByLabel('Username').inputValue()).toBe('admin');
    expect(await doctor.getByLabel('Password').inputValue()).not.toBe('');
    const footer = doctor.getByRole('contentinfo');
    await footer.getByText('2.9.2').waitFor();
    await footer.getByText(`API ${version}`).waitFor();

    await signIn(doctor, 'doctor');
    await doctor.getByRole('heading', { name: 'Patient list' }).waitFor();
    expect(new URL(doctor.url()).pathname).toBe('/patients');
    await doctor.getByRole('button', { name: 'Helen Hart, Doctor' }).waitFor();
    await doctor.getByText('LOCAL', { exact: true }).waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('lets the doctor add a patient and says what is missing in the right words', async () => {
    await doctor.getByRole('button', { name: 'Add new patient' }).click();
    const dialog = doctor.getByRole('dialog', { name: 'Add new patient' });
    const says = (label: string) => dialog.getByLabel(label, { exact: true }).evaluate(described);
    expect(await dialog.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);

    await dialog.getByLabel('First name').fill('');
    await dialog.getByLabel('Date of birth').fill('13/45/1961');
    await dialog.getByLabel('Social security number').fill('12');
    await dialog.getByLabel('City of birth').focus();
    await dialog.getByLabel('Country of birth').focus();
    expect(await says('First name')).toContain('Field is required');
    expect(await says('Date of birth')).toContain('Must be a correct date');
    expect(await says('Social security number')).toContain('Field should be in a proper format');
    expect(await says('City of birth')).toContain('Field is required');

    for (const [label, text] of Object.entries(JANET)) await dialog.getByLabel(label, { exact: true }).fill(text);
    await dialog.getByLabel('Email').fill('janet@example.org');
    await dialog.getByLabel('Sex').selectOption('Female');
    // agreed beforehand, and added only once somebody confirms it
    expect(await dialog.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
    await dialog.getByText('Please confirm: the patient agreed').click();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    // the clinic has a Janet Doeman of this birth date
    await doctor.getByRole('button', { name: 'Add another one' }).click();
    const message = doctor.getByRole('region', { name: 'Messages' });
    await message.getByText('Janet Doeman').waitFor();
    // her row may be on another page of the list
    expect(await message.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toMatch(/^\/patients\/[0-9a-f-]{36}$/);

    // two of the same name: each says so, and the number tells them apart
    const rows = doctor.getByRole('row', { name: /Janet Doeman.*same name and birth date/ });
    await until('two patients of a similar name', async () => (await rows.count()) === 2);
    await rows.filter({ hasText: '4417' }).waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('shows the same patient in the browser of the assistant', async () => {
    assistant = await stage.as('assistant');
    await assistant.getByRole('searchbox', { name: 'Last name' }).fill('doem');
    await assistant.getByRole('row', { name: /4417/ }).click();
    await assistant
      .getByRole('banner', { name: 'Patient' })
      .or(assistant.locator('header[aria-label=Patient]'))
      .getByText('Doeman')
      .waitFor();
    await assistant.getByText('There are no lab results available').waitFor();
    address = assistant.url();
    // lost by a reload: what comes later has come by itself
    await assistant.evaluate(() => void (document.body.dataset['opened'] = 'once'));
  });

  step('reads an uploaded report', async () => {
    await doctor.getByRole('link', { name: /Reports/ }).click();
    await doctor.getByRole('button', { name: 'Upload lab results' }).click();
    const dialog = doctor.getByRole('dialog', { name: 'Upload lab results' });
    await dialog.getByLabel('Files').setInputFiles(report('s1_quest.pdf'));
    await dialog.getByRole('cell', { name: 's1_quest.pdf', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    const file = doctor.getByRole('row', { name: /s1_quest\.pdf/ });
    await file.getByText('Finished').waitFor({ timeout: READING });
    await file.getByRole('button', { name: 's1_quest.pdf', exact: true }).click();
    const page = doctor.getByRole('row', { name: /Page 1: Janet Doeman/ });
    await page.getByText('Validation required').waitFor();
    await page.getByText('Patient not matched').waitFor();
    // no recognition rate beside an error
    expect(await page.getByText(/^\d+\.\d\d %$/).count()).toBe(0);
    await page.getByRole('link', { name: /^Review Page/ }).click();
    expect(stage.complaints()).toEqual([]);
  });

  step('links what was read with its place on the page', async () => {
    const image = doctor.getByAltText('The page as it was scanned');
    await image.waitFor();
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(500);
    const canvas = await doctor.locator('div:has(> div > img[alt="The page as it was scanned"])').boundingBox();
    expect(canvas && canvas.width / canvas.height).toBeCloseTo(0.71, 2);
    // letterboxed, never stretched
    const { shown, natural } = await image.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      const { naturalWidth, naturalHeight } = element as HTMLImageElement;
      return { shown: width / height, natural: naturalWidth / naturalHeight };
    });
    expect(shown).toBeCloseTo(natural, 2);

    const glucose = doctor.getByRole('group', { name: /^GLUCOSE: / });
    const region = doctor.locator('[data-mark][data-active]');
    await glucose.hover();
    await until('the regions of the row stand out', async () => (await region.count()) >= 3);

    // each region leads to its own input
    const marks = await region.evaluateAll((all) => all.map((each) => each.getAttribute('data-mark')));
    const led = new Set<string>();
    for (const mark of marks) {
      // the left edge: a unit that is printed within the range has a region of its own there
      await doctor.locator(`[data-mark="${mark}"]`).click({ position: { x: 4, y: 4 } });
      led.add(await doctor.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''));
    }
    expect(led).toEqual(new Set(['Name of GLUCOSE', 'Value of GLUCOSE', 'Unit of GLUCOSE', 'Upper limit of GLUCOSE']));

    // and each input to its region, with the pointer elsewhere
    await doctor.getByRole('heading', { name: 'Validate page' }).hover();
    const active = doctor.locator('[data-mark][data-active=field]');
    const places = new Set<string>();
    for (const label of ['Name of GLUCOSE', 'Value of GLUCOSE', 'Upper limit of GLUCOSE']) {
      await doctor.getByLabel(label).focus();
      places.add(JSON.stringify(await active.evaluate((element) => [element.getAttribute('x'), element.getAttribute('y')])));
    }
    expect(places.size).toBe(3);
    expect(await doctor.getByLabel('Value of GLUCOSE').inputValue()).toBe('105');
    expect(stage.complaints()).toEqual([]);
  });

  step('saves what a person corrected and agreed to, for the patient a person chose', async () => {
    const save = doctor.getByRole('button', { name: /^(Validate Page|Save \d+ results)/ });
    expect(await save.isDisabled()).toBe(true);
    const glucose = doctor.getByRole('group', { name: /^GLUCOSE: / });
    await doctor.getByLabel('Value of GLUCOSE').fill('10O');
    await glucose.getByText('Field should be number').waitFor();
    await glucose.getByRole('button', { name: 'As text' }).waitFor();
    await doctor.getByLabel('Value of GLUCOSE').fill('106');
    await doctor.keyboard.press('Tab');
    await glucose.getByText('The page was read as 105 mg/dL, and 106 mg/dL was typed. Is that right?').waitFor();
    await doctor.getByText('on the page: Janet Doeman, born 03/09/1961').waitFor();
    await doctor.getByLabel('Patient', { exact: true }).click();
    const namesakes = doctor.getByRole('option', { name: /Janet Doeman/ });
    await until('both are offered', async () => (await namesakes.count()) === 2);
    await namesakes.filter({ hasText: '4417' }).click();

    await doctor.getByRole('button', { name: 'Add a row' }).click();
    await doctor.keyboard.type('Rarum');
    await doctor.getByLabel('Value of Rarum').fill('3');
    await doctor.getByText(/^Please correct 1 row$/).waitFor();
    await doctor.getByRole('button', { name: 'No upper limit' }).click();

    // doubtful rows are not saved unseen, and what stays on the page stands apart
    const doubts = doctor.getByRole('button', { name: 'Right as it stands' });
    const doubtful = await doubts.count();
    expect(doubtful).toBeGreaterThan(0);
    const saves = doctor.getByRole('button', { name: /^Save \d+ results for DOEMAN, Janet, collected 08\/14\/2025$/ });
    await saves.click();
    const asked = doctor.getByRole('alertdialog', { name: /doubtful rows? (was|were) not looked at/ });
    const stays = asked.getByRole('table', { name: /^Stay on the page, not in the record: / });
    await stays.getByRole('row', { name: /^Rarum .* not in the catalogue$/ }).waitFor();
    expect(
      await asked
        .getByRole('table', { name: /^Will be saved unseen: / })
        .getByText('Rarum')
        .count(),
    ).toBe(0);
    await asked.getByRole('button', { name: 'Look at them' }).click();
    for (let left = doubtful; left > 0; left--) {
      if (left < doubtful) await doctor.keyboard.press('F8');
      await until('the focus is on the first doubt that is left', () =>
        doctor.evaluate(() => document.querySelector('[data-open]')?.contains(document.activeElement) === true),
      );
      await doctor.keyboard.press('Enter');
      await until('one doubt less', async () => (await doubts.count()) === left - 1);
    }
    await saves.click();
    await doctor
      .getByRole('region', { name: 'Messages' })
      .getByText(/^Saved \d+ of \d+ results for DOEMAN, Janet.*; \d+ waits? for the catalogue/)
      .waitFor();
    // no plain success where rows stay on the page
    const status = doctor.getByRole('status').filter({ hasText: /Saved \d+ of \d+, \d+ waits? for the catalogue/ });
    expect(await doctor.getByText('Validation done').count()).toBe(0);
    await status.getByText('checked by Helen Hart').waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('shows the values to the assistant without a reload', async () => {
    await assistant.getByText('There are no lab results available').waitFor({ state: 'hidden' });
    await assistant.getByRole('slider', { name: /^Lab results over time/ }).waitFor();
    await assistant
      .getByRole('listitem')
      .filter({ hasText: /glucose/i })
      .getByText('106')
      .waitFor();
    expect(await assistant.evaluate(() => document.body.dataset['opened'])).toBe('once');
    expect(assistant.url()).toBe(address);
  });

  step('shows the values in the list and in the chart of the patient', async () => {
    await doctor.getByRole('link', { name: /Patient list/ }).click();
    await doctor.getByRole('row', { name: /4417/ }).click();
    const chart = doctor.getByRole('slider', { name: /^Lab results over time/ });
    await chart.focus();
    await doctor.keyboard.press('ArrowLeft');
    await until('the chart says the value of that day', async () =>
      /Glucose 106 mg\/dL, above range, flag H, 08\/14\/2025/i.test((await chart.getAttribute('aria-valuetext')) ?? ''),
    );
    await section(doctor, 'Lab results').getByRole('button', { name: 'List', exact: true }).click();
    const row = doctor.getByRole('row', { name: /^GLUCOSE/ });
    for (const text of ['106', 'mg/dL', '65–99', 'H']) await row.getByText(text, { exact: true }).first().waitFor();
    expect(await row.count()).toBe(1);
    await doctor.getByRole('row', { name: 'Values of 08/14/2025' }).getByText('Helen Hart').waitFor();
    // and says what the page has besides, with the way there
    await section(doctor, 'Lab results')
      .getByText(/rows? of report pages not in this record$/)
      .waitFor();
    await section(doctor, 'Lab results').getByRole('link', { name: 's1_quest.pdf, page 1' }).click();
    await doctor.getByLabel('Value of Rarum').waitFor();
    await doctor.getByRole('main').getByRole('button', { name: 'Close' }).click();
    await doctor
      .getByRole('row', { name: /s1_quest\.pdf/ })
      .getByText(/rows? not in the record/)
      .first()
      .waitFor();

    // her namesake has what she had before
    await doctor.getByRole('link', { name: /Patient list/ }).click();
    await doctor.getByRole('row', { name: /Janet Doeman.*6612/ }).click();
    await section(doctor, 'Lab results').getByRole('button', { name: 'List', exact: true }).click();
    await doctor.getByRole('row', { name: 'Values of 08/13/2024' }).waitFor();
    expect(await doctor.getByRole('row', { name: 'Values of 08/14/2025' }).count()).toBe(0);
    await doctor.goto(`${address}?lab_view=list`);
    expect(stage.complaints()).toEqual([]);
  });

  step('leads from a value back to the person and to its place on the page', async () => {
    await doctor.getByRole('button', { name: 'History of GLUCOSE, 08/14/2025' }).click();
    const dialog = doctor.getByRole('dialog', { name: 'History' });
    await dialog
      .getByRole('row', { name: /Helen Hart/ })
      .first()
      .waitFor();
    await dialog
      .getByText(/s1_quest\.pdf/)
      .first()
      .waitFor();
    await dialog.getByText('read 105 mg/dL, changed to 106 mg/dL').waitFor();
    await dialog.getByText('read 105 mg/dL, now 106 mg/dL').waitFor();
    const strip = dialog.getByRole('figure', { name: /GLUCOSE/ }).locator('canvas');
    await until('the strip of the page is drawn', () => strip.evaluate(isDrawn));
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(stage.complaints()).toEqual([]);
  });

  step('loses nothing and doubles nothing when the server is killed and started again', async () => {
    await doctor.getByRole('link', { name: /Reports/ }).click();
    await doctor.getByRole('button', { name: 'Upload lab results' }).click();
    const dialog = doctor.getByRole('dialog', { name: 'Upload lab results' });
    await dialog.getByLabel('Files').setInputFiles(report('s2_labcorp.pdf'));
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await doctor.getByRole('region', { name: 'Messages' }).getByText('1 file uploaded').waitFor();

    const api = await apiAs(stage.server.url, 'doctor');
    const patient_id = await patientId(api, 'Park');
    const keys = Array.from({ length: 24 }, () => crypto.randomUUID());
    const record = (client: Api, key: string, index: number) =>
      client.send<{ id: string }>('POST', '/api/lab-results', { ...result(index), patient_id }, key);
    const acknowledged: string[] = [];
    const sent = keys.map((key, index) =>
      record(api, key, index).then(
        ({ id }) => void acknowledged.push(id),
        () => undefined,
      ),
    );
    await until('some are acknowledged', async () => acknowledged.length >= 5);
    await stage.server.kill();
    await Promise.all(sent);
    await stage.server.again();

    // a program that had no answer asks once more
    const after = await apiAs(stage.server.url, 'doctor');
    for (const [index, key] of keys.entries()) await record(after, key, index);
    const listed = await until('the list has caught up', async () => {
      const page = await after.get<{ items: { id: string }[]; overall_count: number; stale?: true }>(
        `/api/lab-results?patient_id=${patient_id}&skip=0&take=50`,
      );
      return page.overall_count >= keys.length && page;
    });
    expect(listed.overall_count).toBe(keys.length);
    expect(listed.items.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));

    // the person is still signed in, and what was uploaded is read
    await doctor.reload();
    const file = doctor.getByRole('row', { name: /s2_labcorp\.pdf/ });
    await file.getByText('Finished').waitFor({ timeout: READING });
    expect(await file.count()).toBe(1);
    expect(await doctor.getByRole('row', { name: /s1_quest\.pdf/ }).count()).toBe(1);

    await doctor.goto(`${address}?lab_view=list`);
    const values = doctor.getByRole('row', { name: /^GLUCOSE/ });
    await values.getByText('106').waitFor();
    expect(await values.count()).toBe(1);
    await doctor.getByRole('button', { name: 'History of GLUCOSE, 08/14/2025' }).click();
    const strip = doctor
      .getByRole('dialog', { name: 'History' })
      .getByRole('figure', { name: /GLUCOSE/ })
      .locator('canvas');
    await until('the strip of the page is drawn', () => strip.evaluate(isDrawn));
    // which one, depends on where a request was when the server was gone
    const gone = /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/;
    expect(stage.complaints(gone)).toEqual([]);
  });
});

/** The text below a field, as a screen reader says it. */
const described = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Whether a canvas holds more than one colour. */
const isDrawn = (element: Element): boolean => {
  const canvas = element as HTMLCanvasElement;
  const data = canvas.width > 0 && canvas.height > 0 && canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return data ? new Set(new Uint32Array(data.buffer)).size > 1 : false;
};

const result = (index: number) => ({
  collected: `2026-0${1 + (index % 9)}-1${Math.floor(index / 9)}T08:00:00`,
  parameters: [
    { entry_id: 'potassium', parameter_id: null, name: 'Potassium', value: `4.${index}`, unit: 'mmol/L', min: '3.5', max: '5.1' },
  ],
});
