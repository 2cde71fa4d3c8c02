import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { ResetCodeCommand, ResetCodeEvent } from '#contracts/people/account-codes';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { resetCodes } from './reset-codes.decider.ts';

const given = specify(resetCodes);
const [user_id, me, other] = [randomUUID(), randomUUID(), randomUUID()];
const code = (nonce: string) => ({ user_id, nonce, expires_at: '2026-11-25T10:00:00.000Z' });
const issued = (nonce: string): ResetCodeEvent => ({ type: 'ResetCodeIssued', data: code(nonce) });
const spent = (nonce: string, spent_by = me): ResetCodeEvent => ({ type: 'ResetCodeSpent', data: { user_id, nonce, spent_by } });
const issue = (nonce: string): ResetCodeCommand => ({ type: 'IssueResetCode', command_id: randomUUID(), data: code(nonce) });
const spend = (nonce: string, spent_by = me): ResetCodeCommand => ({
  type: 'SpendResetCode',
  command_id: randomUUID(),
  data: { user_id, nonce, spent_by },
});

it('issues codes, each once', () => {
  given(issued('a')).when(issue('b')).then(issued('b'));
  given(issued('a')).when(issue('a')).thenNothing();
});

it('spends one, and with it all that were issued beside it', () => {
  given(issued('a'), issued('b')).when(spend('a')).then(spent('a'));
  given(issued('a'), issued('b'), spent('a')).when(spend('b')).thenRefuses('code-invalid');
  given(issued('a'), spent('a'), issued('b')).when(spend('b')).then(spent('b'));
});

it('lets nobody spend what somebody else spent, and the same call once only', () => {
  given(issued('a'), spent('a')).when(spend('a', other)).thenRefuses('code-invalid');
  given(issued('a'), spent('a')).when(spend('a')).thenNothing();
  given().when(spend('a')).thenRefuses('code-invalid');
});

it('remembers the code that was spent, for who repeats the call', () => {
  const { open, spent: last } = stateAfter(resetCodes, [issued('a'), issued('b'), spent('a')]);
  expect(open).toEqual([]);
  expect(last).toMatchObject([{ nonce: 'a', spent_by: me }]);
});

it('opens nothing by codes that an unverified event may have spent', () => {
  const unverified = { type: 'AccessUnverified', data: { id: user_id, type: 'ResetCodeSpent' } } as never;
  given(issued('a'), unverified).when(spend('a')).thenRefuses('code-invalid');
  given(issued('a'), spent('a'), unverified).when(spend('a')).thenRefuses('code-invalid');
  given(issued('a'), unverified, issued('b')).when(spend('b')).then(spent('b'));
});

itIsHarmlessTwice(
  resetCodes,
  fc.oneof(
    fc.constantFrom('a', 'b').map(issue),
    fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(me, other)).map(([nonce, by]) => spend(nonce, by)),
  ),
);
