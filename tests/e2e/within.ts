import type { Page } from 'playwright-core';

/** Shows another path as a link within the product does: nothing is loaded anew. What was open is gone before. */
export const goWithin = async (page: Page, path: string): Promise<void> => {
  const show = (to: string) => page.evaluate((address) => history.pushState(null, '', address), to);
  await show('/nowhere');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await show(path);
};
