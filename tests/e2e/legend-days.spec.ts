import type { Page } from 'playwright-core';
import { recordOnStage } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

interface Series {
  id: string;
  organization_id: string;
  points: { date_applies: string; value: string | null; text?: string; draft: boolean }[];
}
interface Row {
  id: string;
  value: string;
  date: string;
  height: number;
}

/** 'MM/DD/YYYY' as it is ordered. */
const isoOf = (day: string): string => day.replace(/^(\d\d)\/(\d\d)\/(\d{4}).*$/, '$3-$1-$2');
const showed = (local: string): string => local.replace(/^(\d{4})-(\d\d)-(\d\d).*$/, '$2/$3/$1');

describeInBrowser('what a legend says on the day of the focus line', () => {
  const on = recordOnStage();

  const rowsOf = (page: Page, title: string): Promise<Row[]> =>
    section(page, title)
      .getByRole('listitem')
      .evaluateAll((rows) =>
        rows.map((row) => ({
          id: row.getAttribute('data-id') ?? '',
          value: row.querySelector('[data-value]')?.textContent.trim() ?? '',
          date: row.querySelector('[data-date]')?.textContent.trim() ?? '',
          height: row.getBoundingClientRect().height,
        })),
      );
  const seriesOf = async (path: string): Promise<Map<string, Series>> => {
    const { items } = await on.api.get<{ items: Series[] }>(`/api/${path}/series?patient_id=${on.morgan}`);
    return new Map(items.map((one) => [`${one.id} ${one.organization_id}`, one]));
  };
  /** Moves the pointer over a chart, from before anything was measured until after it; each step once all charts are on its day. */
  const walk = async (page: Page, step: (day: string) => Promise<void>) => {
    const chart = chartOf(page, 'Diagnoses');
    const { x, y, width } = (await chart.boundingBox())!;
    const days = new Set<string>();
    for (let share = 0.08; share < 0.97; share += 0.045) {
      await page.mouse.move(x + width * share, y + 12);
      const day = await until('the charts stand on one day', async () => {
        const said = await Promise.all(['Diagnoses', 'Lab results'].map((title) => chartOf(page, title).getAttribute('aria-valuetext')));
        const [one, other] = said.map((each) => each?.slice(0, 10) ?? '');
        return /^\d\d\/\d\d\/\d{4}$/.test(one ?? '') && one === other && !days.has(one ?? '') && one;
      });
      days.add(day);
      await step(day);
    }
    expect(days.size).toBeGreaterThan(15);
  };
  const opened = async (): Promise<Page> => {
    const page = await on.open('?from=2018-01-01&to=2026-11-21');
    for (const title of ['Diagnoses', 'Treatments', 'Lab results', 'Examinations']) await chartOf(page, title).waitFor();
    return page;
  };

  alone('ruling 33: is each series’ own last checked value at or before that day, and never a later one', async () => {
    const page = await opened();
    const known = { 'Lab results': await seriesOf('lab-results'), Examinations: await seriesOf('examinations') };
    let [values, empty] = [0, 0];
    await walk(page, async (day) => {
      for (const [title, all] of Object.entries(known)) {
        await until(`the legend of ${title} is on ${day}`, async () => {
          for (const row of await rowsOf(page, title)) {
            const series = all.get(row.id)!;
            const point = series.points.findLast((each) => !each.draft && each.date_applies.slice(0, 10) <= isoOf(day));
            // what is later than the line is never shown, not even for a moment
            if (row.date !== '' && isoOf(row.date) > isoOf(day)) return false;
            if (!point) {
              if (row.value !== 'none yet' || row.date !== '') return false;
              empty += 1;
              continue;
            }
            const said = point.value ?? point.text ?? '';
            if (!row.value.startsWith(said) || row.date !== showed(point.date_applies)) return false;
            values += 1;
          }
          return true;
        });
      }
    });
    // it was walked over days before the first value as well as over values
    expect(empty).toBeGreaterThan(10);
    expect(values).toBeGreaterThan(100);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('says of a diagnosis and of a treatment what held on that day, and moves no row while the line moves', async () => {
    const page = await opened();
    const titles = ['Diagnoses', 'Treatments', 'Lab results', 'Examinations'];
    const heights = async () => Promise.all(titles.map(async (title) => (await rowsOf(page, title)).map(({ height }) => height)));
    const before = await heights();
    const said = new Set<string>();
    await walk(page, async (day) => {
      for (const { value } of await rowsOf(page, 'Diagnoses')) {
        said.add(value);
        const began = /^(?:since )?(\d\d\/\d\d\/\d{4})/.exec(value)?.[1];
        if (began) expect(isoOf(began) <= isoOf(day)).toBe(true);
      }
      expect(await heights()).toEqual(before);
    });
    expect(said).toContain('not on this day');
    expect(on.stage.complaints()).toEqual([]);
  });
});
