import { randomUUID } from 'node:crypto';
import type { AccountEvent } from '#contracts/people/accounts';
import type { SecondFactorCommand, SecondFactorEvent } from '#contracts/people/second-factor';
import { specify } from '#tests/support/specify';
import { secondFactor } from './second-factor.decider.ts';

const [user_id, session_id] = [randomUUID(), randomUUID()];
const given = specify(secondFactor);
const command = <T extends SecondFactorCommand['type']>(type: T, data: object) =>
  ({ type, command_id: randomUUID(), data: { user_id, ...data } }) as Extract<SecondFactorCommand, { type: T }>;
const event = <T extends SecondFactorEvent['type']>(type: T, data: object = {}) =>
  ({ type, data: { user_id, ...data } }) as Extract<SecondFactorEvent, { type: T }>;

const registered = { type: 'UserRegistered', data: { user_id } } as AccountEvent;
const removedUser: AccountEvent = { type: 'UserRemoved', data: { user_id } };
const enrolled = event('SecondFactorEnrolled', { secret: 'A' });
const confirmed = event('SecondFactorConfirmed', { session_id, recovery_codes: ['one', 'two'] });
const spent = event('SecondFactorCodeSpent', { recovery_code: 'one' });
const removed = event('SecondFactorRemoved', { session_id });

const enrol = command('EnrolSecondFactor', { secret: 'A' });
const confirm = command('ConfirmSecondFactor', { session_id, recovery_codes: ['one', 'two'] });
const spend = (recovery_code: string) => command('SpendSecondFactorCode', { recovery_code });
const remove = command('RemoveSecondFactor', { session_id });

describe('a second factor', () => {
  it('is enrolled', () => given(registered).when(enrol).then(enrolled));
  it('is enrolled anew as long as it was not confirmed', () =>
    given(registered, enrolled)
      .when(command('EnrolSecondFactor', { secret: 'B' }))
      .then(event('SecondFactorEnrolled', { secret: 'B' })));
  it('is not replaced once it counts', () => given(registered, enrolled, confirmed).when(enrol).thenRefuses('second-factor-exists'));
  it('counts once it was confirmed', () => given(registered, enrolled).when(confirm).then(confirmed));
  it('is not confirmed before, nor twice', () => {
    given(registered).when(confirm).thenRefuses('not-enrolled');
    given(registered, enrolled, confirmed).when(confirm).thenRefuses('not-enrolled');
  });
  it('lets each recovery code count once', () => {
    given(registered, enrolled, confirmed).when(spend('one')).then(spent);
    given(registered, enrolled, confirmed, spent).when(spend('one')).thenRefuses('wrong-code');
    given(registered, enrolled, confirmed, spent)
      .when(spend('two'))
      .then(event('SecondFactorCodeSpent', { recovery_code: 'two' }));
  });
  it('knows no other recovery code, and none of an older factor', () => {
    given(registered, enrolled, confirmed).when(spend('three')).thenRefuses('wrong-code');
    given(registered, enrolled).when(spend('one')).thenRefuses('wrong-code');
    given(registered, enrolled, confirmed, removed).when(spend('one')).thenRefuses('wrong-code');
  });
  it('is removed, once', () => {
    given(registered, enrolled, confirmed).when(remove).then(removed);
    given(registered, enrolled, confirmed, removed).when(remove).thenNothing();
    given(registered).when(remove).thenNothing();
  });
  it('is enrolled again after it was removed', () => given(registered, enrolled, confirmed, removed).when(enrol).then(enrolled));
  it('is of nobody who is not there', () => {
    given().when(enrol).thenRefuses('not-found');
    given(registered, removedUser).when(enrol).thenRefuses('not-found');
  });
});
