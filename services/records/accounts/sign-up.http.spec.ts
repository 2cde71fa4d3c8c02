import { randomInt, randomUUID } from 'node:crypto';
import type { Accepted } from '#contracts/wire/command';
import type { TokenResponse } from '#contracts/people/accounts';
import { addressStream } from '#infra/access/addresses';
import { codeInAddress, codeOf } from '#infra/access/codes';
import { type HttpApp, openHttpApp, PASSWORD } from '#tests/support/http-app';
import { settleAddresses } from '../../reactions/accounts/settle-addresses.reaction.ts';
import { sendMails } from '../../reactions/mail/send-mails.reaction.ts';
import { reactOnce } from '#tests/support/react-once';
import { AccountsModule } from './accounts.module.ts';

const public_url = 'https://records.example';
let it_: HttpApp;
let clinic: string;
let settle: () => Promise<void>;
beforeAll(async () => {
  it_ = await openHttpApp({ imports: [AccountsModule] });
  clinic = await it_.addClinic();
  settle = reactOnce(it_, [settleAddresses(it_), sendMails(it_.mail, { ...it_, public_url })]);
});
afterAll(() => it_.close());

/** From an address of its own, unless another is given: who asks often has to wait. */
const send = async (
  method: 'POST' | 'PUT' | 'GET',
  url: string,
  payload: object = {},
  { key = randomUUID() as string, ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`, headers = {} } = {},
) => {
  const answer = await it_.app.inject({ method, url, payload, remoteAddress: ip, headers: { 'idempotency-key': key, ...headers } });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
};
const person = (changes: object = {}) => ({
  ...{ first_name: 'Ada', last_name: 'Quill', sex: 'Female', date_of_birth: '1968-05-02T00:00:00', city_of_birth: 'Bern' },
  ...{ country_of_birth: 'CH', social_security_number: '900-14-2231', phone_number: '+41310000001', hipaa_consent: true },
  ...{ username: `p-${randomUUID()}`, password: PASSWORD, email: `${randomUUID()}@example.org` },
  ...changes,
});
type Person = ReturnType<typeof person>;
const signUp = async (changes: object = {}) => {
  const sent: Person = person(changes);
  const { status, text } = await send('POST', '/api/users/patient', sent);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return { ...sent, user_id: (JSON.parse(text) as Accepted).id };
};
const signIn = async (username: string, password = PASSWORD) => send('POST', '/api/token', { username, password });
/** What the mails to somebody link to, the last first. */
const linksTo = async (email: string, path: string): Promise<URL[]> => {
  await settle();
  const mails = (await it_.mail.outbox())!.filter(({ to }) => to === email);
  return mails
    .flatMap(({ text }) => text.match(/https:\S+/g) ?? [])
    .map((url) => new URL(url))
    .filter(({ pathname }) => pathname.startsWith(path));
};
const verificationOf = async (email: string) => (await linksTo(email, '/verify/'))[0]!.pathname.slice('/verify/'.length);
const verify = (code: string, key?: string) => send('PUT', `/api/users/verify/${encodeURIComponent(code)}`, {}, { ...(key && { key }) });
const verified = async (changes: object = {}) => {
  const one = await signUp(changes);
  expect(await verify(await verificationOf(one.email))).toMatchObject({ status: 204 });
  return one;
};
const recover = (email: string) => send('POST', '/api/users/recover_password', { email });
const tokenOf = async (email: string) => {
  expect(await recover(email)).toMatchObject({ status: 204 });
  return (await linksTo(email, '/resetpasswordform'))[0]!.searchParams.get('token')!;
};
const reset = (email: string, token: string, password = 'another password', key?: string) =>
  send('POST', '/api/users/reset_password', { email, token, password }, { ...(key && { key }) });
const typesOf = async (stream: string) => (await it_.stored(stream)).map(({ type }) => type);
const counted = async () => {
  let events = 0;
  for await (const _ of it_.store.readAll()) events++;
  return events;
};

describe('signing up as a patient', () => {
  it('makes an account that nobody can use before the address was confirmed, and everybody after', async () => {
    const one = await signUp();
    expect(await signIn(one.username)).toMatchObject({ status: 403, text: expect.stringContaining('"unverified"') });
    expect(await signIn(one.username, 'wrong password')).toMatchObject({ status: 401 });
    expect(await verify(await verificationOf(one.email))).toMatchObject({ status: 204 });
    const { status, text } = await signIn(one.username);
    expect(status).toBe(200);
    const { user } = JSON.parse(text) as TokenResponse;
    expect(user).toMatchObject({ roles: ['Patient'], organization_id: null, patient_ids: [], date_of_birth: '1968-05-02T00:00:00' });
    expect(user.social_security_number).toBe('***-**-2231');
  });

  it('takes no role, clinic or record that somebody writes into it', async () => {
    const own = randomUUID();
    const wanted = { roles: ['SuperUser'], organization_id: clinic, patient_ids: [own], seeded: true, user_id: own, verified: true };
    const one = await signUp({ ...wanted, awaits_verification: false, npi: '1234567890', occupations: ['Surgeon'], password_hash: 'x' });
    expect(one.user_id).not.toBe(own);
    const [registered] = await it_.events(`user-${one.user_id}`);
    const kept = { roles: ['Patient'], organization_id: null, patient_ids: [], seeded: false, awaits_verification: true, occupations: [] };
    expect(registered).toMatchObject({ kind: 'opened', event: { data: kept } });
    expect(registered!.meta).not.toHaveProperty('organization_id');
    expect((registered as { event: { data: object } }).event.data).not.toHaveProperty('npi');
  });

  it('keeps what was agreed to, and nothing of the person readable', async () => {
    const one = await signUp({ maiden_name: 'Lovelace' });
    const stored = await it_.stored(`user-${one.user_id}`);
    expect(stored.map(({ type }) => type)).toEqual(['UserRegistered', 'PersonalFactsGiven', 'ConsentGiven', 'VerificationCodeIssued']);
    const text = stored.map(({ data, metadata }) => Buffer.from(data).toString() + JSON.stringify(metadata)).join();
    for (const secret of [one.username, one.email, 'Quill', 'Lovelace', '1968-05-02', '142231', 'Bern']) expect(text).not.toContain(secret);
    const agreed = { document: 'hipaa', version: 'sample 1', content_hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect((await it_.events(`user-${one.user_id}`))[2]).toMatchObject({ event: { data: agreed } });
  });

  it('asks for consent, and says what is wrong by field', async () => {
    const { status, text } = await send(
      'POST',
      '/api/users/patient',
      person({ hipaa_consent: false, phone_number: 'x', username: 'a', email: 'x' }),
    );
    expect(status).toBe(400);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(['hipaa_consent', 'phone_number', 'username', 'email']));
  });

  it('refuses a password that is guessed first', async () => {
    const { status, text } = await send('POST', '/api/users/patient', person({ password: 'Quill-Ada-2026' }));
    expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([422, ['password']]);
  });

  it('ruling 45: tells of a taken username, and of a taken address nothing', async () => {
    const one = await signUp();
    const again = await send('POST', '/api/users/patient', person({ username: one.username.toUpperCase() }));
    expect(again.status).toBe(409);
    expect(JSON.parse(again.text)).toEqual({ username: ['This username is already taken'] });
    await signUp({ email: one.email.toUpperCase() });
  });

  it('makes who guesses usernames wait', async () => {
    const guess = () => send('POST', '/api/users/patient', person({ username: 'somebody' }), { ip: '203.0.113.7' });
    for (let n = 0; n < 6; n++) expect([201, 409]).toContain((await guess()).status);
    expect(await guess()).toMatchObject({ status: 429 });
    const many = (n: number) => send('POST', '/api/users/patient', person({ username: `guess-${n}` }), { ip: '203.0.113.8' });
    for (let n = 0; n < 31; n++) expect(await many(n)).toMatchObject({ status: 201 });
    expect(await many(31)).toMatchObject({ status: 429 });
  });

  it('decision 3.2: answers the same sign-up twice with the same account, and one mail', async () => {
    const [sent, key] = [person(), randomUUID()];
    const first = await send('POST', '/api/users/patient', sent, { key });
    expect(await send('POST', '/api/users/patient', sent, { key })).toMatchObject({ status: 201, text: first.text });
    expect(await linksTo(sent.email, '/verify/')).toHaveLength(1);
  });
});

describe('confirming an address', () => {
  it('answers wrong, forged, swapped, spent and unreadable codes in the same way', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const code = await verificationOf(one.email);
    const [id, secret = ''] = code.split('.');
    await recover(other.email);
    const recovery = (await linksTo(other.email, '/resetpasswordform'))[0]!.searchParams.get('token')!;
    const forged = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`;
    const wrong = [
      `${id}.${forged}`,
      `${other.user_id}.${secret}`,
      `${randomUUID()}.${secret}`,
      recovery,
      'x',
      '../../etc/passwd',
      `${id}.`,
    ];
    const answers: { status: number; text: string }[] = [];
    for (const each of wrong) answers.push(await verify(each));
    expect(await verify(code)).toMatchObject({ status: 204 });
    answers.push(await verify(code));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 422, text: expect.stringContaining('code-invalid') });
    expect(await signIn(other.username)).toMatchObject({ status: 403 });
  });

  it('takes a repetition of the same call, and no key of another call for it', async () => {
    const key = randomUUID();
    const sent = person();
    const { text } = await send('POST', '/api/users/patient', sent, { key });
    const { id } = JSON.parse(text) as Accepted;
    expect(await verify(`${id}.${'a'.repeat(43)}`, key)).toMatchObject({ status: 422 });
    const [code, own] = [await verificationOf(sent.email), randomUUID()];
    expect([(await verify(code, own)).status, (await verify(code, own)).status]).toEqual([204, 204]);
  });

  it('takes no code whose time is over', async () => {
    const one = await signUp();
    const nonce = 'long ago';
    const code = await codeOf(it_.keys, 'verification', one.user_id, nonce);
    const data = { user_id: one.user_id, nonce, expires_at: new Date(Date.now() - 1000).toISOString() };
    const context = { command_id: randomUUID(), actor: { system: 'test' } };
    await it_.log.append(`user-${one.user_id}`, [{ type: 'VerificationCodeIssued', data }], 'any', context);
    expect(await verify(codeInAddress(one.user_id, code))).toMatchObject({ status: 422 });
  });

  it('sends the link again to who knows the password, and answers everybody the same', async () => {
    const [waiting, done] = [await signUp(), await verified()];
    const again = (username: string, password = PASSWORD) => send('POST', '/api/users/verification', { username, password });
    const answers = [
      await again(waiting.username),
      await again(waiting.username, 'wrong'),
      await again(done.username),
      await again('nobody'),
    ];
    for (const { status, text } of answers) expect([status, text]).toEqual([204, '']);
    const links = await linksTo(waiting.email, '/verify/');
    expect(links).toHaveLength(2);
    expect(await linksTo(done.email, '/verify/')).toHaveLength(1);
    expect(await verify(links[0]!.pathname.slice('/verify/'.length))).toMatchObject({ status: 204 });
  });

  it('is not asked of users whom an administrator added, nor of those of before', async () => {
    const { username } = await it_.addUser(['Doctor'], clinic);
    expect(await signIn(username)).toMatchObject({ status: 200 });
  });

  it('logs no code', async () => {
    const one = await signUp();
    const code = await verificationOf(one.email);
    await verify(code);
    expect(it_.requestLog.join('\n')).not.toContain(code);
  });
});

describe('a forgotten password', () => {
  it('is set anew with the link, which ends all sessions and works once', async () => {
    const one = await verified();
    const { text } = await signIn(one.username);
    const authorization = `Bearer ${(JSON.parse(text) as TokenResponse).token}`;
    const token = await tokenOf(one.email);
    expect(await reset(one.email, token)).toMatchObject({ status: 204 });
    expect(await send('GET', '/api/token', {}, { headers: { authorization } })).toMatchObject({ status: 401 });
    expect(await signIn(one.username)).toMatchObject({ status: 401 });
    expect(await signIn(one.username, 'another password')).toMatchObject({ status: 200 });
    expect(await reset(one.email, token, 'a third password')).toMatchObject({ status: 422 });
    expect(await signIn(one.username, 'another password')).toMatchObject({ status: 200 });
  });

  it('refuses a password that is guessed first, which spends no code', async () => {
    const one = await verified();
    const token = await tokenOf(one.email);
    const guessed = await reset(one.email, token, 'password1234');
    expect([guessed.status, Object.keys(JSON.parse(guessed.text) as object)]).toEqual([422, ['password']]);
    expect(await reset(one.email, token)).toMatchObject({ status: 204 });
  });

  it('answers the same call twice alike, and takes its key for no code', async () => {
    const one = await verified();
    const [token, key] = [await tokenOf(one.email), randomUUID()];
    expect(await reset(one.email, token, 'another password', key)).toMatchObject({ status: 204 });
    const { length } = await it_.stored(`user-${one.user_id}`);
    expect(await reset(one.email, token, 'another password', key)).toMatchObject({ status: 204 });
    expect(await it_.stored(`user-${one.user_id}`)).toHaveLength(length);
    const [id] = token.split('.');
    expect(await reset(one.email, `${id}.${'a'.repeat(43)}`, 'another password', key)).toMatchObject({ status: 422 });
  });

  it('lets nobody make the stream of an account grow by asking', async () => {
    const one = await verified();
    const { length } = await it_.stored(`user-${one.user_id}`);
    await tokenOf(one.email);
    expect(await it_.stored(`user-${one.user_id}`)).toHaveLength(length);
  });

  it('is set once by a code that comes twice at the same time', async () => {
    const one = await verified();
    const token = await tokenOf(one.email);
    const passwords = ['password of the one', 'password of the other', 'password of a third'];
    const answers = await Promise.all(passwords.map((password) => reset(one.email, token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422]);
    const opened = await Promise.all(passwords.map((password) => signIn(one.username, password)));
    expect(opened.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 204 ? 200 : 401)));
  });

  it('answers wrong, forged, swapped and spent tokens in the same way', async () => {
    const [one, other] = [await verified(), await verified()];
    const [token, others] = [await tokenOf(one.email), await tokenOf(other.email)];
    const [id, secret = ''] = token.split('.');
    const waiting = await signUp();
    const pairs = [
      [other.email, token],
      [one.email, others],
      [one.email, `${id}.${others.split('.')[1]}`],
      [one.email, `${randomUUID()}.${secret}`],
      [one.email, `${id}.${'a'.repeat(43)}`],
      [waiting.email, await verificationOf(waiting.email)],
      [one.email, ''],
      ['', token],
      [`${one.email}\r\nBcc: eve@example.org`, token],
    ] as const;
    const answers: { status: number; text: string }[] = [];
    for (const [email, each] of pairs) answers.push(await reset(email, each));
    await reset(one.email, token);
    answers.push(await reset(one.email, token));
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(answers.map(() => `422 ${answers[0]!.text}`));
    expect(await signIn(other.username)).toMatchObject({ status: 200 });
  });

  it('ruling 45: is asked with the same answer and the same work whoever has the address', async () => {
    const one = await verified();
    await settle();
    const before = await counted();
    const known = await recover(one.email);
    const between = await counted();
    const unknown = await recover('nobody@example.org');
    expect([between - before, (await counted()) - between]).toEqual([1, 1]);
    expect({ ...unknown, headers: Object.keys(unknown.headers) }).toEqual({ ...known, headers: Object.keys(known.headers) });
    await settle();
    expect(await typesOf(await addressStream(it_.keys, 'nobody@example.org'))).toEqual(['RecoveryAsked']);
    expect((await it_.mail.outbox())!.filter(({ to }) => to === 'nobody@example.org')).toEqual([]);
  });

  it('brings every account of an address its own link, whatever the capitals', async () => {
    const email = `${randomUUID()}@example.org`;
    const [one, other] = [await verified({ email }), await verified({ email: email.toUpperCase() })];
    await recover(email.toUpperCase());
    const tokens = [...(await linksTo(email, '/resetpasswordform')), ...(await linksTo(email.toUpperCase(), '/resetpasswordform'))];
    expect(tokens.map(({ searchParams }) => searchParams.get('token')!.split('.')[0]).sort()).toEqual([one.user_id, other.user_id].sort());
  });

  it('works for accounts that an administrator added, follows a corrected address, and not who was removed', async () => {
    const { user_id, username } = await it_.addUser(['Doctor'], clinic);
    const [before, after] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
    const change = (type: string, data: object) =>
      it_.log.append(`user-${user_id}`, [{ type, data: { user_id, ...data } }], 'any', {
        command_id: randomUUID(),
        actor: { system: 'test' },
      });
    const facts = { first_name: 'Ada', last_name: 'Quill', phone_number: '+41310000001', occupations: [] };
    await change('UserCorrected', { ...facts, email: before });
    await change('UserCorrected', { ...facts, email: after });
    await settle();
    await recover(before);
    expect(await linksTo(before, '/resetpasswordform')).toEqual([]);
    expect(await linksTo(after, '/resetpasswordform')).toEqual([]);
    expect(await reset(after, await tokenOf(after))).toMatchObject({ status: 204 });
    expect(await signIn(username, 'another password')).toMatchObject({ status: 200 });
    await change('UserRemoved', {});
    await settle();
    await recover(after);
    expect(await linksTo(after, '/resetpasswordform')).toHaveLength(1);
  });

  it('confirms the address of who had not yet: the mail was read', async () => {
    const one = await signUp();
    expect(await reset(one.email, await tokenOf(one.email))).toMatchObject({ status: 204 });
    expect(await signIn(one.username, 'another password')).toMatchObject({ status: 200 });
  });

  it('sends few mails to one address, and takes no header into it', async () => {
    const email = `${randomUUID()}@example.org`;
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await recover(n % 2 ? email : email.toUpperCase())).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
    expect(await recover('ada@example.org\r\nBcc: eve@example.org')).toMatchObject({ status: 400 });
    expect(await recover('ada@example.org, eve@example.org')).toMatchObject({ status: 400 });
  });

  it('leads to no place but this installation, whatever Host the request had', async () => {
    const one = await verified();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    await send('POST', '/api/users/recover_password', { email: one.email, next: 'https://evil.example' }, { headers });
    expect((await linksTo(one.email, '/resetpasswordform')).map(({ origin }) => origin)).toEqual([public_url]);
  });
});
