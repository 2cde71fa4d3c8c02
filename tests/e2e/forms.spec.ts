import type { Page } from 'playwright-core';
import { type Api, apiAs, patientId } from './api.ts';
import { focus } from './keys.ts';
import { chooseMedication, medicationsSearched, prescribed, type Prescribed, readPrescribed } from './medication.ts';
import { alone, describeInBrowser, openStage, signIn, type Stage } from './stage.ts';
import { until } from './until.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('what is typed in the form of an item', () => {
  let stage: Stage;
  let api: Api;
  let patient: string;
  const home = () => `/patients/${patient}`;
  const treatments = async () => (await api.get<{ items: Prescribed[] }>(`/api/intakes?patient_id=${patient}&skip=0&take=50`)).items;
  const open = async (page: Page, item: Prescribed) => {
    await page.goto(`${stage.server.url}${home()}/intakes/${item.id}`);
    await field(page, 'Comment').waitFor();
  };
  const atHome = (page: Page) => page.waitForURL(new RegExp(`${home()}$`));

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    patient = await patientId(api, 'Okafor');
    await medicationsSearched(api);
  });
  afterAll(() => stage?.close());

  alone('ruling 29: a question is not answered by the key that raised it, held down, nor by a second quick click', async () => {
    const page = await stage.as('doctor', `${home()}/intakes/add`);
    const before = (await treatments()).length;
    await chooseMedication(page, 'lisinopril 10');
    await field(page, 'Dose').fill('100');
    await page.keyboard.down('Control');
    for (let pressed = 0; pressed < 5; pressed++) await page.keyboard.down('Enter');
    const question = page.getByText(/would be 10 times that\. Is the dose right\?/);
    await question.waitFor();
    for (let pressed = 0; pressed < 20; pressed++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    await button(page, 'Save anyway').waitFor();

    await field(page, 'Dose').fill('1000');
    await question.waitFor({ state: 'detached' });
    // both clicks at the same place, wherever the button is by then
    await button(page, 'Save').evaluate((save: HTMLElement) => {
      save.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      setTimeout(() => save.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })), 50);
    });
    await page.getByText(/would be 100 times that/).waitFor();
    await page.waitForTimeout(200);
    expect((await treatments()).length).toBe(before);
    await button(page, 'Save anyway').click();
    await atHome(page);
    expect((await treatments()).length).toBe(before + 1);
    expect(stage.complaints()).toEqual([]);
  });

  alone('is saved by Ctrl Enter wherever the focus is, and the button that has it is not pressed', async () => {
    const page = await stage.as('doctor', `${home()}/intakes/add`);
    const before = (await treatments()).length;
    await chooseMedication(page, 'lisinopril 10');
    await field(page, 'Dose').fill('100');
    await button(page, 'Cancel').focus();
    await page.keyboard.press('Control+Enter');
    await button(page, 'Save anyway').waitFor();
    // a question is answered by what stands on its buttons alone
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const answer of ['Go on typing', 'Throw it away']) {
      await button(page, answer).focus();
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('Control+Shift+Enter');
    }
    await question.getByRole('button', { name: 'Go on typing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect((await treatments()).length).toBe(before);

    await field(page, 'Dose').fill('10');
    await button(page, 'Cancel').focus();
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    // in whatever order they are let go
    await page.keyboard.up('Control');
    await page.keyboard.up('Enter');
    await atHome(page);
    expect((await treatments()).length).toBe(before + 1);

    await page.goto(`${stage.server.url}${home()}?intakes_view=list`);
    await page
      .getByRole('button', { name: /^Comment.*lisinopril/i })
      .first()
      .click();
    const comment = page.getByRole('dialog', { name: 'New comment to treatment record' });
    await comment.getByLabel('Comment').fill('In the morning');
    await comment.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Messages' }).getByText('Ethan Chidi Okafor: comment saved').waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  alone('is not replaced by an empty form or by an earlier treatment without a question', async () => {
    await prescribed(api, patient);
    const page = await stage.as('doctor', `${home()}/intakes/add`);
    await chooseMedication(page, 'metformin 500');
    await field(page, 'Notes (optional)').fill('with meals');
    const question = page.getByRole('alertdialog', { name: 'Start over?' });
    await button(page, 'Add new').click();
    await question.getByText(/^What you typed of .* for Ethan Chidi Okafor would be lost\.$/).waitFor();
    await question.getByRole('button', { name: 'Go on typing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await field(page, 'Notes (optional)').inputValue()).toBe('with meals');
    await button(page, 'Add from previous').click();
    await page
      .getByRole('menuitem', { name: /^lisinopril/i })
      .first()
      .click();
    await question.getByRole('button', { name: 'Throw it away' }).click();
    await until('the earlier one is there', async () => /lisinopril/i.test(await field(page, 'Medication').inputValue()));
    await button(page, 'Add new').click();
    await question.getByRole('button', { name: 'Throw it away' }).click();
    await until('the search has focus', async () => (await focus(page)).name === 'Medication');
    expect(await field(page, 'Dose').count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  alone('ruling 12: it is said at once that the item was changed elsewhere, or removed', async () => {
    const item = await prescribed(api, patient);
    const page = await stage.as('doctor');
    const other = await page.context().newPage();
    for (const each of [page, other]) await open(each, item);
    await field(other, 'Times').fill('2');
    await field(other, 'Comment').fill('Dizzy');
    await button(other, 'Save').click();
    await atHome(other);
    const said = page.getByRole('status').filter({ hasText: 'since you opened it' });
    await said.getByText('This was changed since you opened it.').waitFor();
    await said.getByRole('button', { name: 'Show it as it is now' }).click();
    await until('it shows what is stored', async () => (await field(page, 'Times').inputValue()) === '2');
    expect(await said.count()).toBe(0);

    // what was typed meanwhile stays, and both versions are laid side by side
    await open(other, item);
    await field(page, 'Times').fill('4');
    await field(page, 'Comment').fill('Too high');
    await field(other, 'Times').fill('3');
    await field(other, 'Comment').fill('A slip');
    await button(other, 'Save').click();
    await atHome(other);
    await said.getByText(/What you typed stays/).waitFor();
    await button(page, 'Save').click();
    await page.getByRole('radio', { name: /^How often: 4 times a day/ }).waitFor();
    await button(page, 'Use this choice').click();
    await until('typing goes on in the form', async () => (await focus(page)).name === 'Dose');

    const { version } = await readPrescribed(api, item.id);
    await api.send('DELETE', `/api/intakes/${item.id}`, { version, comment: 'Of somebody else' });
    await said.getByText('This was removed since you opened it.').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Somebody else has removed this since you opened it.').waitFor();
    expect(await field(page, 'Times').inputValue()).toBe('4');
    expect(stage.complaints(/status of 40[49]/)).toEqual([]);
  });

  alone('is not thrown away by signing out in another tab without a question', async () => {
    const item = await prescribed(api, patient);
    const page = await stage.as('doctor');
    const other = await page.context().newPage();
    await open(page, item);
    await field(page, 'Dose').fill('15');
    const question = other.getByRole('alertdialog', { name: 'Sign out?' });
    // where the same form is open and nothing is typed in it
    await open(other, item);
    await button(other, 'Logout').click();
    await question.getByText('1 form that was typed in and never saved would be lost.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    await other.goto(`${stage.server.url}/patients`);
    await other.getByRole('heading', { name: 'Patient list' }).waitFor();
    await button(other, 'Logout').click();
    await question.getByText('1 form that was typed in and never saved would be lost.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await field(page, 'Dose').inputValue()).toBe('15');
    await button(other, 'Logout').click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    for (const each of [other, page]) await each.getByLabel('Username').waitFor();
    await signIn(other, 'doctor');
    await other.getByRole('heading', { name: 'Patient list' }).waitFor();
    expect(await other.getByRole('region', { name: 'Typed and never saved' }).count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  alone('goes from the list of patients to a saved treatment by keys alone, in less than 50 of them', async () => {
    const page = await stage.as('assistant');
    const before = (await treatments()).length;
    let pressed = 0;
    const press = async (key: string) => {
      pressed += 1;
      await page.keyboard.press(key);
    };
    const type = async (text: string) => {
      pressed += text.length;
      await page.keyboard.type(text);
    };
    await until('the list can be filtered', async () => (await focus(page)).name === 'Last name');
    await type('okafor');
    await until('one patient is left', async () => (await page.locator('tbody tr').count()) === 1);
    await press('ArrowDown');
    await press('Enter');
    await page.getByRole('heading', { name: 'Ethan Chidi Okafor' }).waitFor();
    await press('Control+K');
    await until('the search has focus', async () => (await focus(page)).name === 'Search for anything');
    await type('new tr');
    // whatever the pointer lies on
    const entry = page.getByRole('option', { name: /^New treatment\s*Ethan Chidi Okafor/ });
    await until('the first one is marked', async () => (await entry.getAttribute('aria-selected')) === 'true');
    await press('Enter');
    await until('the search for a medication has focus', async () => (await focus(page)).name === 'Medication');
    await type('lisinopril 10');
    await press('Enter');
    await until('it was found', async () => (await page.locator('[data-found] tbody tr').count()) > 0);
    await press('Enter');
    await until('the dose has focus', async () => /^Dose/.test((await focus(page)).name));
    await press('Control+Enter');
    await atHome(page);
    expect((await treatments()).length).toBe(before + 1);
    expect(pressed).toBeLessThan(50);
    expect(stage.complaints()).toEqual([]);
  });
});
