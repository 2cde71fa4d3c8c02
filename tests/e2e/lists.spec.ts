import type { Page } from 'playwright-core';
import type { ExaminationView } from '#contracts/examinations/examinations';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { completeIntake } from '../support/intake-rules.ts';
import { type Api, apiAs, patientId } from './api.ts';
import { describeInBrowser, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

const LISTS = 'diagnoses_view=list&intakes_view=list&lab_view=list&examinations_view=list';

/** Words of a row that lie under its actions, and by how much the page is wider than the window. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const covered: string[] = [];
    for (const row of document.querySelectorAll('[data-items] tbody tr')) {
      const actions = row.querySelector('td:last-child:has(button)');
      if (!actions) continue;
      const over = actions.getBoundingClientRect();
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (actions.contains(node) || !node.textContent?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const around = node.parentElement!;
        // what ends in '…' is drawn no further than that, and is whole in its title
        const end =
          getComputedStyle(around).textOverflow === 'ellipsis' && around.title !== '' ? around.getBoundingClientRect().right : Infinity;
        for (const { left, right, top, bottom } of range.getClientRects()) {
          const isUnder = Math.min(right, end) > over.left + 1 && left < over.right - 1 && bottom > over.top + 1 && top < over.bottom - 1;
          if (isUnder) covered.push(node.textContent);
        }
      }
    }
    return { covered, wider: document.documentElement.scrollWidth - window.innerWidth };
  });

describeInBrowser('lists of a record', () => {
  let stage: Stage;
  let api: Api;
  let morgan: string;
  let home: string;

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    morgan = await patientId(api, 'Morgan');
    home = `/patients/${morgan}`;
  });
  afterAll(() => stage?.close());

  // 720 is a window of 1440 at 200 %
  it.each([1440, 1180, 1024, 720, 390])('hide no drug, dose, value or unit under the actions in a window of %d', async (width) => {
    const page = await stage.as('doctor', '/', { viewport: { width, height: 900 } });
    for (const [path, tables] of [
      [`${home}?${LISTS}`, 4],
      [`${home}/medical-history`, 1],
    ] as const) {
      await page.goto(`${stage.server.url}${path}`);
      await until('the lists are there', async () => (await page.locator('[data-items]').count()) === tables);
      expect(await hidden(page)).toEqual({ covered: [], wider: 0 });
    }
    await page.context().close();
  });

  it('say on a phone which date and which person is meant', async () => {
    const page = await stage.as('doctor', `${home}?${LISTS}`, { viewport: { width: 390, height: 844 } });
    const title = (words: string) => page.locator(`td[data-title="${words}"]`).first();
    for (const words of ['From', 'To', 'Note writer', 'Edited by']) {
      await title(words).waitFor();
      const before = await title(words).evaluate((cell) => getComputedStyle(cell, '::before').content);
      expect(before).toContain(words);
    }
    await page.context().close();
  });

  it('ruling 32: say on paper too how many rows there are besides those of the page', async () => {
    const page = await stage.as('doctor', `${home}/medical-history`);
    const total = page.locator('[data-total]');
    await total.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await total.isVisible()).toBe(true);
    expect(await total.innerText()).toMatch(/^1–10 of \d\d$/);
    expect(await page.getByRole('columnheader', { name: 'Actions' }).isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.context().close();
  });

  /** The item whose row has the focus. */
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-row') ?? document.activeElement?.tagName);
  const said = (page: Page, words: RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(words).waitFor();
  const draftOf = async (kind: string) => {
    const { items } = await api.get<{ items: { id: string; draft: boolean; version: number }[] }>(
      `/api/${kind}?patient_id=${morgan}&take=100`,
    );
    return items.find(({ draft }) => draft);
  };

  it.each(['diagnoses', 'examinations', 'lab-results'])(
    'ruling 50: a draft of %s is confirmed at once, its row has the focus',
    async (kind) => {
      const draft = await draftOf(kind);
      const page = await stage.as('doctor', `${home}?${LISTS}`);
      const row = page.locator(`#${kind} [data-row="${draft?.id}"]`);
      await row.getByText('Draft').waitFor();
      await row.getByRole('button', { name: /^Confirm / }).click();
      await said(page, / confirmed$/);
      await row.getByText('Draft').waitFor({ state: 'detached' });
      await until('its row has the focus', async () => (await focused(page)) === draft?.id);
      expect(await api.get(`/api/${kind}/${draft?.id}`)).toMatchObject({ draft: false, comment: 'Draft confirmed' });
      expect(await draftOf(kind)).toBeUndefined();
      await page.context().close();
    },
  );

  it('ruling 50: drafts are listed with what they say, and where it stands against its range', async () => {
    const value = { parameter_id: null, name: 'Potassium', unit: 'mmol/L', min: '3.5', max: '5.1' };
    const parameters = [
      { ...value, entry_id: 'a', value: '6.9' },
      { ...value, entry_id: 'b', name: 'Sodium', value: '140', unit: '', min: '135', max: '145' },
    ];
    const collected = '2026-03-04T00:00:00';
    await api.send('POST', '/api/lab-results', { patient_id: morgan, collected, parameters, draft: true });
    const { items } = await api.get<{ items: ExaminationView[] }>(`/api/examinations?patient_id=${morgan}&take=100`);
    const pulse = items.flatMap(({ measurements }) => measurements).find(({ parameter_name }) => parameter_name === 'Heart rate')!;
    const { corrected_from: _, ...examined } = { ...pulse, parameter_value: '71' };
    await api.send('POST', '/api/examinations', { patient_id: morgan, collected, measurements: [examined], draft: true });
    const page = await stage.as('doctor', `${home}?${LISTS}`);
    const said = async (kind: string, words: RegExp) => {
      await page.locator(`#${kind}`).getByRole('button', { name: 'Confirm all drafts' }).click();
      const dialog = page.getByRole('alertdialog', { name: /^Confirm/ });
      await dialog.getByText(/, 03\/04\/2026/).waitFor();
      await dialog.getByRole('listitem').filter({ hasText: words }).last().waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    };
    await said('lab-results', /^Potassium 6\.9 mmol\/L, above range 3\.5–5\.1$/);
    await said('lab-results', /^Sodium 140 no unit, range 135–145$/);
    await said('examinations', /^Heart rate 71 /);
    expect(stage.complaints()).toEqual([]);
    await page.context().close();
  });

  it('ruling 29: asks of a drafted examination too whether a value that is hardly possible is right', async () => {
    const found = await api.get<{ items: MeasurementParameterView[] }>('/api/measurement-parameters?state=0&query=temperature&take=1');
    const { id: parameter_id, name: parameter_name, normalization_type } = found.items[0]!;
    const fever = { entry_id: 'a', parameter_id, parameter_name, normalization_type, parameter_value: '101.2', unit: 'Cel' };
    const form = { patient_id: morgan, collected: '2026-03-05T00:00:00', measurements: [fever], draft: true };
    const { id } = await api.send<{ id: string }>('POST', '/api/examinations', form);
    const page = await stage.as('doctor', `${home}?${LISTS}`);
    const row = page.locator(`#examinations [data-row="${id}"]`);
    await row.getByRole('button', { name: /^Confirm / }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm this draft?' });
    await dialog.getByText(/is hardly ever above .*, this is 101\.2 °C\. Is that right\?/).waitFor();
    expect(await api.get(`/api/examinations/${id}`)).toMatchObject({ draft: true });
    await page.context().close();
  });

  it('ruling 29: asks the same of a drafted result whose own range would allow it, and says of a diagnosis what is confirmed', async () => {
    const found = await api.get<{ items: LabParameterView[] }>('/api/lab-parameters?query=sodium&status=Approved&take=1');
    const { id: parameter_id, primary_alias: name, unit } = found.items[0]!;
    const sodium = { entry_id: 'a', parameter_id, name, value: '14000', unit, min: '13500', max: '14500' };
    const park = await patientId(api, 'Park');
    const result = { patient_id: park, collected: '2026-03-05T00:00:00', parameters: [sodium], draft: true };
    const { id } = await api.send<{ id: string }>('POST', '/api/lab-results', result);
    const page = await stage.as('doctor', `/patients/${park}?${LISTS}`);
    const row = page.locator(`#lab-results [data-row="${id}"]`);
    await row
      .getByRole('button', { name: /^Confirm / })
      .first()
      .click();
    await page
      .getByRole('alertdialog', { name: 'Confirm this draft?' })
      .getByText(/is usually .* 14000 .* is far above/)
      .waitFor();
    expect(await api.get(`/api/lab-results/${id}`)).toMatchObject({ draft: true });

    const { items } = await api.get<{ items: DiagnosisView[] }>(`/api/diagnoses?patient_id=${morgan}&take=50`);
    const { disease } = items.find(({ origin, icd }) => origin === 'manual' && icd === 'I10')!;
    const dates = { time_from: '2026-03-05T00:00:00', time_to: '2026-04-06T00:00:00' };
    await api.send('POST', '/api/diagnoses', { patient_id: park, disease, ...dates, draft: true });
    await page.reload();
    await page.locator('#diagnoses').getByRole('button', { name: 'Confirm all drafts' }).click();
    await page
      .getByRole('alertdialog', { name: /^Confirm/ })
      .getByText('I10, to 04/06/2026')
      .waitFor();
    await page.context().close();
  });

  it('ruling 50: all drafts are listed before they are confirmed, and what is doubtful or not complete is left', async () => {
    const { items } = await api.get<{ items: IntakeView[] }>(`/api/intakes?patient_id=${morgan}&take=100`);
    const { medication } = items.find(({ name }) => name.startsWith('Lipitor'))!;
    const dosages = completeIntake.dosages.map((each) => ({ ...each, nonproprietary_name: medication.nonproprietary_name, dose: '20' }));
    const add = (more: object) =>
      api.send<{ id: string }>('POST', '/api/intakes', {
        ...completeIntake,
        patient_id: morgan,
        medication,
        dosages,
        draft: true,
        ...more,
      });
    const page = await stage.as('doctor', `${home}?${LISTS}`);
    await page.locator('#intakes').getByRole('button', { name: 'Confirm all drafts' }).click();
    const none = page.getByRole('alertdialog', { name: 'Nothing can be confirmed yet' });
    await none.getByText(/^Not complete yet: /).waitFor();
    await none.getByRole('button', { name: /^Complete / }).waitFor();
    expect(await none.getByRole('textbox').or(none.getByRole('checkbox')).count()).toBe(0);
    expect(await none.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
    await none.getByText('Close', { exact: true }).click();
    await none.waitFor({ state: 'detached' });

    const complete = await add({});
    const far = await add({ dosages: dosages.map((each) => ({ ...each, dose: '400' })) });
    await page.reload();
    await page.locator('#intakes').getByRole('button', { name: 'Confirm all drafts' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm drafts' });
    await dialog.getByText(/Is the dose right\?/).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(3);
    expect(await dialog.getByRole('checkbox', { name: /400 mg/ }).isChecked()).toBe(false);
    expect(await dialog.getByRole('checkbox', { disabled: true }).count()).toBe(1);
    expect(await dialog.getByRole('checkbox', { disabled: true }).isChecked()).toBe(false);
    await dialog.getByText(/^Not complete yet: /).waitFor();
    expect(await dialog.getByLabel('Comment').inputValue()).toBe('Draft confirmed');
    await dialog.getByRole('button', { name: 'Confirm 1 draft', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await api.get(`/api/intakes/${complete.id}`)).toMatchObject({ draft: false, order: expect.stringContaining('20 mg') as string });
    expect(await api.get(`/api/intakes/${far.id}`)).toMatchObject({ draft: true });

    // a draft that another one makes incomplete or stale meanwhile keeps the dialog open, and the focus in it
    const stale = await api.get<IntakeView>(`/api/intakes/${far.id}`);
    await page.locator('#intakes').getByRole('button', { name: 'Confirm all drafts' }).click();
    await dialog.locator('label', { hasText: /400 mg/ }).click();
    await api.send('PUT', `/api/intakes/${far.id}`, { ...stale, notes: 'after a meal', comment: 'Notes' });
    await dialog.getByRole('button', { name: 'Confirm 1 draft', exact: true }).click();
    await dialog.getByText(/^Somebody else has changed it meanwhile/).waitFor();
    await until('the focus is in the dialog', () =>
      page.evaluate(() => document.activeElement?.closest('[role=alertdialog] button') !== null),
    );

    expect(stage.complaints(/409/)).toEqual([]);
    await dialog.getByRole('button', { name: /^Complete / }).click();
    await page.waitForURL((url) => /\/intakes\/[^/]+$/.test(url.pathname));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.context().close();
  });

  it('ruling 50: a treatment is stopped today or on another day, with a reason, also where somebody else changed it meanwhile', async () => {
    const { items } = await api.get<{ items: IntakeView[] }>(`/api/intakes?patient_id=${morgan}&take=100`);
    const lipitor = items.find(({ name, ends, draft }) => name.startsWith('Lipitor') && ends === null && !draft)!;
    const page = await stage.as('doctor', `${home}?${LISTS}`);
    const row = page.locator(`#intakes [data-row="${lipitor.id}"]`);
    await row.getByRole('button', { name: /^Stop / }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Stop treatment' });
    const day = dialog.getByLabel('Last day', { exact: true });
    const stop = dialog.getByRole('button', { name: 'Stop treatment' });
    const today = await day.inputValue();
    await day.fill('06/08/2022');
    await stop.click();
    await dialog.getByText('Date should not be before 06/09/2022').waitFor();
    await day.fill('12/31/2049');
    await dialog.getByLabel('Comment').fill('Muscle pain');
    await stop.click();
    await dialog.getByText('This day lies in the future. Stop then?').waitFor();
    await day.fill(today);

    await api.send('PUT', `/api/intakes/${lipitor.id}`, { ...lipitor, notes: 'in the evening', comment: 'Notes' });
    await stop.click();
    await dialog.getByText(/Somebody else has changed it meanwhile/).waitFor();
    await stop.click();
    await said(page, /^Lipitor .* stopped$/);
    await until('its row has the focus', async () => (await focused(page)) === lipitor.id);
    const [month, date, year] = today.split('/');
    expect(await api.get(`/api/intakes/${lipitor.id}`)).toMatchObject({
      ends: `${year}-${month}-${date}T00:00:00`,
      // a stop date counts to the end of its day
      active: true,
      notes: 'in the evening',
      comment: 'Muscle pain',
      order: '40 mg once a day, avg 40 mg/day',
    });
    // an external record, and a draft, are not stopped
    const open = items.filter(({ active, draft }) => active && !draft);
    expect(
      await page
        .locator('#intakes')
        .getByRole('button', { name: /^Stop / })
        .count(),
    ).toBeLessThanOrEqual(open.length);
    expect(stage.complaints(/409/, /422/, /400/)).toEqual([]);
    await page.context().close();
  });

  it('a patient asks on the phone, the doctor answers with the question in view, and the patient is told of the answer until it is seen', async () => {
    const patient = await stage.as('patient', '/', { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' });
    const doctor = await stage.as('doctor');
    const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
    const row = (page: Page) => page.locator('#diagnoses').getByRole('row', { name: /Hyperlipidemia/ });
    for (const page of [patient, doctor]) await page.goto(`${stage.server.url}${home}?diagnoses_view=list`);
    await patient.locator('[data-corrected]', { hasText: /^corrected from N18\.32/ }).waitFor();
    await row(patient)
      .getByRole('button', { name: /^Actions of/ })
      .tap();
    await patient.getByRole('menuitem', { name: 'Comment' }).tap();
    const asked = dialog(patient, 'New comment to diagnosis record');
    await asked.getByLabel('Comment').fill('Is my diet enough?');
    await asked.getByRole('button', { name: 'Save' }).tap();
    await asked.waitFor({ state: 'hidden' });

    const unread = row(doctor).getByRole('button', { name: /^Show new comment/ });
    await unread.click();
    await dialog(doctor, 'Comment from patient').getByRole('button', { name: 'New comment' }).click();
    const answer = dialog(doctor, 'New comment to diagnosis record');
    await answer.getByRole('list', { name: 'Comments so far' }).getByText('Is my diet enough?').waitFor();
    await answer.getByRole('textbox', { name: 'Comment' }).fill('For now, yes');
    await answer.getByRole('button', { name: 'Save' }).click();
    await unread.waitFor({ state: 'detached' });

    const told = patient.getByRole('status', { name: 'New answers from your clinic' });
    const news = told.getByRole('button', { name: /^New answer about .*Hyperlipidemia.*, 11\/03\/2020 3\. November 2020$/ });
    await news.waitFor();
    const colors = await news.evaluate((button) =>
      [button, button.querySelector('[data-long-date]')!].map((each) => getComputedStyle(each).color),
    );
    expect(colors[1]).toBe(colors[0]);
    await news.tap();
    const thread = dialog(patient, 'Comments');
    await thread.getByText('For now, yes').waitFor();
    await thread.getByText('3. November 2020').waitFor();
    await thread.getByText(/^Read by Helen Hart/).waitFor();
    await thread.getByText('new answer', { exact: true }).waitFor();
    await told.getByRole('button').waitFor({ state: 'detached' });
    await patient.reload();
    await row(patient).waitFor();
    expect(await told.count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
    for (const page of [patient, doctor]) await page.context().close();
  });

  describe('return to where one was', () => {
    let page: Page;
    const scroll = () => page.evaluate(() => document.getElementById('main')?.scrollTop ?? 0);
    /** The row that has the focus, whole or by something in it. */
    const focusedRow = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
    const isMarked = () => page.evaluate(() => document.activeElement?.matches('[data-marked]') ?? false);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const row = (name: RegExp) => page.getByRole('row', { name }).first();

    beforeAll(async () => {
      page = await stage.as('doctor');
    });

    it('after Cancel: query, scroll, and the control that was left', async () => {
      await page.goto(`${stage.server.url}${home}?${LISTS}`);
      const edit = row(/Hyperlipidemia/).getByRole('button', { name: /^Edit/ });
      await edit.focus();
      await edit.scrollIntoViewIfNeeded();
      await page.evaluate(() => document.getElementById('main')?.scrollBy(0, 120));
      const before = await scroll();
      await page.keyboard.press('Enter');
      await page.getByLabel('Start date', { exact: true }).waitFor();
      await button('Cancel').click();
      await page.waitForURL((url) => url.pathname === home && url.search === `?${LISTS}`);
      await until('the control has the focus', async () => /Hyperlipidemia/.test(await focusedRow()));
      await until('the list stands where it stood', async () => Math.abs((await scroll()) - before) < 3);
    });

    it('after Save: the row is marked, has the focus, and its page of the list is open', async () => {
      await page.goto(`${stage.server.url}${home}?diagnoses_view=list&diagnoses_take=5`);
      await page.locator('#diagnoses').getByRole('button', { name: 'Add new' }).click();
      await page.getByLabel('Diagnosis (ICD)', { exact: true }).fill('gout');
      await page.getByRole('grid', { name: 'Found diseases' }).getByText(/^M10/).first().click();
      await page.getByLabel('Start date', { exact: true }).fill('03/04/1999');
      await page.getByRole('textbox', { name: /^Stop date/ }).fill('03/20/1999');
      await page.keyboard.press('Control+Enter');
      await page.waitForURL((url) => url.pathname === home && url.searchParams.get('diagnoses_take') === '5');
      await until('the saved row has the focus', async () => /03\/04\/1999/.test(await focusedRow()));
      expect(await isMarked()).toBe(true);
      expect(Number(new URL(page.url()).searchParams.get('diagnoses_skip'))).toBeGreaterThan(0);
    });

    it('by the Back of the browser after Save: never to the form again', async () => {
      await page.goBack();
      await page.waitForURL((url) => url.pathname === home);
      await page.goForward();
      await page.waitForURL((url) => url.pathname === home && url.searchParams.get('diagnoses_take') === '5');
    });

    it('after a removal the focus is on the next row, never on the page', async () => {
      const removed = row(/03\/04\/1999/);
      await removed.getByRole('button', { name: /^Remove/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').getByLabel('Comment').fill('A slip');
      await page.getByRole('button', { name: 'Remove diagnosis' }).click();
      await removed.waitFor({ state: 'detached' });
      await until('something in the section has the focus', () =>
        page.evaluate(() => document.activeElement?.closest('#diagnoses') !== null && document.activeElement !== document.body),
      );
    });

    it('by Back: the list of patients with its search and the row that was opened', async () => {
      await page.goto(`${stage.server.url}/patients`);
      await page.getByLabel('First name', { exact: true }).fill('Ava');
      await until('one patient is found', async () => (await page.locator('main tbody tr').count()) === 1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === home);
      await button('Back').click();
      await until('its row has the focus', async () => /Morgan/.test(await focusedRow()));
      expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Ava');
      expect(page.url()).not.toMatch(/ava/i);
    });
  });
});
