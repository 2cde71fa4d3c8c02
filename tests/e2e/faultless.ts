import type { Page } from 'playwright-core';
import { axeFindings } from './axe.ts';
import { outside } from './overflow.ts';
import type { Place } from './places.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

/** A screen of 1440 pixels, the same at 150, 180 and 200 % zoom, and a phone. */
const WIDTHS = [1440, 980, 800, 720, 390];
/** The widths at which axe looks, and at what: from 720 to 1440 the elements are the same. */
const LOOKED_AT_BY_AXE = new Map<number, 'all' | 'of layout'>([
  [1440, 'all'],
  [720, 'of layout'],
  [390, 'all'],
]);
/** What opens over a screen has one layout, and another one on a phone: the screen itself is looked at in a place of its own. */
export const WIDTHS_OF_DIALOGS = [1440, 390];
const LAYS_OUT = 3000;
/** Everything stands where it will stay. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter((each) => Number.isFinite(Number(each.effect?.getComputedTiming().endTime)));
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
  });

/** What is wrong with a place at each width; nothing where all is well. */
export const faults = async (page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> => {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await settled(page);
    let lies = await outside(page);
    // charts measure themselves once their box has its new width
    await until('nothing lies outside', async () => (lies = await outside(page)).length === 0, LAYS_OUT).catch(() => undefined);
    found.push(...lies.map((line) => `${width} px: outside: ${line}`));
    const rules = LOOKED_AT_BY_AXE.get(width);
    if (rules) found.push(...(await axeFindings(page, rules)).map((line) => `${width} px: ${line}`));
  }
  return found;
};

type Go = (page: Page, path: string) => Promise<unknown>;

/** Comes to each place in turn as this person, and expects none to have a fault at any width, or the browser to complain. */
export const expectNoFaults = async (
  stage: Stage,
  username: string,
  all: readonly Place[],
  widths = WIDTHS,
  go: Go = (page, path) => page.goto(stage.server.url + path),
): Promise<void> => {
  const page = await stage.as(username, '/profile', { reducedMotion: 'reduce' });
  const found: Record<string, string[]> = {};
  for (const { name, path, there } of all) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(page, path);
    await there(page).catch((error: Error) => {
      throw new Error(`It never came to ${name}: ${error.message}`);
    });
    const wrong = [...(await faults(page, widths)), ...stage.complaints()];
    if (wrong.length > 0) found[name] = wrong;
  }
  expect(found).toEqual({});
};

/** The places in so many parts, since a test that is long says late what is wrong. */
export const inParts = (all: readonly Place[], count: number): Place[][] =>
  Array.from({ length: count }, (_, part) => all.filter((_, index) => index % count === part));
