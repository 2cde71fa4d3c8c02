import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { AccountCommand, AccountEvent } from '#contracts/people/accounts';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { account } from './accounts.decider.ts';

const given = specify(account);
const [user_id, organization_id] = [randomUUID(), randomUUID()];

const profile = { first_name: 'Ada', last_name: 'Quill', email: 'ada@example.org', phone_number: '+4131', occupations: ['Internist'] };
const facts = {
  user_id,
  username: 'ada',
  roles: ['Doctor' as const],
  organization_id,
  patient_ids: [],
  seeded: false,
  password_hash: 'hash',
  ...profile,
  npi: '1234567890',
};
const command = <T extends AccountCommand['type']>(type: T, data: Extract<AccountCommand, { type: T }>['data']) =>
  ({ type, command_id: randomUUID(), data }) as Extract<AccountCommand, { type: T }>;
const register = (changes: Partial<typeof facts> | object = {}) => command('RegisterUser', { ...facts, ...changes });

const registered: AccountEvent = { type: 'UserRegistered', data: facts };
const removed: AccountEvent = { type: 'UserRemoved', data: { user_id } };
const correct = command('CorrectUser', { user_id, version: 0, ...profile, last_name: 'Byrd', npi: '1234567890' });
const corrected: AccountEvent = { type: 'UserCorrected', data: { user_id, ...profile, last_name: 'Byrd', npi: '1234567890' } };
const passwordTo = (password_hash: string) => command('ChangePassword', { user_id, password_hash });

describe('registering a user', () => {
  it('registers', () => given().when(register()).then(registered));
  it('names each role once', () => {
    given()
      .when(register({ roles: ['Doctor', 'OrganizationAdmin', 'Doctor'] }))
      .then({ ...registered, data: { ...facts, roles: ['Doctor', 'OrganizationAdmin'] } } as AccountEvent);
  });
  it('refuses staff without an organization', () =>
    given()
      .when(register({ organization_id: null }))
      .thenRefuses('organization-required', ['organization_id']));
  it('refuses an NPI to anybody but doctors', () =>
    given()
      .when(register({ roles: ['Assistant'] }))
      .thenRefuses('npi', ['npi']));
  it('refuses another user in the same place', () =>
    given(registered)
      .when(register({ username: 'bea' }))
      .thenRefuses('user-exists'));
  it('takes the same user twice only once', () => given(registered).when(register()).thenNothing());
});

describe('changing a user', () => {
  it('corrects the profile', () => given(registered).when(correct).then(corrected));
  it('takes a correction that changes nothing as honoured', () => given(registered, corrected).when(correct).thenNothing());
  it('drops an NPI that the correction leaves out', () => {
    const { npi: _none, ...without } = correct.data;
    const state = stateAfter(account, [registered, { type: 'UserCorrected', data: { user_id, ...profile } }]);
    expect(state).toMatchObject({ facts: expect.not.objectContaining({ npi: expect.anything() }) });
    given(registered)
      .when(command('CorrectUser', without))
      .then({ type: 'UserCorrected', data: { user_id, ...profile, last_name: 'Byrd' } });
  });
  it('refuses an NPI in the profile of somebody who is no doctor', () => {
    const assistant: AccountEvent = { type: 'UserRegistered', data: { ...facts, roles: ['Assistant'] } };
    given(assistant).when(correct).thenRefuses('npi', ['npi']);
  });
  it('changes the password', () =>
    given(registered)
      .when(passwordTo('new'))
      .then({ type: 'PasswordChanged', data: { user_id, password_hash: 'new' } }));
  it('makes an administrator, once', () => {
    const made: AccountEvent = { type: 'RolesChanged', data: { user_id, roles: ['OrganizationAdmin', 'Doctor'] } };
    given(registered).when(command('MakeAdministrator', { user_id })).then(made);
    given(registered, made).when(command('MakeAdministrator', { user_id })).thenNothing();
    given(registered, removed).when(command('MakeAdministrator', { user_id })).thenNothing();
  });
  it('is locked by an unverified lock or removal, and by no other unverified event', () => {
    const unverified = (type: string) => ({ type: 'AccessUnverified', data: { id: user_id, type } }) as never;
    const unlock = command('UnlockUser', { user_id, version: 1 });
    const unlocked: AccountEvent = { type: 'UserUnlocked', data: { user_id } };
    for (const type of ['UserLocked', 'UserRemoved']) given(registered, unverified(type)).when(unlock).then(unlocked);
    given(registered, unverified('RolesChanged')).when(unlock).thenNothing();
  });
  it('locks once, and unlocks once', () => {
    const [lock, unlock] = [command('LockUser', { user_id, version: 0 }), command('UnlockUser', { user_id, version: 0 })];
    const [locked, unlocked]: AccountEvent[] = [
      { type: 'UserLocked', data: { user_id } },
      { type: 'UserUnlocked', data: { user_id } },
    ] as const;
    given(registered).when(lock).then(locked!);
    given(registered, locked!).when(lock).thenNothing();
    given(registered, locked!).when(unlock).then(unlocked!);
    given(registered, locked!, unlocked!).when(unlock).thenNothing();
    given(registered, removed).when(lock).thenRefuses('user-removed');
    given(registered, locked!).when(correct).then(corrected);
  });
  it('removes', () =>
    given(registered)
      .when(command('RemoveUser', { user_id, version: 0 }))
      .then(removed));
  it('removes once', () =>
    given(registered, removed)
      .when(command('RemoveUser', { user_id, version: 0 }))
      .thenNothing());
  it('changes nobody who was removed', () => given(registered, removed).when(passwordTo('new')).thenRefuses('user-removed'));
  it('changes nobody who does not exist', () => given().when(correct).thenRefuses('not-found'));
});

it('shows a form everything but the hash of the password', () => {
  const seen = account.shown!(stateAfter(account, [registered]));
  expect(seen).toMatchObject({ username: 'ada', status: 'registered' });
  expect(JSON.stringify(seen)).not.toContain('hash');
});

itIsHarmlessTwice(
  account,
  fc.oneof(
    fc.constantFrom('a', 'b').map((password_hash) => register({ password_hash })),
    fc.constantFrom('Ada', 'Bea').map((first_name) => command('CorrectUser', { user_id, version: 0, ...profile, first_name })),
    fc.constantFrom('a', 'b', 'c').map(passwordTo),
    fc.constant(command('LockUser', { user_id, version: 0 })),
    fc.constant(command('UnlockUser', { user_id, version: 0 })),
    fc.constant(command('MakeAdministrator', { user_id })),
    fc.constant(command('RemoveUser', { user_id, version: 0 })),
  ),
);
