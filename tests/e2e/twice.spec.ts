import type { Page } from 'playwright-core';
import type { AuditAnswer } from '#contracts/items/history';
import type { LabResultView } from '#contracts/lab/lab-results';
import { labValueOf } from '#contracts/observations/recognition';
import type { PageView } from '#contracts/reports/reports';
import { type Api, apiAs, patientId } from './api.ts';
import { describeInBrowser, inOrder, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

describeInBrowser('a value that the record has already', () => {
  const step = inOrder();
  let stage: Stage;
  let api: Api;
  let page: Page;
  /** The page of a report that was read. */
  let scan: string;
  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    page = await stage.as('doctor');
  });
  afterAll(() => stage?.close());

  const record = (patient_id: string, collected: string, parameters: object[]) =>
    api.send<{ id: string }>('POST', '/api/lab-results', { patient_id, collected, parameters });
  const resultsOf = async (patient_id: string, day: string) =>
    (await api.get<{ items: LabResultView[] }>(`/api/lab-results?patient_id=${patient_id}&day=${day}&take=50`)).items;
  const acceptedIn = async (id: string) =>
    (await api.get<AuditAnswer>(`/api/audit/labresult/${id}`)).items.flatMap(({ accepted = [] }) => accepted.map(({ code }) => code));

  step('is asked about in the form, once, and what was accepted is in the history', async () => {
    const park = await patientId(api, 'Park');
    const crp = { entry_id: 'a', parameter_id: null, name: 'Rarum', value: '7', unit: 'mg/L', min: '0', max: '5' };
    await record(park, '2026-11-10T00:00:00', [crp]);
    await page.goto(`${stage.server.url}/patients/${park}/lab-results/add`);
    await page.getByLabel('Date collected', { exact: true }).fill('11/10/2026');
    await page.getByLabel('Parameter of row 1').fill('Rarum');
    await page.getByLabel('Value of Rarum').fill('7.0');
    await page.getByLabel('Unit of Rarum').fill('mg/L');
    await page.getByLabel('Max of Rarum').fill('5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Already recorded: Rarum 7.0 mg/L on 11/10/2026, entered by Helen Hart. Record it again?').waitFor();
    expect(await resultsOf(park, '2026-11-10')).toHaveLength(1);
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('1 lab result saved').waitFor();
    const both = await resultsOf(park, '2026-11-10');
    expect(both).toHaveLength(2);
    expect((await Promise.all(both.map(({ id }) => acceptedIn(id)))).flat()).toEqual(['already-recorded']);
    expect(stage.complaints()).toEqual([]);
  });

  step('F8 leads to every doubt of a page, neighbours too, and Enter accepts it', async () => {
    scan = await until(
      'the report of the demonstration is read',
      async () => {
        const { items } = await api.get<{ items: { status: string; pages: { id: string }[] }[] }>('/api/ocr?skip=0&take=10');
        return items.find(({ status }) => status === 'Finished')?.pages[0]?.id;
      },
      120_000,
    );
    await page.goto(`${stage.server.url}/ocr-page/${scan}`);
    const doubts = page.getByRole('button', { name: 'Right as it stands' });
    await doubts.first().waitFor();
    for (let left = await doubts.count(); left > 0; left--) {
      await page.keyboard.press('F8');
      await until('the focus is on the first doubt that is left', () =>
        page.evaluate(() => document.querySelector('[data-open]')?.contains(document.activeElement) === true),
      );
      await page.keyboard.press('Enter');
      await until('one doubt less', async () => (await doubts.count()) === left - 1);
    }
    await page.getByRole('button', { name: /^Save \d+ results for / }).waitFor();
  });

  step('signing out asks before what was accepted and typed on the page is lost', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out?' });
    await question.getByText('1 form that was typed in and never saved would be lost.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
  });

  step('is asked about before the page of a report is validated', async () => {
    const { recognition, match } = await api.get<PageView>(`/api/ocr/pages/${scan}`);
    const patient = match?.patient_id ?? '';
    const day = recognition?.date_collected ?? '';
    const read = recognition?.row_data.find(({ parameter_id, value }) => parameter_id !== undefined && value !== null);
    const { region: _region, ...entry } = labValueOf(read!, read!.parameter_id!);
    const other = recognition?.row_data.find(({ parameter_id, value }) => parameter_id !== read!.parameter_id && parameter_id && value);
    const { region: _other, ...differs } = labValueOf(other!, other!.parameter_id!);
    await record(patient, `${day}T00:00:00`, [
      { ...entry, max: entry.max ?? '999' },
      { ...differs, value: `${differs.value}1`, max: differs.max ?? '999' },
    ]);
    await page.goto(`${stage.server.url}/ocr-page/${scan}`);
    const already = page
      .getByRole('group', { name: new RegExp(`^${entry.name}: `) })
      .getByText(/^Already recorded: .*entered by Helen Hart/);
    await already.waitFor();
    await page.getByText(/^Another value of that day is recorded: /).waitFor();
    await page.getByText(/1 already recorded/).waitFor();
    const saves = page.getByRole('button', { name: /^Save \d+ results for / });
    await saves.click();
    const dialog = page.getByRole('alertdialog', { name: /1 value is already recorded$/ });
    const table = dialog.getByRole('table', { name: /^Already recorded: 1 row/ });
    await table.waitFor();
    await dialog.getByRole('button', { name: 'Save all the same' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('status')
      .filter({ hasText: /checked by / })
      .waitFor();
    const [ofPage] = await until('it is in the record', async () => {
      const found = (await resultsOf(patient, day)).filter(({ page_id, draft }) => page_id === scan && !draft);
      return found.length > 0 ? found : undefined;
    });
    expect(await acceptedIn(ofPage!.id)).toContain('already-recorded');
    expect(stage.complaints()).toEqual([]);
  });
});
