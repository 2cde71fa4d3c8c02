import { expectNoFaults, faults, inParts } from './faultless.ts';
import { curatorsPlaces, demonstrationReport, patientsPlaces, places } from './places.ts';
import { recordOnStage } from './record.ts';
import { alone, describeInBrowser } from './stage.ts';

/** A doctor's screens are many. */
const PARTS = 4;

const publicScreens = [
  ['/signin', 'Sign in'],
  ['/externalform', 'Create an account'],
  ['/recoverform', 'Recover password'],
  ['/resetpasswordform?token=x&email=ada@example.org', 'Set a new password'],
  ['/confirm-address/x', 'Confirm your new address'],
  ['/outbox', 'Outbox'],
] as const;

describeInBrowser('every screen, with axe and at every width', () => {
  const on = recordOnStage();
  let report: { id: string; pages: { id: string }[] };
  beforeAll(async () => void (report = await demonstrationReport(on.api)));

  for (const [path, heading] of publicScreens)
    alone(`${heading}, without an account`, async () => {
      const page = await on.stage.open(path, { reducedMotion: 'reduce' });
      await page.getByRole('heading', { name: heading }).waitFor();
      // the code is none
      expect([...(await faults(page)), ...on.stage.complaints(/email-change.x/)]).toEqual([]);
    });
  alone('the sign-up of an organization', async () => {
    const page = await on.stage.open('/externalform?clinicName=Harbor', { reducedMotion: 'reduce' });
    await page.getByRole('textbox', { name: /^Fax number/ }).waitFor();
    expect([...(await faults(page)), ...on.stage.complaints()]).toEqual([]);
  });
  alone('the form that people agree to', async () => {
    const page = await on.stage.open('/externalform', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Read the form' }).click();
    await page.getByRole('img', { name: 'Page 1 of 2' }).waitFor();
    const { width, height } = (await page.locator('canvas').boundingBox())!;
    expect([width, height]).toEqual([562, 792]);
    expect([...(await faults(page)), ...on.stage.complaints()]).toEqual([]);
  });
  for (const part of Array.from({ length: PARTS }, (_, index) => index))
    alone(`screens of a doctor, part ${part + 1} of ${PARTS}`, async () =>
      expectNoFaults(on.stage, 'doctor', inParts(await places(on.api, on.morgan, report), PARTS)[part]!),
    );
  alone('screens of a super user', () => expectNoFaults(on.stage, 'admin', curatorsPlaces()));
  alone('screens of a patient', () => expectNoFaults(on.stage, 'patient', patientsPlaces(on.morgan)));
});
