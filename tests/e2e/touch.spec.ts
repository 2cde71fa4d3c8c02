import type { Locator, Page } from 'playwright-core';
import { fingers } from './fingers.ts';
import { recordOnStage } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser, PHONE } from './stage.ts';
import { until } from './until.ts';

const TABLET = { ...PHONE, viewport: { width: 820, height: 1180 } };
/** Fingers need it on either side, in pixels. */
const TARGET = 44;

interface Place {
  x: number;
  y: number;
}

describeInBrowser('the charts of a record under fingers', () => {
  const on = recordOnStage();

  const open = async (options = PHONE, search = '?from=2022-01-01&to=2026-11-21'): Promise<Page> => {
    const page = await on.open(search, options);
    await chartOf(page, 'Lab results').locator('[data-point]').first().waitFor();
    return page;
  };
  /** Its upper left corner, once it is in the middle of the window. */
  const corner = async (of: Locator): Promise<Place> => {
    await of.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    return (await of.boundingBox())!;
  };
  /** Puts fingers down and takes them by so many pixels, in steps as a hand does. */
  const slide = async (page: Page, from: readonly Place[], by: (finger: number) => Place): Promise<void> => {
    const touch = await fingers(page);
    const at = (share: number) => from.map(({ x, y }, finger) => ({ x: x + by(finger).x * share, y: y + by(finger).y * share }));
    await touch('touchStart', ...from);
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', ...at(step / 8));
      // as often as a screen is drawn
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    }
    await touch('touchEnd');
  };
  // folded it says the span by itself
  const span = async (page: Page) => ((await page.getByTitle('Sections and time').textContent()) ?? '').split(' – ');
  const said = (page: Page) => chartOf(page, 'Lab results').getAttribute('aria-valuetext');
  const scrolled = (page: Page) => page.locator('#main').evaluate((main) => main.scrollTop);
  const legendOf = (page: Page, title: string) => section(page, title).getByRole('button', { name: /^Legend: / });
  const sheet = (page: Page) => page.getByRole('region', { name: /^Legend of / });
  // as laid out: menus and dialogs grow while they open
  const tooSmall = (all: Locator): Promise<string[]> =>
    all.evaluateAll(
      (elements, least) =>
        elements.flatMap((element) => {
          const { offsetWidth: width, offsetHeight: height } = element as HTMLElement;
          const name = element.getAttribute('aria-label') ?? element.textContent;
          return width > 0 && (width < least || height < least) ? [`${name}: ${width} x ${height}`] : [];
        }),
      TARGET - 0.5,
    );

  alone('scroll when they go up or down, with neither another span nor another day', async () => {
    const page = await open();
    const { x, y } = await corner(chartOf(page, 'Lab results'));
    const [before, words, top] = [await span(page), await said(page), await scrolled(page)];
    await slide(page, [{ x: x + 150, y: y + 300 }], () => ({ x: 12, y: -200 }));
    await until('one finger scrolled', async () => (await scrolled(page)) > top + 50);
    const next = await corner(chartOf(page, 'Lab results'));
    const two = [
      { x: next.x + 100, y: next.y + 300 },
      { x: next.x + 220, y: next.y + 320 },
    ];
    await slide(page, two, (finger) => ({ x: 8 + finger * 4, y: -200 }));
    expect(await said(page)).toBe(words);
    const strip = await corner(page.locator('[data-overview]'));
    const above = await scrolled(page);
    await slide(page, [{ x: strip.x + 60, y: strip.y + 12 }], () => ({ x: 3, y: -150 }));
    await until('the finger on the strip scrolled', async () => (await scrolled(page)) !== above);
    expect(await said(page)).toBe(words);
    expect(await span(page)).toEqual(before);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('zoom when they part, point when one goes sideways, and take the strip to where they tap', async () => {
    const page = await open();
    const { x, y } = await corner(chartOf(page, 'Lab results'));
    const before = await span(page);
    const two = [
      { x: x + 150, y: y + 150 },
      { x: x + 210, y: y + 180 },
    ];
    await slide(page, two, (finger) => ({ x: finger === 0 ? -60 : 80, y: 0 }));
    await until('it is zoomed', async () => {
      const [from, to] = await span(page);
      return from !== before[0] && to !== before[1];
    });
    expect(await page.locator('[data-focus-line]').count()).toBe(0);
    await slide(page, [{ x: x + 100, y: y + 150 }], () => ({ x: 120, y: 6 }));
    await until('the focus line stands in every chart', async () => (await page.locator('[data-focus-line]').count()) === 4);

    const zoomed = await span(page);
    const strip = await corner(page.locator('[data-overview]'));
    await page.touchscreen.tap(strip.x + 70, strip.y + 14);
    await until('the strip is at another place', async () => (await span(page))[0] !== zoomed[0]);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('open what a point says, one at a time, and close it by its button', async () => {
    const page = await open();
    const note = page.getByRole('dialog', { name: 'Result' });
    for (const title of ['Lab results', 'Examinations']) {
      const dot = chartOf(page, title).locator('[data-point]').nth(2);
      const { x, y } = await corner(dot);
      await page.touchscreen.tap(x + 3, y + 3);
      await until(`only ${title} says something`, async () => (await note.count()) === 1);
      await section(page, title).getByRole('dialog', { name: 'Result' }).waitFor();
    }
    expect(await tooSmall(note.getByRole('button'))).toEqual([]);
    await note.getByRole('button', { name: 'Close' }).tap();
    await note.waitFor({ state: 'detached' });
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('find one legend at a time, named, below its chart', async () => {
    const page = await open();
    await legendOf(page, 'Treatments').tap();
    await sheet(page).getByRole('heading', { name: 'Legend of treatments' }).waitFor();
    await legendOf(page, 'Examinations').evaluate((button) => (button as HTMLElement).click());
    await sheet(page).getByRole('heading', { name: 'Legend of examinations' }).waitFor();
    await until('the other is closed', async () => (await sheet(page).count()) === 1);
    await until('the last chart stands above the sheet', async () => {
      const [chart, over] = [(await chartOf(page, 'Examinations').boundingBox())!, (await sheet(page).boundingBox())!];
      return chart.y > 90 && chart.y + 220 < over.y;
    });
    expect(on.stage.complaints()).toEqual([]);
  });

  for (const [device, options] of Object.entries({ phone: PHONE, tablet: TABLET })) {
    alone(`have targets of 44 pixels on a ${device}, and no button lies over a value`, async () => {
      const page = await open(options);
      for (const title of ['Diagnoses', 'Treatments', 'Lab results']) {
        const legend = device === 'phone' ? sheet(page) : section(page, title);
        if (device === 'phone') await legendOf(page, title).evaluate((button) => (button as HTMLElement).click());
        await legend.getByRole('listitem').first().waitFor();
        const over = await legend.getByRole('listitem').evaluateAll((rows) =>
          rows.flatMap((row) => {
            const [button, value] = ['[data-actions]', '[data-value]'].map((name) => row.querySelector(name)?.getBoundingClientRect());
            return button && value && value.right > button.left ? [row.textContent] : [];
          }),
        );
        expect(over).toEqual([]);
        expect(await tooSmall(legend.getByRole('button'))).toEqual([]);
        if (device === 'phone') await sheet(page).getByRole('button', { name: 'Close' }).tap();
        if (device === 'phone') await sheet(page).waitFor({ state: 'detached' });
      }
      expect(await tooSmall(section(page, 'Diagnoses').getByRole('button'))).toEqual([]);
      expect(on.stage.complaints()).toEqual([]);
    });
  }

  alone('have targets of 44 pixels in lists, and a message lies over nothing of the page', async () => {
    const page = await on.open('?diagnoses_view=list&intakes_view=list&lab_view=list&examinations_view=list', PHONE);
    for (const title of ['Diagnoses', 'Treatments', 'Lab results', 'Examinations']) {
      const rows = section(page, title).locator('tbody');
      await rows
        .getByRole('button', { name: /^Actions of/ })
        .first()
        .waitFor();
      expect(await tooSmall(rows.locator('.bp6-button'))).toEqual([]);
    }
    await section(page, 'Diagnoses')
      .getByRole('button', { name: /^Show new comment/ })
      .waitFor();

    expect(await page.getByRole('button', { name: /^What belongs to/ }).count()).toBeGreaterThan(0);
    expect(
      await tooSmall(
        page.locator(
          'td > button[aria-expanded], nav[aria-label^="Pages"] button, nav[aria-label="More of this record"] a, header a[href="/"]',
        ),
      ),
    ).toEqual([]);

    const row = section(page, 'Diagnoses').getByRole('row', { name: /Hyperlipidemia/ });
    await row.getByRole('button', { name: /^Actions of/ }).tap();
    await page.getByRole('menuitem').first().waitFor();
    expect(await tooSmall(page.getByRole('menuitem'))).toEqual([]);
    await page.keyboard.press('Escape');
    const more = row.getByRole('button', { name: /^Actions of/ });
    await until('its button has the focus again', () => more.evaluate((button) => button.matches(':focus-visible')));
    // the table ends where the button does
    expect(await more.evaluate((button) => getComputedStyle(button).outlineOffset)).toBe('-2px');
    await more.tap();
    await page.getByRole('menuitem', { name: 'Comment' }).tap();
    const comment = page.getByRole('dialog', { name: /^New comment/ });
    await comment.getByRole('textbox').fill('For now, yes');
    expect(await tooSmall(comment.getByRole('button'))).toEqual([]);
    await comment.getByRole('button', { name: 'Save' }).tap();
    const toast = page.getByRole('region', { name: 'Messages' }).getByText(/comment saved$/);
    await until('the message is below all that the page shows', async () => {
      const [said, shown] = [await toast.boundingBox(), await page.locator('#main').boundingBox()];
      return said && shown && said.y >= shown.y + shown.height && said.y + said.height <= 844;
    });
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('hide a line, and the others stand out as before', async () => {
    const page = await open();
    await legendOf(page, 'Lab results').tap();
    await sheet(page)
      .getByRole('button', { name: /^Hide / })
      .first()
      .tap();
    await sheet(page).getByText('1 series hidden').waitFor();
    expect(await chartOf(page, 'Lab results').locator('[opacity]').count()).toBe(0);
    await sheet(page).getByRole('button', { name: 'Show all' }).tap();
    await until('it is saved', async () => (await on.saved()).styles.every(({ hidden }) => hidden !== true));
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('read the whole table of trends, of which nothing lies beside the screen', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Trends', exact: true }).tap();
    const frame = page.locator('div:has(> [data-trends])');
    await frame.getByRole('row').nth(1).waitFor();
    const { scroll, client } = await frame.evaluate((each) => ({ scroll: each.scrollWidth, client: each.clientWidth }));
    expect(scroll).toBe(client);
    expect(await frame.getByText(/days before/).count()).toBeGreaterThan(0);
    expect(await tooSmall(frame.locator('label'))).toEqual([]);
    expect(on.stage.complaints()).toEqual([]);
  });
});
