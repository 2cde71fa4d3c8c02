import { createHash, randomBytes } from 'node:crypto';
import type { Keys } from '../keys/keys.ts';
import { codeOf, matchingCode } from './codes.ts';

const ONE_YEAR_S = 365 * 24 * 60 * 60;

const cookieOf = (username: string): string => `browser-${createHash('sha256').update(username).digest('base64url').slice(0, 22)}`;

/**
 * Recognises browsers in which an account was signed in before, by a cookie that opens nothing: it only has guesses at the password counted for
 * that browser, so that strangers who guess elsewhere, or behind the same address, keep nobody from signing in. Nothing is stored.
 */
export class KnownBrowsers {
  /** @param isSecure whether people come by https alone */
  constructor(
    private readonly keys: Keys,
    private readonly isSecure: boolean,
  ) {}

  /** The value of Set-Cookie for the browser in which this account proved who it is just now. @param username as by sameName */
  async cookie(username: string): Promise<string> {
    const nonce = randomBytes(16).toString('base64url');
    const value = `${nonce}.${await codeOf(this.keys, 'browser', username, nonce)}`;
    const attributes = ['Path=/api/token', `Max-Age=${ONE_YEAR_S}`, 'HttpOnly', 'SameSite=Strict', ...(this.isSecure ? ['Secure'] : [])];
    return [`${cookieOf(username)}=${value}`, ...attributes].join('; ');
  }

  /** A name for the browser if the account was signed in there before. @param cookies the header Cookie @throws KeysUnavailable */
  async nameOf(cookies: string | undefined, username: string): Promise<string | undefined> {
    const [, nonce, code] = new RegExp(`(?:^|; )${cookieOf(username)}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(cookies ?? '') ?? [];
    if (nonce === undefined || code === undefined) return undefined;
    const issued = { nonce, expires_at: '9' }; // the browser forgets it by itself
    return (await matchingCode(this.keys, 'browser', { subject_id: username, code }, [issued])) && nonce;
  }
}
