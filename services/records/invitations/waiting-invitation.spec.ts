import { randomUUID } from 'node:crypto';
import type { InvitationFacts } from '#contracts/people/invitation-rules';
import type { InvitationCommand } from '#contracts/people/invitations';
import type { Actor } from '#infra/event-store/actor';
import { Reservations } from '#infra/event-store/reservations';
import { type Engines, openEngines } from '#tests/support/engines';
import { invitation } from './invitations.decider.ts';
import { subjectOf, waitingInvitation } from './waiting-invitation.ts';

const system: Actor = { kind: 'system', part: 'test' };

let engines: Engines;
let reservations: Reservations;
beforeAll(async () => {
  engines = await openEngines();
  reservations = new Reservations(engines.log, engines.keys);
});
afterAll(() => engines.close());

const [patient_id, user_id, organization_id] = [randomUUID(), randomUUID(), randomUUID()];
const NAMES = { first_name: 'Ada', last_name: 'Quill' };
const NOTHING = { organization_id: null, from_organization_id: null, patient_id: null, user_id: null, clinic: null, code: null };
const words = { clinic_name: 'Dala Clinic', doctor_first_name: 'Emil', doctor_last_name: 'Bach', city: 'Bern' };
const sending = (changes: Partial<InvitationFacts>): InvitationFacts => ({
  ...{ ...NOTHING, ...NAMES, invitation_id: randomUUID(), invitation_type: 'PatientInvitesClinic', user_id, organization_id, email: '' },
  ...changes,
});
const mailed = (changes: Partial<InvitationFacts> = {}) => {
  const code = { nonce: randomUUID(), expires_at: new Date(Date.now() + 60_000).toISOString() };
  const facts = { invitation_type: 'ClinicInvitesPatient', patient_id: randomUUID(), user_id: null, email: 'ada@example.org' } as const;
  return sending({ ...facts, code, ...changes });
};

const send = (facts: InvitationFacts) => decide({ type: 'SendInvitation', command_id: randomUUID(), data: facts });
const decide = (command: InvitationCommand) =>
  engines.streams.transact(invitation, `invitation-${command.data.invitation_id}`, command, system, {});
const waiting = (facts: InvitationFacts) => waitingInvitation(engines.log, reservations, facts, system);
const again = (facts: InvitationFacts) => ({ ...facts, invitation_id: randomUUID() });

describe('what only one invitation waits for', () => {
  it.each<[string, Partial<InvitationFacts>]>([
    ['address', { clinic: words, organization_id: null, email: 'Emil@Example.org' }],
    ['clinic that registered since', { clinic: words, email: 'emil@example.org' }],
  ])('is the %s of a clinic that is not registered', (_, changes) => {
    const first = sending({ clinic: { ...words, clinic_name: 'Another' }, organization_id: null, email: 'emil@example.org' });
    expect(subjectOf(sending(changes))).toBe(subjectOf(first));
  });
  it('is what a clinic without an address is called, however that is written', () => {
    const first = sending({ clinic: words, organization_id: null });
    expect(subjectOf(sending({ clinic: { ...words, clinic_name: ' dala  clinic' }, organization_id: null }))).toBe(subjectOf(first));
    expect(subjectOf(sending({ clinic: { ...words, city: 'Basel' }, organization_id: null }))).not.toBe(subjectOf(first));
  });
  it.each<[string, InvitationFacts, Partial<InvitationFacts>]>([
    ['person', sending({}), { user_id: randomUUID() }],
    ['clinic', sending({}), { organization_id: randomUUID() }],
    ['record', mailed({ patient_id }), { patient_id: randomUUID() }],
    ['address', mailed({ patient_id }), { email: 'bea@example.org' }],
    ['account that may use the code', mailed({ patient_id }), { user_id }],
    ['record that is shared', sending({ invitation_type: 'ClinicInvitesClinic', patient_id }), { patient_id: randomUUID() }],
    ['clinic that it is shared with', sending({ invitation_type: 'ClinicInvitesClinic', patient_id }), { organization_id: randomUUID() }],
    ['kind', sending({ patient_id }), { invitation_type: 'ClinicInvitesClinic' }],
  ])('is not the same for another %s', (_, facts, changes) => {
    expect(subjectOf({ ...facts, ...changes })).not.toBe(subjectOf(facts));
  });
});

describe('an invitation of the same', () => {
  it('is the one that waits, and of many at once one', async () => {
    const facts = mailed();
    const all = await Promise.all(Array.from({ length: 30 }, () => waiting(again(facts))));
    expect(new Set(all).size).toBe(1);
    await send({ ...facts, invitation_id: all[0]! });
    expect(await waiting(again(facts))).toBe(all[0]);
    // as after a restart
    expect(await waitingInvitation(engines.log, new Reservations(engines.log, engines.keys), again(facts), system)).toBe(all[0]);
  });

  it('is the one that was to be sent when the process ended', async () => {
    const facts = mailed();
    expect(await waiting(facts)).toBe(facts.invitation_id);
    expect(await waiting(again(facts))).toBe(facts.invitation_id);
  });

  const accepted = { side: 'patient', user_id: randomUUID(), now: '' } as const;
  it.each<[string, Partial<InvitationFacts>, (of: { invitation_id: string }) => InvitationCommand | undefined]>([
    ['rejected', {}, (of) => ({ type: 'RejectInvitation', command_id: randomUUID(), data: { ...of, side: 'patient', now: '' } })],
    ['taken back', {}, (of) => ({ type: 'CancelInvitation', command_id: randomUUID(), data: of })],
    ['accepted', {}, (of) => ({ type: 'ApproveInvitation', command_id: randomUUID(), data: { ...of, ...accepted } })],
    ['not answered in time', { code: { nonce: 'a', expires_at: '2026-01-01T00:00:00.000Z' } }, () => undefined],
  ])('is a new one where the last was %s', async (_, changes, end) => {
    const facts = mailed(changes);
    await waiting(facts);
    await send(facts);
    const command = end({ invitation_id: facts.invitation_id });
    if (command) await decide(command);
    const next = again(facts);
    expect(await waiting(next)).toBe(next.invitation_id);
    expect(await waiting(again(facts))).toBe(next.invitation_id);
  });

  it('is a new one where the last was erased', async () => {
    const facts = mailed();
    await waiting(facts);
    await send(facts);
    await engines.keys.destroy(`invitation:${facts.invitation_id}`);
    const next = again(facts);
    expect(await waiting(next)).toBe(next.invitation_id);
  });

  it('leaves nothing of the address in the log', async () => {
    const facts = mailed({ email: 'zyzzyva@example.org' });
    const before = await engines.store.head();
    await waiting(facts);
    const words: string[] = [];
    for await (const { stream, data } of engines.store.readAll({ after: before })) words.push(stream + Buffer.from(data).toString());
    expect(words).toHaveLength(1);
    expect(words[0]).not.toMatch(/zyzzyva|example/);
  });
});
