import { newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

/** RFC 6238, appendix B, SHA-1: '12345678901234567890' as base32, and the last six of the eight digits there. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('gives the code of RFC 6238 at %d s', (seconds, code) => {
  expect(totpCode(SECRET, seconds * 1000)).toBe(code);
  expect(totpStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

it('takes the codes of the step before and after, and no other', () => {
  const at = 1_800_000_000_000;
  const taken = [-60, -30, 0, 30, 60].map((seconds) => totpStep(SECRET, totpCode(SECRET, at + seconds * 1000), at) !== undefined);
  expect(taken).toEqual([false, true, true, true, false]);
  expect(totpStep(SECRET, '', at)).toBeUndefined();
});

it('makes secrets of 160 bits that no other secret’s codes open', () => {
  const [one, two] = [newTotpSecret(), newTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(two);
});

it('is read by an authenticator app', () => {
  expect(totpUri(SECRET, 'hart+x')).toBe(`otpauth://totp/Anamnesis:hart%2Bx?secret=${SECRET}&issuer=Anamnesis`);
});
