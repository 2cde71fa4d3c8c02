import { actionsOf, invitationPage, type InvitationPage } from './invitation-rules.ts';
import { type InvitationStatus, InvitationStatus as Statuses } from './invitations.ts';

const opened = (invitation_status: InvitationStatus, changes: Partial<Parameters<typeof invitationPage>[0]> = {}): InvitationPage =>
  invitationPage({
    ...{ invitation_status, expired: false, has_diff_email: false, patient_has_user: false, patient_has_user_other_clinic: false },
    ...changes,
  });

describe('what the page of an invitation does (document 1 section 4.1, ruling 41)', () => {
  const [user, elsewhere] = [{ patient_has_user: true }, { patient_has_user: true, patient_has_user_other_clinic: true }];
  it.each<[string, InvitationStatus, object, InvitationPage]>([
    ['a user at another clinic', 'Pending', elsewhere, 'accept'],
    ['a user at another clinic, opened before', 'Received', elsewhere, 'accept'],
    ['a user', 'Pending', user, 'accept'],
    ['a user, opened before', 'Received', user, 'processed'],
    ['a user, approved', 'Approved', user, 'processed'],
    ['nobody, approved', 'Approved', {}, 'processed'],
    ['a user, cancelled', 'Cancelled', user, 'rejected'],
    ['nobody, rejected', 'Rejected', {}, 'rejected'],
    ['a user at another clinic, rejected', 'Rejected', elsewhere, 'rejected'],
    ['another address, rejected', 'Rejected', { has_diff_email: true }, 'rejected'],
    ['another address, cancelled', 'Cancelled', { has_diff_email: true }, 'rejected'],
    ['another address, approved', 'Approved', { has_diff_email: true, ...user }, 'processed'],
    ['another address', 'Pending', { has_diff_email: true, ...user }, 'sign-up'],
    ['another address, opened before', 'Received', { has_diff_email: true }, 'sign-up'],
    ['nobody', 'Pending', {}, 'sign-up'],
    ['nobody, opened before', 'Received', {}, 'sign-up'],
    ['run out', 'Pending', { expired: true, ...elsewhere }, 'rejected'],
    ['run out, approved before', 'Approved', { expired: true }, 'processed'],
  ])('%s, %s', (_, status, changes, page) => expect(opened(status, changes)).toBe(page));
});

describe('what may be done with an invitation', () => {
  const of = (
    type: Parameters<typeof actionsOf>[0]['type'],
    standing: Parameters<typeof actionsOf>[1],
    approved: ('patient' | 'clinic')[] = [],
  ) => Object.fromEntries(Statuses.options.map((status) => [status, actionsOf({ type, status, approved }, standing).join(' ')]));

  it('by who sent it', () => {
    const sent = { Pending: 'resend cancel', Received: 'resend cancel', Approved: 'cancel', Rejected: 'resend', Cancelled: '' };
    expect(of('ClinicInvitesPatient', 'clinic')).toEqual(sent);
    expect(of('PatientInvitesClinic', 'patient')).toEqual(sent);
    expect(of('ClinicInvitesClinic', 'sharing-clinic')).toEqual(sent);
  });
  it('by who was asked', () => {
    const asked = { Pending: 'approve reject', Received: 'approve reject', Approved: 'cancel', Rejected: '', Cancelled: '' };
    expect(of('ClinicInvitesPatient', 'patient')).toEqual(asked);
    expect(of('PatientInvitesClinic', 'clinic')).toEqual(asked);
    expect(of('ClinicInvitesClinic', 'patient')).toEqual(asked);
    expect(of('ClinicInvitesClinic', 'clinic')).toEqual(asked);
  });
  it('by who has said yes while another has not', () => {
    expect(of('ClinicInvitesClinic', 'patient', ['patient'])['Pending']).toBe('cancel');
    expect(of('ClinicInvitesClinic', 'clinic', ['patient'])['Pending']).toBe('approve reject');
  });
});
