import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { OrganizationCommand, OrganizationEvent } from '#contracts/people/organizations';
import { readOrganization } from '#infra/access/organization';
import { openEngines } from '#tests/support/engines';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { organization } from './organizations.decider.ts';
import { handleOrganization } from './organizations.handlers.ts';

const [organization_id, user_id, chosen_id, invitation_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const address = { organization_id, name: 'Clinic', address: 'S 1', city: 'Bern', zip: '3', phone: '123', time_zone: 'UTC' };
const facts = { ...address, status: 'Approved' as const };
const administrator = {
  ...{ user_id, username: 'ada', password_hash: 'hash', first_name: 'Ada', last_name: 'Quill' },
  ...{ email: 'ada@example.org', phone_number: '123', occupations: [] },
};
type Of<T extends OrganizationCommand['type']> = Extract<OrganizationCommand, { type: T }>;
const command = <T extends OrganizationCommand['type']>(type: T, data: Of<T>['data']) =>
  ({ type, command_id: randomUUID(), data }) as Of<T>;
const register = (name = 'Clinic') => command('RegisterOrganization', { ...facts, name });
const signUp = (name = 'Clinic') => command('SignUpOrganization', { ...address, name, administrator });
const correct = (changes: Partial<Of<'CorrectOrganization'>['data']> = {}) =>
  command('CorrectOrganization', { ...address, version: 0, ...changes });
const remove = (patients = 0) => command('RemoveOrganization', { organization_id, version: 0, patients });

const given = specify(organization);
const registered: OrganizationEvent = { type: 'OrganizationRegistered', data: facts };
const pending: OrganizationEvent = { type: 'OrganizationRegistered', data: { ...facts, status: 'PendingApproval' } };
const named: OrganizationEvent = { type: 'AdministratorNamed', data: { organization_id, ...administrator } };
const approved: OrganizationEvent = { type: 'OrganizationStatusDecided', data: { organization_id, status: 'Approved' } };
const chosen: OrganizationEvent = { type: 'AdministratorChosen', data: { organization_id, user_id: chosen_id } };
const removed: OrganizationEvent = { type: 'OrganizationRemoved', data: { organization_id } };

describe('beginning', () => {
  it('registers a clinic', () => given().when(register()).then(registered));
  it('takes the same clinic twice only once', () => given(registered).when(register()).thenNothing());
  it('refuses another clinic in the same place', () => given(registered).when(register('Other')).thenRefuses('organization-exists'));
  it('ruling 44: one that signs up waits for approval, with its first user', () => given().when(signUp()).then(pending, named));
  it('keeps by whose invitation it signed up', () => {
    const invited: OrganizationEvent = { type: 'OrganizationInvited', data: { organization_id, invitation_id } };
    given()
      .when(command('SignUpOrganization', { ...address, administrator, invitation_id }))
      .then(pending, named, invited);
    given(pending, named, invited).when(signUp()).thenNothing();
  });
  it('signs the same up only once', () => given(pending, named).when(signUp()).thenNothing());
  it('refuses another sign-up in the same place', () => given(pending, named).when(signUp('Other')).thenRefuses('organization-exists'));
});

describe('changing', () => {
  const moved: OrganizationEvent = { type: 'OrganizationCorrected', data: { ...address, city: 'Thun' } };
  it('corrects what it says of itself', () =>
    given(registered)
      .when(correct({ city: 'Thun' }))
      .then(moved));
  it('decides the status, and corrects at the same time', () => {
    given(pending)
      .when(correct({ status: 'Approved' }))
      .then(approved);
    given(pending)
      .when(correct({ city: 'Thun', status: 'Approved' }))
      .then(moved, approved);
  });
  it('names an administrator, once', () => {
    given(registered)
      .when(correct({ administrator_id: chosen_id }))
      .then(chosen);
    given(registered, chosen)
      .when(correct({ administrator_id: chosen_id }))
      .thenNothing();
  });
  it('says nothing where nothing changes', () =>
    given(pending, approved)
      .when(correct({ status: 'Approved' }))
      .thenNothing());
  it('takes nothing once it was removed, or where there is none', () => {
    given(registered, removed).when(correct()).thenRefuses('organization-removed');
    given().when(correct()).thenRefuses('not-found');
  });
});

describe('removing', () => {
  it('removes, once', () => {
    given(registered).when(remove()).then(removed);
    given(registered, removed).when(remove()).thenNothing();
  });
  it('ruling 44: not while there are records, and says how many', () => {
    given(registered).when(remove(3)).thenRefuses('organization-has-records');
    expect(() => organization.decide(remove(1), stateAfter(organization, [registered]))).toThrow('1 patient record.');
  });
});

it('shows a stale form nothing of the first user', () => {
  expect(JSON.stringify(organization.shown!(stateAfter(organization, [pending, named])))).not.toMatch(/hash|"ada"|Quill/);
});

itIsHarmlessTwice(
  organization,
  fc.oneof(
    fc.constantFrom('A', 'B').map(register),
    fc.constantFrom('A', 'B').map(signUp),
    fc.constantFrom('A', 'B').map((name) => correct({ name, status: 'Rejected', administrator_id: chosen_id })),
    fc.constantFrom(0, 2).map(remove),
  ),
);

it('is registered by the system alone, and known at the head of its stream with all that happened to it', async () => {
  const engines = await openEngines();
  try {
    const person = { kind: 'user', user_id: randomUUID(), session_id: randomUUID(), roles: ['SuperUser' as const] } as const;
    const actor = { ...person, roles: [...person.roles], organization_id: null, patient_ids: [], name: 'A' };
    await expect(handleOrganization(engines.streams, register(), actor)).rejects.toMatchObject({ status: 403 });
    expect(await readOrganization(engines.log, organization_id)).toBeUndefined();
    await handleOrganization(engines.streams, register(), { kind: 'system', part: 'test' });
    expect(await readOrganization(engines.log, organization_id)).toEqual({ ...facts, removed: false, isUnverified: false });
    const rejected: OrganizationEvent = { type: 'OrganizationStatusDecided', data: { organization_id, status: 'Rejected' } };
    const moved: OrganizationEvent = { type: 'OrganizationCorrected', data: { ...address, city: 'Thun' } };
    const context = { command_id: randomUUID(), actor: { system: 'test' } };
    await engines.log.append(`organization-${organization_id}`, [rejected, moved, removed], 'stream-exists', context);
    expect(await readOrganization(engines.log, organization_id)).toEqual({
      ...facts,
      city: 'Thun',
      status: 'Rejected',
      removed: true,
      isUnverified: false,
    });
  } finally {
    await engines.close();
  }
});
