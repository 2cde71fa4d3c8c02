import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { totpCode } from '#infra/access/totp';
import { Faults } from '#infra/event-store/sqlite/faults';
import { type HttpApp, openHttpApp, PASSWORD } from '#tests/support/http-app';
import { AccountsModule } from './accounts.module.ts';
import { accountNamed, handleAccount } from './accounts.handlers.ts';

const system = { kind: 'system', part: 'test' } as const;
const faults = new Faults();
let it_: HttpApp;
let clinic: string;
beforeAll(async () => {
  it_ = await openHttpApp({ imports: [AccountsModule] }, { faults });
  clinic = await it_.addClinic('Lindenhof');
});
afterAll(() => it_.close());
afterEach(() => {
  faults.clear();
  jest.restoreAllMocks();
});

type Bearer = { authorization: string };
const bearer = (token: string): Bearer => ({ authorization: `Bearer ${token}` });
const knock = (username: string, app = it_) => app.http().post('/api/token').send({ username, password: PASSWORD });
const step = (second_step: string, code: string, app = it_) => app.http().post('/api/token/second-step').send({ second_step, code });
const factor = (method: 'post' | 'put' | 'delete', who: Bearer, body: object, key = randomUUID(), app = it_) =>
  app
    .http()
    [method]('/api/users/second-factor')
    .set({ ...who, 'idempotency-key': key })
    .send(body);

let ahead = 0;
/** Codes count once: each is of another time step than the one before. */
const later = () => {
  ahead += 90_000;
  jest.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + ahead);
  return Date.now();
};

/** Somebody with a confirmed second factor. */
const enrolled = async (app = it_) => {
  const { username, user_id } = await app.addUser(['Doctor'], app === it_ ? clinic : await app.addClinic());
  const who = await app.bearer(username);
  const { body: offer } = await factor('post', who, { password: PASSWORD }, randomUUID(), app).expect(201);
  const { secret } = offer as { secret: string };
  const { body } = await factor('put', who, { code: totpCode(secret, later()) }, randomUUID(), app).expect(200);
  return { username, user_id, who, secret, codes: (body as { recovery_codes: string[] }).recovery_codes };
};
/** The token of the second step, after the right password. */
const knocked = async (username: string, app = it_): Promise<string> => {
  const { body } = await knock(username, app).expect(200);
  expect(body).toEqual({ second_factor_required: true, second_step: expect.any(String), expiration: expect.any(String) });
  return (body as { second_step: string }).second_step;
};
const entered = (body: unknown) => bearer((body as { token: string }).token);
const isIn = async (who: Bearer, status = 200) => it_.http().get('/api/token').set(who).expect(status);

describe('setting up a second factor', () => {
  it('wants the password, then a code, and tells ten recovery codes once', async () => {
    const { username } = await it_.addUser(['Doctor'], clinic);
    const who = await it_.bearer(username);
    const { body: wrong } = await factor('post', who, { password: 'not this one' }).expect(422);
    expect(wrong).toEqual({ password: ['This is not your present password'] });
    await factor('put', who, { code: '123456' }).expect(409);
    const key = randomUUID();
    const { body: offer } = await factor('post', who, { password: PASSWORD }, key).expect(201);
    expect(offer).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.stringMatching(/^otpauth:/) });
    expect((await factor('post', who, { password: PASSWORD }, key).expect(201)).body).toEqual(offer);
    await knock(username).expect(200, /"token"/);
    const { body: refused } = await factor('put', who, { code: '000000' }).expect(422);
    expect(refused).toEqual({ code: ['This code is wrong or was used already'] });

    const [code, confirming] = [totpCode((offer as { secret: string }).secret, later()), randomUUID()];
    const { body } = await factor('put', who, { code }, confirming).expect(200);
    const { recovery_codes } = body as { recovery_codes: string[] };
    expect(recovery_codes).toHaveLength(10);
    expect(new Set(recovery_codes).size).toBe(10);
    for (const each of recovery_codes) expect(each).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    expect((await factor('put', who, { code }, confirming).expect(200)).body).toEqual(body);
    await factor('put', who, { code }).expect(409);
    await factor('post', who, { password: PASSWORD }).expect(409);
    const { user } = (await isIn(who)).body as { user: object };
    expect(user).toMatchObject({ second_factor: { recovery_codes_left: 10 } });
  });

  it('ends the sessions elsewhere, and leaves nothing readable in the log', async () => {
    const { username, user_id } = await it_.addUser(['Doctor'], clinic);
    const [here, elsewhere] = [await it_.bearer(username), await it_.bearer(username)];
    const { body: offer } = await factor('post', here, { password: PASSWORD }).expect(201);
    const { secret } = offer as { secret: string };
    await isIn(elsewhere);
    const { body } = await factor('put', here, { code: totpCode(secret, later()) }).expect(200);
    await isIn(elsewhere, 401);
    await isIn(here);
    const [code] = (body as { recovery_codes: string[] }).recovery_codes;
    const stored = await it_.stored(`user-${user_id}`);
    const text = stored.map(({ data, metadata }) => Buffer.from(data).toString() + JSON.stringify(metadata)).join('');
    for (const hidden of [secret, code!, code!.replaceAll('-', '')]) expect(text).not.toContain(hidden);
  });
});

describe('signing in with a second factor', () => {
  it('takes a code after the password', async () => {
    const { username, secret } = await enrolled();
    const { body } = await step(await knocked(username), totpCode(secret, later())).expect(200);
    await isIn(entered(body));
  });

  it('takes no code twice, in whichever sign-in, nor the code that confirmed it', async () => {
    const { username, secret } = await enrolled();
    const confirming = totpCode(secret, Date.now());
    await step(await knocked(username), confirming).expect(401);
    const code = totpCode(secret, later());
    const first = await knocked(username);
    await step(first, code).expect(200);
    await step(first, code).expect(401);
    const { body } = await step(await knocked(username), code).expect(401);
    expect(body).toMatchObject({ code: 'wrong-code' });
  });

  /** Those who are not let in are also held up, by how many were before them. */
  const oneOf = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => (status === 401 || status === 429 ? 'refused' : status)).sort();

  it('of many who send one code at once lets one in', async () => {
    const { username, secret, codes } = await enrolled();
    const second = await knocked(username);
    const code = totpCode(secret, later());
    const answers = await Promise.all(Array.from({ length: 4 }, () => step(second, code)));
    expect(oneOf(answers)).toEqual([200, 'refused', 'refused', 'refused']);
    const recovery = await Promise.all(Array.from({ length: 4 }, () => step(second, codes[0]!)));
    expect(oneOf(recovery)).toEqual([200, 'refused', 'refused', 'refused']);
  });

  it('takes each recovery code once, however it is typed, and counts what is left', async () => {
    const { username, codes } = await enrolled();
    const { body } = await step(await knocked(username), ` ${codes[3]!.toUpperCase().replaceAll('-', ' ')} `).expect(200);
    expect(body).toMatchObject({ user: { second_factor: { recovery_codes_left: 9 } } });
    await step(await knocked(username), codes[3]!).expect(401);
    await step(await knocked(username), codes[4]!).expect(200);
  });

  it('knows no recovery code of somebody else', async () => {
    const [one, two] = [await enrolled(), await enrolled()];
    await step(await knocked(one.username), two.codes[0]!).expect(401);
    await step(await knocked(one.username), totpCode(two.secret, later())).expect(401);
  });

  it('gives no session to who has the password alone', async () => {
    const { username } = await enrolled();
    const second = await knocked(username);
    for (const path of ['/api/token', '/api/users/kept-key']) await it_.http().get(path).set(bearer(second)).expect(401);
    await factor('delete', bearer(second), { password: PASSWORD, code: '1' }).expect(401);
    await step('x', '123456').expect(401);
    const session = (await it_.bearer((await it_.addUser(['Doctor'], clinic)).username)).authorization.slice(7);
    await step(session, '123456').expect(401);
  });

  it('makes who guesses wait, whoever knocks again', async () => {
    const { username, secret } = await enrolled();
    for (let n = 0; n < 6; n++) await step(await knocked(username), `00000${n}`).expect(401);
    await step(await knocked(username), totpCode(secret, later())).expect(429);
  });

  it('begins anew where the password was changed between the steps', async () => {
    const { username, who, secret } = await enrolled();
    const second = await knocked(username);
    await it_.http().put('/api/users/password').set(who).send({ old_password: PASSWORD, new_password: 'nine loud kettles' }).expect(200);
    await step(second, totpCode(secret, later())).expect(401);
  });

  it('works while the disk is full, and takes no code twice then', async () => {
    const { username, secret } = await enrolled();
    const second = await knocked(username);
    faults.order('before-commit', 'full', 1000);
    const code = totpCode(secret, later());
    const answers = await Promise.all([step(second, code), step(second, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});

describe('removing a second factor', () => {
  it('wants the password and a code', async () => {
    const { username, who, secret, codes } = await enrolled();
    const { body } = await factor('delete', who, { password: 'x', code: codes[0] }).expect(422);
    expect(Object.keys(body as object)).toEqual(['password']);
    expect((await factor('delete', who, { password: PASSWORD, code: '000000' }).expect(422)).body).toHaveProperty('code');
    const key = randomUUID();
    const removal = { password: PASSWORD, code: totpCode(secret, later()) };
    const first = await factor('delete', who, removal, key).expect(200);
    expect((await factor('delete', who, removal, key).expect(200)).body).toEqual(first.body);
    await isIn(entered((await knock(username).expect(200)).body));
  });

  it('is done on the command line for who lost it, and ends every session', async () => {
    const { username, who } = await enrolled();
    const { user_id } = await accountNamed(it_, username);
    await handleAccount(it_, { type: 'RemoveSecondFactor', command_id: randomUUID(), data: { user_id } }, system);
    await isIn(who, 401);
    await isIn(entered((await knock(username).expect(200)).body));
  });
});

describe('in production', () => {
  let prod: HttpApp;
  beforeAll(async () => {
    prod = await openHttpApp({ imports: [AccountsModule] }, { environment: 'prod' });
  });
  afterAll(() => prod.close());

  it.each(['SuperUser', 'OrganizationAdmin'] as const)('a %s can do nothing but set up a second factor', async (role) => {
    const { username } = await prod.addUser([role], role === 'SuperUser' ? null : await prod.addClinic());
    const who = await prod.bearer(username);
    const kept = (status: number) => prod.http().get('/api/users/kept-key').set(who).expect(status);
    expect((await kept(403)).body).toMatchObject({ code: 'second-factor-required' });
    const profile = async () => ((await prod.http().get('/api/token').set(who).expect(200)).body as { user: object }).user;
    expect(await profile()).toMatchObject({ must_enrol_second_factor: true });
    const { body } = await factor('post', who, { password: PASSWORD }, randomUUID(), prod).expect(201);
    await kept(403);
    const code = totpCode((body as { secret: string }).secret, later());
    await factor('put', who, { code }, randomUUID(), prod).expect(200);
    await kept(200);
    expect(await profile()).not.toHaveProperty('must_enrol_second_factor');
  });

  it('others need none', async () => {
    const who = await prod.bearer((await prod.addUser(['Doctor'], await prod.addClinic())).username);
    await prod.http().get('/api/users/kept-key').set(who).expect(200);
  });
});
