import type { Page } from 'playwright-core';
import type { NotificationView } from '#contracts/people/notifications';
import { recordOnStage } from './record.ts';
import { section } from './sections.ts';
import { describeInBrowser, PHONE } from './stage.ts';
import { until } from './until.ts';

const potassium = { entry_id: 'k', parameter_id: null, name: 'Kalium', value: '7.4', unit: 'mmol/L', min: '3.5', max: '5.1', flag: 'HH' };

describeInBrowser('ruling 62: a critical result', () => {
  const on = recordOnStage();
  const record = () => `/patients/${on.morgan}?lab_view=list`;
  const told = async () => {
    const { items } = await on.api.get<{ items: NotificationView[] }>('/api/notifications');
    return items.filter(({ kind, path }) => kind === 'CriticalResult' && path === `/patients/${on.morgan}`);
  };
  const line = (page: Page) => page.getByRole('region', { name: 'Critical results' }).getByText(/Critical, not seen: Kalium 7\.4/);

  it('waits first for the doctor, who says that it was seen; everybody at the record sees that, without reading it again', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const result = { patient_id: on.morgan, collected: `${today}T00:00:00`, parameters: [potassium] };
    await on.api.send('POST', '/api/lab-results', result);
    await until('the doctor is notified', async () => (await told()).length === 1);

    const assistant = await on.stage.as('assistant', record());
    await line(assistant).waitFor();
    const patient = await on.stage.as('patient', record(), PHONE);
    await section(patient, 'Lab results').waitFor();
    expect(await patient.getByRole('region', { name: 'Critical results' }).count()).toBe(0);

    const doctor = await on.stage.as('doctor', '/worklist');
    const first = doctor.locator('main section').first();
    const row = first.getByRole('row', { name: /Morgan.*Kalium 7\.4/ });
    await row.getByRole('button', { name: /^Seen/ }).click();
    await row.getByText(/seen/).waitFor();
    await until('nobody is told of it any more', async () => (await told()).length === 0);

    const seen = section(assistant, 'Lab results').getByText(/seen by Helen Hart, \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await seen.waitFor();
    expect(on.stage.complaints()).toEqual([]);
    for (const page of [assistant, patient, doctor]) await page.context().close();
  });
});
