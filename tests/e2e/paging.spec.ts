import type { Page } from 'playwright-core';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { completeIntake } from '../support/intake-rules.ts';
import { type Api, apiAs, patientId } from './api.ts';
import { holdBack } from './hold-back.ts';
import { section } from './sections.ts';
import { alone, describeInBrowser, openStage, type Stage } from './stage.ts';

const LISTS = [
  { title: 'Diagnoses', view: 'diagnoses', api: 'diagnoses' },
  { title: 'Treatments', view: 'intakes', api: 'intakes' },
  { title: 'Lab results', view: 'lab', api: 'lab-results' },
  { title: 'Examinations', view: 'examinations', api: 'examinations' },
] as const;

describeInBrowser('the pages of a list', () => {
  let stage: Stage;
  let api: Api;
  let morgan: string;
  let other: string;
  const total = async (of: string) => (await api.get<{ overall_count: number }>(`/api/${of}?patient_id=${morgan}&take=1`)).overall_count;
  const texts = (page: Page, scope: string) => page.locator(`${scope} tbody tr`).allInnerTexts();

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    [morgan, other] = [await patientId(api, 'Morgan'), await patientId(api, 'Ortiz')];
    const { items } = await api.get<{ items: IntakeView[] }>(`/api/intakes?patient_id=${morgan}`);
    const { medication } = items.find(({ name }) => name.startsWith('Lipitor'))!;
    for (const notes of ['with food', 'in the evening']) {
      const dosages = completeIntake.dosages.map((each) => ({ ...each, nonproprietary_name: medication.nonproprietary_name }));
      await api.send('POST', '/api/intakes', { ...completeIntake, patient_id: morgan, medication, dosages, notes });
    }
  });
  afterAll(() => stage?.close());

  for (const { title, view, api: called } of LISTS) {
    alone(`${title.toLowerCase()}: the former page stays, dimmed, until the next one is there`, async () => {
      expect(await total(called)).toBeGreaterThan(5);
      const page = await stage.as('doctor', `/patients/${morgan}?${view}_view=list&${view}_take=5&${view}_active=false`);
      const list = section(page, title);
      await list.getByRole('button', { name: 'Next page' }).waitFor();
      const scope = `#${await list.getAttribute('id')}`;
      const before = await texts(page, scope);
      const gate = await holdBack(page, new RegExp(`/api/${called}\\?.*skip=5`));
      await list.getByRole('button', { name: 'Next page' }).click();
      await gate.asked();
      await list.locator('[data-former][aria-busy="true"]').waitFor();
      expect(await texts(page, scope)).toEqual(before);
      expect(await list.getByRole('status', { name: /^Reading/ }).count()).toBe(0);
      await gate.release();
      await list.locator('[data-former]').waitFor({ state: 'detached' });
      expect(await texts(page, scope)).not.toEqual(before);
      expect(stage.complaints()).toEqual([]);
    });
  }

  alone('the History of Data Entry keeps the rows and their numbers, but not those of another choice', async () => {
    const page = await stage.as('doctor', `/patients/${morgan}/medical-history`);
    await page.getByRole('button', { name: 'Next page' }).waitFor();
    const before = await texts(page, 'main table');
    const gate = await holdBack(page, /\/api\/patients\/history\?.*(skip=10|removed=true)/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await gate.asked();
    await page.locator('[data-former]').waitFor();
    expect(await texts(page, 'main table')).toEqual(before);
    await page.getByRole('button', { name: /^Removed/ }).click();
    await page.getByRole('status', { name: 'Reading the history of data entry' }).waitFor();
    expect(await page.locator('main table').count()).toBe(0);
    await gate.release();
    await page.getByRole('columnheader', { name: 'Removed by, when and why' }).waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  alone('trends keep their former page, dimmed, and then draw lines of the next one', async () => {
    expect(await total('trends')).toBeGreaterThan(10);
    const page = await stage.as('doctor', `/patients/${morgan}/trends`);
    await page.getByRole('button', { name: 'Next page' }).waitFor();
    const before = await texts(page, 'table[data-trends]');
    const gate = await holdBack(page, /\/api\/trends\?.*skip=10/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await gate.asked();
    await page.locator('[data-former][aria-busy="true"] table[data-trends]').waitFor();
    expect(await texts(page, 'table[data-trends]')).toEqual(before);
    await gate.release();
    await page.locator('[data-former]').waitFor({ state: 'detached' });
    expect(await texts(page, 'table[data-trends]')).not.toEqual(before);
    expect(await page.locator('table[data-trends]').getByRole('checkbox', { checked: true }).count()).toBeGreaterThan(0);
    expect(stage.complaints()).toEqual([]);
  });

  alone('ruling 27: nothing of one patient is kept while the list of another one is read', async () => {
    const page = await stage.as('doctor');
    const lists = 'lab_view=list&diagnoses_view=list&intakes_view=list&examinations_view=list';
    await page.goto(`${stage.server.url}/patients/${morgan}?${lists}`);
    for (const { title } of LISTS) await section(page, title).getByRole('table').first().waitFor();
    const gate = await holdBack(page, new RegExp(`/api/(lab-results|diagnoses|intakes|examinations)\\?.*${other}`));
    // as a link within the product does: nothing is loaded anew
    await page.evaluate((to) => {
      history.pushState(null, '', to);
    }, `/patients/${other}?${lists}`);
    await gate.asked();
    await page.getByRole('status', { name: 'Reading lab results' }).waitFor();
    expect(await page.locator('[data-former]').count()).toBe(0);
    expect(await page.locator('[data-items] tbody tr').count()).toBe(0);
    await gate.release();
    await page.getByRole('status', { name: 'Reading lab results' }).waitFor({ state: 'detached' });
    expect(stage.complaints()).toEqual([]);
  });

  alone('a page that cannot be read has a way back to the first one', async () => {
    const page = await stage.as('doctor');
    await page.route(/\/api\/lab-results\?.*skip=5/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`${stage.server.url}/patients/${morgan}?lab_view=list&lab_take=5`);
    const list = section(page, 'Lab results');
    await list.getByRole('button', { name: 'Next page' }).click();
    await list.getByText('The lab results could not be read').waitFor();
    expect(await list.getByRole('table').count()).toBe(0);
    await list.getByRole('button', { name: 'First page' }).click();
    await list.getByRole('table').waitFor();
    expect(stage.complaints(/status of 500/)).toEqual([]);
  });
});
