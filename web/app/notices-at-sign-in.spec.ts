import { afterNotices, mailHint, noticesOf } from './notices-at-sign-in.ts';

it('says what the navigation flags stand for', () => {
  expect(noticesOf({ show_verify_fail: true })).toEqual([['Account verification failed.', 'danger']]);
  expect(noticesOf({ invitation_accepted: true })[0]?.[0]).toBe('Invitation was accepted. Please login...');
});

it('keeps what to do with a mail after its notice was shown, and the place to go on to', () => {
  expect(afterNotices({ created: true, from: '/patients' })).toEqual({ from: '/patients', mail: 'created' });
  expect(noticesOf(afterNotices({ created: true }))).toEqual([]);
  expect(mailHint(afterNotices({ recover_success: true }))).toMatch(
    /^If an account has your address, .* If it has not arrived, look in your spam folder, or ask again\.$/,
  );
  expect(mailHint(afterNotices({ reset_success: true }))).toBeUndefined();
  for (const state of [null, 'created', { mail: 1 }, { mail: 'toString' }, { mail: '' }]) expect(mailHint(state)).toBeUndefined();
});

it('says nothing without flags', () => {
  for (const state of [null, undefined, 'text', {}, { from: '/patients' }, { created: 'yes' }]) expect(noticesOf(state)).toEqual([]);
});
