import type { ObservationSeries } from '#contracts/observations/observations';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Download, Page } from 'playwright-core';
import { patientId } from './api.ts';
import { printed } from './paper.ts';
import { recordOnStage, SECTIONS } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

/** An SVG document as it is shown: what it takes from elsewhere, names that lead nowhere, the fonts it ends with, words beyond its edges. */
const seen = () => {
  const elements = [...document.querySelectorAll('*')];
  const values = elements.flatMap((element) => [...element.attributes].map(({ name, value }) => ({ name, value })));
  const named = values.flatMap(({ value }) => [...value.matchAll(/url\(['"]?([^'")]*)/g)].map(([, at = '']) => at));
  const linked = values.filter(({ name }) => /^(xlink:)?(href|src)$/.test(name)).map(({ value }) => value);
  const edge = document.documentElement.getBoundingClientRect();
  const isOutside = (one: DOMRect) =>
    one.left < edge.left || one.right > edge.right || one.top < edge.top || one.bottom > edge.bottom || one.width === 0;
  return {
    root: document.documentElement.localName,
    foreign: [...named, ...linked].filter((at) => !at.startsWith('#')),
    lost: [...named, ...linked].filter((at) => at.startsWith('#') && !document.getElementById(at.slice(1))),
    fonts: [...new Set(values.flatMap(({ name, value }) => (name === 'font-family' ? [value.split(', ').at(-1)] : [])))],
    outside: [...document.querySelectorAll('text')]
      .filter((text) => isOutside(text.getBoundingClientRect()))
      .map((text) => text.textContent),
  };
};

describeInBrowser('what is exported from a record', () => {
  const on = recordOnStage();
  const open = (search?: string, options: BrowserContextOptions = {}) => on.open(search, { ...CLIPBOARD, ...options });
  const choose = async (page: Page, title: string, what: string) => {
    await page.getByRole('button', { name: `Copy, export or print ${title.toLowerCase()}` }).click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  const said = (page: Page, text: string) => page.locator('.bp6-toast').filter({ hasText: text }).waitFor();
  const textOf = async (download: Download): Promise<string> => (await buffer(await download.createReadStream())).toString('utf8');
  /** The words of a picture on the clipboard, or the first bytes of one that has none. */
  const pasted = (page: Page, type: 'image/svg+xml' | 'image/png'): Promise<{ text: string; bytes: number[] }> =>
    page.evaluate(async (kind) => {
      const [item] = await navigator.clipboard.read();
      const blob = await item!.getType(kind);
      return {
        text: kind === 'image/png' ? '' : await blob.text(),
        bytes: [...new Uint8Array(await blob.slice(0, 24).arrayBuffer())],
      };
    }, type);
  const exported = async (page: Page, title: string): Promise<{ name: string; text: string; rows: string[] }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), choose(page, title, 'Export CSV')]);
    const text = await textOf(download);
    return { name: download.suggestedFilename(), text, rows: text.split('\r\n').slice(1, -1) };
  };

  alone('copies a chart as SVG with patient, span, units, ranges, legend and what is not in it', async () => {
    const page = await open('?from=2024-01-01&to=2026-11-21');
    await chartOf(page, 'Lab results').waitFor();
    await section(page, 'Lab results').getByRole('button', { name: 'Hide Potassium' }).click();
    await choose(page, 'Lab results', 'Copy as SVG');
    await said(page, 'Lab results of Ava Louise Morgan copied as SVG');
    const svg = (await pasted(page, 'image/svg+xml')).text;
    const words = svg.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const word of [
      'Ava Louise Morgan',
      'born 05/02/1968',
      '***-**-2231',
      'Lindenhof Family Practice',
      '01/01/2024 to 11/21/2026',
      'as of ',
      'Creatinine, mg/dL',
      'range 0.60–1.20',
      '1 = upper limit of normal',
      'Not in this picture',
      '1 series hidden: Potassium',
      'before 01/01/2024',
      'by Helen Hart, Doctor',
    ]) {
      expect(words).toContain(word);
    }
    await section(page, 'Lab results').getByRole('button', { name: 'Show Potassium' }).click();
    await until('that is saved', async () => {
      const { styles } = await on.saved();
      return styles.every(({ hidden }) => hidden !== true);
    });
    // it needs nothing of the page any more
    expect(svg).not.toMatch(/var\(--|class=|style=|currentColor/);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('copies every section as PNG, in light colours also where the screen is dark', async () => {
    const page = await open('', { colorScheme: 'dark' });
    for (const title of SECTIONS) {
      await chartOf(page, title).waitFor();
      await choose(page, title, 'Copy as PNG');
      await said(page, `${title} of Ava Louise Morgan copied as PNG`);
      const bytes = Buffer.from((await pasted(page, 'image/png')).bytes);
      expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
      expect(bytes.readUInt32BE(16)).toBe(1920);
    }
    const corner = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const picture = await createImageBitmap(await item!.getType('image/png'));
      const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
      pen.drawImage(picture, 0, 0);
      return [...pen.getImageData(0, 0, 1, 1).data];
    });
    expect(corner).toEqual([255, 255, 255, 255]);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('saves the picture where the clipboard refuses it, under a name without a person', async () => {
    const page = await open();
    await chartOf(page, 'Treatments').waitFor();
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    for (const kind of ['PNG', 'SVG']) {
      const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Treatments', `Copy as ${kind}`)]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^anamnesis-treatments-\\d{4}-\\d\\d-\\d\\d\\.${kind.toLowerCase()}$`));
      await said(page, `the clipboard refused the ${kind}`);
    }
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('saves an SVG that stands by itself: nothing from elsewhere, every word inside of it, the series of the legend', async () => {
    const page = await open();
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-svg-'));
    await page.evaluate(() => {
      navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    for (const title of SECTIONS) {
      await chartOf(page, title).waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), choose(page, title, 'Copy as SVG')]);
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      const viewer = await page.context().newPage();
      const asked: string[] = [];
      viewer.on('request', (request) => asked.push(request.url()));
      await viewer.goto(pathToFileURL(file).href);
      expect(asked).toEqual([pathToFileURL(file).href]);
      expect(await viewer.evaluate(seen)).toEqual({ root: 'svg', foreign: [], lost: [], fonts: ['sans-serif'], outside: [] });
      const words = (await viewer.locator('text').allTextContents()).join(' ');
      const names = await section(page, title)
        .locator('[data-name] > :first-child')
        .evaluateAll((all) => all.map((name) => name.textContent ?? ''));
      expect(names.length).toBeGreaterThan(3);
      for (const name of names) expect(words).toContain(name);
      await viewer.close();
    }
    await rm(folder, { recursive: true });
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('ruling 54: exports all of a section, whatever the chart hides, with codes, versions and corrections', async () => {
    const page = await open('?from=2026-01-01&to=2026-11-21');
    await chartOf(page, 'Lab results').waitFor();
    const lab = section(page, 'Lab results');
    await lab.getByLabel('Filter parameters').fill('pot');
    await lab.getByText(/not shown by the filter/).waitFor();
    const { items } = await on.api.get<{ items: ObservationSeries[] }>(`/api/lab-results/series?patient_id=${on.morgan}`);
    const { name, text, rows } = await exported(page, 'Lab results');
    expect(name).toMatch(/^anamnesis-lab-results-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.startsWith('\uFEFFDate,Date precision,Parameter,')).toBe(true);
    const points = items.flatMap((one) => one.points);
    expect(rows.filter((row) => row.includes(',current,')).length).toBeGreaterThanOrEqual(points.length);
    for (const { lab_result_id, entry_id } of points) expect(text).toContain(`,current,${lab_result_id},${entry_id},`);
    expect(text).toContain('2026-11-10T08:30,time,Creatinine,Creatinine,2160-0,,1.29,mg/dL,0.60,1.20,,H,above,');
    // what nobody checked stands after what holds
    const current = rows.filter((row) => row.includes(',current,')).map((row) => row.includes(',yes,current,'));
    expect(current.indexOf(true)).toBe(current.length - current.filter(Boolean).length);
    const treatments = await exported(page, 'Treatments');
    expect(treatments.text).toMatch(/Lipitor[^,]*,[^,]*,atorvastatin calcium,2022-06-09,day,,,yes,/);
    expect(treatments.text).toContain('2020-02-18');
    // Active does not hold for the export
    const diagnoses = await exported(page, 'Diagnoses');
    for (const code of ['I10,2020-02-11,day,,,yes,', 'J06.9']) expect(diagnoses.text).toContain(code);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('ruling 24: every section takes its drafts along, apart; a patient takes none', async () => {
    const [staff, page] = [await open(), await on.stage.as('patient', `/patients/${on.morgan}`, CLIPBOARD)];
    const isDraft = (row: string) => /,yes,(current|replaced),/.test(row);
    for (const title of SECTIONS) {
      await Promise.all([staff, page].map((each) => chartOf(each, title).waitFor()));
      const [all, own] = [await exported(staff, title), await exported(page, title)];
      expect([title, all.rows.some(isDraft), own.rows.some(isDraft)]).toEqual([title, true, false]);
      // what holds is the same for both
      expect([title, own.rows.filter((row) => row.includes(',no,current,')).length]).toEqual([
        title,
        all.rows.filter((row) => row.includes(',no,current,')).length,
      ]);
    }
    const sheets = await printed(page, 'A4');
    expect(sheets.map(({ text }) => text).join(' ')).not.toContain('not checked');
    expect(on.stage.complaints()).toEqual([]);
  });

  for (const [format, width, height] of [
    ['A4', 596, 843],
    ['Letter', 612, 792],
  ] as const) {
    alone(`prints on ${format}: the patient on every sheet, charts as vectors, page n of m, when, by whom and as of when`, async () => {
      const page = await open('?from=2024-01-01&to=2026-11-21&hide=examinations');
      for (const title of ['Diagnoses', 'Treatments', 'Lab results']) await chartOf(page, title).waitFor();
      const sheets = await printed(page, format);
      expect(sheets.length).toBeGreaterThan(1);
      for (const [index, sheet] of sheets.entries()) {
        expect([sheet.width, sheet.height]).toEqual([width, height]);
        expect(sheet.text).toMatch(/Ava Louise Morgan Female born 05\/02\/1968 58 OLD \*{3}-\*{2}-2231 Lindenhof Family Practice/);
        expect(sheet.text).toContain(`Page ${index + 1} of ${sheets.length}`);
        expect(sheet.text).toMatch(/Printed \d\d\/\d\d\/\d{4} \d\d:\d\d \([^)]+\) by Helen Hart, Doctor · as of \d\d\//);
        expect(sheet.images).toBe(0);
      }
      const all = sheets.map(({ text }) => text).join(' ');
      for (const title of ['Diagnoses', 'Treatments', 'Lab results']) expect(all).toContain(`${title} 01/01/2024 to 11/21/2026`);
      expect(Math.max(...sheets.map(({ paths }) => paths))).toBeGreaterThan(50);
      expect(all).toContain('Sections that are not printed: Examinations');
      // ruling 38
      expect(all).toContain('Allergies are not recorded here');
      // ruling 24
      expect(all).toContain('Drafts, not checked');
      for (const chrome of ['Add new', 'Patient list', 'Export', 'Reorder', 'Ctrl K']) expect(all).not.toContain(chrome);
      // the screen is as it was before
      await chartOf(page, 'Lab results').waitFor();
      expect(await page.locator('[data-printed]').count()).toBe(0);
      expect(await page.title()).toContain('Ava Louise Morgan');
      expect(on.stage.complaints()).toEqual([]);
    });
  }

  alone('prints lists without cutting anything off, with their head on every sheet', async () => {
    const page = await open('?lab_view=list&hide=examinations,intakes,diagnoses');
    await section(page, 'Lab results')
      .getByRole('row', { name: /Creatinine/ })
      .first()
      .waitFor();
    const { items } = await on.api.get<{ items: ObservationSeries[] }>(`/api/lab-results/series?patient_id=${on.morgan}`);
    const sheets = await printed(page, 'A4');
    const all = sheets.map(({ text }) => text).join(' ');
    const count = (pattern: RegExp) => all.match(pattern)?.length ?? 0;
    expect(count(/ 0\.60–1\.20 /g)).toBe(items.find(({ name }) => name === 'Creatinine')?.points.length);
    for (const sheet of sheets) expect(sheet.text).toContain('Date Parameter Value Unit Range Remarks Source');
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('prints one section from its menu, under a title without a person', async () => {
    const page = await open();
    await chartOf(page, 'Diagnoses').waitFor();
    const seen = await page.evaluate(() => {
      const heard: { title: string; sections: number }[] = [];
      window.print = () => {
        dispatchEvent(new Event('beforeprint'));
        heard.push({ title: document.title, sections: document.querySelectorAll('[data-printed] section').length });
        dispatchEvent(new Event('afterprint'));
      };
      Object.assign(window, { heard });
      return heard.length;
    });
    expect(seen).toBe(0);
    await choose(page, 'Diagnoses', 'Print');
    await choose(page, 'Diagnoses', 'Print all sections');
    const heard = await page.evaluate(() => (window as unknown as { heard: { title: string; sections: number }[] }).heard);
    expect(heard.map(({ sections }) => sections)).toEqual([1, 4]);
    for (const { title } of heard) expect(title).toMatch(/^Anamnesis \d{4}-\d\d-\d\d$/);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('has a table behind each chart, with a summary on the chart', async () => {
    const page = await open('?from=2024-01-01&to=2026-11-21');
    for (const title of SECTIONS) {
      const figure = section(page, title).getByRole('figure', { name: new RegExp(`^${title} over time, \\d+ of \\d+`) });
      const table = figure.getByRole('table', { name: new RegExp(`^${title} over time, 01/01/2024 to 11/21/2026: \\d+ `) });
      await until('there are rows', async () => (await table.getByRole('row').count()) > 1);
      expect(await table.getByRole('columnheader').count()).toBeGreaterThan(4);
    }
    const row = section(page, 'Lab results').getByRole('row', {
      name: /11\/10\/2026 08:30 Creatinine 1\.29 mg\/dL 0\.60–1\.20 above range/,
    });
    await until('the value is there', async () => (await row.count()) === 1);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('shows the first of thousands behind the chart, and the way to all of them', async () => {
    const parameters = Array.from({ length: 60 }, (_, index) => ({
      entry_id: `e${index}`,
      parameter_id: null,
      name: `Marker ${index}`,
      value: String(index + 1),
      unit: 'ng/mL',
      min: null,
      max: '100',
    }));
    const patient = await patientId(on.api, 'Kim');
    for (const day of ['03', '04', '05', '06']) {
      const collected = `2026-10-${day}T08:00:00`;
      await on.api.send('POST', '/api/lab-results', { patient_id: patient, collected, draft: false, parameters });
    }
    const page = await on.stage.as('doctor', `/patients/${patient}?from=2026-09-01&to=2026-11-21`);
    const lab = section(page, 'Lab results');
    await lab.getByRole('button', { name: 'Show all', exact: true }).click();
    const table = lab.getByRole('table', { name: /the first 200 of \d+ results; the list has all of them/ });
    await until('the table is bound', async () => (await table.getByRole('row').count()) === 201);
    const more = lab.getByRole('button', { name: /^Show all \d+ results as a list$/ });
    await more.focus();
    await page.keyboard.press('Enter');
    await until('the list is shown', async () => page.url().includes('lab_view=list'));
    expect(on.stage.complaints()).toEqual([]);
  });

  alone(
    'Sittig et al. 2015: the chart on the screen says whose it is, what, in which units, when, against what, and every value',
    async () => {
      const page = await open('?from=2024-01-01&to=2026-11-21');
      const lab = section(page, 'Lab results');
      const chart = chartOf(page, 'Lab results');
      await chart.waitFor();
      // 1 patient, 2 title
      expect(await page.locator('header[aria-label="Patient"]').textContent()).toContain('Ava Louise Morgan');
      await lab.getByRole('heading', { name: 'Lab results' }).waitFor();
      // 3 to 5 the axis of dates: named, to scale, in years and quarters
      const axis = lab.locator('[data-axis]');
      await axis.getByText('Date', { exact: true }).waitFor();
      const years = await axis
        .getByText(/^\d{4}$/)
        .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().x + mark.getBoundingClientRect().width / 2));
      expect(years.length).toBeGreaterThan(2);
      expect((years[2]! - years[1]!) / (years[1]! - years[0]!)).toBeCloseTo(365 / 366, 1);
      // 6 to 9 what the other axis measures, its numbers, and the limit
      await lab.getByText('× upper limit').waitFor();
      expect(await lab.locator('[data-pane="common"] text[text-anchor="end"]').count()).toBeGreaterThan(2);
      await lab.getByText('1 = upper limit of normal').waitFor();
      // 10 details
      await chart.focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('tooltip').getByText(/Range/).waitFor();
      // 11 legend
      await lab.getByRole('listitem').filter({ hasText: 'Creatinine' }).getByText('mg/dL').waitFor();
      expect(on.stage.complaints()).toEqual([]);
    },
  );

  alone('takes trends along as well', async () => {
    const page = await on.stage.as('doctor', `/patients/${on.morgan}/trends`, CLIPBOARD);
    await page.getByRole('slider', { name: /^Trends over time/ }).waitFor();
    await choose(page, 'Trends', 'Copy as SVG');
    await said(page, 'Trends of Ava Louise Morgan copied as SVG');
    const sheets = await printed(page, 'Letter');
    const all = sheets.map(({ text }) => text).join(' ');
    expect(all).toContain('Parameter Last value Unit Remarks Date Change Since Values');
    expect(all).toContain('Creatinine');
    expect(sheets.every(({ text }) => text.includes('Ava Louise Morgan'))).toBe(true);
    expect(on.stage.complaints()).toEqual([]);
  });
});
