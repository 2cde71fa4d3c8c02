import type { Page, Route } from 'playwright-core';
import { until } from './until.ts';

/** Holds back the answers to these addresses until they are let go. */
export const holdBack = async (page: Page, address: RegExp) => {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(address, (route) => (isOpen ? route.continue() : void held.push(route)));
  return {
    asked: () => until('it is asked for', () => Promise.resolve(held.length > 0)),
    release: async () => {
      isOpen = true;
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    },
  };
};
