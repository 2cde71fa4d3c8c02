import type { Page } from 'playwright-core';
import { type Api, apiAs, patientId } from './api.ts';
import { axeFindings } from './axe.ts';
import { curatorsDialogs, doctorsDialogs, patientsDialogs } from './dialogs.ts';
import { focus } from './keys.ts';
import { outside } from './overflow.ts';
import { curatorsPlaces, patientsPlaces, type Place, places } from './places.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** A screen of 1440 pixels, the same at 150, 180 and 200 % zoom, and a phone. */
const WIDTHS = [1440, 980, 800, 720, 390];
/** The widths at which axe looks, and at what: from 720 to 1440 the elements are the same. */
const LOOKED_AT_BY_AXE = new Map<number, 'all' | 'of layout'>([
  [1440, 'all'],
  [720, 'of layout'],
  [390, 'all'],
]);
/** What opens over a screen has one layout, and another one on a phone: the screen itself is looked at in a place of its own. */
const WIDTHS_OF_DIALOGS = [1440, 390];
const LAYS_OUT = 3000;
/** A doctor's screens and dialogs are many: in so many tests, none of which is long. */
const PARTS = 6;

/** Everything stands where it will stay. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter((each) => Number.isFinite(Number(each.effect?.getComputedTiming().endTime)));
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
  });

/** What is wrong with a place at each width; nothing where all is well. */
const faults = async (page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> => {
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

describeInBrowser('every screen and dialog, with axe and at every width', () => {
  let stage: Stage;
  let api: Api;
  let morgan: string;
  let report: { id: string; pages: { id: string }[] };

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    morgan = await patientId(api, 'Morgan');
    report = await until(
      'the demonstration report is read',
      async () => {
        const { items } = await api.get<{ items: { id: string; name: string; status: string; pages: { id: string }[] }[] }>(
          '/api/ocr?skip=0&take=10',
        );
        return items.find(({ name, status }) => name.endsWith('.pdf') && status === 'Finished');
      },
      120_000,
    );
  });
  afterAll(() => stage?.close());

  const expectNoFaults = async (username: string, all: readonly Place[], widths?: readonly number[]) => {
    const page = await stage.as(username, '/', { reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    for (const { name, path, there } of all) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(stage.server.url + path);
      await there(page).catch((error: Error) => {
        throw new Error(`It never came to ${name}: ${error.message}`);
      });
      const wrong = await faults(page, widths);
      if (wrong.length > 0) found[name] = wrong;
    }
    expect(found).toEqual({});
  };

  alone('signing in', async () => {
    const page = await stage.open('/signin', { reducedMotion: 'reduce' });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await faults(page)).toEqual([]);
  });
  for (const part of Array.from({ length: PARTS }, (_, index) => index)) {
    alone(`screens of a doctor, part ${part + 1} of ${PARTS}`, async () =>
      expectNoFaults(
        'doctor',
        (await places(api, morgan, report)).filter((_, index) => index % PARTS === part),
      ),
    );
    alone(`dialogs of a doctor, part ${part + 1} of ${PARTS}`, () =>
      expectNoFaults(
        'doctor',
        doctorsDialogs(morgan).filter((_, index) => index % PARTS === part),
        WIDTHS_OF_DIALOGS,
      ),
    );
  }
  alone('screens of a super user', () => expectNoFaults('admin', curatorsPlaces()));
  alone('dialogs of a super user', () => expectNoFaults('admin', curatorsDialogs(), WIDTHS_OF_DIALOGS));
  alone('screens of a patient', () => expectNoFaults('patient', patientsPlaces(morgan)));
  alone('dialogs of a patient', () => expectNoFaults('patient', patientsDialogs(morgan), WIDTHS_OF_DIALOGS));

  alone('the menu and the legend that open on a phone', async () => {
    const page = await stage.as('doctor', `/patients/${morgan}`, { ...PHONE, reducedMotion: 'reduce' });
    await chartOf(page, 'Lab results').waitFor();
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).tap();
    await section(page, 'Lab results')
      .getByRole('button', { name: /^Legend: / })
      .tap();
    await page.getByRole('heading', { name: /^Legend/ }).waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await outside(page)).toEqual([]);
  });

  alone('the menu folds where the window is narrow, and opens over the page', async () => {
    const page = await stage.as('doctor', '/', { viewport: { width: 800, height: 900 } });
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Main menu' }).first();
    expect((await menu.boundingBox())!.width).toBeLessThan(60);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await page
      .locator('.drawer')
      .getByRole('link', { name: /Reports/ })
      .click();
    await page.getByRole('heading', { name: 'Reports' }).waitFor();
    expect((await menu.boundingBox())!.width).toBeLessThan(60);
    expect(await outside(page)).toEqual([]);
  });

  alone('a phone shows a result on the first screen of a record, and a patient reads the day in the own language', async () => {
    const page = await stage.as('patient', '/', { ...PHONE, locale: 'de-DE' });
    const latest = page.getByRole('region', { name: 'Latest results' });
    const row = latest.getByRole('listitem').first();
    await row.waitFor();
    const box = (await row.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(844);
    expect(await row.textContent()).toMatch(/\d\d\/\d\d\/\d{4}\s*\d+\. \p{L}+ \d{4}.*\d/u);
    expect(await page.getByRole('form', { name: 'Timeline' }).count()).toBe(0);
    await page.getByRole('button', { name: /^\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}$/ }).tap();
    const timeline = page.getByRole('form', { name: 'Timeline' });
    await timeline.getByLabel('Start date', { exact: true }).fill('03/04/2024');
    await timeline.getByText('Mo., 4. März 2024', { exact: true }).waitFor();

    await section(page, 'Lab results')
      .getByRole('button', { name: /^Legend: / })
      .tap();
    const legend = page.locator('.legend-date').filter({ hasText: /\d/ }).first();
    expect(await legend.textContent()).toMatch(/^\d\d\/\d\d\/\d{4} \d+\. \p{L}+ \d{4}$/u);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page.getByRole('link', { name: /My account/ }).tap();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page.getByRole('link', { name: /My record/ }).tap();
    await latest.waitFor();
  });

  alone('a phone names the lines, and the note of a result leaves the touched point in sight', async () => {
    const page = await stage.as('patient', `/patients/${morgan}?lab_view=graphs`, PHONE);
    const chart = chartOf(page, 'Lab results');
    await chart.scrollIntoViewIfNeeded();
    const names = await section(page, 'Lab results').locator('.chart-line-names text').allTextContents();
    expect(names).toContain('Creatinine');
    const points = chart.locator('[data-point]');
    for (const index of [0, 3, 6]) {
      const point = points.nth(index);
      await point.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await point.boundingBox())!;
      await page.touchscreen.tap(x + width / 2, y + height / 2);
      const note = page.getByRole('dialog', { name: 'Result' });
      await note.waitFor();
      const [card, now] = [(await note.boundingBox())!, (await page.locator('.chart-halo').boundingBox())!];
      expect(card.y >= now.y + now.height || card.y + card.height <= now.y).toBe(true);
      expect(card.x).toBeGreaterThanOrEqual(0);
      expect(card.x + card.width).toBeLessThanOrEqual(390);
      await note.getByRole('button', { name: 'Close' }).tap();
      await note.waitFor({ state: 'hidden' });
    }
  });

  alone('from the top of a record to ‘Add new’ of the lab results takes fewer than 10 presses of Tab', async () => {
    const page = await stage.as('doctor', `/patients/${morgan}`);
    await chartOf(page, 'Lab results').waitFor();
    const add = section(page, 'Lab results').getByRole('button', { name: 'Add new' });
    let pressed = 0;
    while (!(await add.evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press('Tab');
      pressed += 1;
      expect(pressed).toBeLessThan(10);
      const { name, isSeen } = await focus(page);
      expect([name, isSeen]).toEqual([name, true]);
      if (name === 'To the content' || name === 'To lab results') await page.keyboard.press('Enter');
    }
  });

  alone('`?` lists the keys wherever it is not typed into a field', async () => {
    const page = await stage.as('doctor');
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    const keys = page.getByRole('dialog', { name: 'Keys' });
    const filter = page.getByRole('searchbox', { name: 'Last name' });
    await filter.pressSequentially('?');
    expect(await filter.inputValue()).toBe('?');
    expect(await keys.count()).toBe(0);
    await filter.fill('');
    // nothing has the focus in rows that answer what was typed before
    await page.locator('tbody:not([inert]) tr', { hasText: 'Grace' }).focus();
    await page.keyboard.press('?');
    await keys.getByText('Search for anything').waitFor();
    expect(await keys.getByRole('term').allTextContents()).toEqual(expect.arrayContaining(['Ctrl K', '?', 'Ctrl Enter', 'F8']));
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Helen Hart, Doctor' }).click();
    await page.getByRole('menuitem', { name: /^Keys/ }).click();
    await keys.waitFor();
  });
});
