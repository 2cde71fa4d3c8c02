import type { GraphVisuals } from '#contracts/graph-visuals';
import { patientId } from './api.ts';
import { recordOnStage } from './record.ts';
import { section } from './sections.ts';
import { alone, describeInBrowser } from './stage.ts';
import { until } from './until.ts';

describeInBrowser('ruling 57: Active and All', () => {
  const on = recordOnStage();
  const recordOf = async (name: string, search = '') => {
    const id = await patientId(on.api, name);
    const page = await on.stage.as('doctor');
    await page.goto(`${on.stage.server.url}/patients/${id}${search}`);
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
