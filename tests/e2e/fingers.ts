import type { CDPSession, Page } from 'playwright-core';

interface Place {
  x: number;
  y: number;
}

/** Fingers on a page, each at a place of the window; none lifts them. */
export const fingers = async (page: Page): Promise<(kind: 'touchStart' | 'touchMove' | 'touchEnd', ...at: Place[]) => Promise<unknown>> => {
  const browser: CDPSession = await page.context().newCDPSession(page);
  return (type, ...at) => browser.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(({ x, y }, id) => ({ x, y, id })) });
};
