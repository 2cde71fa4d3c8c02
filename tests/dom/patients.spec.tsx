import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { InvitationDetails } from '#contracts/people/invitations';
import type { PatientPage, PatientView } from '#contracts/people/patients';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { passedFiles, passFiles } from '#web/lib/passed-files.ts';
import { patientId } from '../e2e/api.ts';
import { itemsOf } from './data.ts';
import { dialog, field, isClosed, isDisabled, type Part, rowOf, valueOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { fill, opens, press } from './user.ts';

const screens = screensOf('doctor');
const asAssistant = screens.for('assistant');
const ID = '6f1f0b0a-5a52-4b7e-9d4e-000000000001';
const CONNECT = /^Connect to patient account/;
const PROCESSED = 'This invitation was already processed';

let morgan = '';
let okafor = '';
beforeAll(async () => void ([morgan, okafor] = [await patientId(screens.api, 'Morgan'), await patientId(screens.api, 'Okafor')]));

/** Answers the list with changes of some of its patients. */
const listAs = (changes: Record<string, Partial<PatientView>>) =>
  screens.answer(/^\/api\/patients\?(?!shared)/, (body) => {
    const page = body as PatientPage;
    return { ...page, items: page.items.map((patient) => ({ ...patient, ...changes[patient.id] })) };
  });
const cellOf = async (id: string, name: string): Promise<string> => {
  const row = await rowOf(id);
  const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === name);
  return row.getAllByRole('cell')[at]!.textContent;
};

describe('the list of patients', () => {
  it.each([
    ['a doctor', screens],
    ['an assistant', asAssistant],
  ])('tells %s whether an agreement is on file, and how the invitation stands', async (_, theirs) => {
    const [brandt] = (await itemsOf<PatientView>(screens.api, 'patients')).filter(({ last_name }) => last_name === 'Brandt');
    listAs({
      [brandt!.id]: { agreement_uploaded: false, invitation_status: 'Approved', invitation_code: ID },
      [morgan]: { agreement_uploaded: true, invitation_status: 'Pending', invitation_code: ID },
      [okafor]: { agreement_uploaded: false, invitation_status: null },
    });
    theirs.open('/patients-management');
    expect(await cellOf(morgan, 'HIPAA agreement')).toMatch(/On file\s*Invitation: Pending$/);
    expect(await cellOf(okafor, 'HIPAA agreement')).toMatch(/Not on file$/);
    expect(await cellOf(brandt!.id, 'HIPAA agreement')).toMatch(/Accepted by the patient\s*Invitation: Approved$/);
  });

  it.each<[string, Partial<PatientView>, boolean]>([
    ['without an invitation', { invitation_status: null }, true],
    ...(['Pending', 'Received', 'Rejected', 'Cancelled'] as const).map((invitation_status): [string, Partial<PatientView>, boolean] => [
      invitation_status,
      { invitation_status, invitation_code: ID },
      true,
    ]),
    ['Approved', { invitation_status: 'Approved', invitation_code: ID }, false],
    [
      'Pending, of somebody who died',
      { invitation_status: 'Pending', invitation_code: ID, deceased: { source: 'County hospital' } },
      false,
    ],
  ])('offers a doctor to connect an account where the invitation is not approved: %s', async (_, changes, isOffered) => {
    listAs({ [okafor]: changes });
    screens.open('/patients-management');
    const row = await rowOf(okafor);
    expect(row.queryAllByRole('button', { name: CONNECT })).toHaveLength(isOffered ? 1 : 0);
  });

  it('offers nobody else to connect an account', async () => {
    asAssistant.open('/patients-management');
    await rowOf(okafor);
    expect(screen.queryByRole('button', { name: CONNECT })).toBeNull();
  });
});

describe('an invitation that waits', () => {
  const DETAILS: InvitationDetails = {
    ...{ id: ID, invitation_code: ID, invitation_type: 'ClinicInvitesPatient', invitation_status: 'Pending', expired: false },
    ...{ email: 'ethan@example.org', has_diff_email: false, patient_has_user: false, patient_has_user_other_clinic: false },
    ...{ organization: { id: ID, name: 'Lindenhof' }, patient: null, clinic: null },
  };
  const detailsPath = new RegExp(`invitation/${ID}(\\?|$)`);
  /** Calls of its actions that came to the server. */
  let acted: string[] = [];
  const refuse = (action: string) =>
    screens.answer(new RegExp(`invitation/${ID}/${action}`), () => {
      acted.push(action);
      return Response.json({ code: 'invitation-processed', message: PROCESSED }, { status: 409 });
    });
  const opensWaiting = async (answer: Parameters<typeof screens.answer>[1], status: 'Pending' | 'Received' = 'Pending') => {
    acted = [];
    listAs({ [okafor]: { invitation_status: status, invitation_code: ID } });
    screens.answer(detailsPath, answer);
    screens.open('/patients-management');
    return opens(CONNECT, /Invitation$/, await rowOf(okafor));
  };
  const isListedAs = (words: RegExp) => waitFor(async () => expect(await cellOf(okafor, 'HIPAA agreement')).toMatch(words));
  const as = (changes: Partial<InvitationDetails>) => () => Response.json({ ...DETAILS, ...changes });
  const buttons = (form: Part) => form.getAllByRole('button').flatMap(({ textContent }) => (textContent === '' ? [] : [textContent]));

  it('is sent again, or taken back for another address in the same dialog', async () => {
    screens.open('/patients-management');
    await opens(CONNECT, 'Send Invitation', await rowOf(okafor));
    await fill('Email', 'ethan@example.org');
    await press('Send', screen, /was invited/);
    await isListedAs(/Invitation: Pending$/);
    const waiting = await opens(CONNECT, 'Invitation', await rowOf(okafor));
    await waiting.findByText('ethan@example.org');
    waiting.getByText(/Ethan Chidi Okafor/);
    expect(buttons(waiting)).toEqual(['Cancel the invitation', 'Close', 'Resend']);
    await press('Resend', waiting, /was sent again/);
    await isClosed('dialog');
    await press('Cancel the invitation', await opens(CONNECT, 'Invitation', await rowOf(okafor)));
    const form = await dialog('Send Invitation', 'dialog');
    await form.findByText(/^The invitation to ethan@example\.org was cancelled/);
    await waitFor(async () => expect(document.activeElement).toBe(await field('Email', form)));
    await isListedAs(/Invitation: Cancelled$/);
    await fill('Email', 'chidi@example.org', form);
    await press('Send', form);
    await isClosed('dialog');
    await isListedAs(/Invitation: Pending$/);
    await (await opens(CONNECT, 'Invitation', await rowOf(okafor))).findByText('chidi@example.org');
  });

  it('is read first, and read again where that failed', async () => {
    const form = await opensWaiting('never', 'Received');
    form.getByLabelText('Reading the invitation');
    expect(buttons(form)).toEqual(['Close']);
    screens.again(detailsPath, 'failed');
    await form.findByText('The invitation could not be read');
    screens.again(detailsPath, as({ invitation_status: 'Received' }));
    await press('Try again', form);
    await form.findByText('ethan@example.org');
    form.getByText(/^Received/);
  });

  it('says that it has expired', async () => {
    const form = await opensWaiting(as({ expired: true }));
    await form.findByText(/^Expired/);
    expect(buttons(form)).toEqual(['Cancel the invitation', 'Close', 'Resend']);
  });

  it.each(['Resend', 'Cancel the invitation'])('says so where somebody answered it before: %s', async (button) => {
    const form = await opensWaiting(as({}));
    await form.findByText(/^Pending/);
    for (const action of ['resend', 'cancel']) refuse(action);
    let reads = 0;
    // answered between the last look and the command
    screens.answer(detailsPath, () => as(reads++ === 0 ? {} : { invitation_status: 'Approved' })());
    await press(button, form);
    expect((await form.findByRole('alert')).textContent).toBe(PROCESSED);
    await form.findByText(/^Approved/);
    expect(buttons(form)).toEqual(['Close']);
    expect(acted).toHaveLength(1);
  });

  it('is not taken back where the patient has accepted it: that would end the connection', async () => {
    const form = await opensWaiting(as({}));
    await form.findByText(/^Pending/);
    refuse('cancel');
    screens.answer(detailsPath, as({ invitation_status: 'Approved' }));
    await press('Cancel the invitation', form);
    await form.findByText(PROCESSED);
    expect(acted).toEqual([]);
  });

  it('gives way to the form where somebody else took it back', async () => {
    await opensWaiting(as({ invitation_status: 'Rejected' }));
    const form = await dialog('Send Invitation', 'dialog');
    form.getByText(/^The invitation to ethan@example\.org was rejected/);
    expect(isDisabled('Send', form)).toBe((await valueOf('Email', form)) === '');
  });
});

describe('the upload area of the patient list', () => {
  const AREA = /^Drop lab results here or click to select files/;
  const pdf = new File(['%PDF'], 'one.pdf', { type: 'application/pdf' });
  const note = new File(['note'], 'note.txt', { type: 'text/plain' });
  const inDialog = async () => {
    const form = await dialog('Upload lab results', 'dialog');
    form.getByText('one.pdf');
    form.getByText('note.txt: only PDF, JPG and PNG files can be read');
    expect([location.pathname, JSON.stringify(history.state)]).toEqual(['/reports', 'null']);
    expect(isDisabled('Upload', form)).toBe(false);
  };

  it('takes dropped files to the upload of reports, once', async () => {
    const area = await screens.open('/patients').findByRole('button', { name: AREA });
    expect(screen.queryByRole('button', { name: 'Upload lab results' })).toBeNull();
    // words that are dropped are no files
    fireEvent.drop(area, { dataTransfer: { files: [] } });
    expect(location.pathname).toBe('/patients');
    fireEvent.drop(area, { dataTransfer: { files: [pdf, note] } });
    await inDialog();
    await (await screens.reload()).findByRole('heading', { name: /^Reports/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('takes chosen files there, of the same types as the dialog', async () => {
    screens.open('/patients');
    const input = await field('Lab results');
    const { accept } = input;
    await userEvent.upload(input, [pdf, note], { applyAccept: false });
    await inDialog();
    expect((await field('Files')).accept).toBe(accept);
    await press('Cancel');
    await isClosed('dialog');
    const again = await opens('Upload lab results', 'Upload lab results');
    expect(again.queryByText('one.pdf')).toBeNull();
  });

  it('is called by what a finger does', async () => {
    const real = globalThis.matchMedia;
    globalThis.matchMedia = (media) => ({ ...real(media), matches: media === '(pointer: coarse)' });
    try {
      await screens.open('/patients').findByRole('button', { name: /^Select lab results/ });
    } finally {
      globalThis.matchMedia = real;
    }
  });

  it('leaves no files to the next session', async () => {
    passFiles([pdf]);
    await screens.open('/signin', null).findByRole('button', { name: 'Sign in' });
    expect(passedFiles()).toEqual([]);
  });

  it('is a button in Patient management', async () => {
    await screens.open('/patients-management').findByRole('button', { name: 'Upload lab results' });
    expect(screen.queryByRole('button', { name: AREA })).toBeNull();
  });
});

describe('an address of a form with one more part', () => {
  it('opens the form of the item', async () => {
    const [diagnosis] = await itemsOf<DiagnosisView>(screens.api, `diagnoses?patient_id=${morgan}&take=1`);
    screens.open(`/patients/${morgan}/diagnoses/${diagnosis!.id}/anything`);
    await screen.findByRole('heading', { name: 'Diagnosis' });
  });

  it('adds an item, and tells the kinds that have no form', async () => {
    screens.open(`/patients/${morgan}/diagnoses/add/anything`);
    await screen.findByRole('heading', { name: 'New diagnosis' });
    await (
      await screens.reload(`/patients/${morgan}/questionnaires/${ID}/anything`)
    ).findByText('There is no form for questionnaires yet.');
  });

  it('leaves the change of dosage its own screen', async () => {
    const [intake] = await itemsOf<IntakeView>(screens.api, `intakes?patient_id=${morgan}&take=1`);
    screens.open(`/patients/${morgan}/intakes/${intake!.id}/change-dosage`);
    await screen.findByRole('heading', { name: 'Change of dosage' });
  });
});
