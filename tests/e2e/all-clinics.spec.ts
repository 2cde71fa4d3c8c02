import { recordOnStage } from './record.ts';
import { alone, describeInBrowser } from './stage.ts';
import { addSecondClinic } from './second-clinic.ts';
import { section } from './sections.ts';

describeInBrowser('the view of all connected clinics', () => {
  const on = recordOnStage();

  alone('stays over a reload, and loses a clinic the moment the patient revokes', async () => {
    const second = await addSecondClinic(on.stage.server.url);
    const page = await on.open('?diagnoses_view=list');
    await page.getByRole('button', { name: 'All connected clinics' }).click();
    const theirs = section(page, 'Diagnoses').getByText('[Harbor Clinic]');
    await theirs.waitFor();
    expect(new URL(page.url()).search).toBe('?diagnoses_view=list');
    await page.reload();
    await theirs.waitFor();
    const banner = page.locator('header[aria-label=Patient]');
    await banner.getByText('Lindenhof Family Practice, Harbor Clinic').waitFor();

    await second.revoke();
    await banner.getByText('Not shared any more: Harbor Clinic').waitFor();
    await theirs.waitFor({ state: 'detached' });
    expect(on.stage.complaints()).toEqual([]);
  });
});
