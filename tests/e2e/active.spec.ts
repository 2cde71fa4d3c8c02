import type { GraphVisuals } from '#contracts/items/graph-visuals';
import { patientId } from './api.ts';
import { recordOnStage } from './record.ts';
import { section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

describeInBrowser('ruling 57: Active and All', () => {
  const on = recordOnStage();
  const recordOf = async (name: string, search = '') => {
    const id = await patientId(on.api, name);
    const page = await on.stage.as('doctor', `/patients/${id}${search}`);
    return { id, page, treatments: section(page, 'Treatments') };
  };

  alone('opens treatments with Active while one is ongoing, and says what that hides', async () => {
    const { page, treatments } = await recordOf('Novák');
    await treatments.getByText('1 ended, hidden').waitFor();
    await treatments.getByRole('button', { name: 'Active', pressed: true }).waitFor();
    await section(page, 'Diagnoses').getByRole('button', { name: 'All', pressed: true }).waitFor();
    await treatments.getByRole('button', { name: 'List', exact: true }).click();
    await treatments.getByRole('row', { name: /Folic Acid/ }).waitFor();
    await treatments.getByText('1 ended, hidden').waitFor();
    expect(await treatments.getByRole('row', { name: /Ferrous Sulfate/ }).count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('opens with All where none is ongoing', async () => {
    const { treatments } = await recordOf('Okafor', '?intakes_view=list');
    await treatments.getByRole('row', { name: /PredniSONE/ }).waitFor();
    await treatments.getByRole('button', { name: 'All', pressed: true }).waitFor();
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('says where it stood when a treatment was stopped that Active hides from now on, and marks as removed only what was', async () => {
    const { id, page, treatments } = await recordOf('Novák', '?intakes_view=list');
    const row = treatments.getByRole('row', { name: /Folic Acid/ });
    await row.getByRole('button', { name: /^Stop / }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Stop treatment' });
    const [year, month, day] = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10).split('-');
    await dialog.getByLabel('Last day', { exact: true }).fill(`${month}/${day}/${year}`);
    await dialog.getByLabel('Comment').fill('No longer needed');
    await dialog.getByRole('button', { name: 'Stop treatment' }).click();
    await row.locator('td[data-title="To"]', { hasText: `stopped ${month}/${day}/${year}` }).waitFor();
    await row.and(page.locator(':focus')).waitFor();
    // it is there: what is hidden is the other one
    await treatments.getByText('2 ended, hidden').waitFor({ state: 'hidden' });
    await treatments.getByText('1 ended, hidden').waitFor();
    expect(await row.getByText('removed').count()).toBe(0);
    const { items } = await on.api.get<{ items: { id: string; name: string; version: number }[] }>(`/api/intakes?patient_id=${id}`);
    const folic = items.find(({ name }) => name.startsWith('Folic'))!;
    await on.api.send('DELETE', `/api/intakes/${folic.id}`, { version: folic.version, comment: 'Of another patient' });
    await row.getByText('removed').waitFor();
    await page.reload();
    await treatments.getByRole('row', { name: /methotrexate/i }).waitFor();
    expect(await row.count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('says of a treatment that has not begun that it is planned, and of none of its dosages that it is taken now', async () => {
    const patient_id = await patientId(on.api, 'Okafor');
    const ahead = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00`;
    const [metformin] = (await on.api.get<{ items: Record<string, string>[] }>('/api/medications?query=metformin&take=1')).items;
    const dosages = [{ nonproprietary_name: metformin!['nonproprietary_name'], dose: '500', unit: 'mg' }];
    const regimen = { form: 'per tablet', quantity: 1, frequency: 1, period: 1, period_unit: 'Day', dosages };
    const { release: _release, ...medication } = metformin!;
    const schedule = { schedule_kind: 'Regular', time_from: ahead(5), time_to: null, until_discontinued: true };
    const form = { patient_id, draft: false, medication, ...schedule, ...regimen };
    const { id } = await on.api.send<{ id: string }>('POST', '/api/intakes', form);
    const more = { version: 0, comment: 'More then', change_date: ahead(9), ...regimen, frequency: 2 };
    await on.api.send('POST', `/api/intakes/${id}/split`, more);
    const { treatments } = await recordOf('Okafor', '?intakes_view=list');
    const rows = treatments.getByRole('row', { name: /500 mg/ });
    await rows.getByRole('button', { name: /^What belongs to / }).click();
    await until('the treatment and both dosages are planned', async () => (await rows.getByText('planned', { exact: true }).count()) === 3);
    expect(await treatments.getByText('now', { exact: true }).count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('never hides what nobody checked', async () => {
    const page = await on.open();
    const treatments = section(page, 'Treatments');
    await treatments.getByRole('button', { name: 'Active', pressed: true }).waitFor();
    await treatments.getByText('Jardiance').first().waitFor();
    expect(await treatments.getByText(/ended, hidden/).count()).toBe(0);
    expect(on.stage.complaints()).toEqual([]);
  });

  alone('keeps what the person chose, also for the next time the record is opened', async () => {
    const { id, page, treatments } = await recordOf('Fischer');
    await treatments.getByText('1 ended, hidden').waitFor();
    await treatments.getByRole('button', { name: 'All', exact: true }).click();
    await treatments.getByText('1 ended, hidden').waitFor({ state: 'hidden' });
    const saved = () => on.api.get<GraphVisuals>(`/api/graph-visuals/${id}`);
    await until('the choice is saved', async () => (await saved()).active?.intakes === false);
    await page.goto(`${on.stage.server.url}/patients`);
    const again = await recordOf('Fischer');
    await again.treatments.getByRole('button', { name: 'All', pressed: true }).waitFor();
    await again.treatments.getByText('Simvastatin').first().waitFor();
    expect(on.stage.complaints()).toEqual([]);
  });
});
