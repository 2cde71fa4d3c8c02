import type { Page } from 'playwright-core';
import type { Api } from './api.ts';
import { focus } from './keys.ts';
import { until } from './until.ts';

/** The starter's index is made once, at the first start. */
export const medicationsSearched = (api: Api) =>
  until(
    'the catalogue of medications is there',
    async () => (await api.status('/api/medications?query=metformin&skip=0&take=1')) === 200,
    120_000,
  );

/** Searches the catalogue by keys alone and takes the first row. */
export const chooseMedication = async (page: Page, query: string) => {
  await until('the search for a medication has focus', async () => (await focus(page)).name === 'Medication');
  await page.keyboard.type(query);
  // the first Enter searches at once, the second picks
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: 'Found medications' }).getByRole('row').nth(1).waitFor();
  await until('the rows are those of what was typed', async () => (await page.locator('[data-found] [data-former]').count()) === 0);
  await page.keyboard.press('Enter');
  await until('the dose has focus', async () => /^Dose/.test((await focus(page)).name));
};

/** A treatment as lists and forms have it. */
export interface Prescribed {
  id: string;
  version: number;
  order: string;
}

export const readPrescribed = (api: Api, id: string): Promise<Prescribed> => api.get(`/api/intakes/${id}`);

/** Another treatment of the patient: 10 mg of lisinopril once a day, until discontinued. A draft of it has no form and no dose. */
export const prescribed = async (api: Api, patient_id: string, draft = false): Promise<Prescribed> => {
  const { items } = await api.get<{ items: { id: string; nonproprietary_name: string }[] }>(
    '/api/medications?query=lisinopril&skip=0&take=1',
  );
  const [medication] = items;
  const dose = { nonproprietary_name: medication!.nonproprietary_name, dose: '10', unit: 'mg' };
  const { id } = await api.send<{ id: string }>('POST', '/api/intakes', {
    patient_id,
    medication,
    time_from: '2026-03-02T00:00:00',
    until_discontinued: true,
    form: draft ? null : 'per tablet',
    quantity: 1,
    frequency: 1,
    period: 1,
    dosages: draft ? [] : [dose],
    draft,
  });
  return until('the treatment can be read', () => readPrescribed(api, id).catch(() => undefined));
};
