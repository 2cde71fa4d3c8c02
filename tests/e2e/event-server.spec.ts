import type { Page } from 'playwright-core';
import { type RunningGateway, startGatewayProcess } from '../support/gateway.ts';
import { type Api, apiAs, patientId } from './api.ts';
import { anamnesis } from './command-line.ts';
import { describeInBrowser, inOrder, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

interface Moved {
  events: { log: { events: number; chain_hash: string }; appended: number };
}

/** What must be the same wherever the events lie: each answer without the positions that are handed out with it. */
const told = async (api: Api, patient_id: string): Promise<unknown> =>
  Promise.all(
    [
      '/api/patients?skip=0&take=50',
      `/api/lab-results?patient_id=${patient_id}&skip=0&take=50`,
      `/api/audit/patient/${patient_id}`,
      '/api/ocr?skip=0&take=10',
      '/api/notifications?skip=0&take=50',
    ].map((path) => api.get(path)),
  );

describeInBrowser('the product with its events on a server', () => {
  const step = inOrder();
  let stage: Stage;
  let server: RunningGateway;
  let api: Api;
  let patient_id: string;
  let before: unknown;
  let doctor: Page;
  let assistant: Page;

  const move = async (to: 'servers' | 'folder'): Promise<Moved['events']> => {
    const env = { ANAMNESIS_DATA: stage.server.data, ANAMNESIS_EVENT_STORE: server.address };
    const { code, out, said } = await anamnesis(['move', '--to', to, '--only', 'events', '--json'], env);
    if (code !== 0) throw new Error(said);
    return (JSON.parse(out) as Moved).events;
  };
  const type = async (page: Page, day: string, value: string): Promise<void> => {
    await page.goto(`${stage.server.url}/patients/${patient_id}/lab-results/add`);
    await page.getByLabel('Date collected', { exact: true }).fill(day);
    await page.getByLabel('Parameter of row 1').fill('Potassium');
    await page
      .getByRole('option', { name: /^Potassium/ })
      .first()
      .click();
    await page.getByLabel('Value of Potassium', { exact: true }).fill(value);
  };

  beforeAll(async () => {
    [stage, server] = await Promise.all([openStage(), startGatewayProcess()]);
    api = await apiAs(stage.server.url, 'doctor');
    patient_id = await patientId(api, 'Park');
    before = await told(api, patient_id);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.dispose();
  });

  step('moves them there, and the log that was left is not taken up again', async () => {
    await stage.server.stop();
    const moved = await move('servers');
    expect(moved.appended).toBe(moved.log.events);
    const refused = await anamnesis(['start'], { ANAMNESIS_DATA: stage.server.data, PORT: '0' });
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('The events of this data folder were moved to esdb://127.0.0.1');
    await stage.server.again({ ANAMNESIS_EVENT_STORE: server.address });
    api = await apiAs(stage.server.url, 'doctor');
    expect(await told(api, patient_id)).toEqual(before);
  });

  step('saves once what is saved while the server is gone and comes back', async () => {
    assistant = await stage.as('assistant', `/patients/${patient_id}?lab_view=list`);
    await assistant.getByText('There are no lab results available').waitFor();
    doctor = await stage.as('doctor');
    await type(doctor, '11/20/2026', '4.4');
    await server.kill();
    await doctor.getByRole('button', { name: 'Save', exact: true }).click();
    await new Promise((done) => setTimeout(done, 1500));
    await server.again();
    await doctor.getByRole('region', { name: 'Messages' }).getByText('Ella Park: 1 lab result saved').waitFor();
    // who only looks on sees it too: notices go on with the server
    await assistant.getByRole('row', { name: 'Values of 11/20/2026' }).waitFor();
    expect(await assistant.getByRole('row', { name: 'Values of 11/20/2026' }).count()).toBe(1);
    expect(stage.complaints()).toEqual([]);
  });

  step('goes on where it stood after both ended', async () => {
    await stage.server.kill();
    await server.kill();
    await server.again();
    await stage.server.again();
    await type(doctor, '11/21/2026', '4.5');
    await doctor.getByRole('button', { name: 'Save', exact: true }).click();
    await doctor.getByRole('region', { name: 'Messages' }).getByText('Ella Park: 1 lab result saved').waitFor();
    await assistant.getByRole('row', { name: 'Values of 11/21/2026' }).waitFor();
    stage.complaints(); // of the connection that was cut
  });

  step('takes them back, with what came since', async () => {
    await stage.server.stop();
    const { appended, log } = await move('folder');
    expect(appended).toBeGreaterThan(1);
    expect(appended).toBeLessThan(log.events);
    await server.kill();
    await stage.server.again({ ANAMNESIS_EVENT_STORE: '' });
    api = await apiAs(stage.server.url, 'doctor');
    const results = () => api.get<{ items: unknown[] }>(`/api/lab-results?patient_id=${patient_id}&skip=0&take=50`);
    await until('both results are there', async () => (await results()).items.length === 2);
    const { log: checked } = JSON.parse(
      (await anamnesis(['projections', 'verify', '--json'], { ANAMNESIS_DATA: stage.server.data })).out,
    ) as { log: { wrong: string[] } };
    expect(checked.wrong).toEqual([]);
  });
});
