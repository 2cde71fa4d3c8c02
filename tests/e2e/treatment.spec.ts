import type { Page } from 'playwright-core';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { type Api, apiAs, patientId } from './api.ts';
import { tabTo } from './keys.ts';
import { chooseMedication, medicationsSearched, prescribed, type Prescribed, readPrescribed } from './medication.ts';
import { describeInBrowser, inOrder, openStage, signIn, type Stage } from './stage.ts';
import { onDisk } from './unsaved-on-disk.ts';
import { until } from './until.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const order = (page: Page) => page.getByRole('status', { name: 'The order as it will be read' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('a treatment', () => {
  const step = inOrder();
  let stage: Stage;
  let api: Api;
  let patient: string;
  let doctor: Page;
  /** 10 mg of lisinopril once a day. */
  let lisinopril: Prescribed;
  const home = () => `/patients/${patient}`;
  /** It was said, and the patient's page is there again. */
  const saved = async () => {
    await doctor.waitForURL(new RegExp(`${home()}$`));
    await doctor
      .getByRole('region', { name: 'Messages' })
      .getByText(/^Ella Park: .+ saved$/)
      .first()
      .waitFor();
  };
  const open = async () => {
    await doctor.goto(`${stage.server.url}${home()}/intakes/${lisinopril.id}`);
    await field(doctor, 'Comment').waitFor();
  };

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    patient = await patientId(api, 'Park');
    await medicationsSearched(api);
    lisinopril = await prescribed(api, patient);
  });
  afterAll(() => stage?.close());

  step('is prescribed without the mouse', async () => {
    doctor = await stage.as('doctor', `${home()}/intakes/add`);
    const { keyboard } = doctor;
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
    await doctor.getByText(/^850 mg per tablet, but .* 500 mg\. Is the dose right\?$/).waitFor();
    await button(doctor, 'Save anyway').waitFor();
    await keyboard.press('Control+Enter');
    await saved();
    const { items } = await api.get<{ items: IntakeView[] }>(`/api/intakes?patient_id=${patient}&skip=0&take=50`);
    expect(items.find(({ medication }) => /metformin/i.test(medication.nonproprietary_name))).toMatchObject({
      order: '2 tablets of 850 mg (= 1700 mg) 3 times a day, avg 5100 mg/day',
      ends: null,
      active: true,
      draft: false,
    });
    expect(stage.complaints()).toEqual([]);
  });

  step('asks before it is left by arrow, menu, key or the browser, and stays where the answer is no', async () => {
    // from within, so that the browser's back key stays within
    await doctor.getByRole('heading', { name: 'Ella Park' }).waitFor();
    await doctor.evaluate((path) => history.pushState(null, '', path), `${home()}/intakes/${lisinopril.id}`);
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
    await open();
    expect(await field(doctor, 'Dose').inputValue()).toBe('10');
    expect(await button(doctor, 'Go on with it').count()).toBe(0);
    expect(stage.complaints()).toEqual([]);
  });

  step('keeps what was typed where the network is gone, over a reload and an ended session, for nobody else', async () => {
    await open();
    await field(doctor, 'Times').fill('3');
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
    expect(await field(doctor, 'Times').inputValue()).toBe('3');
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
    await saved();
    await until('it was saved', async () => (await readPrescribed(api, lisinopril.id)).order === '10 mg 3 times a day, avg 30 mg/day');

    // signing out destroys it
    await open();
    await field(doctor, 'Dose').fill('40');
    await until('it is kept', async () => (await onDisk(doctor)) > 0);
    await button(doctor, 'Logout').click();
    await button(doctor, 'Throw it away').click();
    await doctor.getByLabel('Username').waitFor();
    await until('it is gone from the disk', async () => (await onDisk(doctor)) === 0);
    await signIn(doctor, 'doctor');
    expect(stage.complaints(/ERR_INTERNET_DISCONNECTED/)).toEqual([]);
  });
});
