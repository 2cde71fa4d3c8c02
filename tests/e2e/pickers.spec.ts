import type { Page, Request } from 'playwright-core';
import { patientId } from './api.ts';
import { recordOnStage } from './record.ts';
import { describeInBrowser, inOrder } from './stage.ts';
import { until } from './until.ts';

const rows = (page: Page) => page.locator('[data-found] tbody tr');

/** Types, searches at once, goes down so many rows and picks; answers the row's words. */
const pick = async (page: Page, label: string, query: string, down: number): Promise<string> => {
  const box = page.getByLabel(label, { exact: true });
  await box.fill(query);
  await box.press('Enter');
  await rows(page).nth(down).waitFor();
  await until('the rows are those of what was typed', async () => (await page.locator('[data-found] [data-former]').count()) === 0);
  for (let at = 0; at < down; at++) await box.press('ArrowDown');
  const marked = page.locator('[data-found] tr[aria-selected="true"]');
  const words = await marked.locator('td:not(:first-child)').allTextContents();
  await box.press('Enter');
  await rows(page).first().waitFor({ state: 'detached' });
  return words.join(' ');
};

/** What a request searches for. */
const searchedBy = (request: Request): string => {
  const header = request.headers()['x-search'];
  const terms = header === undefined ? {} : (JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>);
  return Object.values(terms).join(' ') || (new URL(request.url()).searchParams.get('query') ?? '');
};

/** Answers to searches come when the test lets them. */
const holdAnswers = async (page: Page, path: RegExp) => {
  let held = '';
  const waiting: (() => void)[] = [];
  await page.route(path, async (route) => {
    if (held !== '' && searchedBy(route.request()) === held) await new Promise<void>((go) => waiting.push(go));
    await route.continue().catch(() => undefined); // the page may have given it up meanwhile
  });
  return {
    hold: (text: string) => (held = text),
    asked: () => until(`'${held}' is searched for`, async () => waiting.length > 0),
    release: () => {
      held = '';
      for (const go of waiting.splice(0)) go();
    },
  };
};

describeInBrowser('lists that answer typing', () => {
  const on = recordOnStage();

  describe('choosing from a catalogue', () => {
    const step = inOrder();
    let [morgan, ortiz] = ['', ''];
    let page: Page;

    const diagnosesOf = async (patient: string) =>
      (await on.api.get<{ items: { icd: string; time_from: string }[] }>(`/api/diagnoses?patient_id=${patient}&take=50`)).items;

    beforeAll(async () => {
      [morgan, ortiz] = [await patientId(on.api, 'Morgan'), await patientId(on.api, 'Ortiz')];
      for (const which of ['diseases?query=hypert', 'medications?query=metformin']) {
        await until(`there are ${which}`, async () => (await on.api.status(`/api/${which}&skip=0&take=1`)) === 200, 120_000);
      }
      page = await on.stage.as('doctor');
    });

    step('a disease is typed, marked by the arrows and picked by Enter; its code is drawn and stands in the box', async () => {
      await page.goto(`${on.stage.server.url}/patients/${morgan}/diagnoses/add`);
      await page.getByLabel('Diagnosis (ICD)', { exact: true }).fill('chronic kidney');
      await page.keyboard.press('Enter');
      const code = await until(
        'a code is drawn',
        async () => (await page.locator('[data-found] .bp6-monospace-text').first().boundingBox()) ?? undefined,
      );
      expect(code.width).toBeGreaterThan(10);
      const words = await pick(page, 'Diagnosis (ICD)', 'kidney chronic', 2);
      const box = page.getByLabel('Diagnosis (ICD)', { exact: true });
      const [, name = ''] = /^([A-Z]\d\S+ [^(·]+)/.exec(words) ?? [];
      expect(await box.inputValue()).toBe(name.trim());
    });

    step('ruling 27: what was chosen for one patient is never there for another, nor saved to them', async () => {
      const before = [await diagnosesOf(morgan), await diagnosesOf(ortiz)].map(({ length }) => length);
      page.once('dialog', (asked) => void asked.accept());
      await page.goto(`${on.stage.server.url}/patients/${ortiz}/diagnoses/add`);
      await page.getByRole('heading', { name: 'Liam Ortiz' }).waitFor();
      const box = page.getByLabel('Diagnosis (ICD)', { exact: true });
      expect(await box.inputValue()).toBe('');
      expect(await page.locator('main').textContent()).not.toContain('Morgan');
      await pick(page, 'Diagnosis (ICD)', 'gout', 0);
      await page.getByLabel('Start date', { exact: true }).fill('03/04/2026');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page
        .getByRole('region', { name: 'Messages' })
        .getByText(/^Liam Ortiz: .+ saved$/)
        .waitFor();
      await until('it stands in the one record', async () => (await diagnosesOf(ortiz)).length === before[1]! + 1);
      expect((await diagnosesOf(morgan)).length).toBe(before[0]);
    });

    step('a medication is picked so too, with its strength and form', async () => {
      await page.goto(`${on.stage.server.url}/patients/${ortiz}/intakes/add`);
      await pick(page, 'Medication', 'metformin', 1);
      expect(await page.getByLabel('Medication', { exact: true }).inputValue()).toMatch(/metformin.* \d+ mg, tablet/i);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Throw it away' }).click();
      expect(on.stage.complaints()).toEqual([]);
    });

    step('keys and clicks act on the answer to what is typed now, and on no row of an earlier one', async () => {
      const answers = await holdAnswers(page, /\/api\/diseases\?/);
      await page.goto(`${on.stage.server.url}/patients/${ortiz}/diagnoses/add`);
      const box = page.getByLabel('Diagnosis (ICD)', { exact: true });
      await box.fill('gout');
      await box.press('Enter');
      await rows(page).filter({ hasText: 'M10.9' }).waitFor();
      answers.hold('asthma');
      await box.fill('asthma');
      await box.press('Enter');
      await box.press('Enter');
      await answers.asked();
      const former = rows(page).filter({ hasText: 'M10.9' });
      expect(await former.getAttribute('aria-disabled')).toBe('true');
      await former.click({ force: true });
      expect(await box.inputValue()).toBe('asthma');
      answers.release();
      // nobody has seen these rows before
      await page.getByText('Nothing chosen yet. Enter takes the marked row.').waitFor();
      expect(await box.inputValue()).toBe('asthma');
      await box.press('Enter');
      await until('the marked row is taken', async () => /^J45/.test(await box.inputValue()));
    });

    step('a weak match says that it is one, and Enter takes it only where somebody went to it', async () => {
      const box = page.getByLabel('Diagnosis (ICD)', { exact: true });
      await box.fill('water on the lungs');
      await box.press('Enter');
      await page.getByText('No close match for ‘water on the lungs’').waitFor();
      expect(await page.locator('[data-found] tr[aria-selected="true"]').count()).toBe(0);
      await box.press('Enter');
      expect(await box.inputValue()).toBe('water on the lungs');
      await box.press('ArrowDown');
      await box.press('Enter');
      await rows(page).first().waitFor({ state: 'detached' });
      expect(await box.inputValue()).toMatch(/^[A-Z]\d/);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Throw it away' }).click();
      expect(on.stage.complaints()).toEqual([]);
    });

    step('what the catalogue does not have is refused by the server under its field', async () => {
      const post = (disease: object) =>
        on.api.send('POST', '/api/diagnoses', { patient_id: ortiz, disease, time_from: '2026-03-04T00:00:00' });
      await expect(post({ id: 'Z99.X', code: 'Z99.X', text: 'Made up' })).rejects.toThrow(/422.*not in the catalogue/);
      await expect(post({ id: 'I10', code: 'I10', text: 'Gout' })).rejects.toThrow(/422.*In the catalogue I10 is/);
    });
  });

  describe('naming a laboratory parameter', () => {
    const step = inOrder();
    let page: Page;
    let answers: Awaited<ReturnType<typeof holdAnswers>>;
    const name = (row: number) => page.getByLabel(`Parameter of row ${row}`);
    const named = (row: number, as: string) => until(`row ${row} is ${as}`, async () => (await name(row).inputValue()) === as);

    beforeAll(async () => {
      const patient = await patientId(on.api, 'Ortiz');
      page = await on.stage.as('doctor');
      answers = await holdAnswers(page, /\/api\/lab-parameters\?/);
      await page.goto(`${on.stage.server.url}/patients/${patient}/lab-results/add`);
      await name(1).waitFor();
    });

    step('Enter takes what the catalogue answers to what is typed now, and the value is typed meanwhile', async () => {
      await name(1).fill('gluc');
      await page
        .getByRole('option', { name: /^Glucose/ })
        .first()
        .waitFor();
      answers.hold('potas');
      await name(1).fill('potas');
      await page.keyboard.press('Enter');
      await page.keyboard.type('4.2');
      await answers.asked();
      expect(await name(1).inputValue()).toBe('potas');
      // nor is anything saved under the name as it was typed
      const waits = page.getByText('The catalogue is still being asked for this name');
      await page.keyboard.press('Control+Enter');
      await waits.waitFor();
      answers.release();
      await named(1, 'Potassium');
      await waits.waitFor({ state: 'detached' });
      await page.getByText("taken for 'potas'").waitFor();
      expect(await page.getByLabel('Value of Potassium').inputValue()).toBe('4.2');
    });

    step('an arrow before it waits too, and nothing is taken for a text that was replaced', async () => {
      answers.hold('bicarb');
      await name(2).fill('bicarb');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await answers.asked();
      expect(await name(2).inputValue()).toBe('bicarb');
      answers.release();
      await named(2, 'Carbon dioxide, total');
      answers.hold('magn');
      await name(3).fill('magn');
      await page.keyboard.press('Enter');
      await answers.asked();
      await name(3).fill('Rarum');
      answers.release();
      await page.keyboard.press('Enter');
      await page.getByText('not in the catalogue: kept under this name').waitFor();
      expect(await name(3).inputValue()).toBe('Rarum');
      expect(on.stage.complaints()).toEqual([]);
    });

    step('what it was taken for is said again where somebody goes on with what was kept', async () => {
      await page.reload();
      await page.getByRole('button', { name: 'Go on with it' }).click();
      await named(1, 'Potassium');
      await page.getByText("taken for 'potas'").waitFor();
      expect(on.stage.complaints()).toEqual([]);
    });
  });

  describe('finding a patient', () => {
    const step = inOrder();
    let page: Page;
    let answers: Awaited<ReturnType<typeof holdAnswers>>;
    const search = () => page.getByRole('combobox', { name: 'Search for anything' });
    const option = (name: RegExp) => page.getByRole('option', { name });
    const opened = (name: string) => page.getByRole('heading', { name }).waitFor();

    beforeAll(async () => {
      const morgan = await patientId(on.api, 'Morgan');
      page = await on.stage.as('doctor');
      answers = await holdAnswers(page, /\/api\/patients\?/);
      await page.goto(`${on.stage.server.url}/patients/${morgan}`);
      await opened('Ava Louise Morgan');
    });

    step('the search for anything keeps every key from the first on, and Enter opens nothing before anything is typed', async () => {
      const scripts: string[] = [];
      page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
      await page.reload();
      await page.getByRole('button', { name: /Search for anything/ }).waitFor();
      const [before, address] = [scripts.length, page.url()];
      await page.keyboard.press('Control+k');
      await page.keyboard.type('kimberly');
      expect(await search().inputValue()).toBe('kimberly');
      expect(scripts.slice(before).filter((url) => url.includes('palette'))).toEqual([]);
      await search().fill('');
      await page.keyboard.press('Enter');
      expect(page.url()).toBe(address);
      expect(await search().isVisible()).toBe(true);
    });

    step('it keeps the focus where the page behind it comes late', async () => {
      let late: (() => void) | undefined;
      await page.route(/\/patients\.screen-.*\.js$/, async (route) => {
        if (late === undefined) await new Promise<void>((go) => (late = go));
        await route.continue();
      });
      await page.goto(`${on.stage.server.url}/patients`, { waitUntil: 'commit' });
      await until('the screen is asked for', async () => late !== undefined);
      await page.getByRole('button', { name: /Search for anything/ }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('morgan');
      late?.();
      await page.locator('main tbody tr').first().waitFor({ state: 'attached' });
      await option(/Ava Louise Morgan/).waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('kim');
      expect(await search().inputValue()).toBe('kim');
      await search().fill('');
    });

    step('Enter opens who is called what is typed now, not who was found for its beginning', async () => {
      const address = page.url();
      await page.keyboard.type('no');
      await option(/Emma Novák/).waitFor();
      answers.hold('noah');
      await page.keyboard.type('ah');
      await page.keyboard.press('Enter');
      await answers.asked();
      expect(await option(/Emma Novák/).getAttribute('aria-disabled')).toBe('true');
      await option(/Emma Novák/).click({ force: true });
      expect(page.url()).toBe(address);
      answers.release();
      await opened('Noah Fischer');
    });

    step('neither does it open who was found for a text that was replaced; an arrow before it waits too', async () => {
      for (const [text, name, ...keys] of [
        ['kim', 'Grace Kim', 'Enter'],
        ['okafor', 'Ethan Chidi Okafor', 'ArrowDown', 'Enter'],
      ] as const) {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('mor');
        await option(/Ava Louise Morgan/).waitFor();
        const address = page.url();
        answers.hold(text);
        await page.keyboard.press('Control+a');
        await page.keyboard.type(text);
        for (const key of keys) await page.keyboard.press(key);
        await answers.asked();
        expect(page.url()).toBe(address);
        answers.release();
        await search().waitFor({ state: 'hidden' });
        await opened(name);
      }
    });

    step('a search that fails says so, and Enter opens nothing', async () => {
      await page.route(/\/api\/patients\?/, (route) =>
        searchedBy(route.request()) === 'park' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
      );
      const address = page.url();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('park');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'Patients could not be searched' }).waitFor();
      await page.keyboard.press('Enter');
      expect(page.url()).toBe(address);
      expect(on.stage.complaints(/status of 500/)).toEqual([]);
    });

    step(
      'ruling 55: a similar name is called so and opens only where somebody went to it; a date is read as month, day, year',
      async () => {
        const address = page.url();
        await search().fill('ortis');
        await option(/Liam Ortiz.*similar/).waitFor();
        await page.keyboard.press('Enter');
        await page.getByText('No patient has this name').waitFor();
        expect(page.url()).toBe(address);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await opened('Liam Ortiz');
        await page.keyboard.press('Control+k');
        await page.keyboard.type('2/14/90');
        await page.getByText('Born Wed Feb 14, 1990').waitFor();
        await page.keyboard.press('Enter');
        await opened('Grace Kim');
      },
    );

    step('the patient list dims the rows of an earlier answer; ↓ and Enter wait for the one to what is typed', async () => {
      await page.goto(`${on.stage.server.url}/patients`);
      await page.getByRole('row', { name: /Ava Louise Morgan/ }).waitFor();
      answers.hold('ros');
      await page.getByRole('searchbox', { name: 'Last name' }).fill('ros');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await answers.asked();
      const former = page.locator('main tbody tr').first();
      expect(await former.getAttribute('aria-disabled')).toBe('true');
      await former.click({ force: true });
      expect(new URL(page.url()).pathname).toBe('/patients');
      answers.release();
      await opened('Sofia Rossi');
    });

    step('the patient of a page that was read is chosen among those found for what is typed now', async () => {
      const id = await until(
        'the report of the demonstration is read',
        async () => {
          const { items } = await on.api.get<{ items: { status: string; pages: { id: string }[] }[] }>('/api/ocr?skip=0&take=10');
          return items.find(({ status }) => status === 'Finished')?.pages[0]?.id;
        },
        120_000,
      );
      let late: (() => void) | undefined;
      const ofOne = /\/api\/patients\/[0-9a-f-]+$/;
      await page.route(ofOne, async (route) => {
        await new Promise<void>((go) => (late = go));
        await route.continue().catch(() => undefined);
      });
      await page.goto(`${on.stage.server.url}/ocr-page/${id}`);
      const box = page.getByLabel('Patient', { exact: true });
      await until('the patient that the page names is asked for', async () => late !== undefined);
      await box.fill('mor');
      await page.unroute(ofOne);
      late?.();
      await option(/Ava Louise Morgan/).waitFor();
      expect(await box.inputValue()).toBe('mor');
      answers.hold('brandt');
      await box.fill('brandt');
      await page.keyboard.press('Enter');
      await answers.asked();
      expect(await option(/Ava Louise Morgan/).getAttribute('aria-disabled')).toBe('true');
      await option(/Ava Louise Morgan/).click({ force: true });
      expect(await box.inputValue()).toBe('brandt');
      answers.release();
      await until('the answer was waited for', async () => (await box.inputValue()).startsWith('Oliver Brandt'));
      // what is typed after another click takes the place of the chosen name
      await box.click();
      await box.click();
      await page.keyboard.type('park');
      expect(await box.inputValue()).toBe('park');
      expect(on.stage.complaints(/status of 500/)).toEqual([]);
    });
  });
});
