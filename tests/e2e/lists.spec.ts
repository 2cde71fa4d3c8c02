import type { Page } from 'playwright-core';
import { apiAs, patientId } from './api.ts';
import { describeInBrowser, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

const LISTS = 'diagnoses_view=list&intakes_view=list&lab_view=list&examinations_view=list';

/** Words of a row that lie under its actions, and by how much the page is wider than the window. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const covered: string[] = [];
    for (const row of document.querySelectorAll('.item-table tbody tr, .lab-table tbody tr')) {
      const actions = row.querySelector('td.actions');
      if (!actions) continue;
      const over = actions.getBoundingClientRect();
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (actions.contains(node) || !node.textContent?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, top, bottom } of range.getClientRects()) {
          const isUnder = right > over.left + 1 && left < over.right - 1 && bottom > over.top + 1 && top < over.bottom - 1;
          if (isUnder) covered.push(node.textContent);
        }
      }
    }
    return { covered, wider: document.documentElement.scrollWidth - window.innerWidth };
  });

describeInBrowser('lists of a record', () => {
  let stage: Stage;
  let home: string;

  beforeAll(async () => {
    stage = await openStage();
    home = `/patients/${await patientId(await apiAs(stage.server.url, 'doctor'), 'Morgan')}`;
  });
  afterAll(() => stage?.close());

  // 720 is a window of 1440 at 200 %
  it.each([1440, 1180, 1024, 720, 390])('hide no drug, dose, value or unit under the actions in a window of %d', async (width) => {
    const page = await stage.as('doctor', { viewport: { width, height: 900 } });
    for (const [path, tables] of [
      [`${home}?${LISTS}`, 4],
      [`${home}/medical-history`, 1],
    ] as const) {
      await page.goto(`${stage.server.url}${path}`);
      await until('the lists are there', async () => (await page.locator('.item-table, .lab-table').count()) === tables);
      expect(await hidden(page)).toEqual({ covered: [], wider: 0 });
    }
    await page.context().close();
  });

  it('say on a phone which date and which person is meant', async () => {
    const page = await stage.as('doctor', { viewport: { width: 390, height: 844 } });
    await page.goto(`${stage.server.url}${home}?${LISTS}`);
    const title = (words: string) => page.locator(`td[data-title="${words}"]`).first();
    for (const words of ['From', 'To', 'Note writer', 'Edited by']) {
      await title(words).waitFor();
      const before = await title(words).evaluate((cell) => getComputedStyle(cell, '::before').content);
      expect(before).toContain(words);
    }
    await page.context().close();
  });

  it('ruling 32: say on paper too how many rows there are besides those of the page', async () => {
    const page = await stage.as('doctor');
    await page.goto(`${stage.server.url}${home}/medical-history`);
    const total = page.locator('.paging-total');
    await total.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await total.isVisible()).toBe(true);
    expect(await total.innerText()).toMatch(/^1–10 of \d\d$/);
    expect(await page.getByRole('columnheader', { name: 'Actions' }).isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.context().close();
  });
});
