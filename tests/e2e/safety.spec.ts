import { gzipSync } from 'node:zlib';
import { type Api, apiAs, patientId } from './api.ts';
import { focus, tabbed, tabTo } from './keys.ts';
import { demonstrationReport, places } from './places.ts';
import { alone, describeInBrowser, openStage, PHONE, signIn, type Stage } from './stage.ts';
import { section } from './sections.ts';
import { until } from './until.ts';
import { goWithin } from './within.ts';

const BUDGET = 350_000;

describeInBrowser('whatever happens', () => {
  let stage: Stage;
  let api: Api;
  let morgan: string;
  let ortiz: string;
  let report: { id: string; pages: { id: string }[] };

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    [morgan, ortiz] = [await patientId(api, 'Morgan'), await patientId(api, 'Ortiz')];
    report = await demonstrationReport(api);
  });
  afterAll(() => stage?.close());

  alone('fits on a phone without scrolling sideways, on every screen', async () => {
    const page = await stage.open('/signin', PHONE);
    const wide: Record<string, number> = {};
    const measure = async (name: string) => {
      const over = await page.evaluate(() => {
        const main = document.getElementById('main') ?? document.body;
        return Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth);
      });
      if (over > 0) wide[name] = over;
    };
    await measure('signing in');
    await signIn(page, 'doctor');
    for (const { name, path, there } of await places(api, morgan, report)) {
      await goWithin(page, path);
      await there(page);
      await measure(name);
    }
    expect(wide).toEqual({});
    expect(stage.complaints()).toEqual([]);
  });

  alone('can be worked with on a phone', async () => {
    const page = await stage.as('doctor', '/', PHONE);
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /Reports/ })
      .tap();
    await page.getByRole('heading', { name: 'Reports' }).waitFor();
    await page.getByRole('button', { name: 'Main menu' }).tap();
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: /Patient list/ })
      .tap();
    await page.getByRole('row', { name: /Ortiz/ }).tap();
    await section(page, 'Lab results')
      .getByRole('button', { name: /^Legend: / })
      .tap();
    await page.getByRole('heading', { name: 'Legend' }).waitFor();
    await page.locator('li[data-id]').filter({ hasText: 'Creatinine' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('heading', { name: 'Legend' }).waitFor({ state: 'hidden' });
    await section(page, 'Lab results').getByRole('button', { name: 'Add new' }).tap();
    await page.getByLabel('Date collected', { exact: true }).fill('11/20/2026');
    await page.getByLabel('Parameter of row 1').fill('Potassium');
    await page
      .getByRole('option', { name: /^Potassium/ })
      .first()
      .tap();
    await page.getByLabel('Value of Potassium', { exact: true }).fill('5.1');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await page.getByRole('region', { name: 'Messages' }).getByText('Liam Ortiz: 1 lab result saved').waitFor();
    expect(stage.complaints()).toEqual([]);
  });

  alone('keeps names and what is searched for out of every address', async () => {
    const page = await stage.as('doctor');
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    page.on('request', (request) => addresses.push(request.url()));
    await page.getByRole('searchbox', { name: 'Last name' }).fill('kim');
    await page.getByRole('searchbox', { name: 'First name' }).fill('gra');
    await until('the list is filtered', async () => (await page.getByRole('row').count()) === 2);
    await page.getByRole('row', { name: /Grace Kim/ }).click();
    await page.getByRole('slider', { name: /^Lab results over time/ }).waitFor();
    await page.goBack();
    await until('the search is still there', async () => (await page.getByRole('searchbox', { name: 'Last name' }).inputValue()) === 'kim');
    for (const text of ['ortiz', '11/23/1955', '900-31-7754']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search for anything' }).fill(text);
      await page.getByRole('option', { name: /Liam Ortiz/ }).click();
      await page.getByRole('heading', { name: 'Liam Ortiz' }).waitFor();
    }
    expect(addresses.length).toBeGreaterThan(5);
    const told = addresses
      .map((address) => decodeURIComponent(address))
      .filter((address) => /kim|gra(?!ph)|ortiz|1955|7754|liam/i.test(address));
    expect(told).toEqual([]);
    // random letters of a token may spell anybody's name
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, 'anamnesis.token': '' }));
    expect(stored).not.toMatch(/kim|ortiz/i);
    expect(stage.complaints()).toEqual([]);
  });

  alone('never shows one patient under the name of another, however slow the network is', async () => {
    const page = await stage.as('doctor');
    const held = new Map<string, (() => void)[]>();
    const hold = (id: string) => held.set(id, []);
    const release = (id: string) => {
      for (const go of held.get(id) ?? []) go();
      held.delete(id);
    };
    await page.route(/\/api\/(patients|diagnoses|intakes|lab-results|examinations|comments|graph-visuals)/, async (route) => {
      const waiting = [...held].find(([id]) => route.request().url().includes(id))?.[1];
      if (waiting) await new Promise<void>((go) => waiting.push(go));
      await route.continue().catch(() => undefined); // the page may have given it up meanwhile
    });
    const go = async (name: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search for anything' }).fill(name);
      await page.getByRole('option', { name }).first().click();
    };
    const words = () => page.getByRole('main').innerText();

    await go('Ava Louise Morgan');
    await page.getByRole('listitem').filter({ hasText: 'Hemoglobin A1c' }).waitFor();
    hold(ortiz);
    await go('Liam Ortiz');
    await page.waitForURL(new RegExp(ortiz));
    await page.getByRole('heading', { name: '---' }).waitFor();
    expect(await words()).not.toMatch(/Morgan|A1c|05\/02\/1968|2231/);
    expect(await page.title()).not.toContain('Morgan');

    // given up for another one: the late answers come to nothing
    await go('Ava Louise Morgan');
    await page.getByRole('heading', { name: 'Ava Louise Morgan' }).waitFor();
    release(ortiz);
    await page.getByRole('listitem').filter({ hasText: 'Hemoglobin A1c' }).waitFor();
    expect(await words()).not.toMatch(/Ortiz|11\/23\/1955/);

    await go('Liam Ortiz');
    await page.getByRole('heading', { name: 'Liam Ortiz' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Creatinine' }).waitFor();
    expect(await words()).not.toMatch(/Morgan|A1c/);
    expect(stage.complaints()).toEqual([]);
  });

  alone('ruling 35: says since when it is not live, once the stream of notices is cut, and catches up', async () => {
    const page = await stage.open('/signin');
    await page.clock.install();
    await page.route('**/api/notices', (route) => route.abort());
    await page.reload();
    await signIn(page, 'doctor');
    await page.goto(`${stage.server.url}/patients/${morgan}?lab_view=list&hide=diagnoses,intakes,examinations`);
    await page.getByRole('row', { name: 'Values of 11/10/2026' }).waitFor();
    expect(await page.getByText(/^Not live since/).count()).toBe(0);
    await page.clock.fastForward(11_000);
    await page.getByText(/^Not live since \d\d:\d\d$/).waitFor();

    await api.send('POST', '/api/lab-results', {
      patient_id: morgan,
      collected: '2026-11-19T08:00:00',
      parameters: [{ entry_id: 'urea', parameter_id: null, name: 'Urea', value: '31', unit: 'mg/dL', min: '10', max: '50' }],
    });
    await page.unroute('**/api/notices');
    await page.clock.fastForward(11_000);
    await page.getByRole('row', { name: 'Values of 11/19/2026' }).waitFor();
    await page.getByText(/^Not live since/).waitFor({ state: 'hidden' });
    expect(stage.complaints(/ERR_FAILED/)).toEqual([]);
  });

  alone('keeps what was read where the network is gone, and what was typed where saving fails', async () => {
    const page = await stage.as('doctor', `/patients/${ortiz}/lab-results/add`);
    await page.getByLabel('Date collected', { exact: true }).fill('11/21/2026');
    await page.getByLabel('Parameter of row 1').fill('Potassium');
    await page
      .getByRole('option', { name: /^Potassium/ })
      .first()
      .click();
    await page.getByLabel('Value of Potassium', { exact: true }).fill('5.0');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Nothing that was typed is lost' }).waitFor();
    expect(await page.getByLabel('Value of Potassium', { exact: true }).inputValue()).toBe('5.0');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('region', { name: 'Messages' }).getByText('Liam Ortiz: 1 lab result saved').waitFor();

    await page.getByRole('slider', { name: /^Lab results over time/ }).waitFor();
    await section(page, 'Lab results').getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('row', { name: 'Values of 11/21/2026' }).waitFor();
    expect(await page.getByRole('row', { name: 'Values of 11/21/2026' }).count()).toBe(1);
    await page.context().setOffline(true);
    await section(page, 'Lab results').getByRole('button', { name: 'Graph', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'Creatinine' }).waitFor();
    await page.context().setOffline(false);
    expect(stage.complaints(/ERR_INTERNET_DISCONNECTED/)).toEqual([]);
  });

  alone('can be reached by keys alone, with the focus in sight', async () => {
    const page = await stage.open('/signin');
    await page.getByLabel('Username').waitFor();
    await until('typing starts at the name', async () => (await focus(page)).name === 'Username');
    expect(await tabbed(page, 2)).toEqual(['Password', 'Sign in']);
    await signIn(page, 'doctor');
    await page.getByRole('row', { name: /Grace/ }).waitFor();
    await until('typing starts at the filter', async () => (await focus(page)).name === 'Last name');
    const before = await tabbed(page, 12, 'Shift+Tab');
    expect(before).toEqual(
      expect.arrayContaining([
        'Add new patient',
        'Drop lab results here or click to select files',
        'Logout',
        'Reports',
        'Search for anything',
      ]),
    );

    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await until('the last row has the focus', async () => /Wolfeschlegelsteinhausen/.test((await focus(page)).name));
    await until('an arrow goes on to a row above', async () => {
      await page.keyboard.press('ArrowUp');
      return /Morgan/.test((await focus(page)).name);
    });
    await page.keyboard.press('Enter');
    const chart = page.getByRole('slider', { name: /^Lab results over time/ });
    await chart.waitFor();
    const controls = await tabbed(page, 90);
    expect(controls).toEqual(expect.arrayContaining(['Back', 'Lab results', 'Start date', 'End date', 'Fit', 'Graph', 'List', 'Add new']));
    expect(controls.some((name) => name.startsWith('Lab results over time'))).toBe(true);

    // from the chart to the event behind a point
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await until('the chart stands on a day', async () => !/ to /.test((await chart.getAttribute('aria-valuetext')) ?? ' to '));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Result' }).waitFor();
    await tabTo(page, /^History of /);
    await page.keyboard.press('Enter');
    const history = page.getByRole('dialog', { name: 'History' });
    await history
      .getByRole('row', { name: /Helen Hart|Peter Quill/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'hidden' });
    await until('the focus is back where it was', async () => /^History of /.test((await focus(page)).name));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Result' }).waitFor({ state: 'hidden' });
    expect(stage.complaints()).toEqual([]);
  });

  alone('needs little before the first screen, and the rest when it is asked for', async () => {
    const page = await stage.open('/robots.txt');
    const loaded = new Map<string, number>();
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
      loaded.set(response.url(), 0);
      response.body().then(
        (body) => loaded.set(response.url(), gzipSync(body).length),
        () => undefined,
      );
    });
    const sum = () => [...loaded.values()].reduce((total, size) => total + size, 0);
    await page.goto(`${stage.server.url}/signin`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await until('every script is weighed', async () => loaded.size > 0 && [...loaded.values()].every((size) => size > 0));
    expect(sum()).toBeLessThanOrEqual(BUDGET);

    const first = sum();
    await signIn(page, 'doctor');
    await page.getByRole('row', { name: /Grace Kim/ }).waitFor();
    await until('every script is weighed', async () => [...loaded.values()].every((size) => size > 0));
    const list = sum();
    expect(list).toBeGreaterThan(first);
    await page.getByRole('row', { name: /Grace Kim/ }).click();
    await page.getByRole('slider', { name: /^Lab results over time/ }).waitFor();
    await until('every script is weighed', async () => [...loaded.values()].every((size) => size > 0));
    const chart = sum();
    expect(chart - list).toBeGreaterThan(20_000);
    await page.getByRole('button', { name: 'Calendar for Start date' }).click();
    await page.getByRole('grid').or(page.getByRole('gridcell')).first().waitFor();
    await until('the calendar came now', async () => sum() - chart > 20_000);
    expect(stage.complaints(/robots\.txt/)).toEqual([]);
  });

  alone('lets a first validation be finished: the person on a waiting report is a patient of the clinic', async () => {
    const page = await stage.as('doctor', '/reports');
    await page.getByRole('button', { name: 'external-laboratory.pdf', exact: true }).click();
    const row = page.getByRole('row', { name: /Page 1: Robert Testcase/ });
    await row.getByRole('link', { name: /^Review Page/ }).click();
    const save = page.getByRole('button', { name: /^Save \d+ results for TESTCASE, Robert, collected 05\/19\/2025$/ });
    await save.waitFor();
    const doubts = page.getByRole('button', { name: 'Right as it stands' });
    for (let left = await doubts.count(); left > 0; left--) {
      await doubts.first().click();
      await until('one doubt less', async () => (await doubts.count()) === left - 1);
    }
    await save.click();
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText(/^Saved \d+ of \d+ results for TESTCASE, Robert/)
      .waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved \d+ of \d+, / })
      .getByText('checked by Helen Hart')
      .waitFor();
    expect(stage.complaints()).toEqual([]);
  });
});
