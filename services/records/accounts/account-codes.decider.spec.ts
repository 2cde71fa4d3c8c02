import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { AccountCodeCommand, AccountCodeEvent } from '#contracts/people/account-codes';
import type { AccountEvent } from '#contracts/people/accounts';
import type { SignUpCommand } from '#contracts/people/sign-up';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { accountCodes } from './account-codes.decider.ts';

const given = specify(accountCodes);
const user_id = randomUUID();
const code = (nonce: string) => ({ nonce, expires_at: '2026-11-25T10:00:00.000Z' });
const consent = { document: 'hipaa', version: 'sample 1', content_hash: 'cd' };
const account = {
  username: 'ada',
  password_hash: 'hash',
  email: 'ada@example.org',
  phone_number: '+4131',
  first_name: 'Ada',
  last_name: 'Quill',
};
const facts = {
  sex: 'Female' as const,
  date_of_birth: '1968-05-02T00:00:00',
  city_of_birth: 'Bern',
  country_of_birth: 'CH',
  social_security_number: '900142231',
};
const signUp: SignUpCommand = {
  type: 'SignUpPatient',
  command_id: randomUUID(),
  data: { user_id, ...account, ...facts, consent, code: code('first') },
};
const registered: AccountEvent = {
  type: 'UserRegistered',
  data: {
    user_id,
    ...account,
    roles: ['Patient'],
    organization_id: null,
    patient_ids: [],
    seeded: false,
    occupations: [],
    awaits_verification: true,
  },
};
const { awaits_verification: _waits, ...byAdministrator } = registered.data as Extract<AccountEvent, { type: 'UserRegistered' }>['data'];
const issued = (nonce: string): AccountCodeEvent => ({ type: 'VerificationCodeIssued', data: { user_id, ...code(nonce) } });
const verified = (nonce?: string): AccountCodeEvent => ({ type: 'AccountVerified', data: { user_id, ...(nonce && { nonce }) } });
const changed: AccountEvent = { type: 'PasswordChanged', data: { user_id, password_hash: 'new' } };
const removed: AccountEvent = { type: 'UserRemoved', data: { user_id } };
const command = <T extends AccountCodeCommand['type']>(type: T, data: Extract<AccountCodeCommand, { type: T }>['data']) =>
  ({ type, command_id: randomUUID(), data }) as Extract<AccountCodeCommand, { type: T }>;
const verify = (nonce: string) => command('VerifyAccount', { user_id, nonce });

describe('signing up', () => {
  it('makes a patient without records or clinic, who waits to be verified', () =>
    given()
      .when(signUp)
      .then(
        registered,
        { type: 'PersonalFactsGiven', data: { user_id, ...facts } },
        { type: 'ConsentGiven', data: { user_id, ...consent } },
        issued('first'),
      ));
  it('meets nobody who is there already', () => given(registered).when(signUp).thenRefuses('user-exists'));
});

describe('confirming an address', () => {
  it('takes a code that was issued, each of several', () => {
    given(registered, issued('first')).when(verify('first')).then(verified('first'));
    given(registered, issued('first'), issued('second')).when(verify('first')).then(verified('first'));
  });
  it('refuses a code that was not issued, was spent or was for something else', () => {
    given(registered, issued('first')).when(verify('other')).thenRefuses('code-invalid');
    given(registered, issued('first'), issued('second'), verified('first')).when(verify('second')).thenRefuses('code-invalid');
    given(registered, issued('first'), removed).when(verify('first')).thenRefuses('code-invalid');
    given().when(verify('first')).thenRefuses('code-invalid');
  });
  it('issues another code to who still waits, and none to others', () => {
    const issue = command('IssueVerificationCode', { user_id, ...code('second') });
    given(registered, issued('first')).when(issue).then(issued('second'));
    given(registered, verified()).when(issue).thenNothing();
    given(registered, issued('second')).when(issue).thenNothing();
    given({ type: 'UserRegistered', data: byAdministrator }).when(issue).thenNothing();
    given().when(issue).thenNothing();
  });
});

describe('setting a new password', () => {
  const reset = command('ResetPassword', { user_id, password_hash: 'new' });
  it('sets it, and ends all sessions by it', () => {
    given(registered, verified()).when(reset).then(changed);
    given(registered, verified(), changed).when(reset).thenNothing();
  });
  it('verifies an account that waited: the mail was read', () => given(registered, issued('v')).when(reset).then(changed, verified()));
  it('refuses who is not there', () => {
    given(registered, removed).when(reset).thenRefuses('code-invalid');
    given().when(reset).thenRefuses('code-invalid');
  });
});

itIsHarmlessTwice(
  accountCodes,
  fc.oneof(
    fc.constantFrom('a', 'b').map((nonce) => command('IssueVerificationCode', { user_id, ...code(nonce) })),
    fc.constantFrom('a', 'b').map(verify),
    fc.constantFrom('a', 'b').map((password_hash) => command('ResetPassword', { user_id, password_hash })),
  ),
);
