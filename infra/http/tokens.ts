import { errors, jwtVerify, SignJWT } from 'jose';
import type { Keys } from '../keys/keys.ts';

const ISSUER = 'anamnesis';
const LIFETIME_S = 15 * 60;
/** Seconds by which the clock may have been put back since a token was issued. Beyond, it would live for as long as the clock was ahead. */
const PUT_BACK_S = 60 * 60;

/** Bearer tokens (JWT, HS256): they name a session and live for minutes. Whether the session still lives is asked at each request. */
export class Tokens {
  private secret?: Promise<Uint8Array>;

  /** @param lifetime_s seconds a token lives; the web renews 30 s before its end */
  constructor(
    private readonly keys: Keys,
    private readonly lifetime_s: number = LIFETIME_S,
    private readonly clock: () => Date = () => new Date(),
  ) {}

  /** @returns the token and when it ends, UTC */
  async issue(session_id: string): Promise<{ token: string; expiration: string }> {
    const now = Math.floor(this.clock().getTime() / 1000);
    const ends = now + this.lifetime_s;
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setSubject(session_id)
      .setIssuedAt(now)
      .setExpirationTime(ends)
      .sign(await this.key());
    return { token, expiration: new Date(ends * 1000).toISOString() };
  }

  /** The session a token names; undefined for one that is not ours, altered, expired or far from the future. @throws KeysUnavailable */
  async verify(token: string): Promise<string | undefined> {
    const key = await this.key();
    const now = this.clock();
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        requiredClaims: ['sub', 'exp'],
        currentDate: now,
      });
      const isAhead = payload.exp! - now.getTime() / 1000 > this.lifetime_s + PUT_BACK_S;
      return isAhead ? undefined : payload.sub;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  private key(): Promise<Uint8Array> {
    this.secret ??= this.keys.secret('tokens').catch((error: unknown) => {
      this.secret = undefined;
      throw error;
    });
    return this.secret;
  }
}
