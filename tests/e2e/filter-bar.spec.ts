import type { Locator } from 'playwright-core';
import { patientId } from './api.ts';
import { recordOnStage } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

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
      expect((await boxOf(chart)).y).toBeLessThan((SIZES[0].height * 2) / 5);
      expect(on.stage.complaints()).toEqual([]);
    });
  }

  for (const viewport of [SIZES[0], { width: 390, height: 844 }]) {
    alone(`stands over sections of which no axis lies over a head or a list, ${viewport.width} pixels wide`, async () => {
      const page = await on.open('?intakes_view=list', { viewport });
      for (const title of ['Diagnoses', 'Lab results', 'Examinations']) await chartOf(page, title).waitFor();
      const covered = await page.evaluate(async () => {
        const main = document.getElementById('main')!;
        const found: string[] = [];
        for (let top = 0; top < main.scrollHeight - main.clientHeight; top += 12) {
          main.scrollTop = top;
          await new Promise((done) => requestAnimationFrame(done));
          for (const axis of document.querySelectorAll('[data-axis]')) {
            const { top: from, bottom: to } = axis.getBoundingClientRect();
            for (const other of document.querySelectorAll('main section > header, main [data-items] tbody tr')) {
              const box = other.getBoundingClientRect();
              if (box.top < to - 1 && box.bottom > from + 1) found.push(`${top}: ${other.textContent}`);
            }
          }
        }
        return found;
      });
      expect(covered).toEqual([]);
      expect(await page.locator('[data-axis]').count()).toBe(3);
      expect(on.stage.complaints()).toEqual([]);
    });
  }

  alone('stands over sections of one line each where there is nothing yet', async () => {
    const doctor = await on.stage.as('doctor', `/patients/${await patientId(on.api, 'Park')}`);
    for (const [title, what] of [
      ['Diagnoses', 'diagnoses'],
      ['Treatments', 'treatments'],
      ['Lab results', 'lab results'],
      ['Examinations', 'examinations'],
    ] as const) {
      const line = section(doctor, title);
      await line.getByText(`There are no ${what} available`).waitFor();
      expect((await boxOf(line)).height).toBeLessThan(50);
      const [said, add] = [await boxOf(line.getByText(/^There are no/)), await boxOf(line.getByRole('button', { name: 'Add new' }))];
      expect(Math.abs(said.y + said.height / 2 - add.y - add.height / 2)).toBeLessThan(2);
    }
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('loses nothing under a message, nor does a dialog that opens meanwhile', async () => {
    const page = await on.open('', { viewport: { width: 1440, height: 500 } });
    const main = page.locator('#main');
    const before = (await boxOf(main)).height;
    await section(page, 'Diagnoses').getByRole('button', { name: 'Export' }).click();
    await page.locator('[role=menuitem]:not([aria-disabled])').first().click();
    const messages = page.getByRole('region', { name: 'Messages' });
    // it stays as long as the pointer is on it
    await messages.getByText(/^Diagnoses of/).hover();
    await until('the page ends above it', async () => {
      const [shown, said] = [await boxOf(main), await boxOf(messages)];
      return said.height > 20 && Math.abs(shown.height - (before - said.height)) < 1 && Math.abs(shown.y + shown.height - said.y) < 1;
    });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    await until('the dialog does too', async () => {
      const frame = await boxOf(dialog.locator('xpath=ancestor::*[contains(@class, "bp6-overlay-scroll-container")]'));
      return Math.abs(frame.y + frame.height - (await boxOf(messages)).y) < 1;
    });
    expect(await messages.getByText(/^Diagnoses of/).isVisible()).toBe(true);
    expect(on.stage.complaints()).toEqual([]);
  });

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
