import type { Page } from 'playwright-core';
import { recordOnStage, SECTIONS } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

describeInBrowser('the charts of a record', () => {
  const on = recordOnStage();
  const open = async (search?: string): Promise<Page> => {
    const page = await on.open(search);
    await chartOf(page, 'Lab results').waitFor();
    return page;
  };
  const said = (page: Page, title: string) => chartOf(page, title).getAttribute('aria-valuetext');

  alone('draws one focus line through all sections, and their values of that day in each legend', async () => {
    const page = await open('?from=2024-01-01&to=2026-11-21');
    for (const title of SECTIONS) await chartOf(page, title).waitFor();
    const chart = chartOf(page, 'Lab results');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await until('every chart speaks of the same day', async () => {
      const days = await Promise.all(SECTIONS.map(async (title) => (await said(page, title))?.slice(0, 10)));
      return /^\d\d\/\d\d\/\d{4}$/.test(days[0] ?? '') && new Set(days).size === 1;
    });
    expect(await page.locator('[data-focus-line]').count()).toBe(SECTIONS.length);
    await section(page, 'Treatments')
      .getByRole('listitem')
      .filter({ hasText: /mg\/day/ })
      .first()
      .waitFor();
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('keeps the day that the keys chose where the page moves under a mouse that rests', async () => {
    const page = await open('?from=2024-01-01&to=2026-11-21');
    const chart = chartOf(page, 'Lab results');
    await chart.focus();
    const { x, y, width, height } = (await chart.boundingBox())!;
    await page.mouse.move(x + width / 3, y + height / 2);
    await page.keyboard.press('End');
    const chosen = await said(page, 'Lab results');
    expect(chosen).toMatch(/^\d\d\/\d\d\/2026/);
    // the browser tells of a mouse that did not move, since something else lies under it now
    const moved = await chart.evaluate(
      (surface) =>
        new Promise<number[]>((resolve) => {
          surface.addEventListener('pointerleave', (event) =>
            resolve([(event as PointerEvent).movementX, (event as PointerEvent).movementY]),
          );
          document.getElementById('main')!.scrollTop += 400;
        }),
    );
    expect(moved).toEqual([0, 0]);
    expect(await said(page, 'Lab results')).toBe(chosen);
    await chart.hover();
    await until('the mouse chooses', async () => (await said(page, 'Lab results')) !== chosen);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('draws what was read before the results are there, and moves nothing when they come', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await on.stage.as('doctor');
    await page.route('**/api/lab-results/series?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${on.stage.server.url}/patients/${on.morgan}`);
    const others = SECTIONS.filter((title) => title !== 'Lab results');
    for (const title of others) await chartOf(page, title).waitFor();
    expect(await section(page, 'Lab results').locator('[aria-busy="true"]').count()).toBe(1);
    const days = () => Promise.all(['Start date', 'End date'].map((name) => page.getByRole('textbox', { name }).inputValue()));
    const strip = () => page.locator('[data-brush]').evaluate((brush) => [brush.getAttribute('x'), brush.getAttribute('width')]);
    const before = [await said(page, 'Diagnoses'), await days(), await strip()];
    answer();
    await chartOf(page, 'Lab results').waitFor();
    await until('the strip shows the results', async () => (await page.locator('[data-lane]').nth(2).getAttribute('d')) !== '');
    expect([await said(page, 'Diagnoses'), await days(), await strip()]).toEqual(before);
    // every chart is as wide as the axis that they share
    const widths = await page
      .locator('main [aria-roledescription="chart"], main [data-axis]')
      .evaluateAll((all) => all.map((one) => one.querySelector('svg')?.getAttribute('width')));
    expect(new Set(widths).size).toBe(1);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('keeps what a point says within a phone, with the focus line on its day in every chart', async () => {
    const page = await on.open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const dots = chartOf(page, 'Lab results').locator('[data-point]');
    await dots.first().waitFor();
    for (const share of [0.02, 0.5, 0.72, 0.98]) {
      const dot = dots.nth(Math.floor((await dots.count()) * share));
      await dot.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await dot.boundingBox())!;
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      const note = page.getByRole('dialog', { name: 'Result' });
      await note.waitFor();
      const box = (await note.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      const lines = await page.locator('[data-focus-line]').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
      expect(Math.max(...lines) - Math.min(...lines)).toBeLessThan(2);
      await page.keyboard.press('Escape');
      await note.waitFor({ state: 'detached' });
    }
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('zooms all sections together, and has it in the address and in the settings', async () => {
    const page = await open('?from=2024-01-01&to=2026-11-21');
    await chartOf(page, 'Diagnoses').focus();
    await page.keyboard.press('+');
    await until('every section shows the same span', async () => {
      const spans = await Promise.all(SECTIONS.map((title) => said(page, title)));
      return new Set(spans).size === 1 && !spans[0]?.startsWith('01/01/2024');
    });
    await until('the address has it', async () => !page.url().includes('from=2024-01-01'));
    const from = new URL(page.url()).searchParams.get('from');
    await until('it is saved', async () => (await on.saved()).time_from?.slice(0, 10) === from);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('scrolls by the wheel over a chart and zooms only with Ctrl, since the span is saved', async () => {
    const page = await open('?from=2024-01-01&to=2026-11-21');
    const chart = chartOf(page, 'Diagnoses');
    await chart.hover();
    const span = () => page.getByRole('textbox', { name: 'Start date' }).inputValue();
    const before = await span();
    await page.mouse.wheel(0, 240);
    await until(
      'the page scrolled',
      async () => await page.evaluate(() => [...document.querySelectorAll('*')].some((one) => one.scrollTop > 0)),
    );
    expect(await span()).toBe(before);
    await chart.hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -240);
    await page.keyboard.up('Control');
    await until('the span is another', async () => (await span()) !== before);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('ruling 32: keeps a preset and a style for this person and patient, and shows them again', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Last 1y' }).click();
    const row = section(page, 'Lab results').getByRole('listitem').filter({ hasText: 'Creatinine' });
    await row.hover();
    await row.getByRole('button', { name: 'Settings Creatinine' }).click();
    const dialog = page.getByRole('dialog', { name: 'Parameters settings' });
    const magenta = dialog.getByRole('radio', { name: 'magenta' });
    // the dialog may still be on its way to its place
    await until('the colour is chosen', async () => {
      await magenta.focus();
      await page.keyboard.press('Space');
      return magenta.isChecked();
    });
    await dialog.getByRole('radio', { name: '8 pixels' }).check();
    await dialog.getByRole('radio', { name: 'dashed', exact: true }).check();
    expect(await dialog.getByRole('radio').count()).toBe(5 + 4 + 19);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await until('it is saved', async () => {
      const { preset, until_today, styles } = await on.saved();
      return (
        preset === '1y' && until_today && styles.some(({ color, thickness, style }) => color === 4 && thickness === 8 && style === '5, 5')
      );
    });
    await page.goto(`${on.stage.server.url}/patients/${on.morgan}`);
    await page.getByRole('button', { name: 'Last 1y' }).and(page.locator('.bp6-active')).waitFor();
    const line = page.locator('[data-line][stroke-width="8"]');
    await line.waitFor();
    // and no style sheet draws it otherwise
    expect(await line.evaluate((path) => getComputedStyle(path).strokeWidth)).toBe('8px');
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('reorders a legend by keys, and hides nothing without saying so', async () => {
    const page = await open();
    const lab = section(page, 'Lab results');
    const names = () =>
      lab.getByRole('listitem').evaluateAll((rows) => rows.map((each) => each.querySelector('[data-name] span')?.textContent));
    await lab.getByRole('listitem').nth(1).waitFor();
    const before = await names();
    await lab.getByRole('button', { name: 'Reorder' }).click();
    await lab.getByRole('button', { name: `Move ${before[0]}` }).focus();
    await page.keyboard.press('ArrowDown');
    await until('the first row went down', async () => (await names())[1] === before[0]);
    expect(await lab.getByRole('button', { name: /^Hide / }).count()).toBe(0);
    expect(await lab.getByRole('button', { name: /^Edit / }).count()).toBe(0);
    await lab.getByRole('button', { name: 'Reorder' }).click();
    await lab.getByRole('button', { name: `Hide ${before[0]}` }).click();
    await lab.getByText('1 series hidden').waitFor();
    await until('it is saved', async () => (await on.saved()).styles.some(({ hidden, index }) => hidden === true && index === 1));
    await lab.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Treatments', exact: true }).click();
    await page.getByText('Treatments hidden').waitFor();
    expect(await section(page, 'Treatments').count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('says that settings could not be saved, and keeps the change', async () => {
    const page = await open();
    await page.route('**/api/graph-visuals/**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.getByRole('button', { name: 'Last 5y' }).click();
    await page.getByRole('alert').filter({ hasText: 'Chart settings could not be saved' }).waitFor();
    await page.getByRole('button', { name: 'Last 5y' }).and(page.locator('.bp6-active')).waitFor();
    await page.unroute('**/api/graph-visuals/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Chart settings could not be saved').waitFor({ state: 'hidden' });
    expect((await on.saved()).preset).toBe('5y');
    expect(on.stage.complaints(/ERR_FAILED/)).toEqual([]);
  });

  alone('says what a dose is made of, and shows a patient nothing that may be changed', async () => {
    const page = await open('?from=2024-01-01&to=2026-11-21');
    const chart = chartOf(page, 'Treatments');
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/mg\/day/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');

    const patient = await on.stage.as('patient', `/patients/${on.morgan}`);
    await chartOf(patient, 'Lab results').waitFor();
    expect(await patient.getByRole('button', { name: /^(Edit|Change dosage|Add new)/ }).count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('goes to where there is something when the shown time is empty', async () => {
    const page = await open('?from=1990-01-01&to=1991-01-01');
    await section(page, 'Lab results')
      .getByRole('button', { name: /results after 01\/01\/1991/ })
      .click();
    await until('results are in view', async () => (await page.locator('[data-point]').count()) > 0);
    expect(on.stage.complaints()).toEqual([]);
  });
});
