import { noticesOf } from './notices-at-sign-in.ts';

it('says what the navigation flags stand for', () => {
  expect(noticesOf({ show_verify_fail: true })).toEqual([['Account verification failed.', 'danger']]);
  expect(noticesOf({ invitation_accepted: true })[0]?.[0]).toBe('Invitation was accepted. Please login...');
});

it('says nothing without flags', () => {
  for (const state of [null, undefined, 'text', {}, { from: '/patients' }, { created: 'yes' }]) expect(noticesOf(state)).toEqual([]);
});
