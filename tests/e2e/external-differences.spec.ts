import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { apiAs, patientId } from './api.ts';
import { anamnesis } from './command-line.ts';
import { describeInBrowser, inOrder, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';
import { goWithin } from './within.ts';

const person = {
  resourceType: 'Patient',
  id: 'p1',
  name: [{ family: 'Ashdown', given: ['Nora'] }],
  gender: 'female',
  birthDate: '1971-02-03',
};
const lab = (id: string, text: string, value: number, rest: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: [{ coding: [{ code: 'laboratory' }] }],
  code: { text },
  subject: { reference: 'Patient/p1' },
  encounter: { reference: `Encounter/${id}` },
  effectiveDateTime: '2025-03-01T08:30:00Z',
  valueQuantity: { value, unit: 'mmol/L' },
  ...rest,
});

const link = (page: Page) => page.getByRole('link', { name: /^History of Data Entry/ });
const counted = (page: Page, text: string) => page.getByRole('link', { name: `History of Data Entry ${text}`, exact: true }).waitFor();
const row = (page: Page, words: RegExp) => page.getByRole('row', { name: words });

describeInBrowser('what external sources brought', () => {
  const step = inOrder();
  let stage: Stage;
  let folder: string;
  let doctor: Page;
  let assistant: Page;
  let home: string;
  let number = 0;

  const fhirImport = async (...resources: object[]) => {
    const path = join(folder, `bundle-${++number}.json`);
    await writeFile(
      path,
      JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }),
    );
    const ran = await anamnesis(['fhir', 'import', path], { ANAMNESIS_DATA: stage.server.data });
    if (ran.code !== 0) throw new Error(ran.said);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
    stage = await openStage();
    await fhirImport(person, lab('o1', 'Potassium', 4.1), lab('o2', 'Sodium', 139));
    home = `/patients/${await patientId(await apiAs(stage.server.url, 'doctor'), 'Ashdown')}`;
    doctor = await stage.as('doctor');
    assistant = await stage.as('assistant');
  });
  afterAll(async () => {
    await stage?.close();
    await rm(folder, { recursive: true, force: true });
  });

  step('is counted on the link to the history, for each person', async () => {
    for (const page of [doctor, assistant]) {
      await goWithin(page, home);
      await counted(page, '2 differences from external sources');
      expect(await link(page).textContent()).toContain('(2)');
    }
    expect(stage.complaints()).toEqual([]);
  });

  step('is marked in the history, and counted no more once it was looked at', async () => {
    await link(doctor).click();
    await row(doctor, /Potassium .*External record New to you/).waitFor();
    await row(doctor, /Sodium .*External record New to you/).waitFor();
    await doctor.getByRole('button', { name: 'New external (2)' }).waitFor();
    await doctor.goBack();
    await doctor.getByRole('link', { name: 'History of Data Entry', exact: true }).waitFor();
    await link(doctor).click();
    await row(doctor, /Potassium/).waitFor();
    expect(await doctor.getByText('New to you').count()).toBe(0);
    await counted(assistant, '2 differences from external sources');
    expect(stage.complaints()).toEqual([]);
  });

  step('arrives while somebody looks: marked, also what was corrected and removed, and looked at when the screen is left', async () => {
    await fhirImport(
      lab('o3', 'Chloride', 101),
      lab('o1', 'Potassium', 4.9, { status: 'corrected' }),
      lab('o2', 'Sodium', 139, { status: 'entered-in-error' }),
    );
    await row(doctor, /Chloride .*External record New to you/).waitFor();
    await row(doctor, /Potassium .*External record Corrected: new to you/).waitFor();
    await counted(assistant, '3 differences from external sources');
    await doctor.getByRole('button', { name: 'New external (3)' }).click();
    await row(doctor, /Sodium .*External record Removed: new to you/).waitFor();
    await doctor.goBack();
    await doctor.getByRole('link', { name: 'History of Data Entry', exact: true }).waitFor();
    await goWithin(doctor, `${home}/medical-history?external=1`);
    await doctor.getByText('External sources brought nothing new').waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  step('asks whether it is right where its source does not say which version is newer, until somebody says so', async () => {
    await goWithin(doctor, `${home}?lab_view=list`);
    await doctor.getByText('1 question').waitFor();
    await doctor.getByRole('button', { name: /^Answer the question/ }).click();
    await doctor.getByText(/^Potassium: An earlier version of its source says 4\.1 mmol\/L, and nothing says which is newer/).waitFor();
    await doctor.getByRole('button', { name: 'Right as it stands' }).click();
    await doctor.getByText('is this right?', { exact: true }).waitFor({ state: 'hidden' });
    await doctor.getByText('1 question').waitFor({ state: 'hidden' });
    expect(stage.complaints()).toEqual([]);
  });

  step(
    'ruling 24: is told with all else that is new on the record, which leads to each of them in its list, until it was seen',
    async () => {
      const chip = (page: Page) => page.getByRole('group', { name: 'New in this record' }).getByRole('button', { name: /:/ });
      await goWithin(doctor, `${home}?lab_view=list`);
      await until('all of it is new', async () => (await chip(doctor).textContent()) === 'New to you: 3 external');
      await chip(doctor).click();
      await doctor.getByText('New to you', { exact: true }).first().waitFor();
      // what was imported nobody of the clinic wrote, and no page was read (ruling 23)
      expect(await doctor.locator('tr:has(> th[scope="rowgroup"]) > td:nth-child(4)').allTextContents()).toEqual(['', '']);
      await doctor.getByRole('group', { name: 'New in this record' }).getByRole('button', { name: 'Seen' }).click();
      await doctor.getByText(/^Nothing new since/).waitFor();
      expect(await doctor.getByText('New to you', { exact: true }).count()).toBe(0);

      const other = await apiAs(stage.server.url, 'assistant');
      const parameters = [{ entry_id: 'a', parameter_id: null, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' }];
      const result = { patient_id: home.split('/').at(-1), collected: '2026-02-14T00:00:00', parameters, comment: 'New entry' };
      await other.send('POST', '/api/lab-results', { ...result, draft: false });
      await other.send('POST', '/api/lab-results', { ...result, collected: '2019-03-04T00:00:00', draft: false });
      await other.send('POST', '/api/lab-results', { ...result, collected: '2026-02-15T00:00:00', draft: true });
      const gone = await other.send<{ id: string }>('POST', '/api/lab-results', {
        ...result,
        collected: '2026-02-16T00:00:00',
        draft: false,
      });
      await other.send('DELETE', `/api/lab-results/${gone.id}`, { version: 0, comment: 'Entered twice' });
      await fhirImport(lab('o4', 'Magnesium', 0.8));
      const news = /^Since \d\d\/\d\d\/\d{4}: 2 lab entries, 1 removed, 1 external, 1 unchecked; 2 with abnormal values$/;
      await goWithin(doctor, `${home}?hide=diagnoses,lab-results&lab_take=5`);
      await until('news', async () => news.test((await chip(doctor).textContent()) ?? ''));
      await chip(doctor).click();
      const reached = async (words: RegExp, said: string) => {
        await doctor.getByRole('status').filter({ hasText: said }).waitFor();
        await until(`${said} has the focus`, () =>
          doctor.evaluate((source) => {
            const row = document.activeElement;
            return row instanceof HTMLTableRowElement && row.matches('[data-marked]') && new RegExp(source).test(row.textContent);
          }, words.source),
        );
      };
      const query = (name: string) => new URL(doctor.url()).searchParams.get(name);
      await reached(/02\/15\/2026/, '1 of 5 · New: CRP, 02/15/2026');
      expect([query('hide'), query('lab_view'), query('lab_skip')]).toEqual(['diagnoses', 'list', null]);
      await row(doctor, /02\/15\/2026 1 value/)
        .getByRole('button', { name: /^New since/ })
        .click();
      await reached(/02\/14\/2026/, '2 of 5 · New: CRP, 02/14/2026');
      await chip(doctor).click();
      await reached(/03\/01\/2025/, '3 of 5 · New: Magnesium, 03/01/2025');
      await chip(doctor).click();
      await reached(/03\/04\/2019/, '4 of 5 · New: CRP, 03/04/2019');
      expect(query('lab_skip')).toBe('5');
      await chip(doctor).click();
      await doctor.waitForURL((url) => url.pathname.endsWith('/medical-history') && url.searchParams.get('removed') === '1');
      await until('the removed entry has the focus', () =>
        doctor.evaluate(() => /02\/16\/2026.*Entered twice/.test(document.activeElement?.closest('tr[data-marked]')?.textContent ?? '')),
      );
      await goWithin(doctor, `${home}`);
      await chip(doctor).click();
      await row(doctor, /02\/14\/2026 1 value.* New since/).waitFor();
      await row(doctor, /02\/15\/2026 1 value.* Draft New since/).waitFor();
      expect(
        await row(doctor, /Chloride/)
          .getByText(/New since/)
          .count(),
      ).toBe(0);
      expect(stage.complaints()).toEqual([]);
    },
  );

  step('is not counted for patients', async () => {
    const api = await apiAs(stage.server.url, 'patient');
    const morgan = await patientId(await apiAs(stage.server.url, 'doctor'), 'Morgan');
    expect(await api.status(`/api/patients/external-differences?patient_id=${morgan}`)).toBe(403);
    const patient = await stage.as('patient', `/patients/${morgan}`);
    await patient.getByRole('link', { name: 'History of Data Entry', exact: true }).click();
    await row(patient, /Diagnosis/)
      .first()
      .waitFor();
    expect(stage.complaints()).toEqual([]);
  });
});
