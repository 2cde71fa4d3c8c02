import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TokenResponse } from '#contracts/people/accounts';
import type { InvitationView, Practice } from '#contracts/people/invitations';
import { rereadAll } from '#web/lib/live.ts';
import { chooseOwnPasswords, passwordOf, patientId } from '../e2e/api.ts';
import { addSecondClinic, type SecondClinic } from '../e2e/second-clinic.ts';
import { itemsOf } from './data.ts';
import { dialog, hasFocus, isDisabled, said, section, textsOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { fill, fillAll, opens, press, tick } from './user.ts';

const ID = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';

const screens = screensOf('doctor', chooseOwnPasswords);
const asPatient = screens.for('patient');
const asAdministrator = screens.for('administrator');
const asAdmin = screens.for('admin');
let morgan = '';
beforeAll(async () => {
  // no doctor looks for it, since that would be listed
  morgan = (await asPatient.api.get<{ user: { patient_id: string } }>('/api/token')).user.patient_id;
});

/** What stands in the page itself, once it is there. */
const main = async () => within(await screen.findByRole('main'));
const rows = async () => textsOf((await (await main()).findAllByRole('row')).slice(1));
/** The row of a table in which these words stand, once it is there. */
const rowWith = async (words: string) => {
  const element = (await (await main()).findByText(words)).closest('tr')!;
  const row = within(element);
  return { ...row, element, buttons: () => textsOf(row.queryAllByRole('button')) };
};
const banner = () => document.querySelector('header[aria-label=Patient]')!.textContent!;
const tells = (words: string | RegExp) => waitFor(() => expect(banner()).toMatch(words));

const LOG = /access-ledger/;
const page = { overall_count: 0, up_to: 0, gaps: [], items: [] };
const ends = { newer: null, older: null };

// first: what other tests read of the record would be listed too
describe('who has read my record', () => {
  it('lists persons with clinic, time and what they read; the own reading is hidden, and the switch says how much', async () => {
    for (const path of [`patients/${morgan}`, `diagnoses?patient_id=${morgan}`]) await screens.api.get(`/api/${path}`);
    await asPatient.api.get(`/api/trends?patient_id=${morgan}`);
    const own = () => asPatient.api.get('/api/access-ledger/own');
    await waitFor(async () => expect(await own()).toMatchObject({ overall_count: 2, hidden: 1 }));
    asPatient.open('/record-access');
    const ofDoctor = /^Helen Hart, now Doctor.*Diagnoses, personal data2 reads\d\d:\d\d Patient data\d\d:\d\d Diagnoses$/;
    await waitFor(async () => expect(await rows()).toEqual([expect.stringMatching(ofDoctor)]));
    expect((await main()).queryByText(/127\.0\.0\.1/)).toBeNull();
    await tick('Show my own reading (1 hidden)');
    await screen.findByText('You');
    screen.getByLabelText('Show my own reading');
    expect(await rows()).toEqual([expect.stringMatching(/You.*Trends1 read/), expect.stringMatching(/^Helen Hart/)]);
  });

  it('has its faces: reading, failed, empty, and nobody else', async () => {
    await asPatient.answer(LOG, 'never').open('/record-access').findByLabelText('Reading the access log');
    asPatient.again(LOG, 'failed');
    await screen.findByText('The access log could not be read');
    asPatient.again(LOG, () => ({ ...page, ...ends, hidden: 0 }));
    await press('Try again');
    await screen.findByText('Nobody has read your record yet');
    asPatient.again(LOG, () => ({ ...page, ...ends, hidden: 3 }));
    await (await asPatient.reload()).findByText('Nobody but you has read your record');
    screen.getByLabelText('Show my own reading (3 hidden)');
  });

  it('lists notifications that name the patient too, and says where a day goes on on another page', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const read = { ...{ number: 1, reader: 1, at, person: 'Helen Hart', roles: ['Doctor'] }, clinic: 'Lindenhof', own: false };
    const items = [
      { ...read, number: 3, kind: 'Notifications', reader: 2 },
      { ...read, number: 2, kind: 'Chart settings' },
      { ...read, kind: 'Treatments' },
    ];
    const answer = { ...page, items, overall_count: 53, hidden: 0, newer: null };
    asPatient.answer(LOG, () => ({ ...answer, older: '2026-03-01T09:59:00.000Z' })).open('/record-access');
    const goesOn = /03\/01\/2026 \d\d:\d\dMore reads of this day are on the next page/;
    const expected = [/Notifications that name you1 read/, /Treatments, chart settings2 reads/];
    await waitFor(async () => expect(await rows()).toEqual(expected.map((words) => expect.stringMatching(words))));
    for (const row of await rows()) expect(row).toMatch(goesOn);
    asPatient.again(LOG, () => ({ ...answer, older: '2026-02-01T09:59:00.000Z' }));
    await asPatient.reload();
    for (const row of await rows()) expect(row).not.toMatch(/More reads/);
  });

  it('says what is missing in it', async () => {
    const gaps = [
      { from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T11:00:00.000Z', missing: 1 },
      { from: '2026-02-01T10:00:00.000Z', to: '2026-02-01T11:00:00.000Z', missing: null },
    ];
    asPatient.answer(LOG, () => ({ ...page, ...ends, gaps, hidden: 0 }));
    await asPatient.open('/record-access').findByText('This log is not complete');
    for (const words of [/1 read of all clinics could not be written/, /its last reads may be missing/]) screen.getByText(words);
  });
});

describe('the access log', () => {
  it('lists reads with patient, way and network address, and is searched by name and day', async () => {
    const patient_id = await patientId(screens.api, 'Brandt');
    await screens.api.get(`/api/diagnoses?patient_id=${patient_id}`);
    const read = expect.objectContaining({ kind: 'Diagnoses', patient_id });
    await waitFor(async () => expect(await itemsOf(asAdministrator.api, 'access-ledger')).toContainEqual(read));
    asAdministrator.open('/access-log');
    const ofDoctor = expect.stringMatching(/Helen Hart.*Brandt.*DiagnosesOwn clinic(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    const isThere = () => waitFor(async () => expect(await rows()).toContainEqual(ofDoctor));
    await isThere();
    await fill("Patient's last name", 'nobody');
    await screen.findByText('Nothing was read that is looked for');
    await fill("Patient's last name", 'bra');
    await isThere();
    await fillAll({ "Reader's last name": 'har', 'Until day': '2020-01-01' });
    await screen.findByText('Nothing was read that is looked for');
    await fill('Until day', '');
    await isThere();
    expect((await rows()).every((row) => row.includes('Helen Hart'))).toBe(true);
  });

  it('goes on to pages that do not move with what is read meanwhile', async () => {
    const ids = { user_id: ID, patient_id: ID, relation: 'self', address: '', connection_id: null };
    const at = { number: 90, at: '2026-03-01T10:00:00.000Z', person: null, clinic: null, kind: 'Trends', patient: null };
    const items = [{ ...at, record_clinic: 'Lindenhof', ...ids }];
    asAdministrator.answer(LOG, () => ({ ...page, overall_count: 120, up_to: 90, items })).open('/access-log');
    await press('Next page');
    await waitFor(() => expect(location.search).toBe('?skip=50&up_to=90'));
    await press('Previous page');
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('says that a file could not be made', async () => {
    asAdministrator.answer(/access-ledger\/export/, 'failed').open('/access-log');
    await press('Export CSV');
    await screen.findByText('The file could not be made. Please try again.');
  });

  it('is for administrators alone', async () => {
    await screens.open('/access-log').findByText('Page Not Authorized');
  });
});

describe("a patient's clinics", () => {
  const [WAITS, EXPIRED] = ["Waiting for patient's approval", 'The invitation has expired'];
  const practice: Practice = {
    ...{ id: 'c1', invitation_code: 'i1', name: 'Harbor Clinic', address: '2 Quay Street', patient_id: null, invited: true },
    ...{ invitation_type: 'PatientInvitesClinic', invitation_status: 'Pending', expired: false, was_connected: false, actions: [] },
  };

  it.each<[string, Partial<Practice>, string, string[]]>([
    ['invited, waits', { actions: ['resend', 'cancel'] }, "Waiting for clinic's approval", ['Cancel']],
    ['asks, waits', { invitation_type: 'ClinicInvitesPatient', actions: ['approve', 'reject'] }, WAITS, ['Reject']],
    [
      'asks, and whose link was opened, waits',
      { invitation_type: 'ClinicInvitesPatient', invitation_status: 'Received', actions: ['approve', 'reject'] },
      WAITS,
      ['Accept', 'Reject'],
    ],
    ['is to be shared with', { invitation_type: 'ClinicInvitesClinic', actions: ['approve', 'reject'] }, WAITS, ['Accept', 'Reject']],
    ['is connected', { invitation_status: 'Approved', patient_id: ID, actions: ['cancel'] }, 'Connected', ['Show clinic data', 'Revoke']],
    ['said no', { invitation_status: 'Rejected', actions: ['resend'] }, 'Rejected', ['Connect Clinic']],
    ['was connected', { invitation_status: 'Cancelled', was_connected: true }, 'Not connected', ['Reconnect Clinic']],
    ['was not connected', { invitation_status: 'Cancelled' }, 'Not connected', ['Connect Clinic']],
    ['has not answered in time', { expired: true, actions: ['resend', 'cancel'] }, EXPIRED, ['Connect Clinic', 'Cancel']],
  ])('say of one that %s what can be done', async (_, changes, status, buttons) => {
    asPatient.answer(/practices/, () => ({ items: [{ ...practice, ...changes }], overall_count: 1 })).open('/practices');
    const row = await rowWith('Harbor Clinic');
    expect(row.buttons()).toEqual(buttons);
    expect(row.getAllByRole('cell')[1]!.textContent).toContain(status);
  });

  it.each<[string, Partial<Practice>, RegExp]>([
    ['without a record', {}, /will no longer see your records of other clinics\.$/],
    [
      'with one that nobody else reads',
      { patient_id: ID },
      /no longer see the record that Harbor Clinic keeps of you\. Harbor Clinic itself/,
    ],
    [
      'with one that others read',
      { patient_id: ID, shown_to: ['Lindenhof', 'Quay', 'Westend'] },
      /the doctors of Lindenhof, Quay and Westend will no longer see that record, because they read it through this connection\./,
    ],
  ])('say who loses what with the connection of one %s', async (_, changes, words) => {
    const connected: Practice = { ...practice, invitation_status: 'Approved', actions: ['cancel'], ...changes };
    asPatient.answer(/practices/, () => ({ items: [connected], overall_count: 1 })).open('/practices');
    await press('Revoke: Harbor Clinic');
    await within(await screen.findByRole('alertdialog')).findByText(words);
  });

  it.each<[string, Partial<Practice>, RegExp, string[]]>([
    [
      'mailed the code of a record',
      { record_follows: '2026-11-27T12:00:00.000Z' },
      /link in the mail of 11\/2[678]\/2026 is opened/,
      ['Revoke'],
    ],
    ['has linked no record', {}, /Harbor Clinic has linked no record of you\. To see one here, ask the clinic/, ['Revoke']],
  ])('say of a connected one that %s how to come to it', async (_, changes, words, buttons) => {
    const connected = { ...practice, ...changes, invitation_status: 'Approved', actions: ['cancel'] };
    asPatient.answer(/practices/, () => ({ items: [connected], overall_count: 1 })).open('/practices');
    const row = await rowWith('Harbor Clinic');
    row.getByText(words);
    expect(row.buttons()).toEqual(buttons);
  });

  it('say where there is none, and lead to one', async () => {
    asPatient.answer(/practices/, () => ({ items: [], overall_count: 0 }));
    await asPatient.open('/practices').findByText('Currently you are not assigned to any clinic');
  });

  it('list those that the account is connected with, and invite others by what is known of them', async () => {
    await asPatient.open('/practices').findByText('You are registered in following clinics:');
    const choice = await opens('Select clinic', 'Select clinic');
    await waitFor(() => expect(isDisabled(/^Invite Lindenhof/, choice)).toBe(true));
    const inviteHillside = async () => {
      await opens('My clinic is not in the list', 'Invite new clinic');
      await fillAll({ 'Clinic name': 'Hillside Clinic', "Doctor's first name": 'Emil', "Doctor's last name": 'Bach' });
      expect(screen.queryByLabelText('City')).toBeNull();
      await tick('I do not know email address');
      await fill('City', 'Duluth');
      expect(screen.queryByLabelText("Doctor's email")).toBeNull();
      await press('Invite');
    };
    await inviteHillside();
    await said('The clinic was invited');
    await (await main()).findByText('Hillside Clinic');
    (await main()).getByText("Waiting for clinic's approval");
    // once more: the one that waits is led to
    await opens('Select clinic', 'Select clinic');
    await inviteHillside();
    await said('This invitation is already waiting');
    const { element } = await rowWith('Hillside Clinic');
    await waitFor(() => expect(element.dataset['marked']).toBe('true'));
    await hasFocus(element.dataset['row']!);
  });

  it('find providers by name and city', async () => {
    asPatient.open('/providers');
    await (await main()).findByText('Helen Hart');
    await fillAll({ Name: 'hart', City: 'nowhere' });
    await (await main()).findByText('No provider is called so, or works there');
  });
});

describe('what a clinic shares', () => {
  it('begins with an invitation of a patient, which can be taken back', async () => {
    const buttons = await screens.open('/patients-management').findAllByRole('button', { name: /^Connect to patient account: .*Okafor/ });
    buttons[0]!.click();
    await dialog('Send Invitation', 'dialog');
    await fill('Email', 'not an address');
    await press('Send');
    await screen.findByText('Field should be in a proper format');
    await fill('Email', 'ethan@example.org');
    await press('Send');
    await screen.findByText(/was invited/);
    await screens.reload('/invited-patients');
    const row = await rowWith('Okafor');
    expect(row.buttons()).toEqual(['Resend', 'Cancel']);
    await press(/^Cancel/, row);
    await press('Cancel', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(row.buttons()).toEqual([]));
  });

  it('is a record of a patient with an account, chosen by a doctor', async () => {
    await screens.open(`/patients/${await patientId(screens.api, 'Okafor')}`).findByText('Trends');
    expect(screen.queryByRole('button', { name: 'Share with clinic' })).toBeNull();
    await screens.reload(`/patients/${morgan}`);
    const choice = await opens('Share with clinic', 'Select clinic');
    expect(await choice.findByRole('button', { name: /^Invite Lindenhof/ })).toHaveProperty('disabled', true);
    const nowhere = { id: randomUUID(), name: 'Nowhere', address: '', city: '' };
    screens.answer(/providers\/clinics/, () => ({ items: [nowhere], overall_count: 1 }));
    await fill('Search by name', 'now');
    await press('Invite Nowhere', choice);
    // a clinic that is not there is refused, and the dialog says so
    expect((await choice.findByRole('alert')).textContent).toContain('does not exist');
  });

  it.each<[string, string, Partial<InvitationView>, RegExp]>([
    ['all that connects it', 'sent', {}, /neither will the other clinics that see it\. Your clinic/],
    [
      'a share of another clinic with it',
      'received',
      { invitation_type: 'ClinicInvitesClinic' },
      /^This ends every connection between Nora Quay and your clinic: your doctors will no longer see this person's records of other clinics\./,
    ],
    [
      'what it shares',
      'sent',
      { invitation_type: 'ClinicInvitesClinic', organization_name: 'Westend' },
      /^The doctors of Westend will no longer see your clinic's record of Nora Quay, unless Nora Quay is connected with them too\.$/,
    ],
  ])('says what ends where it revokes %s', async (_, box, changes, words) => {
    const invitation: InvitationView = {
      ...{ id: ID, invitation_code: ID, invitation_type: 'ClinicInvitesPatient', invitation_status: 'Approved', expired: false },
      ...{ email: 'nora@example.org', first_name: 'Nora', last_name: 'Quay', username: 'nora', patient_id: null, version: 1 },
      ...{ sent_at: '2026-03-01T10:00:00.000Z', actions: ['cancel'], ...changes },
    };
    screens.answer(/invitations\/(sent|received)/, () => ({ items: [invitation], overall_count: 1 }));
    screens.open(`/invited-patients?tab=${box}`);
    await press('Revoke: Nora Quay');
    await within(await screen.findByRole('alertdialog')).findByText(words);
  });

  it('names the record with birth date and look-alikes, and warns of an account that differs', async () => {
    const invitation: InvitationView = {
      ...{ id: ID, invitation_code: ID, invitation_type: 'ClinicInvitesPatient', invitation_status: 'Approved', expired: false },
      ...{ email: 'mia@example.org', first_name: 'Mia', last_name: 'Schneider', username: 'mia', patient_id: ID, version: 1 },
      ...{ sent_at: '2026-03-01T10:00:00.000Z', actions: ['cancel'] },
      record: {
        ...{ first_name: 'Mia', middle_name: 'Ann', last_name: 'Schneider', name_suffix: 'Jr.', sex: 'Female' },
        ...{ date_of_birth: '1991-07-12T00:00:00', similar_name: true },
      },
      differing_account: { first_name: 'Mia', last_name: 'Schnieder', date_of_birth: '1989-07-21T00:00:00' },
    };
    screens.answer(/invitations\/sent/, () => ({ items: [invitation], overall_count: 1, waiting: 0 }));
    screens.open('/invited-patients');
    const row = await rowWith('Schneider Jr.');
    for (const words of ['Mia Ann', 'born 07/12/1991, Female', 'similar name']) row.getByText(words);
    row.getByText("The account's name or birth date differs: Mia Schnieder, born 07/21/1989");
  });

  it('is not shown where the consent does not reach', async () => {
    await screens.open(`/patients/${randomUUID()}`).findByText('This record cannot be shown');
    expect(banner()).not.toContain('read only');
    // one text is enough
    expect(screen.queryByText(/Error - 404/)).toBeNull();
  });
});

describe('a person who asks to be connected', () => {
  const PERSON = { first_name: 'Liam', last_name: 'Ortiz', username: 'liam', sex: 'Male', date_of_birth: '1958-01-02T00:00:00' };
  const asked = {
    ...{ id: ID, invitation_code: ID, invitation_type: 'PatientInvitesClinic', invitation_status: 'Pending', expired: false, email: '' },
    ...{ first_name: 'Liam', last_name: 'Ortiz', username: 'liam', patient_id: null, sent_at: '2026-11-27T12:00:00.000Z', version: 0 },
    ...{ sex: 'Male', date_of_birth: '1958-01-02T00:00:00', actions: ['approve', 'reject'] },
  };
  let sent: unknown[] = [];
  let who: object = PERSON;
  const opensRequest = async (person: object, isAgain = false) => {
    sent = [];
    who = person;
    screens
      .answer(/invitations\/received/, () => ({ items: [asked], overall_count: 1, waiting: 1 }))
      .answer(/\/person\b/, () => who)
      .answer(/\/approve$/, (_, request) => {
        sent.push(JSON.parse(request?.body as string));
        return { id: ID, position: 'p', version: 1 };
      });
    await (isAgain ? screens.reload() : screens.open('/invited-patients?tab=received'));
    const box = await opens(/^Accept: Liam Ortiz/, 'Accept request');
    await box.findByText(/asks to be connected with your clinic/);
    return box;
  };
  const accepts = (box: Awaited<ReturnType<typeof opensRequest>>) => press('Accept', box);

  it('is counted at the tab from the start, and its row says when the person was born', async () => {
    screens
      .answer(/invitations\/received/, () => ({
        items: [asked, { ...asked, id: randomUUID(), sex: undefined, date_of_birth: undefined }],
        overall_count: 2,
        waiting: 2,
      }))
      .answer(/invitations\/sent/, () => ({ items: [], overall_count: 0, waiting: 2 }))
      .open('/invited-patients');
    await userEvent.click(await screen.findByRole('tab', { name: /RECEIVED.*2 waiting/ }));
    await screen.findByText('born 01/02/1958, Male');
    screen.getByText('birth date not known');
  });

  it('is described, and nothing is accepted before the doctor chose a record; who looks alike stands first', async () => {
    const box = await opensRequest(PERSON);
    expect(box.getByText(/asks to be connected/).textContent).toContain('Liam Ortiz, born 01/02/1958, Male (liam) asks');
    expect(isDisabled('Accept', box)).toBe(true);
    const [first] = await box.findAllByRole('radio');
    expect(first!.closest('label')!.textContent).toMatch(/^Our patient Liam .*Ortiz.*\(same name, other birth date\)/);
    await press('Cancel', box);
    expect(sent).toEqual([]);
  });

  it('gets the code of the patient that was chosen', async () => {
    const box = await opensRequest(PERSON);
    await tick(/^Our patient Liam/, box);
    await box.findByText(/differs in birth date from the person asking/);
    await accepts(box);
    await waitFor(() => expect(sent).toEqual([{ patient_id: expect.any(String) }]));
  });

  it('gets a new record, with a warning where somebody looks alike, and none beside the same number', async () => {
    const box = await opensRequest(PERSON);
    await tick(/^Create a record/, box);
    await box.findByText(/A second record of one person hides half of what is known/);
    await accepts(box);
    await waitFor(() => expect(sent).toEqual([{ create_patient: true }]));
    const [{ id }] = (await itemsOf(screens.api, 'patients?take=1')) as [{ id: string }];
    const other = await opensRequest({ ...PERSON, first_name: 'Nobody', last_name: 'Else', same_number: id }, true);
    expect((await other.findByRole('radio', { name: /^Create a record/ })).hasAttribute('disabled')).toBe(true);
    other.getByText(/\(same number, other birth date\)/);
  });

  it('gets the record again that the account had, and the doctor sees where that is of another name', async () => {
    const [{ id, first_name, last_name, date_of_birth, sex }] = (await itemsOf(screens.api, 'patients?take=1')) as [Record<string, string>];
    const box = await opensRequest({ ...PERSON, first_name, last_name, date_of_birth, sex, restores: id });
    expect(((await box.findByRole('radio', { name: /^The record that this account/ })) as HTMLInputElement).checked).toBe(true);
    await accepts(box);
    await waitFor(() => expect(sent).toEqual([{ patient_id: id }]));
    const other = await opensRequest({ ...PERSON, restores: id }, true);
    expect(isDisabled('Accept', other)).toBe(true);
    await tick(/^The record that this account/, other);
    await other.findByText(/differs in name.* from the person asking/);
  });

  it('does not get the record again by itself where that is of another sex', async () => {
    const [{ id, first_name, last_name, date_of_birth }] = (await itemsOf(screens.api, 'patients?take=1')) as [Record<string, string>];
    const box = await opensRequest({ ...PERSON, first_name, last_name, date_of_birth, sex: 'Other', restores: id });
    expect(isDisabled('Accept', box)).toBe(true);
    await tick(/^The record that this account/, box);
    await box.findByText(/differs in sex from the person asking/);
  });

  it('may be any other patient, or be connected without a record', async () => {
    const box = await opensRequest({ ...PERSON, first_name: 'Nobody', last_name: 'Else', date_of_birth: undefined, sex: undefined });
    expect((await box.findByRole('radio', { name: /^Create a record/ })).hasAttribute('disabled')).toBe(true);
    await tick('Another patient of ours', box);
    expect(isDisabled('Accept', box)).toBe(true);
    await fill(/^Patient/, 'Morgan', box);
    (await box.findAllByRole('option'))[0]!.click();
    await accepts(box);
    await waitFor(() => expect(sent).toEqual([{ patient_id: morgan }]));
    const again = await opensRequest(PERSON, true);
    await tick(/^No record/, again);
    await accepts(again);
    await waitFor(() => expect(sent).toEqual([{ create_patient: false }]));
  });

  it('is asked for again where the request could not be read', async () => {
    screens
      .answer(/invitations\/received/, () => ({ items: [asked], overall_count: 1, waiting: 1 }))
      .answer(/\/person\b/, 'failed')
      .open('/invited-patients?tab=received');
    const box = await opens(/^Accept: Liam Ortiz/, 'Accept request');
    await box.findByText('The request could not be read');
    expect(isDisabled('Accept', box)).toBe(true);
  });

  it.each<[string, object, RegExp]>([
    [
      'a record that follows',
      { record_follows: '2026-11-27T12:00:00.000Z' },
      /the record follows when the link in the mail of 11\/2[678]\/2026 is opened/,
    ],
    ['no record', {}, /connected without a record: to add one, invite the patient/],
    ['its record', { own_record: ID }, /Record of this clinic/],
  ])('stands, once connected, with %s', async (_, changes, words) => {
    const connected = { ...asked, ...changes, invitation_status: 'Approved', actions: ['cancel'] };
    screens
      .answer(/invitations\/received/, () => ({ items: [connected], overall_count: 1, waiting: 1 }))
      .open('/invited-patients?tab=received');
    (await rowWith('Ortiz')).getByText(words);
  });
});

describe('an invitation whose link was opened before signing in', () => {
  const WAITING = { invitation_status: 'Received', expired: false, organization: { id: 'c1', name: 'Harbor Clinic' }, may_answer: true };

  it.each<[string, object]>([
    ['accepted since', { ...WAITING, invitation_status: 'Approved' }],
    ['that has expired', { ...WAITING, expired: true }],
  ])('is not asked about where it was one %s', async (_, details) => {
    const patient = { first_name: 'Mia', last_name: 'Morgan', date_of_birth: '2015-06-01T00:00:00' };
    let isRead = false;
    asPatient.answer(/invitation\/i1\.code$/, () => {
      isRead = true;
      return { ...details, patient };
    });
    sessionStorage.setItem('invitation', 'i1.code');
    await asPatient.open('/practices').findByText('You are registered in following clinics:');
    await waitFor(() => expect(isRead).toBe(true));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('warns where the account is of another person, who may say so', async () => {
    const patient = { first_name: 'Mia', last_name: 'Morgan', date_of_birth: '2015-06-01T00:00:00' };
    const sent: string[] = [];
    asPatient.answer(/invitation\/i1\.code$/, () => ({ ...WAITING, patient }));
    asPatient.answer(/invitation\/i1\.code\/(approve|reject)$/, (_, request) => {
      sent.push(request!.method!);
      return { id: 'i1', position: 'p', version: 1 };
    });
    sessionStorage.setItem('invitation', 'i1.code');
    asPatient.open('/practices');
    const box = await dialog('Invitation');
    expect((await box.findByRole('alert')).textContent).toMatch(
      /^This invitation is for Mia Morgan, born 06\/01\/2015\. Your account says Ava Morgan/,
    );
    expect(sent).toEqual([]);
    await press('This is not me', box);
    await screen.findByText('The invitation of Harbor Clinic was rejected');
    expect(sent).toHaveLength(1);
  });

  it('tells an account of another address what to do, and asks it nothing', async () => {
    asPatient.answer(/invitation\/i1\.code$/, () => ({ ...WAITING, patient: null, may_answer: false }));
    asPatient.answer(/invitation\/i1\.code\/received$/, () => ({ id: 'i1', position: 'p', version: 1 }));
    await asPatient.open('/receiveinvitation/i1.code').findByText(/^This invitation was sent to another address/);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is asked about wherever a signed-in account lands, also when its link is opened again', async () => {
    const again = { ...WAITING, patient: null, patient_has_user: true, has_diff_email: false, patient_has_user_other_clinic: false };
    asPatient.answer(/invitation\/i1\.code$/, () => again);
    asPatient.answer(/invitation\/i1\.code\/received$/, () => ({ id: 'i1', position: 'p', version: 1 }));
    asPatient.open('/receiveinvitation/i1.code');
    await dialog('Invitation');
    cleanup();
    asPatient.open('/receiveinvitation/i1.code', null);
    await screen.findByText('Invitation was already processed. Please login...');
    expect(sessionStorage.getItem('invitation')).toBe('i1.code');
    sessionStorage.clear();
  });

  it.each<[string, object, RegExp]>([
    ['was cancelled', { invitation_status: 'Cancelled' }, /^Invitation was rejected\. It was taken back, or its connection was ended/],
    ['has expired', { expired: true }, /^Invitation was rejected\. Its link has expired/],
  ])('says why nothing can be done with one that %s, signed in or not', async (_, changes, words) => {
    asPatient.answer(/invitation\/i1\.code$/, () => ({ ...WAITING, ...changes }));
    asPatient.answer(/invitation\/i1\.code\/received$/, () => ({ id: 'i1', position: 'p', version: 1 }));
    await asPatient.open('/receiveinvitation/i1.code', null).findByText(words);
    cleanup();
    await asPatient.open('/receiveinvitation/i1.code').findByText(words);
  });

  it('says of a link with broken letters that it is not complete', async () => {
    await asPatient.open('/receiveinvitation/i1.broken', null).findByText(/^This link does not work\. It is not complete/);
  });

  it('shows the record as to its patient where the profile does not list it yet', async () => {
    asPatient.answer(/api\/token$/, (body) => {
      const answer = body as { user: object };
      return { ...answer, user: { ...answer.user, patient_ids: [], patient_id: null, has_patient_invitation: false } };
    });
    asPatient.open(`/patients/${morgan}`);
    await tells('read only');
    expect(screen.queryByRole('button', { name: /^Add new/ })).toBeNull();
  });

  it('is asked about where it is of somebody else who reads the same mails, and not answered by signing in', async () => {
    const patient = { first_name: 'Mia', last_name: 'Morgan', date_of_birth: '2015-06-01T00:00:00' };
    asPatient.answer(/invitation\/i1\.code$/, () => ({ ...WAITING, patient }));
    sessionStorage.setItem('invitation', 'i1.code');
    asPatient.open('/practices');
    const box = await dialog('Invitation');
    box.getByText(/record that it keeps of Mia Morgan, born 06\/01\/2015/);
    expect(box.queryByText(/Without an answer/)).toBeNull();
  });

  describe('by somebody who is not signed in', () => {
    const patient = {
      ...{ first_name: 'Ava', last_name: 'Morgan', date_of_birth: '1980-06-01T00:00:00', agreement_uploaded: false },
      social_security_number: '***-**-1234',
    };
    const details = { ...WAITING, invitation_status: 'Pending', email: 'ava@example.org', clinic: null, patient };
    const KNOWN = { patient_has_user: true, has_diff_email: false, patient_has_user_other_clinic: false, username: 'patient' };
    const UNKNOWN = { patient_has_user: false, has_diff_email: false, patient_has_user_other_clinic: false };
    /** Opens the link; answers the bodies of later calls to a path. */
    const opensWith = (who: object, path: RegExp) => {
      const sent: unknown[] = [];
      screens.answer(/invitation\/i1\.code$/, () => ({ ...details, ...who }));
      screens.answer(/invitation\/i1\.code\/received$/, () => ({ id: 'i1', position: 'p', version: 1 }));
      screens.answer(path, (_, request) => {
        sent.push(request!.body);
        return { id: 'i1', position: 'p', version: 1 };
      });
      screens.open('/receiveinvitation/i1.code', null);
      return sent;
    };
    const factsShown = () => textsOf([...document.querySelectorAll('dl > div')] as HTMLElement[]);

    it("leads a person with an account to 'Sign in to clinic', with name, birth date, masked number and username", async () => {
      opensWith(KNOWN, /never/);
      await screen.findByRole('heading', { name: 'Sign in to clinic' });
      await screen.findByText('Invitation was accepted. Please login...');
      await screen.findByText(/^Signing in accepts the invitation/);
      expect(factsShown()).toEqual([
        'OrganizationHarbor Clinic',
        'NameAva Morgan',
        'Date of birth06/01/1980',
        'Social security number***-**-1234',
        'RolePatient',
      ]);
      expect((screen.getByLabelText(/^Username/) as HTMLInputElement).value).toBe('patient');
    });

    it.each([
      ['Sign in to clinic', KNOWN],
      ['Create an account', UNKNOWN],
    ])('is rejected on the page %s, and says so', async (title, who) => {
      const sent = opensWith(who, /invitation\/i1\.code\/reject$/);
      await screen.findByRole('heading', { name: title });
      await press('Reject the invitation');
      await press('Reject', within(await screen.findByRole('alertdialog')));
      await screen.findByText('Invitation was rejected.');
      expect(sent).toHaveLength(1);
      expect(sessionStorage.getItem('invitation')).toBeNull();
    });

    it('fills in the form of a new account; the masked number stays unless another one is typed', async () => {
      opensWith(UNKNOWN, /never/);
      await screen.findByRole('heading', { name: 'Create an account' });
      const valueOf = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
      expect([valueOf(/^Organization/), valueOf(/^Social security number/), valueOf(/^Date of birth/), valueOf(/^Email/)]).toEqual([
        ...['Harbor Clinic', '***-**-1234', '06/01/1980', 'ava@example.org'],
      ]);
      const field = screen.getByLabelText(/^Social security number/);
      await userEvent.type(field, '900');
      expect(valueOf(/^Social security number/)).toBe('900');
      await userEvent.clear(field);
      await userEvent.tab();
      expect(valueOf(/^Social security number/)).toBe('***-**-1234');
      expect(field.getAttribute('aria-invalid')).not.toBe('true');
    });
  });

  it('is named once a sign-in has accepted it, and its clinics stand first, to be revoked', async () => {
    const clinic = (id: string, name: string): Practice => ({
      ...{ id, invitation_code: `i-${id}`, name, address: '', patient_id: null, invited: false, was_connected: true, expired: false },
      ...{ invitation_type: 'ClinicInvitesPatient', invitation_status: 'Approved', actions: ['cancel'] },
    });
    const [aare, birs, cher] = [1, 2, 3].map((nth) => `${ID.slice(0, -1)}${nth}`) as [string, string, string];
    const items = [clinic(aare, 'Aare'), clinic(birs, 'Birs'), clinic(cher, 'Cher')];
    screens.answer(/practices/, () => ({ items, overall_count: items.length }));
    screens.answer(/api\/token$/, (body, request) => ({
      ...(body as object),
      ...(request?.method === 'POST' && {
        accepted_invitations: [
          { invitation_id: ID, organization_id: cher, organization_name: 'Cher' },
          { invitation_id: ID, organization_id: birs, organization_name: 'Birs' },
        ],
      }),
    }));
    screens.open('/signin', null);
    await fillAll({ Username: 'patient', Password: passwordOf(screens.url()) });
    await press('Sign in');
    await said('The invitation of Cher and that of Birs was accepted: you can revoke this under Clinics');
    await waitFor(() => expect(location.search).toBe(`?connected=${cher},${birs}`));
    expect((await rowWith('Birs')).buttons()).toEqual(['Revoke']);
    expect((await rows()).map((row) => row.slice(0, 4))).toEqual(['Birs', 'Cher', 'Aare']);
  });

  it('says that it is accepted without an answer where it is of the person', async () => {
    const patient = { first_name: 'Ava', last_name: 'Morgan', date_of_birth: '1980-06-01T00:00:00' };
    asPatient.answer(/api\/token$/, (body) => {
      const answer = body as TokenResponse;
      return { ...answer, user: { ...answer.user, date_of_birth: patient.date_of_birth } };
    });
    asPatient.answer(/invitation\/i1\.code$/, () => ({ ...WAITING, patient }));
    sessionStorage.setItem('invitation', 'i1.code');
    asPatient.open('/practices');
    (await dialog('Invitation')).getByText('Without an answer it is accepted when you next sign in.');
  });
});

describe('the record of a patient', () => {
  it("has one clock for the person: the clinic's", async () => {
    const { user } = await asPatient.api.get<TokenResponse>('/api/token');
    expect(user.time_zone).toBe('America/Chicago');
    await asPatient.open(`/patients/${morgan}/medical-history`).findByText('History of Data Entry');
    await tells('Morgan');
    expect(banner()).not.toContain('Local times of this record');
  });
});

describe('a record that is shared no more', () => {
  it.each(['', '/trends', '/medical-history'])('leaves nothing on its open screen %s', async (path) => {
    screens.open(`/patients/${morgan}${path}`);
    expect((await (await main()).findAllByText(/^Creatinine|Hemoglobin/)).length).toBeGreaterThan(0);
    screens.answer(/patients\/|patient_id/, 'gone');
    await rereadAll();
    await screen.findByText('This record cannot be shown');
    await waitFor(() => expect(banner()).not.toContain('Morgan'));
    expect((await main()).queryByText(/^Creatinine|Hemoglobin/)).toBeNull();
  });

  it('is asked for no more in an open tab, and once by whoever looks again or comes back', async () => {
    screens.open(`/patients/${morgan}`);
    expect((await (await main()).findAllByText(/^Creatinine|Hemoglobin/)).length).toBeGreaterThan(0);
    screens.answer(/patients\/|patient_id/, 'gone');
    const asked = jest.spyOn(globalThis, 'fetch');
    const addresses = () => asked.mock.calls.flatMap(([path]) => (typeof path === 'string' && path.includes(morgan) ? [path] : []));
    await rereadAll();
    await screen.findByText('This record cannot be shown');
    await rereadAll();
    asked.mockClear();
    // as at each notice
    for (let nth = 0; nth < 3; nth++) await rereadAll();
    expect(addresses()).toEqual([]);
    await press('Look again');
    await rereadAll();
    expect(addresses()).toEqual([`/api/patients/${morgan}`]);
    cleanup();
    asked.mockClear();
    await screens.open(`/patients/${morgan}`).findByText('This record cannot be shown');
    await rereadAll();
    expect(addresses()).toEqual([`/api/patients/${morgan}`]);
    asked.mockRestore();
    screens.answerAll();
    await press('Look again');
    expect((await (await main()).findAllByText(/^Creatinine|Hemoglobin/)).length).toBeGreaterThan(0);
    expect(banner()).toContain('Morgan');
  });

  it('is told from a part of it that is not there', async () => {
    screens.answer(/external-reports|import-notes/, 'gone').open(`/patients/${morgan}`);
    expect((await (await main()).findAllByText(/^Creatinine|Hemoglobin/)).length).toBeGreaterThan(0);
    await rereadAll();
    expect(screen.queryByText('This record cannot be shown')).toBeNull();
  });
});

describe('the patient list of a doctor', () => {
  it('shows what is shared with the clinic apart, with its clinic, to be looked at alone', async () => {
    const [patient] = await itemsOf<object>(screens.api, 'patients?take=1');
    const shared = { ...patient, id: ID, last_name: 'Elsewhere', read_only: true, organization_name: 'Harbor Clinic' };
    screens.answer(/patients\?shared/, () => ({ items: [shared], overall_count: 1 })).open('/patients');
    const row = await rowWith('Elsewhere');
    row.getByText('[Harbor Clinic]');
    expect(row.buttons()).toEqual([]);
    screen.getByText('1 record, read only');
  });
});

describe('the view of all connected clinics', () => {
  const LISTS = 'diagnoses_view=list&lab_view=list&intakes_view=list&examinations_view=list';
  let second: SecondClinic;
  beforeAll(async () => void (second = await addSecondClinic(screens.url())));
  /** What can be done on the screen besides looking, by the words of its buttons. */
  const changing = () =>
    screen
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
      .filter((words) => /^(Add|Edit|Confirm|Stop|Remove|Change dosage|Comment|Share|New to you)/.test(words));
  const goTo = (state: unknown, path?: string) => {
    history.replaceState(state, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  };

  it('is offered to a doctor, read only, with the clinics in the banner, in rows and in legends', async () => {
    await screens.open(`/patients/${morgan}?${LISTS}`).findByRole('button', { name: 'All connected clinics' });
    await waitFor(() => expect(changing().length).toBeGreaterThan(5));
    expect((await main()).queryByText(/Harbor Clinic/)).toBeNull();

    await press('All connected clinics');
    expect((await (await main()).findAllByText('[Harbor Clinic]')).length).toBeGreaterThan(0);
    await tells('All connected clinics, read only Lindenhof Family Practice, Harbor Clinic');
    expect((await main()).getAllByText('[Lindenhof Family Practice]').length).toBeGreaterThan(0);
    expect(changing()).toEqual([]);

    // one series for each clinic
    goTo(history.state, `/patients/${morgan}`);
    expect((await (await main()).findAllByText(/^Creatinine/)).length).toBeGreaterThan(1);
    expect(changing()).toEqual([]);

    await press('Single clinic');
    await waitFor(() => expect(banner()).not.toContain('Harbor Clinic'));
    await waitFor(() => expect(changing().length).toBeGreaterThan(0));
  });

  it('is named by what one clinic has, and has not, where another one shares its record', async () => {
    screens.answer(/intakes/, (body) => ({ ...(body as object), items: [], overall_count: 0 })).open(`/patients/${morgan}`);
    const empty = await section('Treatments');
    await empty.findByText(/^There are no treatments available at Lindenhof Family Practice; other clinics share theirs:/);
    // the quiet word of a section that has something
    expect((await screen.findAllByText('Lindenhof Family Practice only')).length).toBeGreaterThan(0);
    expect(empty.queryByText('Lindenhof Family Practice only')).toBeNull();
    await userEvent.click(empty.getByRole('link', { name: 'All connected clinics' }));
    await tells('All connected clinics, read only');
    await (await section('Treatments')).findByText('There are no treatments available');
    expect(screen.queryByText('Lindenhof Family Practice only')).toBeNull();
    screens.answer(/trends\?|patients\/history/, (body) => ({ ...(body as object), items: [], overall_count: 0 }));
    for (const [path, words] of [
      ['trends', /^There are no trends available at Lindenhof/],
      ['medical-history', /^There are no entries available at Lindenhof/],
    ] as const) {
      goTo({}, `/patients/${morgan}/${path}`);
      await screen.findByText(words);
    }
  });

  it('lists in the History of Data Entry what another clinic entered, without its history', async () => {
    screens.open(`/patients/${morgan}/medical-history`);
    goTo({ aggregated: true });
    expect((await rowWith('[Harbor Clinic]')).buttons()).toEqual([]);
    expect(banner()).toContain('Harbor Clinic');
  });

  it('is not offered to an assistant, nor where nothing else is connected', async () => {
    const isOffered = () => screen.queryByRole('button', { name: 'All connected clinics' }) !== null;
    await screens.open(`/patients/${morgan}`, (await screens.as('assistant')).token).findByText('Trends');
    await screen.findAllByText(/^Creatinine/);
    expect(isOffered()).toBe(false);
    const other = (await itemsOf(screens.api, 'patients?take=20')).find(({ id }) => id !== morgan)!;
    await (await screens.reload(`/patients/${other.id}`)).findByText('Trends');
    expect(isOffered()).toBe(false);
  });

  it("begins a patient's list of clinics", async () => {
    asPatient.open('/practices');
    const row = await rowWith('Aggregated view with all connected clinics');
    expect(row.element.previousElementSibling).toBeNull();
    await press(/^Show Data/, row);
    await tells('All connected clinics, read only');
    await tells(/Harbor Clinic.*Lindenhof|Lindenhof.*Harbor Clinic/);
    expect(changing()).toEqual([]);
  });

  it("does not offer the clinics of such records to share with, nor another clinic's history", async () => {
    const { user } = await second.api.get<{ user: { organization_id: string } }>('/api/token');
    const harbor = { id: user.organization_id, name: 'Harbor Clinic', address: '', city: '' };
    screens.answer(/providers\/clinics/, () => ({ items: [harbor], overall_count: 1 })).open(`/patients/${morgan}`);
    await screen.findByRole('button', { name: 'All connected clinics' });
    const choice = await opens('Share with clinic', 'Select clinic');
    expect(await choice.findByRole('button', { name: 'Invite Harbor Clinic' })).toHaveProperty('disabled', true);
    await screens.reload(`/patients/${second.record}/medical-history`);
    await screen.findByText('The history of this record is not shared');
    screen.getByText('It stays with the clinic that keeps the record, Harbor Clinic.');
    expect(screen.queryByText(/Error - 404/)).toBeNull();
  });

  it('names the clock of its charts, since each clinic has its own local times', async () => {
    screens.answer(/patients\/[\w-]+\?all_clinics/, (body) => ({ ...(body as object), time_zone: 'Pacific/Chatham' }));
    screens.open(`/patients/${morgan}`);
    await press('All connected clinics');
    await tells("Local times are each clinic's own; charts and order: Pacific/Chatham");
  });

  it('says what is left out, and what another clinic calls the person', async () => {
    const record = { patient_id: second.record, organization_id: second.record, organization_name: 'Emme' };
    const doubs = { ...record, organization_name: 'Doubs' };
    const born = { date_of_birth: '1961-01-01T00:00:00', date_of_birth_precision: 'year' };
    const aare = { ...record, organization_name: 'Aare', other_sex: 'Other', other_birth: born };
    const records = {
      records: [{ ...record, other_name: 'Eva Morgan' }, aare],
      left_out: [
        { ...doubs, other_birth: born },
        { ...doubs, other_name: 'Yolanda Morgan' },
      ],
    };
    screens.answer(/patients\/[\w-]+\?all_clinics/, (body) => ({ ...(body as object), ...records })).open(`/patients/${morgan}`);
    await press('All connected clinics');
    await tells('Emme has: Eva Morgan');
    expect(banner()).toContain('Aare has: Other, born 1961');
    expect(banner()).toContain('Not included: the record of Doubs has another date of birth, 1961');
    expect(banner()).toContain('Not included: the record of Doubs of Yolanda Morgan, perhaps another person');
  });

  it('loses the rows of a clinic whose connection ends, and says so', async () => {
    screens.open(`/patients/${morgan}?${LISTS}`);
    await press('All connected clinics');
    await (await main()).findAllByText('[Harbor Clinic]');
    await second.revoke();
    await rereadAll();
    await tells('Not shared any more: Harbor Clinic');
    await waitFor(async () => expect((await main()).queryByText('[Harbor Clinic]')).toBeNull());
  });

  describe('where its clinic invites again', () => {
    const email = 'patient@lindenhof.example';
    // refused where a test before has ended the connection
    beforeAll(() => second.revoke().catch(() => undefined));
    const codes = async (): Promise<string[]> => {
      const { items } = await asAdmin.api.get<{ items: { to: string; text: string }[] }>('/api/outbox');
      return items.flatMap(({ to, text }) => (to === email ? (/receiveinvitation\/([\w.-]+)/.exec(text)?.[1] ?? []) : []));
    };
    /** The address in the mail of a new invitation, and the way to end what follows from it. */
    const invite = async () => {
      const before = await codes();
      const body = { patient_id: second.record, email };
      const { id } = await second.api.send<{ id: string }>('PUT', '/api/patient-invitations/invitation/invite', body);
      const code = await waitFor(async () => {
        const [added] = (await codes()).filter((one) => !before.includes(one));
        expect(added).toBeDefined();
        return added!;
      });
      return {
        path: `/receiveinvitation/${code}`,
        revoke: () => asPatient.api.send('PUT', `/api/patient-invitations/invitation/${id}/cancel`),
      };
    };
    const showsItFirst = async () => {
      await waitFor(() => expect(location.pathname + location.search).toMatch(/^\/practices\?connected=[0-9a-f-]{36}$/));
      // the account is connected a moment after the yes
      await waitFor(async () => {
        await rereadAll();
        expect(document.activeElement?.getAttribute('aria-label')).toBe('Show clinic data: Harbor Clinic');
      });
      expect((await rows())[0]).toMatch(/^Harbor Clinic/);
      expect((await rows())[1]).toMatch(/^Aggregated view/);
    };

    it('shows that clinic first to an account that accepts at its next sign-in', async () => {
      const { path, revoke } = await invite();
      screens.open(path, null);
      await screen.findByText('Invitation was accepted. Please login...');
      await fillAll({ Username: 'patient', Password: passwordOf(screens.url()) });
      await press('Sign in');
      await showsItFirst();
      await revoke();
    });

    it('shows it first to one that is signed in and says yes', async () => {
      const { path, revoke } = await invite();
      asPatient.open(path);
      await press('Accept', await dialog('Invitation'));
      await showsItFirst();
      await revoke();
    });
  });
});
