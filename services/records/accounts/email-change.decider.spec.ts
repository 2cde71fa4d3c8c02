import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { AccountEvent } from '#contracts/people/accounts';
import type { EmailChangeCommand, EmailChangeEvent } from '#contracts/people/email-change';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { emailChange } from './email-change.decider.ts';

const given = specify(emailChange);
const user_id = randomUUID();
const [FIRST, SECOND] = ['ada@example.org', 'ada@other.example'];
const code = (nonce: string) => ({ nonce, expires_at: '2026-11-25T10:00:00.000Z' });
const account = { username: 'ada', first_name: 'Ada', last_name: 'Quill', phone_number: '+4131', occupations: [] };
const registered: AccountEvent = {
  type: 'UserRegistered',
  data: {
    ...{ user_id, ...account, email: FIRST, password_hash: 'x' },
    roles: ['Patient'],
    organization_id: null,
    patient_ids: [],
    seeded: false,
  },
};
const corrected = (email: string): AccountEvent => {
  const { username: _stays, ...facts } = account;
  return { type: 'UserCorrected', data: { user_id, ...facts, email } };
};
const passwordChanged: AccountEvent = { type: 'PasswordChanged', data: { user_id, password_hash: 'y' } };
const locked: AccountEvent = { type: 'UserLocked', data: { user_id } };
const unlocked: AccountEvent = { type: 'UserUnlocked', data: { user_id } };
const removed: AccountEvent = { type: 'UserRemoved', data: { user_id } };
const asked = (nonce: string, email = SECOND, former_email = FIRST): EmailChangeEvent => ({
  type: 'EmailChangeAsked',
  data: { user_id, email, former_email, ...code(nonce) },
});
const changed = (nonce: string): EmailChangeEvent => ({
  type: 'EmailChanged',
  data: { user_id, nonce, email: SECOND, former_email: FIRST },
});
const withdrawn: EmailChangeEvent = { type: 'EmailChangeWithdrawn', data: { user_id } };
const command = <T extends EmailChangeCommand['type']>(type: T, data: object = {}) =>
  ({ type, command_id: randomUUID(), data: { user_id, ...data } }) as Extract<EmailChangeCommand, { type: T }>;
const ask = (nonce: string, email = SECOND) => command('AskEmailChange', { email, ...code(nonce) });
const confirm = (nonce: string) => command('ConfirmEmailChange', { nonce });
const withdraw = command('WithdrawEmailChange');

describe('asking for another address', () => {
  it('says which it is to be and which it is now', () => given(registered).when(ask('a')).then(asked('a')));
  it('refuses the present one, whatever its capitals', () => {
    given(registered).when(ask('a', 'ADA@example.org')).thenRefuses('same-email', ['email']);
    given(registered, asked('a'), changed('a')).when(ask('b')).thenRefuses('same-email', ['email']);
  });
  it('is for who is there', () => {
    given().when(ask('a')).thenRefuses('user-removed');
    given(registered, removed).when(ask('a')).thenRefuses('user-removed');
  });
});

describe('confirming it', () => {
  it('changes the address', () => given(registered, asked('a')).when(confirm('a')).then(changed('a')));
  it('refuses a code that was not issued, was spent, replaced or taken back', () => {
    given(registered, asked('a')).when(confirm('b')).thenRefuses('code-invalid');
    given(registered).when(confirm('a')).thenRefuses('code-invalid');
    given(registered, asked('a'), asked('b', 'third@example.org')).when(confirm('a')).thenRefuses('code-invalid');
    given(registered, asked('a'), withdrawn).when(confirm('a')).thenRefuses('code-invalid');
    given(registered, asked('a'), changed('a'), corrected(FIRST)).when(confirm('b')).thenRefuses('code-invalid');
  });
  it('is over once the password or, by somebody else, the address was changed, and goes on after another correction', () => {
    given(registered, asked('a'), passwordChanged).when(confirm('a')).thenRefuses('code-invalid');
    given(registered, asked('a'), corrected('third@example.org')).when(confirm('a')).thenRefuses('code-invalid');
    given(registered, asked('a'), corrected(FIRST)).when(confirm('a')).then(changed('a'));
  });
  it('waits while the account is locked, and ends with it', () => {
    given(registered, asked('a'), locked).when(confirm('a')).thenRefuses('code-invalid');
    given(registered, asked('a'), locked, unlocked).when(confirm('a')).then(changed('a'));
    given(registered, asked('a'), removed).when(confirm('a')).thenRefuses('code-invalid');
    given().when(confirm('a')).thenRefuses('code-invalid');
  });
});

it('is taken back, where there is something to take back', () => {
  given(registered, asked('a')).when(withdraw).then(withdrawn);
  given(registered).when(withdraw).thenNothing();
});

itIsHarmlessTwice(
  { ...emailChange, initial: stateAfter(emailChange, [registered]) },
  fc.oneof(
    fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(FIRST, SECOND)).map(([nonce, email]) => ask(nonce, email)),
    fc.constantFrom('a', 'b').map(confirm),
    fc.constant(withdraw),
  ),
);
