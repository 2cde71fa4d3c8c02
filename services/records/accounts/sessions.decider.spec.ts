import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { SessionCommand } from '#contracts/people/accounts';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { session } from './sessions.decider.ts';

const given = specify(session);
const [session_id, user_id] = [randomUUID(), randomUUID()];
const signIn = (user: string): SessionCommand => ({ type: 'SignIn', command_id: randomUUID(), data: { session_id, user_id: user } });
const signOut: SessionCommand = { type: 'SignOut', command_id: randomUUID(), data: { session_id } };
const signedIn = { type: 'SignedIn' as const, data: { session_id, user_id } };
const signedOut = { type: 'SignedOut' as const, data: { session_id } };

it('begins with a sign-in', () => given().when(signIn(user_id)).then(signedIn));
it('ends with a sign-out', () => given(signedIn).when(signOut).then(signedOut));
it('ends once', () => given(signedIn, signedOut).when(signOut).thenNothing());
it('never begins again', () => given(signedIn, signedOut).when(signIn(user_id)).thenRefuses('session-over'));
it('is over where an event of it is unverified', () =>
  given(signedIn, { type: 'AccessUnverified', data: { id: session_id, type: 'SignedOut' } } as never)
    .when(signIn(user_id))
    .thenRefuses('session-over'));
it('never becomes somebody else’s', () => given(signedIn).when(signIn(randomUUID())).thenRefuses('session-over'));
it('cannot end before it began', () => given().when(signOut).thenRefuses('not-found'));

itIsHarmlessTwice(session, fc.constantFrom(signIn(user_id), signIn(randomUUID()), signOut));
