import type { Page } from 'playwright-core';
import { focus } from './keys.ts';
import { until } from './until.ts';

/** Searches the catalogue by keys alone and takes the first row. */
export const chooseMedication = async (page: Page, query: string) => {
  await until('the search for a medication has focus', async () => (await focus(page)).name === 'Medication');
  await page.keyboard.type(query);
  // the first Enter searches at once, the second picks
  await page.keyboard.press('Enter');
  await page.getByRole('grid', { name: 'Found medications' }).getByRole('row').nth(1).waitFor();
  await until('the rows are those of what was typed', async () => (await page.locator('.catalogue-picked .is-previous').count()) === 0);
  await page.keyboard.press('Enter');
  await until('the dose has focus', async () => /^Dose/.test((await focus(page)).name));
};
