import type { ObservationSeries } from '#contracts/observations/observations';
import type { Page } from 'playwright-core';
import { recordOnStage } from './record.ts';
import { section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

describeInBrowser('the trends of a record', () => {
  const on = recordOnStage();

  // not those of the table behind the chart
  const table = (page: Page) => page.locator('table[data-trends]');
  const row = (page: Page, name: RegExp) => table(page).getByRole('row', { name });

  alone('are a table with what is out of range first, and lines of the rows that are chosen', async () => {
    const page = await on.open();
    await page.getByRole('link', { name: 'Trends', exact: true }).click();
    await row(page, /Creatinine/).waitFor();
    const first = table(page).locator('tbody tr').first();
    expect(await first.textContent()).toMatch(/(above|below) range/);

    const box = row(page, /Potassium/).getByRole('checkbox');
    const wasDrawn = await box.isChecked();
    await box.focus();
    await page.keyboard.press('Space');
    await until('the row is drawn, or no longer', async () => (await box.isChecked()) !== wasDrawn);
    await page.getByText(/parameters on this page are drawn/).waitFor();

    const chart = page.getByRole('slider', { name: /^Trends over time/ });
    await chart.focus();
    const before = await chart.getAttribute('aria-valuetext');
    await page.keyboard.press('+');
    await until('it is zoomed', async () => (await chart.getAttribute('aria-valuetext')) !== before);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('ruling 17: units of one parameter are converted when asked, and say so', async () => {
    const { items } = await on.api.get<{ items: ObservationSeries[] }>(`/api/lab-results/series?patient_id=${on.morgan}`);
    const known = items.find(({ parameter_id, unit }) => parameter_id !== null && unit === 'mg/dL')!;
    const entry = { entry_id: 'a', parameter_id: known.parameter_id, name: known.name, value: '9', unit: 'mg/L', min: null, max: '20' };
    await on.api.send('POST', '/api/lab-results', {
      patient_id: on.morgan,
      collected: '2026-11-01T08:00:00',
      draft: false,
      parameters: [entry],
    });

    const page = await on.open();
    const results = section(page, 'Lab results');
    const entries = results.getByRole('listitem').filter({ hasText: known.name });
    await until('two lines of two units', async () => (await entries.count()) === 2);
    await entries.first().hover();
    await entries
      .first()
      .getByRole('button', { name: /Convert to/ })
      .click();
    await until('one line is left', async () => (await entries.count()) === 1);
    await entries
      .first()
      .getByText(/converted/)
      .waitFor();
    expect(new URL(page.url()).searchParams.get('in_units')).toContain(known.parameter_id);
  });
});
