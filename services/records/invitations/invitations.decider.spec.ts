import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { InvitationFacts } from '#contracts/people/invitation-rules';
import type { InvitationCommand, InvitationEvent, Side } from '#contracts/people/invitations';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { invitation } from './invitations.decider.ts';

const given = specify(invitation);
const [invitation_id, clinic, patient_id, user_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const now = '2026-03-01T08:00:00.000Z';
const code = { nonce: 'a', expires_at: '2026-04-01T08:00:00.000Z' };
const facts: InvitationFacts = {
  ...{ invitation_id, invitation_type: 'ClinicInvitesPatient', organization_id: clinic, from_organization_id: null, patient_id },
  ...{ user_id: null, clinic: null, email: 'ada@example.org', first_name: 'Ada', last_name: 'Quill', code },
};
type Of<T> = Extract<InvitationCommand, { type: T }>;
const command = <T extends InvitationCommand['type']>(type: T, data: Omit<Of<T>['data'], 'invitation_id'>) =>
  ({ type, command_id: randomUUID(), data: { invitation_id, ...data } }) as unknown as InvitationCommand;
const approve = (side: Side = 'patient', at = now) =>
  command('ApproveInvitation', { side, user_id: side === 'patient' ? user_id : null, now: at });
const reject = (at = now) => command('RejectInvitation', { side: 'patient', now: at });
const cancel = command('CancelInvitation', {});
const receive = command('ReceiveInvitation', {});
const resend = (nonce = 'b') => command('ResendInvitation', { code: { ...code, nonce }, now });
const bind = (organization_id: string) => command('BindInvitation', { organization_id, now });

const sent = (changes: Partial<InvitationFacts> = {}): InvitationEvent => ({ type: 'InvitationSent', data: { ...facts, ...changes } });
const received: InvitationEvent = { type: 'InvitationReceived', data: { invitation_id } };
const approved = (side: Side = 'patient'): InvitationEvent => ({
  type: 'InvitationApproved',
  data: { invitation_id, side, user_id: side === 'patient' ? user_id : null },
});
const rejected: InvitationEvent = { type: 'InvitationRejected', data: { invitation_id, side: 'patient' } };
const cancelled: InvitationEvent = { type: 'InvitationCancelled', data: { invitation_id } };
const resent: InvitationEvent = { type: 'InvitationResent', data: { invitation_id, code: { ...code, nonce: 'b' } } };
const AFTER = '2026-05-01T08:00:00.000Z';

describe('an invitation', () => {
  it('is sent', () => given().when({ type: 'SendInvitation', command_id: randomUUID(), data: facts }).then(sent()));
  it.each<[string, InvitationEvent[]]>([
    ['waits', [sent()]],
    ['was opened', [sent(), received]],
  ])('that %s is not sent a second time', (_, history) =>
    given(...history)
      .when({ type: 'SendInvitation', command_id: randomUUID(), data: facts })
      .then(),
  );
  it('that was answered is sent again by another command alone', () =>
    given(sent(), rejected).when({ type: 'SendInvitation', command_id: randomUUID(), data: facts }).thenRefuses('invitation-exists'));
  it('does not exist before', () => given().when(approve()).thenRefuses('not-found'));

  it.each<[string, InvitationEvent[]]>([
    ['waits', [sent()]],
    ['was opened', [sent(), received]],
    ['was sent again after a no', [sent(), rejected, resent]],
  ])('that %s is accepted', (_, history) =>
    given(...history)
      .when(approve())
      .then(approved()),
  );
  it.each<[string, InvitationEvent[]]>([
    ['was rejected', [sent(), rejected]],
    ['was taken back', [sent(), cancelled]],
    ['was revoked', [sent(), approved(), cancelled]],
  ])('that %s is not', (_, history) =>
    given(...history)
      .when(approve())
      .thenRefuses('invitation-processed'),
  );
  it('that ran out is neither accepted nor rejected', () => {
    given(sent()).when(approve('patient', AFTER)).thenRefuses('invitation-expired');
    given(sent()).when(reject(AFTER)).thenRefuses('invitation-expired');
  });
  it('without a code does not run out', () =>
    given(sent({ code: null }))
      .when(approve('patient', AFTER))
      .then(approved()));
  it('waits for whom it asks', () => given(sent()).when(approve('clinic')).thenRefuses('not-yours'));
  it('of a clinic that is not registered waits for it', () => {
    const asked = sent({ invitation_type: 'PatientInvitesClinic', organization_id: null, patient_id: null, user_id });
    given(asked).when(approve('clinic')).thenRefuses('clinic-unregistered');
    given(asked)
      .when(bind(clinic))
      .then({ type: 'InvitationBound', data: { invitation_id, organization_id: clinic } });
  });
  it('of a person who asked names the record that the clinic connects with its yes, if any', () => {
    const asked = sent({ invitation_type: 'PatientInvitesClinic', patient_id: null, user_id, code: null });
    const yes = command('ApproveInvitation', { side: 'clinic', user_id: null, patient_id, now });
    const data = { invitation_id, side: 'clinic', user_id: null } as const;
    given(asked)
      .when(yes)
      .then({ type: 'InvitationApproved', data: { ...data, patient_id } });
    given(asked).when(approve('clinic')).then({ type: 'InvitationApproved', data });
    expect(stateOf(asked, approved('clinic'))).toMatchObject({ status: 'Approved', facts: { patient_id: null, user_id } });
    expect(stateOf(asked, { type: 'InvitationApproved', data: { ...data, patient_id } })).toMatchObject({ facts: { patient_id, user_id } });
  });
  it('that was mailed to one account is accepted by no other', () => {
    given(sent({ user_id: randomUUID() }))
      .when(approve())
      .thenRefuses('not-yours');
    given(sent({ user_id })).when(approve()).then(approved());
  });
  it('is bound to one clinic', () => {
    const asked = sent({ invitation_type: 'PatientInvitesClinic', patient_id: null, user_id });
    given(asked).when(bind(clinic)).thenNothing();
    given(asked).when(bind(randomUUID())).thenRefuses('invitation-processed');
  });
  it('from clinic to clinic is answered by the clinic that it is shared with only after the patient said yes, also when it is sent again', () => {
    const shared = sent({ invitation_type: 'ClinicInvitesClinic', from_organization_id: randomUUID(), user_id, code: null });
    const no = command('RejectInvitation', { side: 'clinic', now });
    given(shared, approved('patient')).when(approve('clinic')).then(approved('clinic'));
    for (const answer of [approve('clinic'), no]) given(shared, approved('patient'), resent).when(answer).thenRefuses('not-yours');
  });
  it('from clinic to clinic needs both, in either order', () => {
    const shared = sent({ invitation_type: 'ClinicInvitesClinic', from_organization_id: randomUUID(), user_id, code: null });
    expect(stateOf(shared, approved('patient'))).toMatchObject({ status: 'Pending', approved: ['patient'] });
    expect(stateOf(shared, approved('clinic'), approved('patient'))).toMatchObject({ status: 'Approved' });
  });

  it('is opened', () => given(sent()).when(receive).then(received));
  it('that was decided is not opened again', () => given(sent(), rejected).when(receive).thenNothing());
  it('is rejected', () => given(sent(), received).when(reject()).then(rejected));
  it('that was accepted is not rejected', () => given(sent(), approved()).when(reject()).thenRefuses('invitation-processed'));
  it('is taken back, and revoked', () => {
    given(sent()).when(cancel).then(cancelled);
    given(sent(), approved()).when(cancel).then(cancelled);
  });
  it('is sent again with another code, which asks anew', () => {
    given(sent(), received).when(resend()).then(resent);
    expect(stateOf(sent(), received, resent)).toMatchObject({ status: 'Pending', facts: { code: { nonce: 'b' } } });
  });
  it.each<[string, InvitationEvent[]]>([
    ['accepted', [sent(), approved()]],
    ['taken back', [sent(), cancelled]],
  ])('that was %s is not sent again', (_, history) =>
    given(...history)
      .when(resend())
      .thenRefuses('invitation-processed'),
  );
  it('is sent ten times at most', () => {
    const often = Array.from(
      { length: 9 },
      (_, n): InvitationEvent => ({ ...resent, data: { invitation_id, code: { ...code, nonce: `n${n}` } } }) as InvitationEvent,
    );
    given(sent(), ...often)
      .when(resend('x'))
      .thenRefuses('sent-too-often');
  });

  itIsHarmlessTwice(
    invitation,
    fc.constantFrom<InvitationCommand>(approve(), approve('clinic'), reject(), cancel, receive, resend(), resend('c'), bind(clinic)),
  );
});

const stateOf = (...history: InvitationEvent[]) => history.reduce(invitation.evolve, invitation.initial);
