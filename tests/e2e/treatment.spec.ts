import type { Page } from 'playwright-core';
import { shownDay } from '#contracts/rules/calendar-days';
import { type Api, apiAs, patientId } from './api.ts';
import { focus, tabTo } from './keys.ts';
import { chooseMedication } from './medication.ts';
import { describeInBrowser, inOrder, openStage, signIn, type Stage } from './stage.ts';
import { until } from './until.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const order = (page: Page) => page.getByRole('status', { name: 'The order as it will be read' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Listed {
  id: string;
  name: string;
  medication: { nonproprietary_name: string };
  order: string;
  draft: boolean;
  active: boolean;
  time_from: string;
  ends: string | null;
  version: number;
  nested_items: { order: string; time_from: string; time_to: string | null }[];
}

describeInBrowser('a treatment', () => {
  const step = inOrder();
  let stage: Stage;
  let api: Api;
  let patient: string;
  let doctor: Page;
  const home = () => `/patients/${patient}`;
  const treatments = async () => (await api.get<{ items: Listed[] }>(`/api/intakes?patient_id=${patient}&skip=0&take=50`)).items;
  const treatment = (name: RegExp) =>
    until(`there is a treatment with ${name.source}`, async () =>
      (await treatments()).find((item) => name.test(item.medication.nonproprietary_name)),
    );
  /** It was said, and the patient's page is there again. */
  const saved = async (page: Page) => {
    await page.waitForURL(new RegExp(`${home()}$`));
    await toasts(page)
      .getByText(/^Ella Park: .+ saved$/)
      .first()
      .waitFor();
  };
  const open = async (page: Page, item: Listed, rest = '') => {
    await page.goto(`${stage.server.url}${home()}/intakes/${item.id}${rest}`);
    await field(page, 'Comment').waitFor();
  };

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    patient = await patientId(api, 'Park');
    // the starter's index is made once, at the first start
    await until(
      'the catalogue of medications is there',
      async () => (await api.status('/api/medications?query=metformin&skip=0&take=1')) === 200,
      120_000,
    );
    doctor = await stage.as('doctor');
  });
  afterAll(() => stage?.close());

  step('is prescribed without the mouse', async () => {
    const { keyboard } = doctor;
    await doctor.goto(`${stage.server.url}${home()}/intakes/add`);
    await chooseMedication(doctor, 'metformin 500');
    // a tablet's strength is the dose of one: typing goes over it
    await keyboard.type('850');
    await tabTo(doctor, /^Tablet/);
    await keyboard.type('2');
    await tabTo(doctor, /^Times/);
    await keyboard.type('3');
    await order(doctor).getByText('2 tablets of 850 mg (= 1700 mg) 3 times a day, avg 5100 mg/day').waitFor();
    await tabTo(doctor, /^Until discontinued/);
    await keyboard.press('Space');
    await field(doctor, 'Stop date').waitFor({ state: 'hidden' });
    await keyboard.press('Control+Enter');
    await saved(doctor);
    expect(await treatment(/metformin/i)).toMatchObject({
      order: '2 tablets of 850 mg (= 1700 mg) 3 times a day, avg 5100 mg/day',
      ends: null,
      active: true,
      draft: false,
    });
    expect(stage.complaints()).toEqual([]);
  });

  step('is asked about where a comma could mean two numbers, and where a dose is far off its product', async () => {
    await doctor.goto(`${stage.server.url}${home()}/intakes/add`);
    await chooseMedication(doctor, 'lisinopril 10');
    await doctor.keyboard.type('1,000');
    await button(doctor, '1000').waitFor();
    expect(await button(doctor, 'Save').isDisabled()).toBe(true);
    await button(doctor, '1000').click();
    await button(doctor, 'Save').click();
    await doctor.getByText(/would be 100 .*Is the dose right\?/).waitFor();
    await field(doctor, 'Dose').fill('10');
    await doctor.keyboard.press('Control+Shift+Enter');
    // and another one: the form starts over
    await until('the search has focus again', async () => (await focus(doctor)).name === 'Medication');
    expect(await field(doctor, 'Dose').count()).toBe(0);
    expect(await treatment(/lisinopril/i)).toMatchObject({ order: '10 mg once a day, avg 10 mg/day' });
    expect(stage.complaints()).toEqual([]);
  });

  step('tapers in steps, which make its length', async () => {
    const { keyboard } = doctor;
    await chooseMedication(doctor, 'prednisone 10');
    await doctor.getByLabel('Tapering').check({ force: true });
    await field(doctor, 'Dose of step 1').fill('20');
    await field(doctor, 'Days of step 1').fill('5');
    await field(doctor, 'Dose of step 2').fill('10');
    await field(doctor, 'Days of step 2').fill('5');
    await button(doctor, 'Add step').click();
    await field(doctor, 'Dose of step 3').fill('5');
    await field(doctor, 'Days of step 3').fill('4');
    expect(await field(doctor, 'Duration, days').inputValue()).toBe('14');
    expect(await field(doctor, 'Duration, days').isDisabled()).toBe(true);
    await order(doctor)
      .getByText(/^5 mg once a day, avg 5 mg\/day, for 4 days$/)
      .waitFor();
    await keyboard.press('Control+Enter');
    await saved(doctor);
    const { nested_items, ends, name } = await treatment(/prednisone/i);
    await doctor.goto(`${stage.server.url}${home()}?intakes_view=list`);
    const tapered = doctor.getByRole('row', { name: /prednisone/i });
    await tapered.getByText(`taper 20 to 5 mg until ${shownDay(ends ?? '')}: 20 mg once a day until `).waitFor();
    await tapered.getByRole('button', { name: `What belongs to ${name}` }).click();
    const days = await doctor.locator('[data-nested] [data-title=From]').allInnerTexts();
    expect(days).toHaveLength(3);
    expect(days).toEqual(days.toSorted((a, b) => Date.parse(a) - Date.parse(b)));
    await doctor.goto(`${stage.server.url}${home()}`);
    await doctor
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(/taper 20 to 5 mg until/)
      .waitFor();
    expect(nested_items.map((period) => period.order)).toEqual([
      '20 mg once a day, avg 20 mg/day',
      '10 mg once a day, avg 10 mg/day',
      '5 mg once a day, avg 5 mg/day',
    ]);
    expect(stage.complaints()).toEqual([]);
  });

  step('repeats in cycles that are shown before it is saved', async () => {
    await doctor.goto(`${stage.server.url}${home()}/intakes/add`);
    await chooseMedication(doctor, 'amoxicillin');
    await field(doctor, 'Dose').fill('500');
    await field(doctor, 'Form').selectOption('total dose');
    // what the documents call 'Dose' then is how many
    expect(await field(doctor, 'Total dose').inputValue()).toBe('500');
    expect(await field(doctor, 'Dose').inputValue()).toBe('1');
    await doctor.getByLabel('Repeat this therapy').check({ force: true });
    await field(doctor, 'Stop date').waitFor({ state: 'hidden' });
    await field(doctor, 'Repeat every').fill('1');
    await field(doctor, 'Unit of the cycle').selectOption('Week');
    await doctor.getByLabel('Repeat until discontinued').check({ force: true });
    const cycles = doctor.getByRole('region', { name: 'Cycles' });
    await cycles.getByText('11 CYCLE').waitFor();
    expect(await cycles.getByText('12 CYCLE').count()).toBe(0);

    // longer than its cycle: the value before stays, and it is said why
    await field(doctor, 'Duration, days').fill('8');
    await doctor.getByText("Treatment duration can't exceed repeat cycle for recurring treatment.").waitFor();
    expect(await field(doctor, 'Duration, days').inputValue()).toBe('2');

    // until discontinued clears what repeats
    await doctor.getByLabel('Repeat this therapy').uncheck({ force: true });
    expect(await field(doctor, 'Repeat every').count()).toBe(0);
    await doctor.getByLabel('Repeat this therapy').check({ force: true });
    expect(await field(doctor, 'Repeat every').inputValue()).toBe('');
    await field(doctor, 'Repeat every').fill('1');
    await field(doctor, 'Unit of the cycle').selectOption('Week');
    await doctor.getByLabel('Repeat until discontinued').check({ force: true });
    await button(doctor, 'Save').click();
    await saved(doctor);
    expect((await treatment(/amoxicillin/i)).order).toContain('every week');
    expect(stage.complaints()).toEqual([]);
  });

  step('stays a draft until it is complete', async () => {
    await doctor.goto(`${stage.server.url}${home()}/intakes/add`);
    await chooseMedication(doctor, 'ibuprofen');
    await field(doctor, 'Dose').fill('');
    expect(await button(doctor, 'Save').isDisabled()).toBe(true);
    await button(doctor, 'Save draft').click();
    await toasts(doctor)
      .getByText(/^Ella Park: draft of .+ saved$/)
      .waitFor();
    await doctor.waitForURL(new RegExp(`${home()}/intakes/(?!add)[0-9a-f-]+$`));
    await doctor.getByText('Draft', { exact: true }).first().waitFor();
    expect((await treatment(/ibuprofen/i)).draft).toBe(true);
    expect(stage.complaints()).toEqual([]);
  });

  step('changes its dosage from a day on, within its own days', async () => {
    await open(doctor, await treatment(/metformin/i), '/change-dosage');
    expect(await field(doctor, 'Start date').isDisabled()).toBe(true);
    await until('the dose has focus', async () => (await focus(doctor)).name === 'Dose');
    await doctor.keyboard.type('1000');
    await field(doctor, 'Tablets').fill('1');
    await field(doctor, 'Times').fill('2');
    // without a reason it is asked for
    await doctor.keyboard.press('Control+Enter');
    const reason = doctor.getByRole('alertdialog', { name: 'Comment' });
    await reason.getByLabel('Comment').fill('HbA1c above target');
    await reason.getByRole('button', { name: 'Save' }).click();
    await toasts(doctor)
      .getByText(/^Ella Park: dosage of .* changed from /)
      .waitFor();
    const changed = await until('the treatment has two dosages', async () => {
      const item = await treatment(/metformin/i);
      return item.order.startsWith('1000 mg twice a day') && item;
    });
    expect(changed.nested_items.length).toBeLessThanOrEqual(2);
    expect(stage.complaints()).toEqual([]);
  });

  step('stands in the list with its order, what came before below it, and what may be done with it', async () => {
    await doctor.goto(`${stage.server.url}${home()}?intakes_view=list`);
    const tapering = await treatment(/prednisone/i);
    const row = (name: string) => doctor.getByRole('row').filter({ hasText: name }).first();
    await row(tapering.name).getByText(tapering.order).waitFor();
    await doctor.getByRole('button', { name: `What belongs to ${tapering.name}` }).click();
    for (const period of tapering.nested_items) await doctor.getByRole('cell', { name: period.order }).first().waitFor();
    await doctor.getByRole('button', { name: `Change dosage ${tapering.name}` }).waitFor();
    // a draft has no dosage to change yet
    const draft = await treatment(/ibuprofen/i);
    await row(draft.name).getByText('Draft').waitFor();
    expect(await doctor.getByRole('button', { name: `Change dosage ${draft.name}` }).count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  step('shows both versions where two people change it, and loses neither', async () => {
    const item = await treatment(/lisinopril/i);
    const [one, two] = [doctor, await stage.as('administrator')];
    for (const page of [one, two]) await open(page, item);
    await field(one, 'Dose').fill('20');
    await field(one, 'Times').fill('2');
    await field(one, 'Comment').fill('Blood pressure');
    await field(two, 'Dose').fill('15');
    await field(two, 'Notes (optional)').fill('in the morning');
    await field(two, 'Comment').fill('A slip');
    await button(one, 'Save').click();
    await saved(one);

    await button(two, 'Save').click();
    const conflict = two.getByRole('alert').filter({ hasText: 'Somebody else has changed this' });
    await conflict.getByRole('radio', { name: /^Dose: 15 mg/ }).waitFor();
    await conflict.getByRole('radio', { name: /^Dose: 20 mg/ }).check();
    // what only the other changed was taken over, and is said
    await two.getByText(/Taken over .*: How often/).waitFor();
    expect(await field(two, 'Times').inputValue()).toBe('2');
    await conflict.getByRole('button', { name: 'Use this choice' }).click();
    await button(two, 'Save').click();
    await saved(two);
    await until('both changes stand', async () => (await treatment(/lisinopril/i)).order === '20 mg twice a day, avg 40 mg/day');

    // both are in the history, each with its person and reason
    await open(one, item);
    const history = one.getByRole('table');
    await history.getByRole('row', { name: /Helen Hart.*Blood pressure/ }).waitFor();
    await history.getByRole('row', { name: /Ruth Weaver.*A slip.*in the morning/ }).waitFor();
    expect(await field(one, 'Notes (optional)').inputValue()).toBe('in the morning');
    expect(stage.complaints(/status of 409/)).toEqual([]);
  });

  step('asks before it is left by arrow, menu, key or the browser, and stays where the answer is no', async () => {
    const { id } = await treatment(/lisinopril/i);
    await doctor.goto(`${stage.server.url}${home()}`);
    await doctor.getByRole('heading', { name: 'Ella Park' }).waitFor();
    // from within, so that the browser's back key stays within
    await doctor.evaluate((path) => history.pushState(null, '', path), `${home()}/intakes/${id}`);
    await field(doctor, 'Dose').fill('25');
    const question = doctor.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const leave of [
      () => button(doctor, 'Back').click(),
      () => doctor.getByRole('link', { name: /^Reports/ }).click(),
      () => doctor.keyboard.press('Escape'),
      () => doctor.evaluate(() => history.back()),
      () => button(doctor, 'Logout').click(),
    ]) {
      await leave();
      await question.getByText(/^The treatment with .* would be lost\.$/).waitFor();
      await question.getByRole('button', { name: 'Go on typing' }).click();
      await question.waitFor({ state: 'hidden' });
      expect(await field(doctor, 'Dose').inputValue()).toBe('25');
    }
    await button(doctor, 'Back').click();
    await question.getByRole('button', { name: 'Throw it away' }).click();
    await doctor.waitForURL(new RegExp(`${home()}$`));
    await open(doctor, await treatment(/lisinopril/i));
    expect(await field(doctor, 'Dose').inputValue()).toBe('20');
    expect(await button(doctor, 'Go on with it').count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  step('keeps what was typed where the network is gone, over a reload and an ended session, for nobody else', async () => {
    await open(doctor, await treatment(/lisinopril/i));
    await field(doctor, 'Dose').fill('30');
    await field(doctor, 'Comment').fill('Still too high');
    await doctor.context().setOffline(true);
    await button(doctor, 'Save').click();
    await doctor
      .getByRole('alert')
      .filter({ hasText: /Nothing that was typed is lost: it is kept on this computer, sealed/ })
      .waitFor();
    await doctor.context().setOffline(false);
    await doctor.getByText('The server answers again: save now.').waitFor();

    await doctor.reload();
    await button(doctor, 'Go on with it').click();
    expect(await field(doctor, 'Dose').inputValue()).toBe('30');
    expect(await field(doctor, 'Comment').inputValue()).toBe('Still too high');
    // nothing of it lies in the clear
    const stored = await doctor.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((done) => {
        const request = indexedDB.open('anamnesis');
        request.onsuccess = () => done(request.result);
      });
      const entries = await new Promise<Record<string, unknown>[]>((done) => {
        const request = database.transaction('typed').objectStore('typed').getAll();
        request.onsuccess = () => done(request.result as Record<string, unknown>[]);
      });
      const words = (part: unknown) =>
        part instanceof ArrayBuffer || ArrayBuffer.isView(part) ? new TextDecoder('latin1').decode(part as ArrayBuffer) : String(part);
      return entries.map((entry) => Object.values(entry).map(words).join(' '));
    });
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.join(' ')).not.toMatch(/Still too high|lisinopril/i);
    expect(stored.join(' ')).not.toContain(patient);

    // the session ends elsewhere: who signs in again goes on
    const address = doctor.url();
    await doctor.evaluate(() => localStorage.removeItem('anamnesis.token'));
    await doctor.goto(`${stage.server.url}/signin`);
    await signIn(doctor, 'assistant');
    await doctor.goto(address);
    await field(doctor, 'Comment').waitFor();
    expect(await button(doctor, 'Go on with it').count()).toBe(0);
    await doctor.evaluate(() => localStorage.removeItem('anamnesis.token'));
    await doctor.goto(`${stage.server.url}/signin`);
    await signIn(doctor, 'doctor');
    await doctor.goto(address);
    await button(doctor, 'Go on with it').click();
    await button(doctor, 'Save').click();
    await saved(doctor);
    await until('it was saved', async () => (await treatment(/lisinopril/i)).order === '30 mg twice a day, avg 60 mg/day');

    // signing out destroys it
    await open(doctor, await treatment(/lisinopril/i));
    await field(doctor, 'Dose').fill('40');
    await until('it is kept', async () => (await kept(doctor)) > 0);
    await button(doctor, 'Logout').click();
    await button(doctor, 'Throw it away').click();
    await doctor.getByLabel('Username').waitFor();
    expect(await kept(doctor)).toBe(0);
    await signIn(doctor, 'doctor');
    expect(stage.complaints(/ERR_INTERNET_DISCONNECTED/)).toEqual([]);
  });

  step('is removed only after a question and with a reason', async () => {
    const item = await treatment(/ibuprofen/i);
    await open(doctor, item);
    await button(doctor, 'Remove').click();
    const question = doctor.getByRole('alertdialog', { name: 'Are you sure?' });
    await question.getByText("You're trying to remove patient medical data. This action is irreversible!").waitFor();
    await question.getByRole('button', { name: 'Remove treatment' }).click();
    await question.getByText("Comment shouldn't be empty.").waitFor();
    await question.getByLabel('Comment').fill('Of somebody else');
    await question.getByRole('button', { name: 'Remove treatment' }).click();
    await toasts(doctor)
      .getByText(/ removed$/)
      .waitFor();
    await until('it left the list', async () => !(await treatments()).some(({ id }) => id === item.id));
    expect(stage.complaints()).toEqual([]);
  });

  step('is read, not changed, where the record is read only', async () => {
    const item = await treatment(/lisinopril/i);
    await doctor.goto(`${stage.server.url}${home()}`);
    await doctor.evaluate((path) => history.pushState({ readOnly: true }, '', path), `${home()}/intakes/${item.id}`);
    await doctor.getByText('This record is read only').waitFor();
    expect(await button(doctor, 'Save').count()).toBe(0);
  });
});

/** How much lies sealed in this browser. */
const kept = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done, failed) => {
        const request = indexedDB.open('anamnesis');
        request.onerror = () => failed(new Error('no database'));
        request.onsuccess = () => {
          const count = request.result.transaction('typed').objectStore('typed').count();
          count.onsuccess = () => done(count.result);
        };
      }),
  );
