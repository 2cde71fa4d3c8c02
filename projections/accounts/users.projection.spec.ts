import type { AccessUnverified, AccessDecisionEvent } from '#contracts/people/access-decisions';
import type { AccountEvent } from '#contracts/people/accounts';
import type { SecondFactorEvent } from '#contracts/people/second-factor';
import { projectionSpec } from '#tests/support/projection-spec';
import { users } from './users.projection.ts';

const user_id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d02';
const organization_id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
const registered: AccountEvent = {
  type: 'UserRegistered',
  data: {
    user_id,
    roles: ['Doctor'],
    organization_id,
    patient_ids: [],
    seeded: false,
    username: 'emiko',
    password_hash: '$argon2id$secret',
    first_name: 'Emiko',
    last_name: 'Sørensen',
    email: 'emiko@clinic.test',
    phone_number: '2185550101',
    occupations: ['Hepatologist'],
    npi: '1234567890',
  },
};
const corrected: AccountEvent = {
  type: 'UserCorrected',
  data: { user_id, first_name: 'Emiko', last_name: 'Ito', email: 'emiko@clinic.test', phone_number: '2185550101', occupations: [] },
};
const shown = {
  user_id,
  username: 'emiko',
  first_name: 'Emiko',
  last_name: 'Sørensen',
  roles: ['Doctor' as const],
  organization_id,
  occupations: ['Hepatologist'],
  npi: '1234567890',
  locked: false,
  unverified: false,
  version: 0,
  removed: false,
  sealed_by: user_id,
  sort_name: 'sorensen emiko emiko',
  folded_first: 'emiko',
};

describe('users', () => {
  const spec = projectionSpec(users);

  it('shows a registered user without password, email or phone', () => spec.given(registered).then({ [user_id]: shown }));
  it('takes over a correction, with everything that it leaves out', () => {
    const { npi: _npi, ...rest } = shown;
    spec.given(registered, corrected).then({
      [user_id]: { ...rest, last_name: 'Ito', occupations: [], version: 1, sort_name: 'ito emiko emiko' },
    });
  });
  it('says while it is locked', () => {
    const locked: AccountEvent = { type: 'UserLocked', data: { user_id } };
    spec.given(registered, locked).then({ [user_id]: { ...shown, locked: true, version: 1 } });
    spec.given(registered, locked, { type: 'UserUnlocked', data: { user_id } }).then({ [user_id]: { ...shown, version: 2 } });
  });
  it('says while an event of it is unverified, and keeps what that may have taken away', () => {
    const unverified = (type: string): AccessUnverified => ({ type: 'AccessUnverified', data: { id: user_id, type } });
    const decided: AccessDecisionEvent = { type: 'AccessDecided', data: { user_id, reason: 'A disk failed' } };
    spec.given(registered, unverified('RolesChanged')).then({ [user_id]: { ...shown, unverified: true, version: 1 } });
    spec.given(registered, unverified('RolesChanged'), decided).then({ [user_id]: { ...shown, version: 2 } });
    spec.given(registered, unverified('UserLocked'), decided).then({ [user_id]: { ...shown, locked: true, version: 2 } });
    spec.given(registered, unverified('UserRemoved')).then({ [user_id]: { ...shown, locked: true, unverified: true, version: 1 } });
  });
  const { session_id, secret } = { session_id: '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d03', secret: 'GEZDGNBVGY3TQOJQ' };
  it.each<AccountEvent | SecondFactorEvent>([
    { type: 'PasswordChanged', data: { user_id, password_hash: '$argon2id$other' } },
    { type: 'SessionsEnded', data: { user_id } },
    { type: 'SecondFactorEnrolled', data: { user_id, secret } },
    { type: 'SecondFactorConfirmed', data: { user_id, session_id, recovery_codes: ['hashed'] } },
    { type: 'SecondFactorCodeSpent', data: { user_id, recovery_code: 'hashed' } },
    { type: 'SecondFactorRemoved', data: { user_id } },
  ])('counts $type as a version and shows nothing of it', (event) => {
    spec.given(registered, event).then({ [user_id]: { ...shown, version: 1 } });
  });
  it('follows the roles', () =>
    spec
      .given(registered, { type: 'RolesChanged', data: { user_id, roles: ['OrganizationAdmin', 'Doctor'] } })
      .then({ [user_id]: { ...shown, roles: ['OrganizationAdmin', 'Doctor'], version: 1 } }));
  it('counts what happens on the way into an account as versions and shows nothing of it', () => {
    const code = { nonce: 'n', expires_at: '2026-11-25T10:00:00.000Z' };
    const facts = { sex: 'Female' as const, date_of_birth: '1968-05-02T00:00:00', city_of_birth: 'Bern', country_of_birth: 'CH' };
    spec
      .given(
        registered,
        { type: 'PersonalFactsGiven', data: { user_id, ...facts, social_security_number: '900142231' } },
        { type: 'ConsentGiven', data: { user_id, document: 'hipaa', version: 'sample 1', content_hash: 'c' } },
        { type: 'SignedUpByInvitation', data: { user_id, invitation_id: user_id } },
        { type: 'VerificationCodeIssued', data: { user_id, ...code } },
        { type: 'AccountVerified', data: { user_id } },
      )
      .then({ [user_id]: { ...shown, version: 5 } });
  });
  it('shows no address, neither one that was asked for nor one that was changed', () => {
    const addresses = { email: 'ito@other.test', former_email: 'emiko@clinic.test' };
    const code = { nonce: 'n', expires_at: '2026-11-25T10:00:00.000Z' };
    spec
      .given(
        registered,
        { type: 'EmailChangeAsked', data: { user_id, ...code, ...addresses } },
        { type: 'EmailChangeWithdrawn', data: { user_id } },
        { type: 'EmailChanged', data: { user_id, nonce: 'n', ...addresses } },
      )
      .then({ [user_id]: { ...shown, version: 3 } });
  });
  it('keeps name and roles of a closed one alone, the same whether its own events can still be read or not', () => {
    const names = { first_name: 'Emiko', last_name: 'Sørensen' };
    const closed: AccountEvent = { type: 'AccountClosed', data: { user_id, organization_id, roles: ['Doctor'], ...names } };
    const { npi: _npi, sealed_by: _key, ...rest } = shown;
    const left = { ...rest, username: '', occupations: [], removed: true, sort_name: 'sorensen emiko', version: 1 };
    spec.given(registered, closed).then({ [user_id]: left });
    spec.given(closed).then({ [user_id]: { ...left, version: 0 } });
    spec.given(registered, { type: 'UserRemoved', data: { user_id } }, closed).then({ [user_id]: { ...left, version: 2 } });
  });
  it('keeps the name of a removed user for what the person once did', () =>
    spec.given(registered, { type: 'UserRemoved', data: { user_id } }).then({ [user_id]: { ...shown, removed: true, version: 1 } }));
  it('ignores a correction of somebody unknown', () => spec.given(corrected).thenNothing());
  spec.itCoversEveryEvent();
});
