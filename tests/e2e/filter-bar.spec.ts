import type { Locator } from 'playwright-core';
import { recordOnStage } from './record.ts';
import { chartOf } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

describeInBrowser('the filter bar of a record', () => {
  const on = recordOnStage();
  const boxOf = async (one: Locator) => (await one.boundingBox())!;

  for (const viewport of SIZES) {
    alone(`has sections and ways on in its first row and the timeline in its second, ${viewport.width} pixels wide`, async () => {
      const page = await on.open('', { viewport });
      const chart = chartOf(page, 'Diagnoses');
      await chart.waitFor();
      const bar = await boxOf(page.getByRole('form', { name: 'Timeline' }).locator('..'));
      const first = await boxOf(page.getByRole('group', { name: 'Sections' }).getByRole('button', { name: 'Treatments' }));
      const waysOn = await boxOf(page.getByRole('navigation', { name: 'More of this record' }));
      expect(Math.abs(first.y + first.height / 2 - waysOn.y - waysOn.height / 2)).toBeLessThan(4);
      expect(waysOn.x + waysOn.width).toBeCloseTo(bar.x + bar.width, 0);
      const form = page.getByRole('form', { name: 'Timeline' });
      const dates = ['Start date', 'End date'].map((name) => form.getByRole('textbox', { name }));
      const controls = [...dates, form.getByRole('button', { name: 'Zoom out' })];
      const tops = await Promise.all(controls.map(async (one) => (await boxOf(one)).y));
      for (const top of tops) expect(Math.abs(top - tops[0]!)).toBeLessThan(2);
      expect(tops[0]).toBeGreaterThan(first.y + first.height);
      // nothing of the bar lies over the charts, and they begin in the upper two fifths of the smaller window
      expect((await boxOf(chart)).y).toBeLessThan(370);
      expect(on.stage.complaints()).toEqual([]);
    });
  }

  alone('leaves room for results on the first screen of a laptop at 200 %, and opens on demand', async () => {
    const page = await on.open('', { viewport: { width: 720, height: 450 } });
    await chartOf(page, 'Diagnoses').waitFor();
    const latest = page.getByRole('region', { name: 'Latest results' }).getByRole('listitem');
    const { y, height } = await boxOf(latest.last());
    expect(y + height).toBeLessThan(450);
    expect(await latest.first().innerText()).toMatch(/\d/);
    await page.getByRole('button', { name: /^\d\d\/\d\d\/\d{4} – / }).click();
    await page.getByRole('form', { name: 'Timeline' }).getByRole('textbox', { name: 'Start date' }).waitFor();
    await page.getByRole('group', { name: 'Sections' }).waitFor();
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('is walked through by Tab in the order in which it is read', async () => {
    const page = await on.open();
    await page.getByRole('group', { name: 'Sections' }).getByRole('button', { name: 'Examinations' }).focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute('inputmode'));
    const order: unknown[] = [];
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual([expect.stringContaining('History of Data Entry'), 'Trends', 'Share with clinic', 'numeric', 'numeric', '3m']);
    expect(on.stage.complaints()).toEqual([]);
  });
});
