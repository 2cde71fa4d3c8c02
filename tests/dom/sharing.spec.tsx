import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import type { Practice } from '#contracts/people/invitations';
import { patientId } from '../e2e/api.ts';
import { dialog, fill, press } from './find.ts';
import { screensOf } from './screens.tsx';

/** What stands in the page itself, once it is there. */
const main = async () => within(await screen.findByRole('main'));
const practice = (changes: Partial<Practice>): Practice => ({
  ...{ id: 'c1', invitation_code: 'i1', name: 'Harbor Clinic', address: '2 Quay Street', patient_id: null, invited: true },
  ...{ invitation_type: 'PatientInvitesClinic', invitation_status: 'Pending', expired: false, was_connected: false, actions: [] },
  ...changes,
});

describe("a patient's clinics", () => {
  const screens = screensOf('patient');
  /** The buttons of the one row that the server tells of. */
  const rowOf = async (changes: Partial<Practice>) => {
    screens.answer(/practices/, () => ({ items: [practice(changes)], overall_count: 1 }));
    screens.open('/practices');
    const row = within((await screen.findByText('Harbor Clinic')).closest('tr')!);
    return {
      text: row.getAllByRole('cell').map(({ textContent }) => textContent),
      buttons: row.queryAllByRole('button').map(({ textContent }) => textContent),
    };
  };

  it.each<[string, Partial<Practice>, string, string[]]>([
    ['invited, waits', { actions: ['resend', 'cancel'] }, "Waiting for clinic's approval", ['Cancel']],
    [
      'asks, waits',
      { invitation_type: 'ClinicInvitesPatient', actions: ['approve', 'reject'] },
      "Waiting for patient's approval",
      ['Reject'],
    ],
    [
      'is to be shared with',
      { invitation_type: 'ClinicInvitesClinic', actions: ['approve', 'reject'] },
      "Waiting for patient's approval",
      ['Accept', 'Reject'],
    ],
    [
      'is connected',
      { invitation_status: 'Approved', patient_id: '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01', actions: ['cancel'] },
      'Connected',
      ['Show clinic data', 'Revoke'],
    ],
    ['said no', { invitation_status: 'Rejected', actions: ['resend'] }, 'Rejected', ['Connect Clinic']],
    ['was connected', { invitation_status: 'Cancelled', was_connected: true }, 'Not connected', ['Reconnect Clinic']],
    ['was not connected', { invitation_status: 'Cancelled' }, 'Not connected', ['Connect Clinic']],
    [
      'has not answered in time',
      { expired: true, actions: ['resend', 'cancel'] },
      'The invitation has expired',
      ['Connect Clinic', 'Cancel'],
    ],
  ])('say of one that %s what can be done', async (_, changes, status, buttons) => {
    const row = await rowOf(changes);
    expect(row.buttons).toEqual(buttons);
    expect(row.text[1]).toContain(status);
  });

  it('say where there is none, and lead to one', async () => {
    screens.answer(/practices/, () => ({ items: [], overall_count: 0 }));
    screens.open('/practices');
    await screen.findByText('Currently you are not assigned to any clinic');
  });

  it('list those that the account is connected with, and invite others by what is known of them', async () => {
    screens.open('/practices');
    await screen.findByText('You are registered in following clinics:');
    await press('Select clinic');
    const choice = await dialog('Select clinic', 'dialog');
    await waitFor(() => expect(choice.getByRole('button', { name: /^Invite Lindenhof/ })).toHaveProperty('disabled', true));
    await press('My clinic is not in the list');
    await dialog('Invite new clinic', 'dialog');
    await fill('Clinic name', 'Hillside Clinic');
    await fill("Doctor's first name", 'Emil');
    await fill("Doctor's last name", 'Bach');
    expect(screen.queryByLabelText('City')).toBeNull();
    screen.getByLabelText('I do not know email address').click();
    await fill('City', 'Duluth');
    expect(screen.queryByLabelText("Doctor's email")).toBeNull();
    await press('Invite');
    await (await main()).findByText('Hillside Clinic');
    (await main()).getByText("Waiting for clinic's approval");
  });

  it('find providers by name and city', async () => {
    screens.open('/providers');
    await (await main()).findByText('Helen Hart');
    await fill('Name', 'hart');
    await fill('City', 'nowhere');
    await (await main()).findByText('No provider is called so, or works there');
  });
});

describe('what a clinic shares', () => {
  const screens = screensOf('doctor');

  it('begins with an invitation of a patient, which can be taken back', async () => {
    screens.open('/patients-management');
    const buttons = await screen.findAllByRole('button', { name: /^Connect to patient account: .*Okafor/ });
    buttons[0]!.click();
    await dialog('Send Invitation', 'dialog');
    await fill('Email', 'not an address');
    await press('Send');
    await screen.findByText('Field should be in a proper format');
    await fill('Email', 'ethan@example.org');
    await press('Send');
    await screen.findByText(/was invited/);
    await screens.reload('/invited-patients');
    const row = within((await (await main()).findByText('Okafor')).closest('tr')!);
    expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Resend', 'Cancel']);
    row.getByRole('button', { name: /^Cancel/ }).click();
    within(await screen.findByRole('alertdialog'))
      .getByRole('button', { name: 'Cancel' })
      .click();
    await waitFor(() => expect(row.queryAllByRole('button')).toEqual([]));
  });

  it('is a record of a patient with an account, chosen by a doctor', async () => {
    screens.open(`/patients/${await patientId(screens.api, 'Okafor')}`);
    await screen.findByText('Trends');
    expect(screen.queryByRole('button', { name: 'Share with clinic' })).toBeNull();
    await screens.reload(`/patients/${await patientId(screens.api, 'Morgan')}`);
    await press('Share with clinic');
    const choice = await dialog('Select clinic', 'dialog');
    expect(await choice.findByRole('button', { name: /^Invite Lindenhof/ })).toHaveProperty('disabled', true);
    screens.answer(/providers\/clinics/, () => ({
      items: [{ id: randomUUID(), name: 'Nowhere', address: '', city: '' }],
      overall_count: 1,
    }));
    await fill('Search by name', 'now');
    (await choice.findByRole('button', { name: 'Invite Nowhere' })).click();
    // a clinic that is not there is refused, and the dialog says so
    expect((await choice.findByRole('alert')).textContent).toContain('does not exist');
  });

  it('is not shown where the consent does not reach', async () => {
    screens.open(`/patients/${randomUUID()}`);
    await screen.findByText('This record cannot be shown');
    expect(document.querySelector('header[aria-label=Patient]')!.textContent).not.toContain('read only');
  });
});

describe('an invitation whose link was opened before signing in', () => {
  const screens = screensOf('patient');
  it.each([
    ['is accepted for the person', 'Ava', /The invitation was accepted/],
    [
      'is asked about where it is of somebody else who reads the same mails',
      'Mia',
      /record that it keeps of Mia Morgan, born 06\/01\/2015/,
    ],
  ])('%s', async (_, first_name, said) => {
    const patient = { first_name, last_name: 'Morgan', date_of_birth: '2015-06-01T00:00:00' };
    screens.answer(/invitation\/i1\.code$/, () => ({ patient, organization: { id: 'c1', name: 'Harbor Clinic' } }));
    screens.answer(/invitation\/i1\.code\/approve$/, () => ({ id: 'i1', position: 'p', version: 1 }));
    sessionStorage.setItem('invitation', JSON.stringify({ code: 'i1.code', accept: true }));
    screens.open('/practices');
    await screen.findByText(said);
  });
});
