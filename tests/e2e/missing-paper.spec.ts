import { patientId } from './api.ts';
import { printed } from './paper.ts';
import { recordOnStage, SECTIONS } from './record.ts';
import { chartOf, section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { goWithin } from './within.ts';
import type { Page } from 'playwright-core';

const wordsOn = async (page: Page): Promise<string> => (await printed(page, 'A4')).map(({ text }) => text).join(' ');
const series = (of: string) => new RegExp(`/api/${of}/series\\?`);
const answerNothing = () => undefined;

describeInBrowser('a printed record that lacks something', () => {
  const on = recordOnStage();

  alone('says of each section that there is nothing in it', async () => {
    const page = await on.stage.as('doctor', `/patients/${await patientId(on.api, 'Park')}`);
    for (const title of SECTIONS) await section(page, title).getByText(`There are no ${title.toLowerCase()} available`).waitFor();
    const words = await wordsOn(page);
    for (const title of SECTIONS) expect(words).toContain(`${title} There are no ${title.toLowerCase()} in this record.`);
    expect(words).toContain('Ella Park');
    expect(on.stage.complaints()).toEqual([]);
  });

  for (const view of ['', '?lab_view=list']) {
    alone(`says that lab results could not be read, and prints the rest, ${view === '' ? 'as a graph' : 'as a list'}`, async () => {
      const page = await on.stage.as('doctor', '/profile');
      await page.route(series('lab-results'), (route) => route.fulfill({ status: 500, body: '{}' }));
      await goWithin(page, `/patients/${on.morgan}${view}`);
      await chartOf(page, 'Diagnoses').waitFor();
      if (view === '') await section(page, 'Lab results').getByText('The lab results could not be read').waitFor();
      const words = await wordsOn(page);
      expect(words).toContain('Lab results The lab results could not be read when this was printed. There may be some in the record.');
      expect(words).toContain('Essential (primary) hypertension');
      expect(words).not.toContain('There are no');
      // it asks again and again
      await page.close();
      expect(on.stage.complaints(/status of 500/)).toEqual([]);
    });
  }

  alone('lists all rows of a section, and says of any other list that there are more', async () => {
    const more = 'the others are on further pages of this list';
    const page = await on.open('?lab_view=list&lab_take=5');
    const lab = section(page, 'Lab results');
    const counted = await lab.getByText(/^1–5 of \d+$/).textContent();
    const record = await wordsOn(page);
    const days = await on.api.get<{ items: { collected: string; draft: boolean }[] }>(
      `/api/lab-results?patient_id=${on.morgan}&skip=0&take=50`,
    );
    expect(counted).toBe(`1–5 of ${days.items.length}`);
    for (const { collected } of days.items) expect(record).toContain(collected.replace(/^(\d+)-(\d+)-(\d+).*/, '$2/$3/$1'));
    expect(record).not.toContain(more);

    await goWithin(page, `/patients/${on.morgan}/medical-history`);
    await page.getByText(/^1–10 of \d+$/).waitFor();
    expect(await page.getByText(more).isVisible()).toBe(false);
    expect(await wordsOn(page)).toMatch(new RegExp(`1–10 of \\d+ Only these are printed; ${more}`));
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('says that results were still being read, and that treatments are hidden by a filter', async () => {
    const page = await on.stage.as('doctor', `/patients/${await patientId(on.api, 'Okafor')}?intakes_active=true`);
    await section(page, 'Treatments').getByText('There are no active treatments').waitFor();
    expect(await wordsOn(page)).toContain('Treatments No treatments are shown: 1 ended, hidden.');
    await page.route(series('examinations'), answerNothing);
    await goWithin(page, `/patients/${on.morgan}`);
    await chartOf(page, 'Diagnoses').waitFor();
    expect(await wordsOn(page)).toMatch(
      /Examinations (The examinations were still being read|This section had not been read) when this was printed\./,
    );
    expect(on.stage.complaints()).toEqual([]);
  });
});
