import { chooseOwnPasswords } from './api.ts';
import { recordOnStage } from './record.ts';
import { alone, describeInBrowser } from './stage.ts';
import { addSecondClinic } from './second-clinic.ts';
import { section } from './sections.ts';

describeInBrowser('the view of all connected clinics', () => {
  const on = recordOnStage(chooseOwnPasswords);

  alone('stays over a reload, passes number and birth date in no address, and loses a clinic the moment the patient revokes', async () => {
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

    // document 2 passes number and birth date along, and no address has them
    const asked = page.waitForRequest(/patients\/history\?.*all_clinics=true/);
    await page.getByRole('link', { name: 'History of Data Entry' }).click();
    const { 'x-search': header = '' } = await (await asked).allHeaders();
    const said = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
    expect(said).toEqual({ social_security_number: expect.stringMatching(/^\*{3}-\*{2}-\d{4}$/), date_of_birth: expect.any(String) });
    expect((await asked).url()).not.toContain(said['date_of_birth']!.slice(0, 10));
    await page.goBack();
    await theirs.waitFor();

    await second.revoke();
    await banner.getByText('Not shared any more: Harbor Clinic').waitFor();
    await theirs.waitFor({ state: 'detached' });
    expect(on.stage.complaints()).toEqual([]);
  });
});
