import type { Page } from 'playwright-core';
import { recordOnStage } from './record.ts';
import { describeInBrowser } from './stage.ts';
import { until } from './until.ts';

const LISTS = 'diagnoses_view=list&intakes_view=list&lab_view=list&examinations_view=list';

/** Words of a row that lie under its actions, and by how much the page is wider than the window. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const covered: string[] = [];
    let isLooked = false;
    for (const row of document.querySelectorAll('main tbody tr')) {
      const actions = row.querySelector('td:last-child:has(button)');
      if (!actions) continue;
      isLooked = true;
      const over = actions.getBoundingClientRect();
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (actions.contains(node) || !node.textContent?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const around = node.parentElement!;
        // what ends in '…' is drawn no further than that, and is whole in its title
        const end =
          getComputedStyle(around).textOverflow === 'ellipsis' && around.title !== '' ? around.getBoundingClientRect().right : Infinity;
        for (const { left, right, top, bottom } of range.getClientRects()) {
          const isUnder = Math.min(right, end) > over.left + 1 && left < over.right - 1 && bottom > over.top + 1 && top < over.bottom - 1;
          if (isUnder) covered.push(node.textContent);
        }
      }
    }
    return { isLooked, covered, wider: document.documentElement.scrollWidth - window.innerWidth };
  });

describeInBrowser('lists of a record', () => {
  const on = recordOnStage();
  const home = () => `/patients/${on.morgan}`;

  it('hide no drug, dose, value or unit under the actions, whatever the width of the window', async () => {
    const page = await on.stage.as('doctor', `${home()}?${LISTS}`);
    // 720 is a window of 1440 at 200 %
    const fits = async () => {
      for (const width of [1440, 1180, 1024, 720, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        expect({ width, ...(await hidden(page)) }).toEqual({ width, isLooked: true, covered: [], wider: 0 });
      }
    };
    const tables = (count: number) => until('the lists are there', async () => (await page.getByRole('table').count()) === count);
    await tables(4);
    await fits();
    // on a phone it is said which date and which person is meant
    for (const words of ['From', 'To', 'Note writer', 'Edited by']) {
      const cell = page.locator(`td[data-title="${words}"]`).first();
      expect(await cell.evaluate((each) => getComputedStyle(each, '::before').content)).toContain(words);
    }

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: /^History of Data Entry/ }).click();
    const total = page.locator('[data-total]');
    await total.waitFor();
    await tables(1);
    await fits();
    // ruling 32: on paper too it is said how many rows there are besides those of the page
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ media: 'print' });
    expect(await total.isVisible()).toBe(true);
    expect(await total.innerText()).toMatch(/^1–10 of \d\d$/);
    expect(await page.getByRole('columnheader', { name: 'Actions' }).isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.context().close();
  });

  it('a patient asks on the phone, the doctor answers with the question in view, and the patient is told of the answer until it is seen', async () => {
    const list = `${home()}?diagnoses_view=list`;
    const patient = await on.stage.as('patient', list, { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' });
    const doctor = await on.stage.as('doctor', list);
    const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
    const row = (page: Page) => page.locator('#diagnoses').getByRole('row', { name: /Hyperlipidemia/ });
    await patient.locator('[data-corrected]', { hasText: /^corrected from N18\.32/ }).waitFor();
    await row(patient)
      .getByRole('button', { name: /^Actions of/ })
      .tap();
    await patient.getByRole('menuitem', { name: 'Comment' }).tap();
    const asked = dialog(patient, 'New comment to diagnosis record');
    await asked.getByLabel('Comment').fill('Is my diet enough?');
    await asked.getByRole('button', { name: 'Save' }).tap();
    await asked.waitFor({ state: 'hidden' });

    const unread = row(doctor).getByRole('button', { name: /^Show new comment/ });
    await unread.click();
    await dialog(doctor, 'Comment from patient').getByRole('button', { name: 'New comment' }).click();
    const answer = dialog(doctor, 'New comment to diagnosis record');
    await answer.getByRole('list', { name: 'Comments so far' }).getByText('Is my diet enough?').waitFor();
    await answer.getByRole('textbox', { name: 'Comment' }).fill('For now, yes');
    await answer.getByRole('button', { name: 'Save' }).click();
    await unread.waitFor({ state: 'detached' });

    const told = patient.getByRole('status', { name: 'New answers from your clinic' });
    const news = told.getByRole('button', { name: /^New answer about .*Hyperlipidemia.*, 11\/03\/2020 3\. November 2020$/ });
    await news.waitFor();
    const colors = await news.evaluate((button) =>
      [button, button.querySelector('[data-long-date]')!].map((each) => getComputedStyle(each).color),
    );
    expect(colors[1]).toBe(colors[0]);
    await news.tap();
    const thread = dialog(patient, 'Comments');
    await thread.getByText('For now, yes').waitFor();
    await thread.getByText('3. November 2020').waitFor();
    await thread.getByText(/^Read by Helen Hart/).waitFor();
    await thread.getByText('new answer', { exact: true }).waitFor();
    await told.getByRole('button').waitFor({ state: 'detached' });
    await patient.reload();
    await row(patient).waitFor();
    expect(await told.count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
    for (const page of [patient, doctor]) await page.context().close();
  });

  describe('return to where one was', () => {
    let page: Page;
    const scroll = () => page.evaluate(() => document.getElementById('main')?.scrollTop ?? 0);
    /** The row that has the focus, whole or by something in it. */
    const focusedRow = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
    const isMarked = () => page.evaluate(() => document.activeElement?.matches('[data-marked]') ?? false);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const row = (name: RegExp) => page.getByRole('row', { name }).first();

    it('after Cancel: query, scroll, and the control that was left', async () => {
      page = await on.stage.as('doctor', `${home()}?${LISTS}`);
      const edit = row(/Hyperlipidemia/).getByRole('button', { name: /^Edit/ });
      await edit.focus();
      await edit.scrollIntoViewIfNeeded();
      await page.evaluate(() => document.getElementById('main')?.scrollBy(0, 120));
      const before = await scroll();
      await page.keyboard.press('Enter');
      await page.getByLabel('Start date', { exact: true }).waitFor();
      await button('Cancel').click();
      await page.waitForURL((url) => url.pathname === home() && url.search === `?${LISTS}`);
      await until('the control has the focus', async () => /Hyperlipidemia/.test(await focusedRow()));
      await until('the list stands where it stood', async () => Math.abs((await scroll()) - before) < 3);
    });

    it('after Save: the row is marked, has the focus, and its page of the list is open', async () => {
      await page.goto(`${on.stage.server.url}${home()}?diagnoses_view=list&diagnoses_take=5`);
      await page.locator('#diagnoses').getByRole('button', { name: 'Add new' }).click();
      await page.getByLabel('Diagnosis (ICD)', { exact: true }).fill('gout');
      await page.getByRole('grid', { name: 'Found diseases' }).getByText(/^M10/).first().click();
      await page.getByLabel('Start date', { exact: true }).fill('03/04/1999');
      await page.getByRole('textbox', { name: /^Stop date/ }).fill('03/20/1999');
      await page.keyboard.press('Control+Enter');
      await page.waitForURL((url) => url.pathname === home() && url.searchParams.get('diagnoses_take') === '5');
      await until('the saved row has the focus', async () => /03\/04\/1999/.test(await focusedRow()));
      expect(await isMarked()).toBe(true);
      expect(Number(new URL(page.url()).searchParams.get('diagnoses_skip'))).toBeGreaterThan(0);
    });

    it('by the Back of the browser after Save: never to the form again', async () => {
      await page.goBack();
      await page.waitForURL((url) => url.pathname === home());
      await page.goForward();
      await page.waitForURL((url) => url.pathname === home() && url.searchParams.get('diagnoses_take') === '5');
    });

    it('after a removal the focus is on the next row, never on the page', async () => {
      const removed = row(/03\/04\/1999/);
      await removed.getByRole('button', { name: /^Remove/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').getByLabel('Comment').fill('A slip');
      await page.getByRole('button', { name: 'Remove diagnosis' }).click();
      await removed.waitFor({ state: 'detached' });
      await until('something in the section has the focus', () =>
        page.evaluate(() => document.activeElement?.closest('#diagnoses') !== null && document.activeElement !== document.body),
      );
    });

    it('by Back: the list of patients with its search and the row that was opened', async () => {
      await page.goto(`${on.stage.server.url}/patients`);
      await page.getByLabel('First name', { exact: true }).fill('Ava');
      await until('one patient is found', async () => (await page.locator('main tbody tr').count()) === 1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === home());
      await button('Back').click();
      await until('its row has the focus', async () => /Morgan/.test(await focusedRow()));
      expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Ava');
      expect(page.url()).not.toMatch(/ava/i);
    });
  });
});
