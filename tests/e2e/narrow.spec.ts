import { axeFindings } from './axe.ts';
import { settled } from './faultless.ts';
import { focus } from './keys.ts';
import { outside } from './overflow.ts';
import { chartOf, section } from './sections.ts';
import { recordOnStage } from './record.ts';
import { alone, describeInBrowser, PHONE } from './stage.ts';

describeInBrowser('what a phone and a narrow window show, and the ways of the keyboard', () => {
  const on = recordOnStage();

  alone('the menu and the legend that open on a phone', async () => {
    const page = await on.stage.as('doctor', `/patients/${on.morgan}`, { ...PHONE, reducedMotion: 'reduce' });
    await chartOf(page, 'Lab results').waitFor();
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).tap();
    await section(page, 'Lab results')
      .getByRole('button', { name: /^Legend: / })
      .tap();
    await page.getByRole('heading', { name: /^Legend/ }).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await outside(page)).toEqual([]);
  });

  alone('the menu folds where the window is narrow, and opens over the page', async () => {
    const page = await on.stage.as('doctor', '/', { viewport: { width: 800, height: 900 } });
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Main menu' }).first();
    expect((await menu.boundingBox())!.width).toBeLessThan(60);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await page
      .locator('.bp6-drawer')
      .getByRole('link', { name: /Reports/ })
      .click();
    await page.getByRole('heading', { name: 'Reports' }).waitFor();
    expect((await menu.boundingBox())!.width).toBeLessThan(60);
    expect(await outside(page)).toEqual([]);
  });

  alone('a phone shows a result on the first screen of a record, and a patient reads the day in the own language', async () => {
    const page = await on.stage.as('patient', `/patients/${on.morgan}`, { ...PHONE, locale: 'de-DE' });
    const latest = page.getByRole('region', { name: 'Latest results' });
    const row = latest.getByRole('listitem').first();
    await row.waitFor();
    const box = (await row.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(844);
    expect(await row.textContent()).toMatch(/\d\d\/\d\d\/\d{4}\s*\d+\. \p{L}+ \d{4}.*\d/u);
    expect(await page.getByRole('form', { name: 'Timeline' }).count()).toBe(0);
    await page.getByRole('button', { name: /^\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}$/ }).tap();
    const timeline = page.getByRole('form', { name: 'Timeline' });
    await timeline.getByLabel('Start date', { exact: true }).fill('03/04/2024');
    await timeline.getByText('Mo., 4. März 2024', { exact: true }).waitFor();

    await section(page, 'Lab results')
      .getByRole('button', { name: /^Legend: / })
      .tap();
    const legend = page.locator('[data-date]').filter({ hasText: /\d/ }).first();
    expect(await legend.textContent()).toMatch(/^\d\d\/\d\d\/\d{4} \d+\. \p{L}+ \d{4}$/u);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page.getByRole('link', { name: /My account/ }).tap();
    await page.getByRole('heading', { name: 'My account', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page.getByRole('link', { name: /My record/ }).tap();
    await latest.waitFor();
  });

  alone('a phone names the lines, and the note of a result leaves the touched point in sight', async () => {
    const page = await on.stage.as('patient', `/patients/${on.morgan}?lab_view=graphs`, PHONE);
    const chart = chartOf(page, 'Lab results');
    await chart.scrollIntoViewIfNeeded();
    const names = await section(page, 'Lab results').locator('[data-line-names] text').allTextContents();
    expect(names).toContain('Creatinine');
    const points = chart.locator('[data-point]');
    for (const index of [0, 3, 6]) {
      const point = points.nth(index);
      await point.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await point.boundingBox())!;
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      const note = page.getByRole('dialog', { name: 'Result' });
      await note.waitFor();
      const [card, now] = [(await note.boundingBox())!, (await page.locator('[data-halo]').boundingBox())!];
      expect(card.y >= now.y + now.height || card.y + card.height <= now.y).toBe(true);
      expect(card.x).toBeGreaterThanOrEqual(0);
      expect(card.x + card.width).toBeLessThanOrEqual(390);
      await note.getByRole('button', { name: 'Close' }).tap();
      await note.waitFor({ state: 'hidden' });
    }
  });

  alone('from the top of a record to ‘Add new’ of the lab results takes fewer than 10 presses of Tab', async () => {
    const page = await on.stage.as('doctor', `/patients/${on.morgan}`);
    await chartOf(page, 'Lab results').waitFor();
    const add = section(page, 'Lab results').getByRole('button', { name: 'Add new' });
    let pressed = 0;
    while (!(await add.evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press('Tab');
      pressed += 1;
      expect(pressed).toBeLessThan(10);
      const { name, isSeen } = await focus(page);
      expect([name, isSeen]).toEqual([name, true]);
      if (name === 'To the content' || name === 'To lab results') await page.keyboard.press('Enter');
    }
  });

  alone('`?` lists the keys wherever it is not typed into a field', async () => {
    const page = await on.stage.as('doctor');
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    const keys = page.getByRole('dialog', { name: 'Keys' });
    const filter = page.getByRole('searchbox', { name: 'Last name' });
    await filter.pressSequentially('?');
    expect(await filter.inputValue()).toBe('?');
    expect(await keys.count()).toBe(0);
    await filter.fill('');
    // nothing has the focus in rows that answer what was typed before
    await page.locator('tbody:not([inert]) tr', { hasText: 'Grace' }).focus();
    await page.keyboard.press('?');
    await keys.getByText('Search for anything').waitFor();
    expect(await keys.getByRole('term').allTextContents()).toEqual(expect.arrayContaining(['Ctrl K', '?', 'Ctrl Enter', 'F8']));
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Helen Hart, Doctor' }).click();
    await page.getByRole('menuitem', { name: /^Keys/ }).click();
    await keys.waitFor();
  });
});
