import type { Page } from 'playwright-core';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { LabResultView } from '#contracts/lab/lab-results';
import { apiAs } from './api.ts';
import { holdBack } from './hold-back.ts';
import { section } from './sections.ts';
import { recordOnStage } from './record.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

/** What has the focus: a row by its id, anything else by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (!element || element === document.body) return 'nothing';
    if (element.id === 'main') return 'the content';
    return element.dataset['row'] ?? element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.innerText;
  });
const comesTo = (page: Page, where: string) => until(`the focus is on ${where}`, async () => (await focused(page)) === where);

describeInBrowser('the focus', () => {
  const on = recordOnStage();

  const listed = async <T>(kind: string) => (await on.api.get<{ items: T[] }>(`/api/${kind}?patient_id=${on.morgan}&take=100`)).items;
  const open = async (query: string) => {
    const page = await on.stage.as('doctor', `/patients/${on.morgan}?${query}`);
    return page;
  };
  const remove = async (page: Page, id: string, what: string) => {
    const row = page.locator(`[data-row="${id}"]`);
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('alertdialog').getByLabel('Comment').fill('A slip');
    await page.getByRole('button', { name: `Remove ${what}` }).click();
    await row.waitFor({ state: 'detached' });
  };

  describe('after a removal', () => {
    const addDiagnosis = async () => {
      const [{ disease } = { disease: undefined }] = (await listed<DiagnosisView>('diagnoses')).filter(({ icd }) => icd !== null);
      const days = { time_from: '1999-03-04T00:00:00', time_to: '1999-03-20T00:00:00' };
      return (await on.api.send<{ id: string }>('POST', '/api/diagnoses', { patient_id: on.morgan, disease, ...days })).id;
    };
    /** Pages of five, the last of which holds one diagnosis alone. */
    const lastAlone = async () => {
      for (;;) {
        const id = await addDiagnosis();
        const items = await until('it is listed', async () => {
          const all = await listed<DiagnosisView>('diagnoses');
          return all.some((item) => item.id === id) && all;
        });
        const [last] = items.slice(-1);
        if (items.length % 5 === 1 && last) return { id: last.id, skip: items.length - 1 };
      }
    };

    for (const speed of ['at once', 'late'] as const) {
      alone(`is on the section where its page of the list is empty, and stays there when the former page comes ${speed}`, async () => {
        const { id, skip } = await lastAlone();
        const page = await open(`diagnoses_view=list&diagnoses_take=5&diagnoses_skip=${skip}`);
        await page.locator(`[data-row="${id}"]`).waitFor();
        const gate = speed === 'late' ? await holdBack(page, /\/api\/diagnoses\?/) : undefined;
        await remove(page, id, 'diagnosis');
        await comesTo(page, 'Diagnoses');
        await gate?.release();
        await until('the former page is there', async () => (await page.locator('#diagnoses [data-row]').count()) === 5);
        expect(await focused(page)).toBe('Diagnoses');
      });
    }

    alone('is on the next row, or the one before the last', async () => {
      const items = await listed<LabResultView>('lab-results');
      const ours = (index: number) => items[index]?.origin !== 'fhir';
      const first = items.findIndex((_, index) => ours(index));
      const page = await open('lab_view=list&lab_take=50');
      await remove(page, items[first]!.id, 'lab results');
      await comesTo(page, items[first + 1]!.id);

      const diagnoses = [await addDiagnosis(), await addDiagnosis()];
      await page.goto(`${on.stage.server.url}/patients/${on.morgan}?diagnoses_view=list&diagnoses_take=50`);
      const rows = page.locator('#diagnoses [data-row]');
      await page.locator(`[data-row="${diagnoses[1]}"]`).waitFor();
      const [before, last] = (await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row']!))).slice(-2);
      await remove(page, last!, 'diagnosis');
      await comesTo(page, before!);
    });

    alone('is there on a slow machine too, whose timers come after the click that began before them', async () => {
      const id = await addDiagnosis();
      const page = await on.stage.as('doctor');
      await page.addInitScript(() => {
        const soon = globalThis.setTimeout;
        globalThis.setTimeout = ((act: () => void, wait = 0) => soon(act, Math.max(wait, 300))) as typeof setTimeout;
      });
      await page.goto(`${on.stage.server.url}/patients/${on.morgan}?diagnoses_view=list&diagnoses_take=50`);
      const gate = await holdBack(page, new RegExp(`/api/diagnoses/${id}`));
      const row = page.locator(`[data-row="${id}"]`);
      await row.getByRole('button', { name: /^Remove/ }).click();
      await page.getByRole('alertdialog').getByLabel('Comment').fill('A slip');
      await page.getByRole('button', { name: 'Remove diagnosis' }).click();
      await gate.asked();
      // every timer that was set by then is over
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      await gate.release();
      await row.waitFor({ state: 'detached' });
      await until('something in the section has the focus', () =>
        page.evaluate(() => document.activeElement?.closest('#diagnoses') !== null && document.activeElement !== document.body),
      );
    });
  });

  describe('of a form', () => {
    alone('is on the date that was chosen in its calendar, and stays where somebody types before the calendar has gone', async () => {
      const page = await on.stage.as('doctor', `/patients/${on.morgan}/diagnoses/add`);
      const start = page.getByRole('textbox', { name: /^Start date/ });
      const calendar = page.getByRole('grid');
      const choose = async () => {
        await page.getByRole('button', { name: 'Calendar for Start date' }).click();
        await page.getByRole('gridcell', { name: '15', exact: true }).click();
      };
      await start.fill('11/12/2025');
      await choose();
      expect(await focused(page)).toMatch(/^Start date/);
      await start.click();
      await page.keyboard.press('End');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('4');
      await calendar.waitFor({ state: 'detached' });
      expect(await focused(page)).toMatch(/^Start date/);
      expect(await start.inputValue()).toBe('11/15/2024');

      // and where the calendar is left for another field, or by Escape
      for (const leave of [() => Promise.resolve(), () => page.keyboard.press('Escape')]) {
        await page.getByRole('button', { name: 'Calendar for Start date' }).click();
        await calendar.waitFor();
        await leave();
        await page.getByLabel('Comment').click();
        await page.keyboard.type('Now');
        await calendar.waitFor({ state: 'detached' });
        expect(await focused(page)).toMatch(/^Comment/);
      }
      expect(await page.getByLabel('Comment').inputValue()).toMatch(/NowNow$/);
      expect(on.stage.complaints()).toEqual([]);
    });

    alone('is on the first wrong field after it was refused, and on the content after it was saved where nobody came from', async () => {
      const item = (await listed<DiagnosisView>('diagnoses')).find(({ draft, origin }) => !draft && origin === 'manual')!;
      const page = await on.stage.as('doctor', `/patients/${on.morgan}/diagnoses/${item.id}`);
      const stop = page.getByRole('textbox', { name: /^Stop date/ });
      await stop.fill('13/45/2020');
      await page.getByLabel('Comment').fill('Ended');
      await page.keyboard.press('Control+Enter');
      await comesTo(page, 'Stop date (optional)');

      await stop.fill('12/01/2025');
      await page.getByLabel('Comment').focus();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await section(page, 'Lab results').waitFor();
      await comesTo(page, 'the content');
    });
  });

  describe('of a page that was read', () => {
    alone('is never lost: when it opens, a doubt is agreed to, saving fails, it is saved, and it is closed', async () => {
      const page = await on.stage.as('doctor', '/reports');
      await page.getByRole('button', { name: 'external-laboratory.pdf', exact: true }).click();
      await page
        .getByRole('row', { name: /Page 1: Robert Testcase/ })
        .getByRole('link', { name: /^Review Page/ })
        .click();
      const doubts = page.getByRole('button', { name: 'Right as it stands' });
      await doubts.first().waitFor();
      await comesTo(page, 'the content');
      for (let left = await doubts.count(); left > 0; left--) {
        await doubts.first().click();
        await until('one doubt less', async () => (await doubts.count()) === left - 1);
        expect(await focused(page)).toMatch(/^Value of /);
      }

      await page.route('**/api/ocr/validate', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } }));
      await page.getByRole('button', { name: /^Save \d+ results for TESTCASE/ }).click();
      await until('the words that say it have the focus', async () => (await focused(page)).startsWith('Not saved'));
      const refusal = { 'row_data.1.entry.unit': ['Not so'] };
      await page.route('**/api/ocr/validate', (route) => route.fulfill({ status: 422, json: refusal }));
      await page.getByRole('button', { name: /^Save \d+ results for TESTCASE/ }).click();
      await until('the first refused field has the focus', async () => (await focused(page)).startsWith('Unit of '));

      const day = page.getByLabel('Date collected', { exact: true });
      const before = await day.inputValue();
      await day.fill('');
      await page.getByLabel('Value of WBC').focus();
      await page.keyboard.press('Control+Enter');
      await comesTo(page, 'Date collected');
      await day.fill(before);
      await page.unroute('**/api/ocr/validate');
      await page.getByRole('button', { name: /^Save \d+ results for TESTCASE/ }).click();
      await page
        .getByRole('region', { name: 'Messages' })
        .getByText(/^Saved \d+ of \d+ results/)
        .waitFor();
      await comesTo(page, 'the content');

      const read = new URL(page.url()).pathname.split('/').at(-1)!;
      await page.locator('#main').getByRole('button', { name: 'Close', exact: true }).click();
      await comesTo(page, read);
      expect(await page.locator(`[data-row="${read}"]`).getAttribute('data-marked')).toBe('true');
    });
  });

  describe('is on what was saved', () => {
    /** The words of the row that has the focus and is marked. */
    const marked = (page: Page) =>
      page.evaluate(() => (document.activeElement?.matches('tr[data-marked]') ? (document.activeElement.textContent ?? '') : ''));
    const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

    alone('a patient', async () => {
      const page = await on.stage.as('doctor', '/patients');
      await page.getByRole('button', { name: 'Update Grace Kim' }).click();
      const form = dialog(page, 'Update patient');
      await form.getByLabel(/^Middle name/).fill('Ha-eun');
      await form.getByLabel('Comment').fill('As in the passport');
      await form.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('button', { name: 'Proceed' }).click();
      await until('her row is marked and has the focus', async () => /Kim.*Ha-eun/.test(await marked(page)));
    });

    alone('an office template', async () => {
      const page = await on.stage.as('admin');
      const admin = await apiAs(on.stage.server.url, 'admin');
      const { items } = await admin.get<{ items: { id: string }[] }>('/api/measurement-parameters?state=0&take=1');
      for (const name of ['A1', 'A2', 'A3', 'A4', 'A5'])
        await admin.send('POST', '/api/examination-templates', { name, parameter_ids: [items[0]!.id], is_public: true, patient_id: null });
      await page.goto(`${on.stage.server.url}/templates-management?take=5`);
      await page.getByRole('button', { name: 'Add new' }).click();
      const form = dialog(page, 'Add New Office Template');
      await form.getByLabel('Template name').fill('Focus');
      await form.getByText('Peak expiratory flow').click();
      await form.getByRole('button', { name: 'Submit' }).click();
      // on the page of the list that holds it
      await until('its row is marked and has the focus', async () => (await marked(page)).startsWith('Focus'));
      expect(Number(new URL(page.url()).searchParams.get('skip'))).toBeGreaterThan(0);
    });

    alone('an office parameter', async () => {
      const page = await on.stage.as('admin', '/measurement-params-management?take=5');
      // a search that would hide it goes
      await page.getByLabel('Search by name').fill('blood');
      await page.getByRole('cell', { name: /Heart rate/ }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Add new' }).click();
      const form = dialog(page, 'Add new');
      await form.getByLabel('Name', { exact: true }).fill('Zest');
      await form.getByLabel('Upper limit of normal').fill('10');
      await form.getByRole('button', { name: 'Submit' }).click();
      await until('its row is marked and has the focus', async () => (await marked(page)).startsWith('Zest'));
      expect(await page.getByLabel('Search by name').inputValue()).toBe('');
      expect(Number(new URL(page.url()).searchParams.get('skip'))).toBeGreaterThan(0);
    });
  });

  describe('after a form that was opened from a chart', () => {
    const LIPITOR = /^Lipitor/;
    alone('is on its row of the legend again, cancelled or saved', async () => {
      const page = await open('');
      const row = section(page, 'Treatments').getByRole('listitem').filter({ hasText: LIPITOR });
      const change = row.getByRole('button', { name: /^Change dosage/ });
      const isInRow = () => row.evaluate((each) => each.contains(document.activeElement));
      for (const leave of ['Cancel', 'Save']) {
        await row.hover();
        await change.click();
        await page.getByLabel('Dose', { exact: true }).waitFor();
        if (leave === 'Save') {
          await page.getByLabel(/^Tablets?$/).fill('2');
          await page.getByLabel('Comment').fill('LDL above target');
        }
        await page.mouse.move(0, 0);
        await page.getByRole('button', { name: leave, exact: true }).click();
        await until(`the row has the focus after ${leave}`, isInRow);
      }
      expect(on.stage.complaints(/api\/ocr\/validate/)).toEqual([]);
    });

    alone('is on the menu of its row again, where that is how it was opened', async () => {
      const page = await on.stage.as('doctor', `/patients/${on.morgan}?intakes_view=list`, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      });
      const menu = page.locator('#intakes').getByRole('button', { name: /^Actions of Lipitor/ });
      await menu.tap();
      await page.getByRole('menuitem', { name: 'Edit' }).tap();
      await page.getByRole('button', { name: 'Cancel', exact: true }).tap();
      await menu.and(page.locator(':focus')).waitFor();
      expect(on.stage.complaints(/api\/ocr\/validate/)).toEqual([]);
    });
  });
});
