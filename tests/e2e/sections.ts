import type { Locator, Page } from 'playwright-core';

/** One of the sections of a patient's screen, by its title. */
export const section = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** The chart of a section. */
export const chartOf = (page: Page, title: string): Locator =>
  section(page, title).getByRole('slider', { name: new RegExp(`^${title} over time`) });
