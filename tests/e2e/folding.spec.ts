import type { Page } from 'playwright-core';
import type { GraphVisuals } from '#contracts/items/graph-visuals';
import { recordOnStage } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

const DRAWN = ['Diagnoses', 'Lab results'] as const;
/** From the midst of what is folded before the first result to the midst of what is folded after the last. */
const SPAN = 'from=2003-12-01&to=2019-06-30';

describeInBrowser('empty time', () => {
  const on = recordOnStage();
  let lived: string;

  beforeAll(async () => {
    const person = {
      first_name: 'Lena',
      last_name: 'Long',
      sex: 'Female',
      date_of_birth: '1968-05-02T00:00:00',
      city_of_birth: 'Chicago',
      country_of_birth: 'USA',
      email: 'patient@example.org',
      social_security_number: '900123987',
    };
    lived = (await on.api.send<{ id: string }>('POST', '/api/patients', person)).id;
    const results = {
      '2004-03-01': '50',
      '2004-06-01': '100',
      '2010-02-01': '40',
      '2010-08-01': '120',
      '2018-04-01': '30',
      '2018-10-01': '60',
    };
    for (const [day, value] of Object.entries(results)) {
      const ferritin = { entry_id: 'a', parameter_id: null, name: 'Ferritin', value, unit: 'ng/mL', min: '15', max: '150' };
      await on.api.send('POST', '/api/lab-results', {
        patient_id: lived,
        collected: `${day}T08:00:00`,
        draft: false,
        parameters: [ferritin],
      });
    }
    const { items } = await on.api.get<{ items: object[] }>('/api/diseases?query=hypertension&skip=0&take=1');
    const diagnosis = { patient_id: lived, disease: items[0], time_from: '2004-04-01T00:00:00', time_to: null, draft: false };
    await on.api.send('POST', '/api/diagnoses', diagnosis);
  });

  const open = async (search: string): Promise<Page> => {
    const page = await on.stage.as('doctor', `/patients/${lived}?${search}`);
    for (const title of DRAWN) await chartOf(page, title).waitFor();
    await page.locator('[data-axis]').first().waitFor();
    return page;
  };
  const saved = () => on.api.get<GraphVisuals>(`/api/graph-visuals/${lived}`);
  const button = (page: Page) => page.getByRole('button', { name: 'Fold empty time' });
  const marks = (page: Page, title: string) => chartOf(page, title).locator('[data-fold]');
  const folded = (page: Page, count: number) =>
    until(`${count} marks of folds in each chart`, async () => {
      const found = await Promise.all(DRAWN.map((title) => marks(page, title).count()));
      // a mark in each pane: there is one
      return found.every((one) => one === count);
    });
  /** The words of the axis, from left to right. */
  const axis = (page: Page) =>
    page
      .locator('[data-axis]')
      .first()
      .locator('text')
      .evaluateAll((words) =>
        words
          .map((each) => ({
            text: each.textContent ?? '',
            left: each.getBoundingClientRect().left,
            right: each.getBoundingClientRect().right,
          }))
          .sort((a, b) => a.left - b.left),
      );
  /** The stretches of the line of results. */
  const stretches = async (page: Page) =>
    (await chartOf(page, 'Lab results').locator('[data-line]').getAttribute('d'))?.split('M').length ?? 0;
  const said = (page: Page) => chartOf(page, 'Lab results').getAttribute('aria-valuetext');

  alone('ruling 33: is shown at scale until somebody folds it; then every chart is torn there, and no line joined', async () => {
    const page = await open(SPAN);
    expect(await button(page).getAttribute('aria-pressed')).toBe('false');
    expect(await page.locator('[data-fold]').count()).toBe(0);
    const whole = await stretches(page);

    await button(page).focus();
    await page.keyboard.press('Space');
    // two within the span, and one that is cut by either edge
    await folded(page, 4);
    expect(await button(page).getAttribute('aria-pressed')).toBe('true');
    await until('the line is in three', async () => (await stretches(page)) === whole + 2);
    await page
      .getByText(/4 stretches without an entry folded: .*5 years 6 months \(07\/02\/2004 to 01\/02\/2010\), 7 years 6 months/)
      .waitFor();
    const titles = await marks(page, 'Lab results').locator('title').allTextContents();
    expect(titles).toContain('5 years 6 months without an entry, folded: 07/02/2004 to 01/02/2010');
    // what only goes on does not keep its time open
    expect(await marks(page, 'Diagnoses').count()).toBe(4);

    const words = await axis(page);
    const all = words.map(({ text }) => text).join(' ');
    expect(all).toMatch(/2004.* 5 y .*2010.* 7 y .*2018/);
    for (const [index, word] of words.entries()) if (index > 0) expect(word.left).toBeGreaterThanOrEqual(words[index - 1]!.right);
    // the strip shows how long everything took
    expect(await page.locator('[data-overview] [data-fold]').count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('stays folded for this person and record, and is unfolded again', async () => {
    const page = await open(`${SPAN}&fold=0`);
    await button(page).click();
    await until('the address has it', async () => new URL(page.url()).searchParams.get('fold') === '1');
    await until('it is saved', async () => (await saved()).fold === true);
    await page.goto(`${on.stage.server.url}/patients/${lived}?${SPAN}`);
    await folded(page, 4);

    await button(page).click();
    await folded(page, 0);
    await until('that is saved', async () => (await saved()).fold === undefined);
    expect(await page.getByText(/without an entry folded/).count()).toBe(0);
    await page.goto(`${on.stage.server.url}/patients/${lived}?${SPAN}`);
    await chartOf(page, 'Lab results').waitFor();
    await until('it is at scale', async () => (await button(page).getAttribute('aria-pressed')) === 'false');
    expect(await page.locator('[data-fold]').count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('has no focus line in it, and one where the points are', async () => {
    const page = await open(`${SPAN}&fold=1`);
    await folded(page, 4);
    const chart = chartOf(page, 'Lab results');
    await chart.locator('[data-point]').nth(2).hover({ force: true });
    await page.getByRole('tooltip').getByText('02/01/2010').waitFor();
    const line = page.locator('[data-focus-line]');
    expect(await line.count()).toBe(DRAWN.length);
    const dot = (await chart.locator('[data-point]').nth(2).boundingBox())!;
    const places = await line.evaluateAll((lines) => lines.map((each) => each.getBoundingClientRect().x));
    for (const place of places) expect(Math.abs(place - (dot.x + dot.width / 2))).toBeLessThan(2);
    await page.locator('[data-axis]').first().getByText('02/01/2010').waitFor();

    const tear = (await marks(page, 'Lab results').nth(1).boundingBox())!;
    await page.mouse.move(tear.x + tear.width / 2, tear.y + 60);
    await until('there is no line in a fold', async () => (await line.count()) === 0);
    expect(await page.getByRole('tooltip').count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('is stepped over by the keys, which zoom and pan there as elsewhere', async () => {
    const page = await open(`${SPAN}&fold=1`);
    await folded(page, 4);
    const chart = chartOf(page, 'Lab results');
    await chart.focus();
    await page.keyboard.press('Home');
    for (const day of ['03/01/2004', '06/01/2004', '02/01/2010']) {
      await until(`it speaks of ${day}`, async () => (await said(page))?.startsWith(day));
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('ArrowDown');
    await page.getByRole('tooltip').waitFor();
    // the halo stands on the line
    const halo = (await chart.locator('[data-halo]').getAttribute('cx')) ?? '';
    expect(Number(await chart.locator('[data-focus-line]').getAttribute('x1'))).toBeCloseTo(Number(halo), 0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const before = await said(page);
    await page.keyboard.press('+');
    await until('it is zoomed', async () => (await said(page)) !== before);
    const zoomed = await said(page);
    await page.keyboard.press('Shift+ArrowRight');
    await until('it moved', async () => (await said(page)) !== zoomed);
    await until('both charts show the same', async () => {
      const spans = await Promise.all(DRAWN.map((title) => chartOf(page, title).getAttribute('aria-valuetext')));
      return spans[0] === spans[1];
    });
    expect(await marks(page, 'Lab results').count()).toBeGreaterThan(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('stays where it was when a section is hidden, and is at scale on paper', async () => {
    const page = await open(`${SPAN}&fold=1`);
    await folded(page, 4);
    await page.getByRole('button', { name: 'Lab results', exact: true }).click();
    await section(page, 'Lab results').waitFor({ state: 'detached' });
    expect(await marks(page, 'Diagnoses').count()).toBe(4);
    await page.getByRole('button', { name: 'Lab results', exact: true }).click();
    await chartOf(page, 'Lab results').waitFor();
    const onPaper = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      const found = {
        charts: document.querySelectorAll('[data-printed] [data-chart]').length,
        folds: document.querySelectorAll('[data-printed] [data-fold]').length,
      };
      dispatchEvent(new Event('afterprint'));
      return found;
    });
    expect(onPaper).toEqual({ charts: DRAWN.length, folds: 0 });
    expect(on.stage.complaints()).toEqual([]);
  });
});
