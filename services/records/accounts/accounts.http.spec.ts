import { randomUUID } from 'node:crypto';
import { messages } from '#contracts/rules/messages';
import { NewUser } from '#contracts/people/accounts';
import { demonstrationClinicId, demonstrationUserIds } from '#infra/access/known-passwords';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { fingerprintOf } from '#infra/event-store/fingerprints';
import { Faults } from '#infra/event-store/sqlite/faults';
import { aUser, type HttpApp, LOCAL_SECRET, openHttpApp, PASSWORD } from '#tests/support/http-app';
import { clinic as clinicOfDemonstration, demoId, users } from '#services/cli/demo/clinic';
import { AccountsModule } from './accounts.module.ts';
import { handleAccount, passwordReset, registration } from './accounts.handlers.ts';
import { seedAdministrator } from './accounts.seed.ts';
import { settleUsernames } from '../../reactions/accounts/settle-usernames.reaction.ts';

const system = { kind: 'system', part: 'test' } as const;
const faults = new Faults();
let it_: HttpApp;
let clinic: string;
beforeAll(async () => {
  it_ = await openHttpApp({ imports: [AccountsModule] }, { faults });
  clinic = await it_.addClinic('Lindenhof');
});
afterAll(() => it_.close());
afterEach(() => faults.clear());

const signIn = (username: string, password = PASSWORD) => it_.http().post('/api/token').send({ username, password });
const reset = async (app: HttpApp, username: string, password: string) =>
  handleAccount(app, await passwordReset(app, username, password, randomUUID()), system);
const newUser = (changes: object = {}) => ({
  ...aUser,
  username: `n-${randomUUID()}`,
  roles: ['Assistant'],
  organization_id: clinic,
  ...changes,
});
const post = (who: object, body: object, key = randomUUID()) =>
  it_
    .http()
    .post('/api/users')
    .set({ ...who, 'idempotency-key': key })
    .send(body);
const settle = async () => {
  const reaction = settleUsernames(it_.log, it_.reservations);
  for await (const stored of it_.store.readAll()) {
    const opened = await it_.log.open(stored);
    if (opened.kind === 'opened' && (reaction.types as readonly string[]).includes(opened.event.type)) await reaction.react(opened.event);
  }
};

describe('signing in', () => {
  it('answers token, end and profile', async () => {
    const { username, user_id } = await it_.addUser(['Doctor'], clinic, { npi: '1234567893' });
    const { body } = await signIn(username).expect(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiration: expect.any(String),
      user: {
        user_id,
        username,
        first_name: 'Ada',
        last_name: 'Quill',
        name: 'Ada Quill',
        roles: ['Doctor'],
        occupations: [],
        organization_id: clinic,
        organization_name: 'Lindenhof',
        organization_status: 'Approved',
        time_zone: 'UTC',
        npi: '1234567893',
        patient_ids: [],
        patient_id: null,
        has_patient_invitation: false,
      },
    });
    const minutes = (Date.parse((body as { expiration: string }).expiration) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(15);
  });

  it('knows a patient’s own records', async () => {
    const patient_id = randomUUID();
    const { username } = await it_.addUser(['Patient'], null, { patient_ids: [patient_id] });
    const { body } = await signIn(username).expect(200);
    expect(body.user).toMatchObject({ patient_ids: [patient_id], patient_id, organization_id: null, organization_name: null });
  });

  it('does not mind capitals and spaces around the name', async () => {
    const { username } = await it_.addUser(['Doctor'], clinic);
    await signIn(` ${username.toUpperCase()} `).expect(200);
  });

  it('answers a wrong password, an unknown name and a removed user alike', async () => {
    const { username } = await it_.addUser(['Doctor'], clinic);
    const gone = await it_.addUser(['Doctor'], clinic);
    const remove = { type: 'RemoveUser', command_id: randomUUID(), data: { user_id: gone.user_id, version: 0 } } as const;
    await handleAccount(it_, remove, system);
    const answers = [await signIn(username, 'wrong password'), await signIn(`nobody-${randomUUID()}`), await signIn(gone.username)];
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 401, body: { code: 'wrong-credentials', message: 'Username or password is wrong' } });
    }
  });

  it('asks for both fields', async () => {
    expect((await it_.http().post('/api/token').send({ username: '', password: '' }).expect(400)).body).toEqual({
      username: [messages.required],
      password: [messages.required],
    });
  });

  it('makes who guesses wait, and says how long', async () => {
    const { username } = await it_.addUser(['Doctor'], clinic);
    for (let n = 0; n < 6; n++) await signIn(username, `wrong ${n}`).expect(401);
    const answer = await signIn(username).expect(429);
    expect(answer.body).toEqual({ code: 'too-many-attempts', message: 'Too many attempts. Please try again in 1 second' });
    expect(answer.headers['retry-after']).toBe('1');
  });
});

describe('decision 3.11: chatter stays small', () => {
  it('a sign-in is one event in a stream of its own, a renewal none', async () => {
    const { username, user_id } = await it_.addUser(['Doctor'], clinic);
    const before = (await it_.stored(`user-${user_id}`)).length;
    const bearer = await it_.bearer(username);
    const head = await it_.store.head();
    const renewed = await it_.http().get('/api/token').set(bearer).expect(200);
    expect(renewed.body).toMatchObject({ token: expect.any(String), user: { user_id } });
    expect(await it_.store.head()).toBe(head);
    expect(await it_.stored(`user-${user_id}`)).toHaveLength(before);
  });

  it('signing in, renewing and signing out work while the disk is full', async () => {
    const { username } = await it_.addUser(['Doctor'], clinic);
    const recorded = await it_.bearer(username);
    const head = await it_.store.head();
    faults.order('before-commit', 'full', 1000);
    const inMemory = await it_.bearer(username);
    await it_.http().get('/api/token').set(inMemory).expect(200);
    await it_.http().delete('/api/token').set(recorded).expect(204);
    await it_.http().get('/api/token').set(recorded).expect(401);
    await it_.http().delete('/api/token').set(inMemory).expect(204);
    await it_.http().get('/api/token').set(inMemory).expect(401);
    expect(await it_.store.head()).toBe(head);
  });

  it('a session older than twelve hours is not renewed', async () => {
    const { username, user_id } = await it_.addUser(['Doctor'], clinic);
    await it_.bearer(username);
    const session_id = randomUUID();
    const position = await it_.store.head();
    const begun = (hours: number) =>
      it_.access.unrecorded.begin(session_id, { user_id, signed_in_at: new Date(Date.now() + hours * 3_600_000).toISOString(), position });
    const old = { authorization: `Bearer ${(await it_.tokens.issue(session_id)).token}` };
    begun(-12.001);
    await it_.http().get('/api/token').set(old).expect(401);
    begun(-11);
    await it_.http().get('/api/token').set(old).expect(200);
    // the clock was put back by minutes, and by a year
    begun(0.2);
    await it_.http().get('/api/token').set(old).expect(200);
    begun(365 * 24);
    await it_.http().get('/api/token').set(old).expect(401);
  });
});

describe('registering users', () => {
  it('lets an organization’s administrator add to its own organization', async () => {
    const admin = await it_.bearer((await it_.addUser(['OrganizationAdmin'], clinic)).username);
    const body = newUser({ roles: ['Doctor'], npi: '1234567893' });
    const { body: accepted } = await post(admin, body).expect(201);
    expect(accepted).toEqual({ id: expect.any(String), version: 0, position: expect.any(String) });
    await signIn(body.username).expect(200);
  });

  it.each([
    ['to another organization', { organization_id: randomUUID() }, 'organization_id'],
    ['to none', { organization_id: null, roles: ['Patient'] }, 'organization_id'],
    ['as a super user', { roles: ['SuperUser'] }, 'roles'],
  ])('refuses what an administrator may not: %s', async (_, changes, field) => {
    const admin = await it_.bearer((await it_.addUser(['OrganizationAdmin'], clinic)).username);
    const { body } = await post(admin, newUser(changes)).expect(403);
    expect(Object.keys(body as object)).toEqual([field]);
  });

  it('lets a super user add to any organization that exists, and super users', async () => {
    const root = await it_.bearer((await it_.addUser(['SuperUser'], null)).username);
    await post(root, newUser()).expect(201);
    await post(root, newUser({ roles: ['SuperUser'], organization_id: null })).expect(201);
    const { body } = await post(root, newUser({ organization_id: randomUUID() })).expect(422);
    expect(body).toEqual({ organization_id: ['This organization does not exist'] });
  });

  it('lets nobody else add anybody', async () => {
    const doctor = await it_.bearer((await it_.addUser(['Doctor'], clinic)).username);
    await post(doctor, newUser()).expect(403);
  });

  it('answers wrong fields by field', async () => {
    const admin = await it_.bearer((await it_.addUser(['OrganizationAdmin'], clinic)).username);
    const { body } = await post(admin, newUser({ password: 'short', phone_number: 'x', email: 'x', npi: '1', roles: [] })).expect(400);
    expect(body).toEqual({
      password: [messages.minLength(12)],
      phone_number: [messages.phone],
      email: [messages.format],
      npi: [messages.npi],
      roles: [messages.required],
      expected: {
        password: 'at least 12 characters',
        phone_number: 'text that matches /^\\+?\\d{3,20}$/',
        email: 'email address',
        npi: 'text that matches /^\\d{10}$/',
        roles: 'at least 1 entry',
      },
    });
    expect((await post(admin, newUser({ npi: '1234567893' })).expect(422)).body).toEqual({ npi: ['Only doctors have an NPI'] });
  });

  it('decision 3.2: answers a repeated registration with the same user', async () => {
    const admin = await it_.bearer((await it_.addUser(['OrganizationAdmin'], clinic)).username);
    const [body, key] = [newUser(), randomUUID()];
    const first = await post(admin, body, key).expect(201);
    expect((await post(admin, body, key).expect(201)).body).toEqual(first.body);
    await post(admin, { ...body, first_name: 'Other' }, key).expect(422); // ruling 60
    await post(admin, { ...body, password: 'another password' }, key).expect(422);
  });

  it('decision 3.5: refuses a name that is taken, whatever its capitals', async () => {
    const admin = await it_.bearer((await it_.addUser(['OrganizationAdmin'], clinic)).username);
    const { username } = await it_.addUser(['Doctor'], clinic);
    const { body } = await post(admin, newUser({ username: username.toUpperCase() })).expect(409);
    expect(body).toEqual({ username: ['This username is already taken'] });
  });

  it('decision 3.5: of many who want one name at once, one gets it', async () => {
    const admin = await it_.bearer((await it_.addUser(['OrganizationAdmin'], clinic)).username);
    const body = newUser();
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(admin, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it('decision 3.5: the reaction confirms the name of a user and gives back that of a removed one', async () => {
    const { user_id, username } = await it_.addUser(['Doctor'], clinic);
    await settle();
    expect(await it_.reservations.ownerOf('username', username)).toBe(user_id);
    const remove = { type: 'RemoveUser', command_id: randomUUID(), data: { user_id, version: 0 } } as const;
    await handleAccount(it_, remove, system);
    await settle();
    await settle();
    expect(await it_.reservations.ownerOf('username', username)).toBeUndefined();
  });

  it('decision 3.6: nothing of a person lies readable in the log', async () => {
    const { user_id, username } = await it_.addUser(['Doctor'], clinic);
    const [stored] = await it_.stored(`user-${user_id}`);
    const text = Buffer.from(stored!.data).toString() + JSON.stringify(stored!.metadata);
    for (const secret of [username, 'Quill', 'argon2', 'example.org']) expect(text).not.toContain(secret);
    expect(stored!.metadata).toMatchObject({ organization_id: clinic });
  });
});

describe('changing one’s own password', () => {
  const change = (who: object, old_password: string, new_password: string, key = randomUUID()) =>
    it_
      .http()
      .put('/api/users/password')
      .set({ ...who, 'idempotency-key': key })
      .send({ old_password, new_password });

  it('takes the old and the new one, and the old one opens nothing any more', async () => {
    const { username } = await it_.addUser(['Assistant'], clinic);
    const [bearer, key] = [await it_.bearer(username), randomUUID()];
    const first = await change(bearer, PASSWORD, 'another password', key).expect(200);
    expect((await change(bearer, PASSWORD, 'another password', key).expect(200)).body).toEqual(first.body);
    await signIn(username).expect(401);
    await signIn(username, 'another password').expect(200);
  });

  it('ruling 60: refuses the key of another password, and keeps nothing that helps to guess one quickly', async () => {
    const { user_id, username } = await it_.addUser(['Assistant'], clinic);
    const [bearer, key] = [await it_.bearer(username), randomUUID()];
    await change(bearer, PASSWORD, 'another password', key).expect(200);
    expect((await change(bearer, PASSWORD, 'a third password', key).expect(422)).body).toMatchObject({ code: 'key-reused' });
    await signIn(username, 'another password').expect(200);
    const stored = (await it_.stored(`user-${user_id}`)).at(-1)!;
    const sent = { method: 'PUT', path: '/api/users/password', body: { old_password: PASSWORD, new_password: 'another password' } };
    for (const guess of [sent, { ...sent, body: {} }]) {
      expect(await fingerprintOf(it_.keys, stored.metadata.key_ids, canonicalJson(guess))).not.toBe(stored.metadata.fingerprint);
    }
  });

  it('ends the sessions elsewhere, and not the one it was made in', async () => {
    const { username } = await it_.addUser(['Assistant'], clinic);
    const [here, elsewhere] = [await it_.bearer(username), await it_.bearer(username)];
    await change(here, PASSWORD, 'another password').expect(200);
    await it_.http().get('/api/token').set(elsewhere).expect(401);
    await it_.http().get('/api/token').set(here).expect(200);
    const { body } = await signIn(username, 'another password').expect(200);
    await it_
      .http()
      .get('/api/token')
      .set({ authorization: `Bearer ${(body as { token: string }).token}` })
      .expect(200);
  });

  it('refuses what is tried first, and what is made of the name', async () => {
    const bearer = await it_.bearer((await it_.addUser(['Assistant'], clinic)).username);
    for (const guessed of ['password1234', 'Quill-Ada-2026']) {
      const { body } = await change(bearer, PASSWORD, guessed).expect(422);
      expect(body).toEqual({ new_password: [expect.stringContaining('Please choose another one')] });
    }
  });

  it('works for patients and super users too', async () => {
    for (const role of ['Patient', 'SuperUser'] as const) {
      const bearer = await it_.bearer((await it_.addUser([role], null)).username);
      await change(bearer, PASSWORD, 'another password').expect(200);
    }
  });

  it('refuses a wrong old one, the same again and one that is too short, by field', async () => {
    const bearer = await it_.bearer((await it_.addUser(['Assistant'], clinic)).username);
    expect(Object.keys((await change(bearer, 'wrong', 'another password').expect(422)).body as object)).toEqual(['old_password']);
    expect(Object.keys((await change(bearer, PASSWORD, PASSWORD).expect(422)).body as object)).toEqual(['new_password']);
    expect((await change(bearer, PASSWORD, 'short').expect(400)).body).toMatchObject({ new_password: [messages.minLength(12)] });
  });

  it('makes who guesses the old one wait', async () => {
    const bearer = await it_.bearer((await it_.addUser(['Assistant'], clinic)).username);
    for (let n = 0; n < 6; n++) await change(bearer, `wrong ${n}`, 'another password').expect(422);
    await change(bearer, PASSWORD, 'another password').expect(429);
  });
});

describe('a password that somebody else chose', () => {
  const me = async (username: string, password: string) => {
    const { body } = await signIn(username, password).expect(200);
    const { token, user } = body as { token: string; user: { must_change_password?: true } };
    return { who: { authorization: `Bearer ${token}` }, user };
  };
  const held = async (who: Record<string, string>) => {
    const { body } = await it_.http().get('/api/users/kept-key').set(who).expect(403);
    expect(body).toMatchObject({ code: 'password-change-required' });
    expect((await it_.http().get('/api/token').set(who).expect(200)).body).toMatchObject({ user: { must_change_password: true } });
  };
  const choose = async (who: Record<string, string>, old_password: string) => {
    await it_.http().put('/api/users/password').set(who).send({ old_password, new_password: 'nine loud kettles' }).expect(200);
    await it_.http().get('/api/users/kept-key').set(who).expect(200);
    const { user } = (await it_.http().get('/api/token').set(who).expect(200)).body as { user: object };
    expect(user).not.toHaveProperty('must_change_password');
  };

  it('has to be changed first where an administrator added the user', async () => {
    const admin = await it_.bearer((await it_.addUser(['OrganizationAdmin'], clinic)).username);
    const body = newUser();
    await post(admin, body).expect(201);
    const { who, user } = await me(body.username, PASSWORD);
    expect(user.must_change_password).toBe(true);
    await held(who);
    await choose(who, PASSWORD);
  });

  it('has to be changed again where it was set on the command line', async () => {
    const { username } = await it_.addUser(['Assistant'], clinic);
    expect((await me(username, PASSWORD)).user).not.toHaveProperty('must_change_password');
    await reset(it_, username, 'seven quiet lamps');
    const { who } = await me(username, 'seven quiet lamps');
    await held(who);
    await choose(who, 'seven quiet lamps');
  });

  it('lets the person sign out', async () => {
    const { username } = await it_.addUser(['Assistant'], clinic);
    await reset(it_, username, 'seven quiet lamps');
    const { who } = await me(username, 'seven quiet lamps');
    await it_.http().delete('/api/token').set(who).expect(204);
  });
});

describe('signing out everywhere', () => {
  const me = (who: Record<string, string>, status: number) => it_.http().get('/api/token').set(who).expect(status);
  const end = (who: Record<string, string>, keep_this: boolean) =>
    it_.http().delete('/api/users/sessions').set(who).send({ keep_this }).expect(200);

  it('ends all other sessions, or all', async () => {
    const { username } = await it_.addUser(['Assistant'], clinic);
    const stranger = await it_.bearer((await it_.addUser(['Assistant'], clinic)).username);
    const [one, two] = [await it_.bearer(username), await it_.bearer(username)];
    await end(one, true);
    await me(one, 200);
    await me(two, 401);
    const three = await it_.bearer(username);
    await me(three, 200);
    await end(one, false);
    await me(one, 401);
    await me(three, 401);
    await me(stranger, 200);
    await me(await it_.bearer(username), 200);
  });

  it('records nothing where no other session is open', async () => {
    const { username, user_id } = await it_.addUser(['Assistant'], clinic);
    const recorded = () => it_.store.lastRevision(`user-${user_id}`);
    const none = async (who: Record<string, string>) => {
      const before = await recorded();
      for (let n = 0; n < 3; n++) expect((await end(who, true)).body).toMatchObject({ id: user_id, version: before });
      expect(await recorded()).toBe(before);
      await me(who, 200);
    };
    const one = await it_.bearer(username);
    await none(one);
    const left = await it_.bearer(username);
    await it_.http().delete('/api/token').set(left).expect(204);
    await none(one);
    const two = await it_.bearer(username);
    const before = await recorded();
    await end(one, true);
    expect(await recorded()).toBe(before + 1);
    await me(two, 401);
    await none(one);
    // what was kept the last time is another one for who comes later
    const three = await it_.bearer(username);
    await end(three, true);
    await me(one, 401);
    await none(three);
  });

  it('begins each session under an id that nobody else chose', async () => {
    const { username } = await it_.addUser(['Assistant'], clinic);
    const fixed = randomUUID();
    const credentials = { username, password: PASSWORD, session_id: fixed, sub: fixed };
    const key = { 'idempotency-key': fixed, authorization: `Bearer ${(await it_.tokens.issue(fixed)).token}` };
    const tokens = [];
    for (let n = 0; n < 2; n++) {
      const { body } = await it_.http().post('/api/token').set(key).send(credentials).expect(200);
      tokens.push((body as { token: string }).token);
    }
    const ids = await Promise.all(tokens.map((token) => it_.tokens.verify(token)));
    expect(ids[0]).not.toBe(ids[1]);
    expect(ids).not.toContain(fixed);
    await me(key, 401);
  });
});

describe('a browser in which somebody signed in before', () => {
  const guess = (username: string, password: string, cookie = '') =>
    it_
      .http()
      .post('/api/token')
      .set(cookie === '' ? {} : { cookie })
      .send({ username, password });
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string => (headers['set-cookie'] as string[])[0]!.split(';')[0]!;

  it('lets that person in while strangers guess elsewhere', async () => {
    const { username } = await it_.addUser(['Doctor'], clinic);
    const first = await guess(username, PASSWORD).expect(200);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/; Path=\/api\/token; Max-Age=31536000; HttpOnly; SameSite=Strict$/),
    ]);
    const cookie = cookieOf(first);
    for (let n = 0; n < 6; n++) await guess(username, `wrong ${n}`).expect(401);
    await guess(username, PASSWORD).expect(429);
    await guess(username.toUpperCase(), PASSWORD, `other=1; ${cookie}; more=2`).expect(200);
  });

  it('has its own guesses counted, and no cookie that was made up or is another account’s', async () => {
    const [{ username }, other] = [await it_.addUser(['Doctor'], clinic), await it_.addUser(['Doctor'], clinic)];
    const cookie = cookieOf(await guess(username, PASSWORD).expect(200));
    for (let n = 0; n < 6; n++) await guess(username, `wrong ${n}`, cookie).expect(401);
    await guess(username, PASSWORD, cookie).expect(429);
    await guess(username, PASSWORD).expect(200); // what is counted for a browser is counted for nobody else
    const [otherName] = cookieOf(await guess(other.username, PASSWORD).expect(200)).split('=');
    for (let n = 0; n < 6; n++) await guess(other.username, `wrong ${n}`).expect(401);
    const [name, value] = cookie.split('=');
    for (const made of [`${otherName}=${value}`, `${name}=${'A'.repeat(22)}.${'A'.repeat(43)}`, 'browser-=x']) {
      await guess(other.username, PASSWORD, made).expect(429);
    }
  });
});

it('passwords sprayed over many names from one address wait for the address', async () => {
  const app = await openHttpApp({ imports: [AccountsModule] });
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) {
      const { status } = await app
        .http()
        .post('/api/token')
        .send({ username: `sprayed-${n}`, password: 'Summer2026!!' });
      statuses.push(status);
    }
    expect(statuses.slice(0, 31)).toEqual(Array<number>(31).fill(401));
    expect(statuses.slice(31)).toContain(429);
  } finally {
    await app.close();
  }
});

it('behind a proxy that is trusted each address waits for itself, and nobody makes up another one', async () => {
  const app = await openHttpApp({ imports: [AccountsModule] }, { trustProxy: ['loopback'] });
  try {
    const guess = async (name: string, forwarded: string) => {
      const call = app.http().post('/api/token').set('x-forwarded-for', forwarded);
      return (await call.send({ username: name, password: 'Summer2026!!' })).status;
    };
    for (let n = 0; n < 31; n++) await guess(`sprayed-${n}`, `198.51.100.${n}, 203.0.113.7`);
    expect(await guess('another', '198.51.100.99, 203.0.113.7')).toBe(429);
    expect(await guess('another', '203.0.113.8')).toBe(401);
  } finally {
    await app.close();
  }
});

describe('for the command line', () => {
  it('a user is added and its password set anew', async () => {
    const user = NewUser.parse({ ...newUser(), organization_id: clinic });
    await handleAccount(it_, await registration(user, randomUUID()), system);
    await reset(it_, user.username, 'quite another');
    await signIn(user.username, 'quite another').expect(200);
  });

  it('says what is wrong', async () => {
    await expect(reset(it_, 'nobody', 'quite another')).rejects.toMatchObject({ status: 404 });
    const { username } = await it_.addUser(['Assistant'], clinic);
    await expect(reset(it_, username, 'x')).rejects.toMatchObject({
      fields: { password: [messages.minLength(12)] },
    });
  });
});

describe('the seeded administrator', () => {
  it('is seeded once, however often', async () => {
    const trial = await openHttpApp({ imports: [AccountsModule] });
    try {
      await seedAdministrator(trial);
      const head = await trial.store.head();
      await seedAdministrator(trial);
      expect(await trial.store.head()).toBe(head);
      const credentials = { username: 'admin', password: 'anamnesis' };
      const { body } = await trial.http().post('/api/token').set('x-local-secret', LOCAL_SECRET).send(credentials).expect(200);
      expect(body.user).toMatchObject({ username: 'admin', roles: ['SuperUser'], organization_id: null });
    } finally {
      await trial.close();
    }
  });

  it('cannot sign in outside a local environment until its password was changed', async () => {
    const prod = await openHttpApp({ imports: [AccountsModule] }, { environment: 'prod' });
    try {
      await seedAdministrator(prod);
      const enter = (password: string) => prod.http().post('/api/token').send({ username: 'admin', password });
      expect((await enter('anamnesis').expect(403)).body).toMatchObject({ code: 'known-password' });
      await enter('wrong').expect(401);
      await reset(prod, 'admin', 'seven quiet lamps');
      await enter('seven quiet lamps').expect(200);
    } finally {
      await prod.close();
    }
  });
});

describe('ruling 21: an account with the password that it came with', () => {
  const secret = { 'x-local-secret': LOCAL_SECRET };
  let trial: HttpApp;
  beforeEach(async () => void (trial = await openHttpApp({ imports: [AccountsModule] })));
  afterEach(() => trial.close());
  const enter = (username: string, headers = {}, password = PASSWORD) =>
    trial.http().post('/api/token').set(headers).send({ username, password });
  const known = async (particulars: object) => {
    const user = NewUser.parse({ ...newUser(), organization_id: null, roles: ['SuperUser'], occupations: [] });
    await handleAccount(trial, await registration(user, randomUUID(), particulars), { kind: 'system', part: 'seed' });
    return user.username;
  };
  const goesOn = async (token: string, status: number) =>
    trial
      .http()
      .get('/api/token')
      .set({ authorization: `Bearer ${token}` })
      .expect(status);

  it.each([
    ['marked when it was registered', () => ({ seeded: true })],
    ['of a demonstration from before there was a mark', () => ({ user_id: demoId('user/doctor') })],
  ])('opens to who has the secret of the start alone, whatever a request says of its way: %s', async (_, particulars) => {
    const username = await known(particulars());
    const ways = [{}, { host: 'localhost' }, { 'x-forwarded-for': '127.0.0.1' }];
    for (const headers of [...ways, { 'x-local-secret': 'another' }]) {
      const { body } = await enter(username, headers).expect(403);
      expect(body).toMatchObject({ code: 'local-secret', message: expect.stringContaining('open the address that the start printed') });
    }
    for (const headers of [...ways, { host: 'clinic.example' }]) {
      const { body } = await enter(username, { ...secret, ...headers }).expect(200);
      await goesOn((body as { token: string }).token, 200); // which does not ask for it again
    }
    await reset(trial, username, 'seven quiet lamps');
    await enter(username, {}, 'seven quiet lamps').expect(200);
  });

  it('opens nothing any more once there is more than the demonstration, nor does a session that it opened', async () => {
    const username = await known({ seeded: true });
    const { body } = await enter(username, secret).expect(200);
    expect(body).toMatchObject({ user: { has_known_password: true } });
    const { token } = body as { token: string };
    await goesOn(token, 200);
    await trial.addClinic();
    await goesOn(token, 401);
    expect((await enter(username, secret).expect(403)).body).toMatchObject({ code: 'known-password' });
    await reset(trial, username, 'seven quiet lamps');
    await enter(username, {}, 'seven quiet lamps').expect(200);
  });

  it('says so to nobody who does not know the password', async () => {
    const username = await known({ seeded: true });
    const { body } = await enter(username, {}, 'wrong').expect(401);
    expect(body).toMatchObject({ code: 'wrong-credentials' });
  });
});

it('the ids of the demonstration are those that the guard knows', () => {
  expect(clinicOfDemonstration.organization_id).toBe(demonstrationClinicId);
  expect(demonstrationUserIds).toEqual(users.map(({ username }) => demoId(`user/${username}`)));
});

describe('the key for what was typed and not sent', () => {
  const keyOf = async (who: Record<string, string>) =>
    ((await it_.http().get('/api/users/kept-key').set(who).expect(200)).body as { key: string }).key;

  it('is always the same for a user, another for each, and stands in no log', async () => {
    const [one, two] = [await it_.addUser(['Doctor'], clinic), await it_.addUser(['Doctor'], clinic)];
    const first = await keyOf(await it_.bearer(one.username));
    expect(Buffer.from(first, 'base64')).toHaveLength(32);
    expect(await keyOf(await it_.bearer(one.username))).toBe(first);
    expect(await keyOf(await it_.bearer(two.username))).not.toBe(first);
    expect(it_.requestLog.join(' ')).not.toContain(first);
  });

  it('is given to nobody who is not signed in, and to no cache', async () => {
    await it_.http().get('/api/users/kept-key').expect(401);
    const { username } = await it_.addUser(['Assistant'], clinic);
    const answer = await it_
      .http()
      .get('/api/users/kept-key')
      .set(await it_.bearer(username))
      .expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
