import { randomInt, randomUUID } from 'node:crypto';
import type { OwnEmail } from '#contracts/people/email-change';
import { codeInAddress, codeOf } from '#infra/access/codes';
import { type HttpApp, openHttpApp, PASSWORD } from '#tests/support/http-app';
import { reactOnce } from '#tests/support/react-once';
import { settleAddresses } from '../../reactions/accounts/settle-addresses.reaction.ts';
import { sendMails } from '../../reactions/mail/send-mails.reaction.ts';
import { AccountsModule } from './accounts.module.ts';

const PATH = '/api/users/email-change';
const public_url = 'https://records.example';
let it_: HttpApp;
let settle: () => Promise<void>;
beforeAll(async () => {
  it_ = await openHttpApp({ imports: [AccountsModule] });
  settle = reactOnce(it_, [settleAddresses(it_), sendMails(it_.mail, { ...it_, public_url })]);
});
afterAll(() => it_.close());

interface Person {
  user_id: string;
  username: string;
  email: string;
  authorization: string;
}

/** From an address of its own, unless another is given: who asks often has to wait. */
const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { who, body, key = randomUUID() as string, ip }: { who?: Person; body?: object; key?: string; ip?: string } = {},
) => {
  const remoteAddress = ip ?? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const headers = { 'idempotency-key': key, ...(who && { authorization: who.authorization }) };
  const answer = await it_.app.inject({ method, url, remoteAddress, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, text: answer.body };
};
const newEmail = () => `${randomUUID()}@example.org`;
const signIn = async (username: string, password = PASSWORD) => send('POST', '/api/token', { body: { username, password } });
/** Somebody with an address of the own, confirmed by its link. */
const aPerson = async (): Promise<Person> => {
  const { user_id, username } = await it_.addUser(['Patient'], null);
  const { text } = await signIn(username);
  const who = { user_id, username, email: newEmail(), authorization: `Bearer ${(JSON.parse(text) as { token: string }).token}` };
  await ask(who, who.email);
  expect(await confirm(await codeFor(who.email))).toMatchObject({ status: 204 });
  return who;
};
const ask = (who: Person, email: string, { password = PASSWORD, key }: { password?: string; key?: string } = {}) =>
  send('POST', PATH, { who, body: { email, password }, ...(key && { key }) });
const confirm = (code: string, key?: string) => send('PUT', `${PATH}/${encodeURIComponent(code)}`, key ? { key } : {});
const mailsTo = async (email: string) => {
  await settle();
  return (await it_.mail.outbox())!.filter(({ to }) => to === email);
};
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const linksTo = async (email: string, path: RegExp) => (await mailsTo(email)).flatMap(({ text }) => path.exec(text)?.[1] ?? []);
const codeFor = async (email: string) => (await linksTo(email, /\/confirm-address\/(\S+)/))[0]!;
const recoveries = (email: string) => linksTo(email, /resetpasswordform\?token=([^&]+)/);
const recover = (email: string) => send('POST', '/api/users/recover_password', { body: { email } });
const reset = (email: string, token: string) =>
  send('POST', '/api/users/reset_password', { body: { email, token, password: 'another password' } });
const ownOf = async (who: Person) => JSON.parse((await send('GET', PATH, { who })).text) as OwnEmail;
const eventsOf = async ({ user_id }: Person) => (await it_.stored(`user-${user_id}`)).map(({ type }) => type);

describe('the own e-mail address', () => {
  it('is changed by the link to the new one, and nothing before; the present one is told of both', async () => {
    const who = await aPerson();
    const email = newEmail();
    expect(await ask(who, email)).toMatchObject({ status: 201 });
    expect(await ownOf(who)).toEqual({ email: who.email, pending: { email, expires_at: expect.any(String) } });
    expect(await subjectsTo(who.email)).toContain('Another e-mail address was asked for');
    await recover(email);
    await recover(who.email);
    expect(await recoveries(email)).toEqual([]);
    expect(await recoveries(who.email)).toHaveLength(1);

    expect(await confirm(await codeFor(email))).toEqual({ status: 204, text: '' });
    expect(await ownOf(who)).toEqual({ email, pending: null });
    expect(await subjectsTo(who.email)).toContain('Your e-mail address was changed');
    await recover(who.email);
    await recover(email);
    expect(await recoveries(who.email)).toHaveLength(1);
    const [token = ''] = await recoveries(email);
    expect(await reset(email, token)).toMatchObject({ status: 204 });
  });

  it('keeps all sessions, which the password still guards', async () => {
    const who = await aPerson();
    const other: Person = { ...who, authorization: `Bearer ${(JSON.parse((await signIn(who.username)).text) as { token: string }).token}` };
    const email = newEmail();
    await ask(who, email);
    await confirm(await codeFor(email));
    for (const session of [who, other]) expect(await send('GET', '/api/token', { who: session })).toMatchObject({ status: 200 });
  });

  it('is asked for with the password, and is another one', async () => {
    const who = await aPerson();
    const wrong = await ask(who, newEmail(), { password: 'not this one' });
    expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([422, { password: ['This is not your present password'] }]);
    const same = await ask(who, who.email.toUpperCase());
    expect([same.status, JSON.parse(same.text)]).toMatchObject([422, { email: ['This is your present address'] }]);
    expect(await ask(who, 'no address')).toMatchObject({ status: 400 });
    expect(await ask(who, 'a@example.org\r\nBcc: eve@example.org')).toMatchObject({ status: 400 });
    expect((await ownOf(who)).pending).toBeNull();
  });

  it('counts guesses at the password', async () => {
    const who = await aPerson();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await ask(who, newEmail(), { password: 'not this one' })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
  });

  it('sends few mails, from one account and to one address', async () => {
    const who = await aPerson();
    const fromOne: number[] = [];
    for (let n = 0; n < 6; n++) fromOne.push((await ask(who, newEmail())).status);
    expect(fromOne).toEqual([201, 201, 201, 201, 201, 429]); // the first was for the address that the person has
    const victim = newEmail();
    const toOne: number[] = [];
    for (let n = 0; n < 7; n++) toOne.push((await ask(await aPerson(), victim)).status);
    expect(toOne).toEqual([201, 201, 201, 201, 201, 201, 429]);
  });

  it('ruling 45: is asked for with the same answer, and mailed alike, where somebody else has it; then both have it', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const shapeOf = ({ status, text }: { status: number; text: string }) => [status, Object.keys(JSON.parse(text) as object)];
    const free = await ask(one, newEmail());
    expect(shapeOf(await ask(one, other.email))).toEqual(shapeOf(free));
    expect(await confirm(await codeFor(other.email))).toMatchObject({ status: 204 });
    await recover(other.email);
    const users = (await recoveries(other.email)).map((token) => token.split('.')[0]);
    expect(users.sort()).toEqual([one.user_id, other.user_id].sort());
  });

  it('is replaced by asking again, and taken back', async () => {
    const who = await aPerson();
    const [first, second] = [newEmail(), newEmail()];
    await ask(who, first);
    await ask(who, second);
    expect(await confirm(await codeFor(first))).toMatchObject({ status: 422 });
    expect((await ownOf(who)).pending?.email).toBe(second);
    expect(await send('DELETE', PATH, { who })).toMatchObject({ status: 200 });
    expect((await ownOf(who)).pending).toBeNull();
    expect(await confirm(await codeFor(second))).toMatchObject({ status: 422 });
    expect(await send('DELETE', PATH, { who })).toMatchObject({ status: 200 });
    expect((await ownOf(who)).email).toBe(who.email);
  });

  it('is taken back by a new password, which its owner sets by a mail to the address of before', async () => {
    const who = await aPerson();
    const email = newEmail();
    await ask(who, email);
    await recover(who.email);
    expect(await reset(who.email, (await recoveries(who.email))[0]!)).toMatchObject({ status: 204 });
    expect(await confirm(await codeFor(email))).toMatchObject({ status: 422 });
  });

  it('opens the account by no link that went to the address of before, also for who knows the new one', async () => {
    const who = await aPerson();
    const email = newEmail();
    await recover(who.email);
    const [token = ''] = await recoveries(who.email);
    await ask(who, email);
    await confirm(await codeFor(email));
    for (const address of [who.email, email]) expect(await reset(address, token)).toMatchObject({ status: 422 });
    expect(await signIn(who.username)).toMatchObject({ status: 200 });
  });

  it('keeps nothing of the addresses readable in the log, logs no code, and names nobody to a mistyped address', async () => {
    const who = await aPerson();
    const email = newEmail();
    await ask(who, email);
    const code = await codeFor(email);
    await confirm(code);
    const stored = (await it_.stored(`user-${who.user_id}`)).map(
      ({ data, metadata }) => Buffer.from(data).toString() + JSON.stringify(metadata),
    );
    for (const secret of [email, who.email, code.split('.')[1]!]) expect(stored.join()).not.toContain(secret);
    expect(it_.requestLog.join('\n')).not.toContain(code);
    const { text } = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Please confirm'))!;
    for (const name of [who.username, 'day Ada', 'Quill']) expect(text).not.toContain(name);
  });
});

describe('the link to a new address', () => {
  it('answers wrong, forged, swapped, spent, replaced, expired and unreadable codes in the same way', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const [first, email] = [newEmail(), newEmail()];
    await ask(one, first);
    const replaced = await codeFor(first);
    await ask(one, email);
    const code = await codeFor(email);
    const [id, secret = ''] = code.split('.');
    await recover(other.email);
    const nonce = 'long ago';
    const late = await codeOf(it_.keys, 'email-change', other.user_id, nonce);
    const data = {
      ...{ user_id: other.user_id, email: newEmail(), former_email: other.email, nonce },
      expires_at: new Date(Date.now() - 1000).toISOString(),
    };
    const context = { command_id: randomUUID(), actor: { system: 'test' } };
    await it_.log.append(`user-${other.user_id}`, [{ type: 'EmailChangeAsked', data }], 'any', context);
    expect((await ownOf(other)).pending).toBeNull();
    const wrong = [
      ...[replaced, (await recoveries(other.email))[0]!, codeInAddress(other.user_id, late)],
      ...[`${id}.${'a'.repeat(43)}`, `${other.user_id}.${secret}`, `${randomUUID()}.${secret}`],
      ...['x', '../../etc/passwd', `${id}.`],
    ];
    const answers: { status: number; text: string }[] = [];
    for (const each of wrong) answers.push(await confirm(each));
    expect(await confirm(code)).toMatchObject({ status: 204 });
    answers.push(await confirm(code));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 422, text: expect.stringContaining('code-invalid') });
  });

  it('takes a repetition of the same call, and of many at once one', async () => {
    const who = await aPerson();
    const [email, key] = [newEmail(), randomUUID()];
    await ask(who, email);
    const code = await codeFor(email);
    const answers = await Promise.all([confirm(code, key), confirm(code), confirm(code)]);
    expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThan(0);
    expect((await eventsOf(who)).filter((type) => type === 'EmailChanged')).toHaveLength(2); // the first of them when the person came
    if (answers[0].status === 204) expect(await confirm(code, key)).toMatchObject({ status: 204 });
  });

  it('asks once for what comes twice', async () => {
    const who = await aPerson();
    const [email, key] = [newEmail(), randomUUID()];
    const first = await ask(who, email, { key });
    expect(await ask(who, email, { key })).toEqual(first);
    expect(await linksTo(email, /\/confirm-address\/(\S+)/)).toHaveLength(1);
    expect(await ask(who, newEmail(), { key })).toMatchObject({ status: 422 });
  });
});

it('who sends wrong codes keeps nobody from using the right one', async () => {
  const who = await aPerson();
  const email = newEmail();
  await ask(who, email);
  const [link] = await linksTo(email, /\/confirm-address\/(\S+)/);
  const ip = '203.0.113.7';
  const wrong = `${link!.split('.')[0]}.${'A'.repeat(43)}`;
  const password = 'a walk by the lake';
  for (let n = 0; n < 40; n++) {
    expect(await send('PUT', `${PATH}/${wrong}`, { ip })).toMatchObject({ status: 422 });
    expect(await send('PUT', `/api/users/verify/${wrong}`, { ip })).toMatchObject({ status: 422 });
    const reset = { token: wrong, email: 'a@example.org', password };
    expect(await send('POST', '/api/users/reset_password', { ip, body: reset })).toMatchObject({ status: 422 });
  }
  expect(await send('PUT', `${PATH}/${link}`, { ip })).toMatchObject({ status: 204 });
});

it('who set a new password by the link signs in with it while strangers guess', async () => {
  const { username, email } = await aPerson();
  for (let n = 0; n < 6; n++) await signIn(username, `wrong ${n}`);
  expect(await signIn(username)).toMatchObject({ status: 429 });
  await recover(email);
  const token = (await recoveries(email))[0]!;
  const headers = { 'idempotency-key': randomUUID() };
  const payload = { email, token, password: 'another password' };
  const done = await it_.app.inject({ method: 'POST', url: '/api/users/reset_password', headers, payload });
  expect(done.statusCode).toBe(204);
  const cookie = String(done.headers['set-cookie']).split(';')[0]!;
  const body = { username, password: 'another password' };
  expect((await it_.app.inject({ method: 'POST', url: '/api/token', headers: { cookie }, payload: body })).statusCode).toBe(200);
});
