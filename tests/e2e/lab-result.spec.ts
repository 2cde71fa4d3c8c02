import type { Locator, Page } from 'playwright-core';
import { apiAs, patientId } from './api.ts';
import { focus, tabUntil } from './keys.ts';
import { section } from './sections.ts';
import { describeInBrowser, inOrder, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' });
const value = (page: Page, of: string) => page.getByLabel(`Value of ${of}`, { exact: true });
/** The row of a value in the patient's list. */
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
/** The line of a whole result, by its day. */
const result = (page: Page, day: string) => page.getByRole('row', { name: `Values of ${day}` });

describeInBrowser('a lab result, typed in', () => {
  const step = inOrder();
  let stage: Stage;
  let doctor: Page;
  let assistant: Page;
  let home: string;

  beforeAll(async () => {
    stage = await openStage();
    const api = await apiAs(stage.server.url, 'doctor');
    home = `/patients/${await patientId(api, 'Park')}`;
    doctor = await stage.as('doctor');
    assistant = await stage.as('assistant', `${home}?lab_view=list`);
    await assistant.getByText('There are no lab results available').waitFor();
  });
  afterAll(() => stage?.close());

  step('needs no mouse', async () => {
    const { keyboard } = doctor;
    await keyboard.press('Control+k');
    await until('the search has focus', async () => (await focus(doctor)).name === 'Search for anything');
    await keyboard.type('park');
    await doctor.getByRole('option', { name: /Ella Park/, selected: true }).waitFor();
    await keyboard.press('Enter');
    await doctor.getByText('There are no lab results available').waitFor();
    await tabUntil(doctor, section(doctor, 'Lab results').getByRole('button', { name: 'Add new' }).first());
    await keyboard.press('Enter');
    await until('the date has focus', async () => (await focus(doctor)).name === 'Date collected');
    await keyboard.type('11/18/2026');
    await keyboard.press('Enter');
    await keyboard.type('glucose');
    await keyboard.press('Enter');
    await keyboard.type('95');
    await until('the unit came from the catalogue', async () => (await doctor.getByLabel('Unit of Glucose').inputValue()) === 'mg/dL');
    await keyboard.press('Enter');
    await keyboard.type('potassium');
    await keyboard.press('Enter');
    await keyboard.type('4.1');
    await until('the unit came from the catalogue', async () => (await doctor.getByLabel('Unit of Potassium').inputValue()) === 'mmol/L');
    await keyboard.press('Control+Enter');
    await toasts(doctor).getByText('Ella Park: 2 lab results saved').waitFor();
    await doctor.getByRole('slider', { name: /^Lab results over time/ }).waitFor();
    await row(assistant, 'Glucose').getByText('95').waitFor();
    await row(assistant, 'Potassium').getByText('4.1').waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('asks which of two numbers a comma means, typed or pasted', async () => {
    await doctor.goto(`${stage.server.url}${home}/lab-results/add`);
    await doctor.getByLabel('Date collected', { exact: true }).fill('11/19/2026');
    const save = doctor.getByRole('button', { name: 'Save', exact: true });
    await doctor.getByLabel('Parameter of row 1').fill('Potassium');
    await doctor
      .getByRole('option', { name: /^Potassium/ })
      .first()
      .click();
    await value(doctor, 'Potassium').fill('4,100');
    await doctor.getByRole('button', { name: '4100', exact: true }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await doctor.getByRole('button', { name: /^4\.10*$/ }).click();

    await doctor.getByLabel('Parameter of row 2').evaluate(paste, 'Calcium\t1,050\tmg/dL\t8.6-10.3');
    await doctor.getByRole('button', { name: '1050', exact: true }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    // this one is meant, however unusual: it is asked, once
    await doctor.getByRole('button', { name: '1050', exact: true }).click();
    await save.click();
    await doctor.getByText(/Calcium of 1050 .* is not compatible with life/).waitFor();
    await doctor.getByRole('button', { name: 'Save anyway' }).click();
    await toasts(doctor).getByText('Ella Park: 2 lab results saved').waitFor();
    await row(assistant, 'Calcium')
      .getByText(/^1,?050$/)
      .waitFor();
    await row(assistant, 'Potassium')
      .first()
      .getByText(/^4\.10*$/)
      .first()
      .waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('reads dates as they are written, and asks where two days fit', async () => {
    await doctor.goto(`${stage.server.url}${home}/lab-results/add`);
    const date = doctor.getByLabel('Date collected', { exact: true });
    await date.fill('21.11.2026');
    await doctor.getByText('Sat Nov 21, 2026').waitFor();
    await date.fill('3.4.2026');
    await doctor.getByRole('button', { name: 'Wed Mar 4, 2026', exact: true }).waitFor();
    await doctor.getByRole('button', { name: 'Fri Apr 3, 2026', exact: true }).click();
    expect([await date.inputValue(), (await focus(doctor)).name]).toEqual(['04/03/2026', 'Date collected']);
    await date.fill('');
    await doctor.keyboard.type('today');
    await until('today is there', async () => /^\d\d\/\d\d\/\d{4}$/.test(await date.inputValue()));
    expect(stage.complaints()).toEqual([]);
  });

  step('covers no value of another row while one is typed, and takes no click that is meant for it', async () => {
    await doctor.goto(`${stage.server.url}${home}/lab-results/add`);
    for (const [row, name] of ['sodium', 'potassium'].entries()) {
      await doctor.getByLabel(`Parameter of row ${row + 1}`).fill(name);
      await doctor.keyboard.press('Enter');
      await doctor.keyboard.type('4.1');
    }
    const [upper, lower] = ['Sodium', 'Potassium'].map((name) => doctor.getByLabel(`Value of ${name}`, { exact: true }));
    await upper!.click();
    const hint = await doctor.locator('[data-reading]:visible').boundingBox();
    const below = (await lower!.boundingBox())!;
    expect(hint!.y + hint!.height).toBeLessThanOrEqual(below.y);
    await doctor.mouse.click(below.x + below.width - 8, below.y + 3);
    await doctor.keyboard.press('Control+a');
    await doctor.keyboard.type('4.4');
    expect(await lower!.inputValue()).toBe('4.4');
    await doctor.getByRole('button', { name: 'Cancel' }).click();
    await doctor.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Throw it away' }).click();
  });

  step('keeps to the range of the patient, on rows of one line, with each error under its own cell', async () => {
    const api = await apiAs(stage.server.url, 'doctor');
    const patient_id = home.split('/').at(-1)!;
    const { items } = await api.get<{ items: { id: string }[] }>('/api/lab-parameters?query=creatinine&status=Approved&take=1');
    const creatinine = { parameter_id: items[0]!.id, name: 'Creatinine', unit: 'mg/dL', min: '0.71', max: '1.21' };
    const parameters = [{ ...creatinine, entry_id: 'a', value: '1.29' }];
    await api.send('POST', '/api/lab-results', { patient_id, collected: '2026-06-20T00:00:00', parameters });

    await doctor.goto(`${stage.server.url}${home}/lab-results/add`);
    const date = doctor.getByLabel('Date collected', { exact: true });
    await date.fill('11/20/26');
    await date.press('Enter');
    await doctor.keyboard.type('creatinine');
    await doctor.keyboard.press('Enter');
    await doctor.keyboard.type('1.28');
    const cell = (column: string) => doctor.getByLabel(`${column} of Creatinine`, { exact: true });
    await doctor.getByText('last, 06/20/2026').waitFor();
    expect([await cell('Min').inputValue(), await cell('Max').inputValue()]).toEqual(['0.71', '1.21']);
    const line = doctor.locator('div:has(> [data-column])', { has: cell('Value') });
    const top = async (locator: Locator) => (await locator.boundingBox())!.y;
    expect((await top(doctor.getByLabel('Parameter of row 2'))) - (await top(doctor.getByLabel('Parameter of row 1')))).toBeLessThanOrEqual(
      29,
    );

    // the usual range stands beside it, with sex and age, and where it comes from is said once
    await doctor.getByText("Usual ranges are those of adults, from the product's starter list", { exact: true }).waitFor();
    await line.getByRole('button', { name: /^usual .*, Female, \d+$/ }).click();
    await line.getByText(/^usual, Female, \d+$/).waitFor();
    await line.getByRole('button', { name: 'last 0.71–1.21, 06/20/2026' }).click();
    expect(await cell('Max').inputValue()).toBe('1.21');

    await cell('Min').fill('2');
    await cell('Min').press('Tab');
    await line.locator('[data-column="min"]').getByText('The lower limit is above the upper limit').waitFor();
    await cell('Min').fill('0.5');
    await cell('Max').fill('');
    await cell('Max').press('Tab');
    await line.locator('[data-column="max"]').getByText('Field is required').waitFor();
    await cell('Max').fill('1.1');
    await doctor.keyboard.press('Control+Enter');
    await toasts(doctor).getByText('Ella Park: 1 lab result saved').waitFor();
    await section(doctor, 'Lab results').getByText('range changed 11/20/2026').first().waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('knows after a reload where a range is from, and leaves none beside another unit', async () => {
    const cell = (column: string) => doctor.getByLabel(`${column} of Sodium`, { exact: true });
    const range = async () => [await cell('Min').inputValue(), await cell('Max').inputValue()];
    await doctor.goto(`${stage.server.url}${home}/lab-results/add`);
    const date = doctor.getByLabel('Date collected', { exact: true });
    await date.fill('11/20/26');
    await date.press('Enter');
    await doctor.keyboard.type('sodium');
    await doctor.keyboard.press('Enter');
    await doctor.keyboard.type('140');
    const usual = doctor.getByText(/^usual, Female, \d+$/);
    await usual.waitFor();
    const suggested = await range();
    expect(suggested).not.toContain('');

    await doctor.reload();
    await doctor.getByRole('button', { name: 'Go on with it' }).click();
    await usual.waitFor();
    expect(await range()).toEqual(suggested);
    await cell('Unit').fill('mg/dL');
    await until('the range is gone', async () => (await range()).join('') === '');
    // why it cannot be saved now
    await doctor.getByText('Emptied, as it was in mmol/L: type Max or choose').waitFor();
    await doctor.getByText('Not complete yet: Max', { exact: true }).waitFor();
    const line = doctor.locator('div:has(> [data-column])', { has: cell('Value') });
    await line.getByRole('button', { name: 'No upper limit' }).click();
    await doctor.getByText(/^Not complete yet/).waitFor({ state: 'detached' });
    expect(await doctor.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(false);
    await line.getByRole('button', { name: 'Undo' }).click();
    // another unit may also be typed behind the value
    await cell('Value').fill('3 g/L');
    await doctor.getByText("The unit 'g/L' is not known here: type it beside").waitFor();
    await cell('Value').fill('140 mmol/l');
    await cell('Value').press('Enter');
    expect([await cell('Value').inputValue(), await cell('Unit').inputValue()]).toEqual(['140', 'mmol/L']);
    await usual.waitFor();
    expect(await range()).toEqual(suggested);
    expect(await doctor.getByText(/^Emptied/).count()).toBe(0);
    await doctor.getByRole('button', { name: 'Cancel', exact: true }).click();
    await doctor.getByRole('button', { name: 'Throw it away' }).click();
    await section(doctor, 'Lab results').waitFor();

    // in a correction it stays, and is asked about
    await doctor.goto(`${stage.server.url}${home}?lab_view=list`);
    await doctor.getByRole('button', { name: 'Edit 11/20/2026' }).click();
    await doctor.getByLabel('Unit of Creatinine', { exact: true }).fill('µmol/L');
    await doctor.getByLabel('Comment').fill('Another unit');
    await doctor.keyboard.press('Control+Enter');
    await doctor.getByText('The range of Creatinine, 0.5 to 1.1, was in mg/dL; the unit is now µmol/L. Is the range right?').waitFor();
    await doctor.getByRole('button', { name: 'Cancel', exact: true }).click();
    await doctor.getByRole('button', { name: 'Throw it away' }).click();
    await section(doctor, 'Lab results').waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('keeps a draft apart until somebody completes it', async () => {
    await doctor.goto(`${stage.server.url}${home}/lab-results/add`);
    await doctor.getByLabel('Date collected', { exact: true }).fill('11/20/2026');
    await doctor.getByLabel('Parameter of row 1').fill('Sodium');
    await doctor
      .getByRole('option', { name: /^Sodium/ })
      .first()
      .click();
    expect(await doctor.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await doctor.getByRole('button', { name: 'Save draft' }).click();
    await toasts(doctor).getByText('Ella Park: draft with 1 lab result saved').waitFor();
    await doctor.waitForURL(new RegExp(`${home}/lab-results/(?!add)[0-9a-f-]+$`));
    const draft = result(assistant, '11/20/2026');
    await draft.getByText('Draft').waitFor();

    await doctor.reload();
    await value(doctor, 'Sodium').fill('141');
    await doctor.getByLabel('Comment').fill('The laboratory called');
    await doctor.getByRole('button', { name: 'Save', exact: true }).click();
    await toasts(doctor).getByText('Ella Park: 1 lab result saved').waitFor();
    await row(assistant, 'Sodium').getByText('141').waitFor();
    await draft.getByText('Draft').waitFor({ state: 'hidden' });
    // what a draft lacked was no fact that could be corrected
    expect(await assistant.getByRole('button', { name: 'Correction of Sodium seen' }).count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  step('shows both versions where two people change the same result, and loses neither', async () => {
    const [one, two] = [doctor, await stage.as('administrator')];
    for (const page of [one, two]) {
      await page.goto(`${stage.server.url}${home}?lab_view=list`);
      await page.getByRole('button', { name: 'Edit 11/18/2026' }).click();
      await value(page, 'Glucose').waitFor();
    }
    await value(one, 'Glucose').fill('96');
    await value(one, 'Potassium').fill('4.3');
    await one.getByLabel('Comment').fill('Read again');
    await value(two, 'Glucose').fill('97');
    await two.getByLabel('Comment').fill('A slip');
    await one.getByRole('button', { name: 'Save', exact: true }).click();
    await toasts(one).getByText('Ella Park: lab results of 11/18/2026 saved').waitFor();

    await two.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = two.getByRole('alert').filter({ hasText: 'Somebody else has changed this' });
    await conflict.getByRole('radio', { name: /Glucose.*97/ }).waitFor();
    await conflict.getByRole('radio', { name: /Glucose.*96/ }).waitFor();
    expect(await value(two, 'Glucose').inputValue()).toBe('97');
    await conflict.getByRole('radio', { name: /Glucose.*97/ }).check();
    await conflict.getByRole('button', { name: 'Use this choice' }).click();
    await two.getByRole('button', { name: 'Save', exact: true }).click();
    await toasts(two).getByText('Ella Park: lab results of 11/18/2026 saved').waitFor();

    // what only the other changed was taken over
    await row(assistant, 'Glucose').getByText('97', { exact: true }).waitFor();
    await row(assistant, 'Potassium').getByText('4.3', { exact: true }).waitFor();

    // both are in the history, each with its person and reason
    await assistant.getByRole('button', { name: 'History 11/18/2026' }).click();
    const history = assistant.getByRole('dialog', { name: 'History' });
    await history.getByRole('row', { name: /Helen Hart.*Read again.*95.*96/ }).waitFor();
    await history.getByRole('row', { name: /Ruth Weaver.*A slip.*96.*97/ }).waitFor();
    await history.getByRole('button', { name: 'Close' }).click();
    expect(stage.complaints(/status of 409/)).toEqual([]);
  });

  step('strikes a corrected value through in every open browser, until it was seen', async () => {
    const corrected = row(assistant, 'Glucose').filter({ hasText: '97' });
    await corrected.locator('[data-corrected]', { hasText: /^corrected from 96/ }).waitFor();
    await corrected.getByRole('button', { name: 'Correction of Glucose seen' }).click();
    await corrected.locator('s').waitFor({ state: 'hidden' });
    await corrected.getByText('97').waitFor();
  });

  step('removes a result only after a question and with a reason', async () => {
    await doctor.goto(`${stage.server.url}${home}?lab_view=list`);
    await doctor.getByRole('button', { name: 'Remove 11/19/2026' }).click();
    const question = doctor.getByRole('alertdialog', { name: 'Are you sure?' });
    await question.getByText("You're trying to remove patient medical data. This action is irreversible!").waitFor();
    const remove = question.getByRole('button', { name: 'Remove lab results' });
    expect(await remove.isDisabled()).toBe(true);
    await question.getByLabel('Comment').fill('Of somebody else');
    await remove.click();
    await question.waitFor({ state: 'hidden' });
    await result(doctor, '11/19/2026').waitFor({ state: 'hidden' });
    // where somebody is reading it, it stays until it was seen, marked
    const gone = result(assistant, '11/19/2026');
    await gone.getByText('removed').waitFor();
    await gone.getByRole('button', { name: 'Seen' }).click();
    await gone.waitFor({ state: 'hidden' });
    await doctor.reload();
    await row(doctor, 'Sodium').getByText('141').waitFor();
    expect(await result(doctor, '11/19/2026').count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });
});

/** Pastes text into a field, as from a spreadsheet. */
const paste = (element: Element, text: string): void => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
};
