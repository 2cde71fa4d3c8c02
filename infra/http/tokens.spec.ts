import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Engines, openEngines } from '#tests/support/engines';
import { Tokens } from './tokens.ts';

let engines: Engines;
let now = Date.parse('2026-03-04T10:00:00.000Z');
let tokens: Tokens;
beforeAll(async () => {
  engines = await openEngines();
  tokens = new Tokens(engines.keys, 900, () => new Date(now));
});
afterAll(() => engines.close());

describe('tokens', () => {
  it('name their session until they expire', async () => {
    const session = randomUUID();
    const { token, expiration } = await tokens.issue(session);
    expect(expiration).toBe('2026-03-04T10:15:00.000Z');
    expect(await tokens.verify(token)).toBe(session);
    now += 899_000;
    expect(await tokens.verify(token)).toBe(session);
    now += 2000;
    expect(await tokens.verify(token)).toBeUndefined();
  });

  it('issued by a clock that was far ahead end when it is put right, and stay where it was moved by minutes', async () => {
    const { token } = await tokens.issue('s');
    const right = now;
    now -= 600_000;
    expect(await tokens.verify(token)).toBe('s');
    now -= 365 * 24 * 3_600_000;
    expect(await tokens.verify(token)).toBeUndefined();
    now = right;
  });

  it('are still known after a restart, by the secret of the key store', async () => {
    const { token } = await tokens.issue('s');
    expect(await new Tokens(engines.keys, 900, () => new Date(now)).verify(token)).toBe('s');
  });

  it('are ours only under our key, issuer and algorithm', async () => {
    const secret = await engines.keys.secret('tokens');
    const at = Math.floor(now / 1000);
    const ours = { alg: 'HS256', typ: 'session+jwt', audience: 'anamnesis/session' };
    const made = (issuer: string, key: Uint8Array, changes: object = {}) => {
      const { audience, ...header } = { ...ours, ...changes };
      return new SignJWT()
        .setProtectedHeader(header)
        .setIssuer(issuer)
        .setSubject('s')
        .setAudience(audience)
        .setExpirationTime(at + 60)
        .sign(key);
    };
    expect(await tokens.verify(await made('anamnesis', secret))).toBe('s');
    expect(await tokens.verify(await made('anamnesis', randomBytes(32)))).toBeUndefined();
    expect(await tokens.verify(await made('somebody', secret))).toBeUndefined();
    expect(await tokens.verify(await made('anamnesis', Buffer.concat([secret, secret]), { alg: 'HS512' }))).toBeUndefined();
    expect(await tokens.verify(await made('anamnesis', secret, { typ: 'JWT' }))).toBeUndefined();
    expect(await tokens.verify(await made('anamnesis', secret, { audience: 'another service' }))).toBeUndefined();
    expect(await tokens.verify('a.b.c')).toBeUndefined();
  });

  it('of the second step are no sessions, nor the other way round', async () => {
    const step = { user_id: randomUUID(), since: '42' };
    const { token, expiration } = await tokens.issueStep(step);
    expect(Date.parse(expiration) - now).toBe(5 * 60_000);
    expect(await tokens.verifyStep(token)).toEqual(step);
    expect(await tokens.verify(token)).toBeUndefined();
    expect(await tokens.verifyStep((await tokens.issue('s')).token)).toBeUndefined();
    now += 5 * 60_000 + 1000;
    expect(await tokens.verifyStep(token)).toBeUndefined();
  });
});
