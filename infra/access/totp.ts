import { createHmac, randomBytes } from 'node:crypto';

// RFC 6238 with what every authenticator app takes: SHA-1, six digits, steps of 30 seconds.
const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after the present one whose codes count: for clocks that differ, and for a code that was typed slowly. */
const WINDOW = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits as base32 (RFC 4648), as RFC 4226 recommends. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

const toBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The code of a time step (RFC 4226, 5.3). */
const codeOf = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
};

const stepAt = (at: number): number => Math.floor(at / 1000 / STEP_S);

/** The code of a moment. @param at milliseconds since 1970 */
export const totpCode = (secret: string, at: number): string => codeOf(secret, stepAt(at));

/** The time step that a code belongs to; undefined where it is of none that counts now. @param at milliseconds since 1970 */
export const totpStep = (secret: string, code: string, at: number): number | undefined => {
  const now = stepAt(at);
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, n) => now - WINDOW + n);
  return steps.find((step) => codeOf(secret, step) === code);
};

/** What an authenticator app reads from the picture. */
export const totpUri = (secret: string, username: string): string =>
  `otpauth://totp/Anamnesis:${encodeURIComponent(username)}?${new URLSearchParams({ secret, issuer: 'Anamnesis' }).toString()}`;
