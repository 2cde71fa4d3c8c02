import type { Page } from 'playwright-core';
import { type Api, apiAs, patientId } from './api.ts';
import { describeInBrowser, inOrder, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

const rows = (page: Page) => page.locator('.catalogue-picked tbody tr');

/** Types, searches at once, goes down so many rows and picks; answers the row's words. */
const pick = async (page: Page, label: string, query: string, down: number): Promise<string> => {
  const box = page.getByLabel(label, { exact: true });
  await box.fill(query);
  await box.press('Enter');
  await rows(page).nth(down).waitFor();
  await until('the rows are those of what was typed', async () => (await page.locator('.catalogue-picked .is-previous').count()) === 0);
  for (let at = 0; at < down; at++) await box.press('ArrowDown');
  const marked = page.locator('.catalogue-picked tr[aria-selected="true"]');
  const words = await marked.locator('td:not(.catalogue-choice)').allTextContents();
  await box.press('Enter');
  await rows(page).first().waitFor({ state: 'detached' });
  return words.join(' ');
};

describeInBrowser('choosing from a catalogue', () => {
  const step = inOrder();
  let stage: Stage;
  let api: Api;
  let [morgan, ortiz] = ['', ''];
  let page: Page;

  const diagnosesOf = async (patient: string) =>
    (await api.get<{ items: { icd: string; time_from: string }[] }>(`/api/diagnoses?patient_id=${patient}&take=50`)).items;

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    [morgan, ortiz] = [await patientId(api, 'Morgan'), await patientId(api, 'Ortiz')];
    for (const which of ['diseases?query=hypert', 'medications?query=metformin']) {
      await until(`there are ${which}`, async () => (await api.status(`/api/${which}&skip=0&take=1`)) === 200, 120_000);
    }
    page = await stage.as('doctor');
  });
  afterAll(() => stage?.close());

  step('a disease is typed, marked by the arrows and picked by Enter; its code is drawn and stands in the box', async () => {
    await page.goto(`${stage.server.url}/patients/${morgan}/diagnoses/add`);
    await page.getByLabel('Diagnosis (ICD)', { exact: true }).fill('chronic kidney');
    await page.keyboard.press('Enter');
    const code = await until(
      'a code is drawn',
      async () => (await page.locator('.catalogue-picked .code').first().boundingBox()) ?? undefined,
    );
    expect(code.width).toBeGreaterThan(10);
    const words = await pick(page, 'Diagnosis (ICD)', 'kidney chronic', 2);
    const box = page.getByLabel('Diagnosis (ICD)', { exact: true });
    const [, name = ''] = /^([A-Z]\d\S+ [^(·]+)/.exec(words) ?? [];
    expect(await box.inputValue()).toBe(name.trim());
  });

  step('ruling 27: what was chosen for one patient is never there for another, nor saved to them', async () => {
    const before = [await diagnosesOf(morgan), await diagnosesOf(ortiz)].map(({ length }) => length);
    page.once('dialog', (asked) => void asked.accept());
    await page.goto(`${stage.server.url}/patients/${ortiz}/diagnoses/add`);
    await page.getByRole('heading', { name: 'Liam Ortiz' }).waitFor();
    const box = page.getByLabel('Diagnosis (ICD)', { exact: true });
    expect(await box.inputValue()).toBe('');
    expect(await page.locator('main').textContent()).not.toContain('Morgan');
    await pick(page, 'Diagnosis (ICD)', 'gout', 0);
    await page.getByLabel('Start date', { exact: true }).fill('03/04/2026');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText(/^Liam Ortiz: .+ saved$/)
      .waitFor();
    await until('it stands in the one record', async () => (await diagnosesOf(ortiz)).length === before[1]! + 1);
    expect((await diagnosesOf(morgan)).length).toBe(before[0]);
  });

  step('a medication is picked so too, with its strength and form', async () => {
    await page.goto(`${stage.server.url}/patients/${ortiz}/intakes/add`);
    await pick(page, 'Medication', 'metformin', 1);
    expect(await page.getByLabel('Medication', { exact: true }).inputValue()).toMatch(/metformin.* \d+ mg, tablet/i);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Throw it away' }).click();
    expect(stage.complaints()).toEqual([]);
  });

  step('what the catalogue does not have is refused by the server under its field', async () => {
    const post = (disease: object) => api.send('POST', '/api/diagnoses', { patient_id: ortiz, disease, time_from: '2026-03-04T00:00:00' });
    await expect(post({ id: 'Z99.X', code: 'Z99.X', text: 'Made up' })).rejects.toThrow(/422.*not in the catalogue/);
    await expect(post({ id: 'I10', code: 'I10', text: 'Gout' })).rejects.toThrow(/422.*In the catalogue I10 is/);
  });
});
