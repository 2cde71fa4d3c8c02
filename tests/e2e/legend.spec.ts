import type { Locator, Page } from 'playwright-core';
import { fingers } from './fingers.ts';
import { recordOnStage } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describeInBrowser('the legend of a chart', () => {
  const on = recordOnStage();

  const names = (legend: Locator): Promise<string[]> =>
    legend.getByRole('listitem').evaluateAll((rows) => rows.map((each) => each.querySelector('.legend-name span')?.textContent ?? ''));
  const middle = async (of: Locator) => {
    await of.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await of.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const settings = async (page: Page, title: string, name: string): Promise<Locator> => {
    const row = section(page, title).getByRole('listitem').filter({ hasText: name });
    await row.hover();
    await row.getByRole('button', { name: `Settings ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Parameters settings' });
    await dialog.getByText(name, { exact: true }).waitFor();
    return dialog;
  };
  alone('is put in another order by the mouse, by keys and by a finger, and keeps it', async () => {
    const page = await on.open();
    const lab = section(page, 'Lab results');
    await lab.getByRole('listitem').nth(3).waitFor();
    const [first = '', second = '', third = '', ...rest] = await names(lab);
    await lab.getByRole('button', { name: 'Reorder' }).click();
    const handle = (legend: Locator, name: string) => legend.getByRole('button', { name: `Move ${name}`, exact: true });

    const to = await middle(handle(lab, third));
    const from = await middle(handle(lab, first));
    expect((await middle(handle(lab, third))).y).toBe(to.y);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y + 4);
    // the row follows before it is let go
    await until('the row stands third', async () => (await names(lab))[2] === first);
    await page.mouse.up();
    expect(await names(lab)).toEqual([second, third, first, ...rest]);

    await handle(lab, first).focus();
    await page.keyboard.press('Home');
    await until('it is first again', async () => (await names(lab))[0] === first);
    // the row that moved is told, and still held by the keys
    await lab.getByText(`${first}, 1 of ${rest.length + 3}`).waitFor({ state: 'attached' });
    await page.keyboard.press('End');
    await until('it is last', async () => (await names(lab)).at(-1) === first);
    expect(await handle(lab, first).evaluate((each) => each === document.activeElement)).toBe(true);
    const order = [second, third, ...rest, first];
    await until('it is saved', async () => (await on.saved()).styles.filter(({ index }) => index !== undefined).length === order.length);

    const phone = await on.open('', PHONE);
    await section(phone, 'Lab results')
      .getByRole('button', { name: /^Legend: / })
      .click();
    const sheet = phone.locator('.legend-sheet');
    await sheet.getByRole('listitem').nth(3).waitFor();
    expect(await names(sheet)).toEqual(order);
    await sheet.getByRole('button', { name: 'Reorder' }).click();
    // the sheet comes up from below
    const start = await until('it stands still', async () => {
      const [before, after] = [await middle(handle(sheet, second)), await middle(handle(sheet, second))];
      return before.y === after.y && after;
    });
    const end = await middle(handle(sheet, third));
    const touch = await fingers(phone);
    await touch('touchStart', start);
    await touch('touchMove', { x: start.x, y: (start.y + end.y) / 2 });
    await touch('touchMove', { x: start.x, y: end.y + 30 });
    await until('the row follows the finger', async () => (await names(sheet))[1] === second);
    await touch('touchEnd');
    expect(await names(sheet)).toEqual([third, second, ...rest, first]);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('lets a row that is only touched stay where it was, and neither hides nor filters while rows are moved', async () => {
    const page = await on.open('', PHONE);
    await section(page, 'Lab results')
      .getByRole('button', { name: /^Legend: / })
      .click();
    const sheet = page.locator('.legend-sheet');
    await sheet.getByRole('listitem').nth(2).waitFor();
    const before = await names(sheet);
    await sheet.getByRole('button', { name: 'Reorder' }).click();
    expect(await sheet.getByRole('button', { name: /^(Hide|Show) / }).count()).toBe(0);
    expect(await sheet.getByLabel('Filter parameters').isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: `Move ${before[0]}`, exact: true }).tap();
    expect(await names(sheet)).toEqual(before);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('offers each type what the documents give it to choose', async () => {
    const page = await on.open();
    const radios = (dialog: Locator, group: string) => dialog.getByRole('group', { name: group }).getByRole('radio');
    const diagnosis = await settings(page, 'Diagnoses', 'I10 Essential (primary) hypertension');
    expect(await radios(diagnosis, 'Bar width').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual(
      [20, 30, 40, 50].map((width) => `${width} pixels`),
    );
    expect(await diagnosis.getByRole('radio', { name: '30 pixels' }).isChecked()).toBe(true);
    expect(await diagnosis.getByRole('group', { name: 'Line type' }).count()).toBe(0);
    expect(await radios(diagnosis, 'Color').count()).toBe(19);
    await page.keyboard.press('Escape');
    await diagnosis.waitFor({ state: 'detached' });

    const dose = await settings(page, 'Treatments', 'Lisinopril');
    expect(await dose.getByRole('radio').count()).toBe(19);
    await page.keyboard.press('Escape');

    const line = await settings(page, 'Lab results', 'Potassium');
    expect(await radios(line, 'Line type').count()).toBe(5);
    expect(await radios(line, 'Line width').count()).toBe(4);
    expect(await line.getByRole('radio', { name: '2 pixels' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await line.waitFor({ state: 'detached' });
    // whoever opened it is where they were
    const back = section(page, 'Lab results').getByRole('button', { name: 'Settings Potassium' });
    await until('the focus is back', async () => back.evaluate((each) => each === document.activeElement));
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('shows a choice at once, saves it, and takes all of them back', async () => {
    const page = await on.open();
    const chart = chartOf(page, 'Lab results');
    await chart.waitFor();
    const lines = await chart.locator('.chart-stroke').count();
    const dialog = await settings(page, 'Lab results', 'Potassium');
    await dialog.getByRole('radio', { name: '8 pixels' }).check();
    await chart.locator('.chart-stroke[stroke-width="8"]').waitFor();
    await dialog.getByRole('radio', { name: 'dotted' }).check();
    // arrows go from one to the next
    await dialog.getByRole('radio', { name: 'dotted' }).press('ArrowRight');
    expect(await dialog.getByRole('radio', { name: 'dashed', exact: true }).isChecked()).toBe(true);
    await dialog.getByText('Visible', { exact: true }).click();
    await until('the line is hidden', async () => (await chart.locator('.chart-stroke').count()) === lines - 1);
    await until('it is saved', async () => {
      const { styles } = await on.saved();
      return styles.some(({ thickness, style, hidden }) => thickness === 8 && style === '5, 5' && hidden === true);
    });
    await dialog.getByRole('button', { name: 'Back to default' }).click();
    await until('it is as it was', async () => (await chart.locator('.chart-stroke').count()) === lines);
    expect(await chart.locator('.chart-stroke[stroke-width="8"]').count()).toBe(0);
    await until('that is saved', async () => (await on.saved()).styles.every(({ thickness }) => thickness === undefined));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('says what a filter leaves out, and sorts by name for as long as it is asked to', async () => {
    const page = await on.open();
    const lab = section(page, 'Lab results');
    await lab.getByRole('listitem').nth(3).waitFor();
    const all = await names(lab);
    await lab.getByLabel('Filter parameters').fill('pot');
    await until('one is left', async () => (await names(lab)).join() === 'Potassium');
    await lab.getByText(`${all.length - 1} parameters not shown by the filter`).waitFor();
    // what is drawn stays
    expect(await chartOf(page, 'Lab results').locator('.chart-stroke').count()).toBeGreaterThan(1);
    await lab.getByLabel('Filter parameters').fill('zzz');
    await lab.getByText('No parameter of this name.').waitFor();
    await lab.getByLabel('Filter parameters').fill('');
    await lab.getByRole('button', { name: 'A-Z' }).click();
    expect(await names(lab)).toEqual(all.toSorted((a, b) => a.localeCompare(b)));
    await lab.getByRole('button', { name: 'A-Z' }).click();
    expect(await names(lab)).toEqual(all);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('keeps a choice while the server is gone, says so, and saves it when it is back', async () => {
    const page = await on.open();
    const lab = section(page, 'Lab results');
    await lab.getByRole('button', { name: 'Hide Potassium' }).waitFor();
    await on.stage.server.kill();
    await lab.getByRole('button', { name: 'Hide Potassium' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Chart settings could not be saved' });
    await alert.waitFor();
    await lab.getByRole('button', { name: 'Show Potassium' }).waitFor();
    await lab.getByText('1 series hidden').waitFor();
    await on.stage.server.again();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await until('it is saved', async () => (await on.saved()).styles.some(({ hidden }) => hidden === true));
    expect(on.stage.complaints(/ERR_|Failed to load|503|network/i)).toEqual([]);
  });
});
