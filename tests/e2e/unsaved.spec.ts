import type { Page } from 'playwright-core';
import { type Api, apiAs, PASSWORD, patientId } from './api.ts';
import { onDisk } from './unsaved-on-disk.ts';
import { describeInBrowser, inOrder, openStage, signIn, type Stage } from './stage.ts';
import { until } from './until.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const list = (page: Page) => page.getByRole('region', { name: 'Typed and never saved' });

describeInBrowser('what was typed and never saved', () => {
  const step = inOrder();
  let stage: Stage;
  let api: Api;
  let [morgan, ortiz] = ['', ''];
  let page: Page;

  const go = (path: string) => page.goto(stage.server.url + path);
  /** As when the session ended while the computer was asleep. */
  const endSession = async () => {
    await page.evaluate(() => localStorage.removeItem('anamnesis.token'));
    await go('/signin');
  };

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    [morgan, ortiz] = [await patientId(api, 'Morgan'), await patientId(api, 'Ortiz')];
    page = await stage.as('doctor');
  });
  afterAll(() => stage?.close());

  step('is there again where the page is reloaded right after the last letter, and where the key comes late', async () => {
    await go(`/patients/${ortiz}/diagnoses/add`);
    await field(page, 'Start date').fill('03/04/2026');
    await page.reload();
    await button(page, 'Go on with it').waitFor();
    // the server does not answer once
    let refused = 0;
    await page.route('**/api/users/kept-key', (route) => (refused++ === 0 ? route.abort() : route.continue()));
    await page.reload();
    await field(page, 'Start date').waitFor();
    expect(refused).toBeGreaterThan(0);
    await button(page, 'Go on with it').click();
    await page.unrouteAll();
    expect(await field(page, 'Start date').inputValue()).toBe('03/04/2026');
    await button(page, 'Cancel').click();
    await button(page, 'Throw it away').click();
    await until('it is gone from the disk', async () => (await onDisk(page)) === 0);
    stage.complaints(/ERR_FAILED/);
  });

  step('is listed after signing in again: which form, whose, when', async () => {
    await go(`/patients/${morgan}/diagnoses/add`);
    await field(page, 'Start date').fill('03/04/2026');
    await until('it is kept', async () => (await onDisk(page)) === 1);
    expect(await list(page).count()).toBe(0); // the form itself is open
    await go(`/patients/${ortiz}/examinations/add`);
    await field(page, 'Date collected').fill('03/05/2026');
    await until('both are kept', async () => (await onDisk(page)) === 2);
    await endSession();
    await signIn(page, 'doctor');
    await list(page).getByText('2 forms typed and never saved').waitFor();
    const [first, second] = await list(page).getByRole('listitem').all();
    await until('the names are read', async () => /^New examination · .*Ortiz/.test((await first?.textContent()) ?? ''));
    expect(await first?.textContent()).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    expect(await second?.textContent()).toMatch(/^New diagnosis · .*Morgan/);
    expect(page.url()).not.toMatch(/morgan|ortiz/i);
    expect(stage.complaints()).toEqual([]);
  });

  step('can wait, and is found at the top again', async () => {
    await button(page, 'Not now').click();
    await list(page).waitFor({ state: 'detached' });
    await go('/reports');
    await list(page).waitFor(); // the page was loaded anew
    await button(page, 'Not now').click();
    await button(page, '2 forms typed and never saved').click();
    await list(page).waitFor();
  });

  step('leads straight into the right form of the right patient, with what was typed in it', async () => {
    await list(page)
      .getByRole('button', { name: /^Continue: New diagnosis of .*Morgan/ })
      .click();
    await page.waitForURL((url) => url.pathname === `/patients/${morgan}/diagnoses/add`);
    expect(await field(page, 'Start date').inputValue()).toBe('03/04/2026');
    expect(await button(page, 'Go on with it').count()).toBe(0);
    await button(page, '1 form typed and never saved').waitFor();
    // ruling 27: no other patient is named where a record is open
    expect(await list(page).count()).toBe(0);
    expect(await page.locator('body').textContent()).not.toContain('Ortiz');
    await page.getByLabel(/^Stop date/).fill('03/20/2026');
    await endSession();
    await signIn(page, 'doctor');
    await list(page).getByText('2 forms typed and never saved').waitFor();
  });

  step('is thrown away after a question only', async () => {
    await list(page)
      .getByRole('button', { name: /^Discard: New diagnosis/ })
      .click();
    await button(page, 'Keep it').click();
    await list(page)
      .getByRole('button', { name: /^Discard: New diagnosis/ })
      .click();
    await button(page, 'Throw it away').click();
    await list(page).getByText('1 form typed and never saved').waitFor();
    await until('it is gone from the disk', async () => (await onDisk(page)) === 1);
    await go(`/patients/${morgan}/diagnoses/add`);
    await field(page, 'Start date').waitFor();
    expect(await button(page, 'Go on with it').count()).toBe(0);
  });

  step('a comment is gone on with over its patient', async () => {
    await go(`/patients/${morgan}?diagnoses_view=list`);
    await page
      .getByRole('row', { name: /Hyperlipidemia/ })
      .getByRole('button', { name: /^Comment/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'New comment to diagnosis record' });
    await dialog.getByLabel('Comment').fill('Ask about the diet');
    await until('it is kept', async () => (await onDisk(page)) === 2);
    await endSession();
    await signIn(page, 'doctor');
    await list(page)
      .getByRole('button', { name: /^Continue: Comment on .*Hyperlipidemia.* of .*Morgan/ })
      .click();
    await page.waitForURL((url) => url.pathname === `/patients/${morgan}`);
    expect(await dialog.getByLabel('Comment').inputValue()).toBe('Ask about the diet');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await button(page, '1 form typed and never saved').waitFor();
  });

  step('is nothing to a colleague at the same computer, and stays for the one who typed it', async () => {
    await endSession();
    await signIn(page, 'assistant');
    await page.getByRole('heading', { name: 'Patient list' }).waitFor();
    expect(await list(page).count()).toBe(0);
    await endSession();
    await signIn(page, 'doctor');
    await list(page).waitFor();
  });

  step('follows what another tab did with it', async () => {
    await list(page)
      .getByRole('button', { name: /^Continue: New examination/ })
      .waitFor();
    // saved or thrown away there, it is gone from the disk
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const request = indexedDB.open('anamnesis');
          request.onsuccess = () => {
            const cleared = request.result.transaction('typed', 'readwrite').objectStore('typed').clear();
            cleared.onsuccess = () => done();
          };
        }),
    );
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await list(page).waitFor({ state: 'detached' });
  });

  step('is offered in no other tab once it was saved here, and what another tab took over is not recorded twice', async () => {
    const other = await page.context().newPage();
    const add = `/patients/${ortiz}/diagnoses/add`;
    const diagnoses = async () =>
      (await api.get<{ items: { disease_name: string }[] }>(`/api/diagnoses?patient_id=${ortiz}&take=100`)).items.filter(
        ({ disease_name }) => disease_name.startsWith('Gout'),
      ).length;
    const fill = async (tab: Page, day: string) => {
      await field(tab, 'Diagnosis (ICD)').fill('gout');
      await tab.getByRole('grid', { name: 'Found diseases' }).getByText(/^M10/).first().click();
      await field(tab, 'Start date').fill(day);
    };
    const open = async (tab: Page) => {
      await tab.goto(stage.server.url + add);
      await field(tab, 'Start date').waitFor();
    };
    const save = (tab: Page) => button(tab, 'Save').click();
    const home = (tab: Page) => tab.waitForURL((url) => url.pathname === `/patients/${ortiz}`);

    await open(page);
    await fill(page, '03/04/2026');
    await until('it is kept', async () => (await onDisk(page)) === 1);
    await open(other);
    await button(other, 'Go on with it').waitFor();
    await save(page);
    await home(page);
    await button(other, 'Go on with it').waitFor({ state: 'detached' });
    expect(await diagnoses()).toBe(1);

    // taken over in the other tab, and saved in both
    await open(page);
    await fill(page, '03/05/2026');
    await until('it is kept', async () => (await onDisk(page)) === 1);
    await open(other);
    await button(other, 'Go on with it').click();
    await field(other, 'Start date').blur();
    await save(page);
    await home(page);
    await save(other);
    await home(other);
    expect(await diagnoses()).toBe(2);

    // changed there before it is saved once more
    await open(page);
    await fill(page, '03/06/2026');
    await until('it is kept', async () => (await onDisk(page)) === 1);
    await open(other);
    await button(other, 'Go on with it').click();
    await field(other, 'Start date').fill('03/07/2026');
    await save(page);
    await home(page);
    await save(other);
    await other.getByText(/^Not saved: this form was saved before/).waitFor();
    expect(await diagnoses()).toBe(3);
    await button(other, 'Save this as another entry').click();
    await home(other);
    expect(await diagnoses()).toBe(4);
    await until('nothing is kept any more', async () => (await onDisk(page)) === 0);
    await other.close();
    expect(stage.complaints(/status of 422/)).toEqual([]);
  });

  step('two forms of one kind and patient are both listed, and a tab is offered its own first', async () => {
    const other = await page.context().newPage();
    const type = async (tab: Page, day: string) => {
      await tab.goto(`${stage.server.url}/patients/${ortiz}/diagnoses/add`);
      await field(tab, 'Start date').fill(day);
    };
    await type(page, '03/04/2026');
    await until('it is kept', async () => (await onDisk(page)) === 1);
    await type(other, '03/05/2026');
    await until('both are kept', async () => (await onDisk(page)) === 2);
    await other.reload();
    await page.reload();
    await button(page, 'Go on with it').click();
    expect(await field(page, 'Start date').inputValue()).toBe('03/04/2026');
    await other.close();
    await endSession();
    await signIn(page, 'doctor');
    await list(page).getByText('2 forms typed and never saved').waitFor();
    const entries = list(page).getByRole('button', { name: /^Continue: New diagnosis of .*Ortiz.*, typed \d{2}\/\d{2}\/\d{4}/ });
    // the patient's name is read after the list is there
    await entries.nth(1).waitFor();
    expect(await entries.count()).toBe(2);
    await entries.nth(1).click();
    expect(await field(page, 'Start date').inputValue()).toBe('03/05/2026');
    await endSession();
    await signIn(page, 'doctor');
    for (let left = 2; left > 0; left--) {
      await list(page)
        .getByRole('button', { name: /^Discard: New diagnosis/ })
        .first()
        .click();
      await button(page, 'Throw it away').click();
      await until('it is gone from the disk', async () => (await onDisk(page)) === left - 1);
    }
  });

  step('is gone at sign-out', async () => {
    await go(`/patients/${morgan}/diagnoses/add`);
    await field(page, 'Start date').fill('03/04/2026');
    await until('it is kept', async () => (await onDisk(page)) === 1);
    await endSession();
    await signIn(page, 'doctor');
    await list(page).waitFor();
    await button(page, 'Logout').click();
    await page.getByRole('alertdialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username').waitFor();
    // the sign-in appears before the browser's database has written
    await until('it is gone from the disk', async () => (await onDisk(page)) === 0);
    await signIn(page, 'doctor');
    await page.getByRole('heading', { name: 'Patient list' }).waitFor();
    expect(await list(page).count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  step('ruling 40: when nobody was here for 15 minutes the screen locks, names nobody, and the form stays', async () => {
    const left = await stage.open('/signin');
    await left.clock.install();
    await signIn(left, 'doctor');
    await left.goto(`${stage.server.url}/patients/${ortiz}/diagnoses/add`);
    await field(left, 'Start date').fill('03/04/2026');
    await left.clock.fastForward('14:00');
    expect(await left.getByRole('dialog', { name: 'Locked' }).count()).toBe(0);
    await left.clock.fastForward('02:00');
    const lock = left.getByRole('dialog', { name: 'Locked' });
    await lock.getByText(/Everything typed is kept for Helen Hart/).waitFor();
    await until('the title names nobody', async () => (await left.title()) === 'Locked · Anamnesis');
    expect(await lock.textContent()).not.toContain('Ortiz');
    await lock.getByLabel('Password').fill(PASSWORD);
    await lock.getByRole('button', { name: 'Continue' }).click();
    await lock.waitFor({ state: 'detached' });
    expect(await field(left, 'Start date').inputValue()).toBe('03/04/2026');

    // another person may go on here: it waits for the one who typed it
    await left.clock.fastForward('16:00');
    await lock.getByRole('button', { name: 'Sign in as somebody else' }).click();
    await signIn(left, 'assistant');
    await left.getByRole('heading', { name: 'Patient list' }).waitFor();
    expect(await list(left).count()).toBe(0);
    await button(left, 'Logout').click();
    await left.getByLabel('Username').waitFor();
    await signIn(left, 'doctor');
    await list(left)
      .getByRole('button', { name: /^Continue: New diagnosis/ })
      .waitFor();
    await left.context().close();
  });
});
