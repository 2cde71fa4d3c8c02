import type { InvitationFacts } from '#contracts/people/invitation-rules';
import type { InvitationEvent } from '#contracts/people/invitations';
import { projectionSpec } from '#tests/support/projection-spec';
import { type InvitationDocument, invitations } from './invitations.projection.ts';

const id = (n: number): string => `0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d0${n}`;
const [invitation_id, clinic, other, patient_id, user_id] = [id(1), id(2), id(3), id(4), id(5)] as const;
const code = { nonce: 'a', expires_at: '2024-04-01T08:00:00.000Z' };
const nobodys = { from_organization_id: null, user_id: null, clinic: null };
const facts: InvitationFacts = {
  ...{ invitation_id, invitation_type: 'ClinicInvitesPatient', organization_id: clinic, patient_id, ...nobodys },
  ...{ email: 'Ada@Example.org', first_name: 'Ada', last_name: 'Quill', code },
};
const sent = (changes: Partial<InvitationFacts> = {}): InvitationEvent => ({ type: 'InvitationSent', data: { ...facts, ...changes } });
const received: InvitationEvent = { type: 'InvitationReceived', data: { invitation_id } };
const approved = (side: 'patient' | 'clinic', by: string | null = null): InvitationEvent => ({
  type: 'InvitationApproved',
  data: { invitation_id, side, user_id: by },
});
const rejected: InvitationEvent = { type: 'InvitationRejected', data: { invitation_id, side: 'patient' } };
const cancelled: InvitationEvent = { type: 'InvitationCancelled', data: { invitation_id } };
const again = { ...code, nonce: 'b', expires_at: '2024-05-01T08:00:00.000Z' };
const resent: InvitationEvent = { type: 'InvitationResent', data: { invitation_id, code: again } };
const bound: InvitationEvent = { type: 'InvitationBound', data: { invitation_id, organization_id: clinic } };

const shown = (version: number, changes: Partial<InvitationDocument> = {}): Record<string, InvitationDocument> => ({
  [invitation_id]: {
    ...{ id: invitation_id, facts, status: 'Pending', approved: [], sent: 1, was_connected: false, sent_at: '2024-03-01T08:00:00.000Z' },
    ...{
      expires_at: code.expires_at,
      sent_from: clinic,
      received_by: null,
      user_id: null,
      patient_id,
      own_record: null,
      email: 'ada@example.org',
    },
    ...{ sort_last: 'quill', sort_first: 'ada', version },
    ...changes,
  },
});

describe('invitations', () => {
  const spec = projectionSpec(invitations);

  it('shows one that was sent', () => spec.given(sent()).then(shown(0)));
  it('shows that its link was opened', () => spec.given(sent(), received).then(shown(1, { status: 'Received' })));
  it('shows that it was accepted, and by which account', () =>
    spec
      .given(sent(), approved('patient', user_id))
      .then(shown(1, { status: 'Approved', approved: ['patient'], was_connected: true, user_id, facts: { ...facts, user_id } })));
  it('remembers that it connected once', () =>
    spec
      .given(sent(), approved('patient', user_id), cancelled)
      .then(shown(2, { status: 'Cancelled', approved: ['patient'], was_connected: true, user_id, facts: { ...facts, user_id } })));
  it('shows that it was rejected, and sent again', () => {
    spec.given(sent(), rejected).then(shown(1, { status: 'Rejected' }));
    const sent_at = '2024-03-01T08:02:00.000Z';
    const changes = { sent: 2, sent_at, expires_at: again.expires_at, facts: { ...facts, code: again } };
    spec.given(sent(), rejected, resent).then(shown(2, changes));
  });
  it('is received by a clinic once that is registered', () => {
    const asked = { invitation_type: 'PatientInvitesClinic', organization_id: null, patient_id: null, user_id } as const;
    const changes = { user_id, patient_id: null, sent_from: null, received_by: clinic };
    spec.given(sent(asked), bound).then(shown(1, { ...changes, facts: { ...facts, ...asked, organization_id: clinic } }));
  });
  it('of a person who asked is about no record, and names the one that the clinic connected', () => {
    const asked = { invitation_type: 'PatientInvitesClinic', patient_id: null, user_id, code: null } as const;
    const yes: InvitationEvent = { type: 'InvitationApproved', data: { invitation_id, side: 'clinic', user_id: null, patient_id } };
    const changes = { status: 'Approved', approved: ['clinic'], was_connected: true, expires_at: null, user_id, patient_id: null } as const;
    const sides = { sent_from: null, received_by: clinic, own_record: patient_id };
    spec.given(sent(asked), yes).then(shown(1, { ...changes, ...sides, facts: { ...facts, ...asked, patient_id } }));
  });
  it('is not known to a clinic with which another shares before the patient said yes', () => {
    const shared = { invitation_type: 'ClinicInvitesClinic', from_organization_id: other, user_id } as const;
    const changes = { user_id, sent_from: other, facts: { ...facts, ...shared } };
    spec.given(sent(shared)).then(shown(0, changes));
    spec.given(sent(shared), approved('patient')).then(shown(1, { ...changes, approved: ['patient'], received_by: clinic }));
  });
  spec.itCoversEveryEvent();
});
