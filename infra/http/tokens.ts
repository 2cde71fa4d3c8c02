import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Keys } from '../keys/keys.ts';

const ISSUER = 'anamnesis';
const LIFETIME_S = 15 * 60;
/** Tokens whose signature is remembered at most. */
const MOST_VERIFIED = 10_000;
const STEP_LIFETIME_S = 5 * 60;
/** Seconds by which the clock may have been put back since a token was issued. Beyond, it would live for as long as the clock was ahead. */
const PUT_BACK_S = 60 * 60;

/** What a token is for. One for something else is none: it says so in `aud` and `typ`, which are signed. */
const purposes = {
  session: { audience: 'anamnesis/session', typ: 'session+jwt' },
  step: { audience: 'anamnesis/second-step', typ: 'second-step+jwt' },
} as const;
type Purpose = keyof typeof purposes;

/** Somebody who gave the right password and has to give a code next. */
export interface SecondStep {
  user_id: string;
  /** Where in the log the password was changed last, '' for never: a token of before another change is none. */
  since: string;
}

/**
 * Tokens (JWT, HS256). Bearer tokens name a session and live for minutes; whether the session still lives is asked at each request. A token
 * of the second step names a person and is no session.
 */
export class Tokens {
  private secret?: Promise<Uint8Array>;
  /** Whose signature and purpose were right: these never change, and are the most expensive part of a request. Times are compared each time. */
  private readonly verified = new Map<string, JWTPayload>();

  /** @param lifetime_s seconds a bearer token lives; the web renews 30 s before its end */
  constructor(
    private readonly keys: Keys,
    private readonly lifetime_s: number = LIFETIME_S,
    private readonly clock: () => Date = () => new Date(),
  ) {}

  /** @returns the token and when it ends, UTC */
  issue(session_id: string): Promise<{ token: string; expiration: string }> {
    return this.sign('session', { sub: session_id }, this.lifetime_s);
  }

  /** The session a token names; undefined for one that is not ours, altered, expired or far from the future. @throws KeysUnavailable */
  async verify(token: string): Promise<string | undefined> {
    const known = this.verified.get(token);
    if (known) return this.isWithinTimes(known, this.lifetime_s) ? known.sub : undefined;
    const payload = await this.payload('session', token, this.lifetime_s);
    if (!payload) return undefined;
    if (this.verified.size >= MOST_VERIFIED) this.verified.clear();
    this.verified.set(token, payload);
    return payload.sub;
  }

  /** The session that a header `Authorization` names; undefined as by `verify`. @throws KeysUnavailable */
  async sessionOf(authorization: string | undefined): Promise<string | undefined> {
    const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1];
    return token === undefined ? undefined : this.verify(token);
  }

  issueStep({ user_id, since }: SecondStep): Promise<{ token: string; expiration: string }> {
    return this.sign('step', { sub: user_id, since }, STEP_LIFETIME_S);
  }

  /** Undefined as by `verify`. @throws KeysUnavailable */
  async verifyStep(token: string): Promise<SecondStep | undefined> {
    const payload = await this.payload('step', token, STEP_LIFETIME_S);
    return payload && { user_id: payload.sub!, since: String(payload['since']) };
  }

  private async sign(purpose: Purpose, claims: JWTPayload, lifetime_s: number): Promise<{ token: string; expiration: string }> {
    const { audience, typ } = purposes[purpose];
    const now = Math.floor(this.clock().getTime() / 1000);
    const ends = now + lifetime_s;
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(ends)
      .sign(await this.key());
    return { token, expiration: new Date(ends * 1000).toISOString() };
  }

  private async payload(purpose: Purpose, token: string, lifetime_s: number): Promise<JWTPayload | undefined> {
    const key = await this.key();
    const currentDate = this.clock();
    try {
      const { payload } = await jwtVerify(token, key, {
        ...purposes[purpose],
        algorithms: ['HS256'],
        issuer: ISSUER,
        requiredClaims: ['sub', 'exp'],
        currentDate,
      });
      return this.isWithinTimes(payload, lifetime_s) ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Not expired, and not of a clock that was far ahead. */
  private isWithinTimes({ exp }: JWTPayload, lifetime_s: number): boolean {
    const left = exp! - Math.floor(this.clock().getTime() / 1000);
    return left > 0 && left <= lifetime_s + PUT_BACK_S;
  }

  private key(): Promise<Uint8Array> {
    this.secret ??= this.keys.secret('tokens').catch((error: unknown) => {
      this.secret = undefined;
      throw error;
    });
    return this.secret;
  }
}
