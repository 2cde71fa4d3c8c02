import type { Locator, Page } from 'playwright-core';
import type { GraphVisuals } from '#contracts/items/graph-visuals';
import type { ObservationSeries } from '#contracts/observations/observations';
import { patientId } from './api.ts';
import { fingers } from './fingers.ts';
import { recordOnStage } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser, PHONE } from './stage.ts';
import { until } from './until.ts';

describeInBrowser('the legend of a chart', () => {
  const on = recordOnStage();

  const names = (legend: Locator): Promise<string[]> =>
    legend.getByRole('listitem').evaluateAll((rows) => rows.map((each) => each.querySelector('[data-name] span')?.textContent ?? ''));
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
    const sheet = phone.getByRole('region', { name: 'Legend of lab results' });
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
    const sheet = page.getByRole('region', { name: 'Legend of lab results' });
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

    const dose = await settings(page, 'Treatments', 'ZESTORETIC (Lisinopril)');
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
    const lines = await chart.locator('[data-line]').count();
    const dialog = await settings(page, 'Lab results', 'Potassium');
    await dialog.getByRole('radio', { name: '8 pixels' }).check();
    await chart.locator('[data-line][stroke-width="8"]').waitFor();
    await dialog.getByRole('radio', { name: 'dotted' }).check();
    // arrows go from one to the next
    await dialog.getByRole('radio', { name: 'dotted' }).press('ArrowRight');
    expect(await dialog.getByRole('radio', { name: 'dashed', exact: true }).isChecked()).toBe(true);
    await dialog.getByText('Visible', { exact: true }).click();
    await until('the line is hidden', async () => (await chart.locator('[data-line]').count()) === lines - 1);
    await until('it is saved', async () => {
      const { styles } = await on.saved();
      return styles.some(({ thickness, style, hidden }) => thickness === 8 && style === '5, 5' && hidden === true);
    });
    await dialog.getByRole('button', { name: 'Back to default' }).click();
    await until('it is as it was', async () => (await chart.locator('[data-line]').count()) === lines);
    expect(await chart.locator('[data-line][stroke-width="8"]').count()).toBe(0);
    await until('that is saved', async () => (await on.saved()).styles.every(({ thickness }) => thickness === undefined));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(on.stage.complaints()).toEqual([]);
  });

  /** How many of Morgan's results are abnormal besides potassium. */
  const abnormalBeside = async (): Promise<number> => {
    const { items } = await on.api.get<{ items: ObservationSeries[] }>(`/api/lab-results/series?patient_id=${on.morgan}`);
    const count = items.filter(({ name, last }) => name !== 'Potassium' && /high|low/.test(last?.standing ?? '')).length;
    expect(count).toBeGreaterThan(0);
    return count;
  };

  alone(
    'ruling 32: filters the chart with the legend and says what that hides, and sorts by name for as long as it is asked to',
    async () => {
      const page = await on.open();
      const lab = section(page, 'Lab results');
      await lab.getByRole('listitem').nth(3).waitFor();
      const all = await names(lab);
      const lines = chartOf(page, 'Lab results').locator('[data-line]');
      const drawn = await lines.count();
      await lab.getByLabel('Filter parameters').fill('pot');
      await until('one is left', async () => (await names(lab)).join() === 'Potassium');
      await lab
        .getByText(`${all.length - 1} parameters not shown by the filter, here and in the chart, ${await abnormalBeside()} abnormal`)
        .waitFor();
      await until('one line is left', async () => (await lines.count()) < drawn);
      await lab.getByRole('figure', { name: `Lab results over time, 1 of ${all.length} series` }).waitFor();
      await lab.getByLabel('Filter parameters').fill('zzz');
      await lab.getByText('No parameter of this name.').waitFor();
      await lab.getByLabel('Filter parameters').fill('');
      await until('all lines are back', async () => (await lines.count()) === drawn);
      await lab.getByRole('button', { name: 'A-Z' }).click();
      expect(await names(lab)).toEqual(all.toSorted((a, b) => a.localeCompare(b)));
      await lab.getByRole('button', { name: 'A-Z' }).click();
      expect(await names(lab)).toEqual(all);
      expect(on.stage.complaints()).toEqual([]);
    },
  );

  alone('leads from an entry to the history of its last value, and from a row of the list to that of its own', async () => {
    const page = await on.open();
    const lab = section(page, 'Lab results');
    const { items } = await on.api.get<{ items: ObservationSeries[] }>(`/api/lab-results/series?patient_id=${on.morgan}`);
    const { last } = items.find(({ name }) => name === 'Creatinine')!;
    const row = lab.getByRole('listitem').filter({ hasText: 'Creatinine' });
    await row.hover();
    await row.getByRole('button', { name: 'History Creatinine' }).click();
    const [year, month, day] = last!.date_applies.slice(0, 10).split('-');
    const ofEntry = page.getByRole('dialog', { name: `History: Creatinine, ${month}/${day}/${year}`, exact: true });
    await ofEntry.getByText(`${last!.value} ${last!.unit}`).first().waitFor();
    expect(await ofEntry.getByText(/Potassium/).count()).toBe(0);
    await ofEntry.getByRole('button', { name: 'Close' }).click();

    await lab.getByRole('button', { name: 'List', exact: true }).click();
    const shown = await lab
      .getByRole('row', { name: /^Potassium/ })
      .first()
      .locator('[data-aligned]')
      .textContent();
    const value = /[\d.]+/.exec(shown ?? '')![0];
    await lab
      .getByRole('button', { name: /^History of Potassium, / })
      .first()
      .click();
    const ofRow = page.getByRole('dialog', { name: /^History: Potassium, / });
    await ofRow.getByText(`${value} mmol/L`).first().waitFor();
    expect(await ofRow.getByText(/Creatinine/).count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('shows one series alone, another beside it, and then what was shown before', async () => {
    const page = await on.open();
    const lab = section(page, 'Lab results');
    const chart = chartOf(page, 'Lab results');
    await chart.waitFor();
    const drawn = await chart.locator('[data-line]').count();
    const count = (await names(lab)).length;
    const row = lab.getByRole('listitem').filter({ hasText: 'Potassium' });
    await row.hover();
    await row.getByRole('button', { name: 'Only this Potassium' }).click();
    await lab.getByText(`Only Potassium; ${count - 1} series hidden, ${await abnormalBeside()} abnormal`).waitFor();
    await lab.getByRole('figure', { name: `Lab results over time, 1 of ${count} series` }).waitFor();
    await lab.getByRole('button', { name: 'Show Creatinine' }).click();
    await lab.getByText(`${count - 2} series hidden`).waitFor();
    await lab.getByRole('button', { name: 'Back', exact: true }).click();
    await until('all lines are back', async () => (await chart.locator('[data-line]').count()) === drawn);
    // it was for the moment
    expect((await on.saved()).styles.filter(({ hidden }) => hidden !== undefined)).toEqual([]);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('ruling 53: hides no series and changes no look of one when a panel is entered', async () => {
    const patient = await patientId(on.api, 'Fischer');
    const enter = async (day: string, kind: string, count: number, value: string) => {
      const parameters = Array.from({ length: count }, (_, index) => {
        const name = `${kind} ${String.fromCharCode(65 + index)}`;
        return { entry_id: `e${index}`, parameter_id: null, name, value, unit: 'ng/mL', min: null, max: '100' };
      });
      await on.api.send('POST', '/api/lab-results', { patient_id: patient, collected: `${day}T08:00:00`, draft: false, parameters });
    };
    const looks = (of: Locator): Promise<string[]> =>
      of.evaluateAll((rows) =>
        rows.map((each) => {
          const sample = each.querySelector('svg[color]');
          const name = each.querySelector('[data-name] span, label > svg ~ span')?.textContent ?? '';
          return `${name}: ${sample?.getAttribute('color')} ${sample?.innerHTML}`;
        }),
      );
    await enter('2026-10-01', 'Old', 12, '50');
    await enter('2026-10-02', 'Old', 12, '51');
    const page = await on.stage.as('doctor');
    const address = `${on.stage.server.url}/patients/${patient}`;
    await page.goto(address);
    const lab = section(page, 'Lab results');
    const entries = lab.getByRole('listitem');
    const shown = () => lab.getByRole('button', { name: /^Hide Old / });
    await until('all twelve are shown', async () => (await shown().count()) === 12);
    const before = await looks(entries);
    await until('what was seen is kept', async () => {
      const { seen = [] } = await on.api.get<GraphVisuals>(`/api/graph-visuals/${patient}`);
      return seen.filter((one) => one.shown).length >= 12;
    });
    await enter('2026-11-01', 'New', 14, '500');
    for (const _ of ['live', 'reloaded']) {
      // what became abnormal is added, not swapped in
      await lab.getByRole('button', { name: 'Hide New N' }).waitFor();
      expect(await shown().count()).toBe(12);
      expect(await looks(entries)).toEqual(expect.arrayContaining(before));
      await page.reload();
    }
    await lab.getByRole('button', { name: 'Hide New N' }).waitFor();
    const known = await looks(entries);
    await page.goto(`${address}/trends`);
    const rows = page.locator('table[data-trends] tbody tr').filter({ hasText: 'Old ' });
    await rows.nth(2).waitFor();
    expect(known).toEqual(expect.arrayContaining(await looks(rows)));
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
