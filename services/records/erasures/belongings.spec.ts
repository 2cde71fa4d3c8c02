import { randomUUID } from 'node:crypto';
import type { InvitationCommand } from '#contracts/people/invitations';
import { invitation } from '#services/records/invitations/invitations.decider';
import type { Kernel } from '#services/cli/kernel';
import {
  addInvitation,
  addPatient,
  addReport,
  CLI,
  openWith,
  type PageSaid,
  settingsFor,
  temporaryFolder,
} from '#tests/integration/kernel';
import { belongingsOf, belongingsOfAccount } from './belongings.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let kernel: Kernel;
beforeAll(async () => {
  folder = await temporaryFolder();
  kernel = await openWith(settingsFor(folder.path));
});
afterAll(async () => {
  await kernel.close();
  await folder.remove();
});

const born = '1961-03-09T00:00:00';
const person = { first_name: 'Janet', last_name: 'Doeman', date_of_birth: born };
const nobody = { patient_first_name: null, patient_last_name: null, date_of_birth: null };
const stranger = { patient_first_name: 'Somebody', patient_last_name: 'Else' };
let numbers = 0;
const number = () => String(900_300_000 + ++numbers);

/** A clinic with one record, another record, and uploads. */
const clinic = async () => {
  const organization_id = randomUUID();
  const add = () => addPatient(kernel, { organization_id, ...person, social_security_number: number() });
  const [patient_id, other] = [await add(), await add()];
  const own = (more: Partial<PageSaid> = {}): PageSaid => ({ match: { patient_id, candidates: 1 }, ...more });
  const theirs = (more: Partial<PageSaid> = {}): PageSaid => ({ says: stranger, match: { patient_id: other, candidates: 1 }, ...more });
  const upload = (pages: PageSaid[], more: { patient_id?: string } = {}, isFinished = true) =>
    addReport(kernel, { organization_id, name: 'x.pdf', ...more }, pages, isFinished);
  const found = () => belongingsOf(kernel.log, { patient_id, organization_id, person });
  return { organization_id, patient_id, other, own, theirs, upload, found };
};
/** A person asks the clinic, whose yes connects the record. */
const askClinic = async (organization_id: string, patient_id: string): Promise<{ invitation_id: string; user_id: string }> => {
  const [invitation_id, user_id] = [randomUUID(), randomUUID()];
  const facts = {
    invitation_id,
    invitation_type: 'PatientInvitesClinic',
    organization_id,
    from_organization_id: null,
    clinic: null,
  } as const;
  const data = { ...facts, patient_id: null, user_id, email: '', first_name: 'Janet', last_name: 'Doeman', code: null };
  const tell = (command: InvitationCommand) =>
    kernel.streams.transact(invitation, `invitation-${invitation_id}`, command, CLI, { organization_id });
  await tell({ type: 'SendInvitation', command_id: randomUUID(), data });
  const yes = { invitation_id, side: 'clinic', user_id: null, patient_id, now: new Date().toISOString() } as const;
  await tell({ type: 'ApproveInvitation', command_id: randomUUID(), data: yes });
  return { invitation_id, user_id };
};
const pagesIn = (keys: readonly string[]) => keys.filter((key) => key.startsWith('page:')).map((key) => key.slice(5));

it('takes the record’s own key last, and nothing else where there are no reports', async () => {
  const { patient_id, found } = await clinic();
  expect(await found()).toEqual({ keys: [`patient:${patient_id}`], files: [], kept_pages: [] });
});

it('takes every agreement that was filed', async () => {
  const organization_id = randomUUID();
  const agreement_id = randomUUID();
  const patient_id = await addPatient(kernel, { organization_id, ...person, social_security_number: number(), agreement_id });
  const { files } = await belongingsOf(kernel.log, { patient_id, organization_id, person });
  expect(files).toEqual([`agreement/${agreement_id}`]);
});

it('takes pages that were validated for the patient, or matched with it and not validated for somebody else', async () => {
  const { patient_id, other, own, theirs, upload, found } = await clinic();
  const { pages, report_id } = await upload([
    own(),
    own({ validated: { patient_id: other, ...person } }),
    theirs({ validated: { patient_id, ...person } }),
    theirs(),
  ]);
  const { keys, files, kept_pages } = await found();
  expect(pagesIn(keys)).toEqual([pages[0], pages[2]]);
  expect(files).toEqual([`page/${pages[0]}`, `page/${pages[2]}`, `report/${report_id}`]);
  expect(kept_pages).toEqual([pages[1], pages[3]]);
  expect(keys.at(-1)).toBe(`patient:${patient_id}`);
});

it('takes pages of nobody that name the same person, unless several records do', async () => {
  const { upload, found } = await clinic();
  const { pages } = await upload([{}]); // the sample's page names Janet Doeman
  await upload([{ match: { patient_id: null, candidates: 2 } }]);
  await upload([{ says: stranger }]);
  expect(pagesIn((await found()).keys)).toEqual(pages);
});

it('takes pages that name nobody along with everything else of their upload, and leaves them where others are in it', async () => {
  const { own, theirs, upload, found } = await clinic();
  const [alone, mixed] = [await upload([own(), { says: nobody }]), await upload([own(), { says: nobody }, theirs()])];
  const { keys, kept_pages } = await found();
  expect(pagesIn(keys)).toEqual([...alone.pages, mixed.pages[0]]);
  expect(kept_pages).toEqual(mixed.pages.slice(1));
});

it('takes what was uploaded for the patient, read or not', async () => {
  const { patient_id, upload, found } = await clinic();
  const [unread, read] = [await upload([], { patient_id }), await upload([{ says: nobody }], { patient_id })];
  const { keys, files } = await found();
  expect(keys).toEqual([`page:${read.pages[0]}`, `report:${unread.report_id}`, `report:${read.report_id}`, `patient:${patient_id}`]);
  expect(files).toContain(`report/${unread.report_id}`);
});

it('takes nothing of other clinics and nothing of others', async () => {
  const { theirs, upload, patient_id, found } = await clinic();
  await upload([theirs()]);
  await addReport(kernel, { organization_id: randomUUID(), name: 'x.pdf' }, [{ match: { patient_id, candidates: 1 } }]);
  expect((await found()).keys).toEqual([`patient:${patient_id}`]);
});

it('takes invitations by which a clinic named the record, and none of others', async () => {
  const { organization_id, patient_id, other, found } = await clinic();
  const to = { ...person, email: 'janet@example.org' };
  const invited = [
    await addInvitation(kernel, { patient_id, organization_id }, to),
    await addInvitation(kernel, { patient_id, organization_id }, to),
  ];
  await addInvitation(kernel, { patient_id: other, organization_id }, to);
  await askClinic(organization_id, patient_id);
  expect((await found()).keys).toEqual([...invited.map((id) => `invitation:${id}`), `patient:${patient_id}`]);
});

it('takes with an account the invitations that its owner sent, and none that clinics sent', async () => {
  const { organization_id, patient_id } = await clinic();
  const { invitation_id, user_id } = await askClinic(organization_id, patient_id);
  await askClinic(organization_id, patient_id);
  await addInvitation(kernel, { patient_id, organization_id }, { ...person, email: 'janet@example.org' });
  const { keys, files } = await belongingsOfAccount(kernel.log, user_id);
  expect([keys, files]).toEqual([[`invitation:${invitation_id}`, `user:${user_id}`], []]);
});

it('refuses while an upload of the patient is being read: its further pages would stay', async () => {
  const { own, theirs, upload, found } = await clinic();
  await upload([theirs()], {}, false);
  await found();
  await upload([own()], {}, false);
  await expect(found()).rejects.toMatchObject({ code: 'being-read', status: 409 });
});
