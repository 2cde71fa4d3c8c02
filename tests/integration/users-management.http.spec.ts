import { randomUUID } from 'node:crypto';
import type { UserDetails, UserView } from '#contracts/people/accounts';
import { AccountsQueriesModule } from '#projections/accounts/users.queries';
import { NoticesModule } from '#projections/notices/notices.controller';
import { settleUsernames } from '#services/reactions/accounts/settle-usernames.reaction';
import { AccountsModule } from '#services/records/accounts/accounts.module';
import { OrganizationsModule } from '#services/records/organizations/organizations.controller';
import { PASSWORD } from '#tests/support/http-app';
import { openReadApp, type ReadApp, type SignedIn } from '#tests/support/read-side';

const OTHER = 'nine loud kettles';

let app: ReadApp;
let clinic: string;
let curator: SignedIn;
let administrator: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  app = await openReadApp([AccountsModule, OrganizationsModule, AccountsQueriesModule, NoticesModule]);
  clinic = await app.addClinic('Lindenhof');
  curator = await app.signIn(['SuperUser'], null);
  administrator = await app.signIn(['OrganizationAdmin'], clinic);
  stranger = await app.signIn(['OrganizationAdmin'], await app.addClinic('Elsewhere'));
});
afterAll(() => app.close());

const send = (method: 'put' | 'delete', path: string, body: object, who: SignedIn, key?: string) =>
  app.send(method, `users/${path}`, who, body, key);
const get = (path: string, who: SignedIn) => app.http().get(`/api/users/${path}`).set('authorization', who.authorization);
const read = async (username: string, who = administrator) => (await get(username, who).expect(200)).body as UserDetails;
const list = async (who: SignedIn, query: object = {}, names?: object) => {
  const after = await app.head();
  const search = names ? { 'x-search': Buffer.from(JSON.stringify(names)).toString('base64url') } : {};
  const { body } = await app
    .http()
    .get('/api/users')
    .query({ ...query, after })
    .set({ authorization: who.authorization, ...search });
  return body as { items: UserView[]; overall_count: number };
};
const signIn = (username: string, password = PASSWORD) => app.http().post('/api/token').send({ username, password });
const idOf = ({ authorization }: SignedIn) => app.http().get('/api/token').set({ authorization });
const form = (change: object = {}) => ({ first_name: 'Nora', last_name: 'Field', email: 'nora@example.org', version: 0, ...change });
/** The reaction's turn, so that usernames come free. */
const settle = async (user_id: string) => {
  const reaction = settleUsernames(app.log, app.reservations);
  for await (const opened of app.log.read(`user-${user_id}`)) {
    if (opened.kind === 'opened' && (reaction.types as readonly string[]).includes(opened.event.type)) await reaction.react(opened.event);
  }
};

describe('reading', () => {
  it('one account, with what only its administrator sees', async () => {
    const doctor = await app.addUser(['Doctor'], clinic, { npi: '1234567893' });
    expect(await read(doctor.username.toUpperCase())).toEqual({
      ...{ user_id: doctor.user_id, username: doctor.username, first_name: 'Ada', last_name: 'Quill', npi: '1234567893' },
      ...{ email: 'ada@example.org', phone_number: '+41310000001', roles: ['Doctor'], occupations: [] },
      ...{
        organization_id: clinic,
        organization_name: 'Lindenhof',
        locked: false,
        unverified: false,
        only_administrator: false,
        version: 0,
      },
    });
  });

  it('answers alike what is missing and what is another’s, also where it is a super user’s or a patient’s', async () => {
    const [theirs, patient] = [await app.addUser(['Doctor'], clinic), await app.addUser(['Patient'], null)];
    const root = await app.addUser(['SuperUser'], null);
    const missing = (await get('nobody-at-all', stranger).expect(404)).body;
    for (const { username } of [theirs, patient, root]) expect((await get(username, stranger).expect(404)).body).toEqual(missing);
    await get(theirs.username, await app.signIn(['Doctor'], clinic)).expect(403);
    expect(await read(patient.username, curator)).toMatchObject({ organization_id: null, organization_name: null });
  });

  it('finds a username that is an e-mail address', async () => {
    const username = `${randomUUID()}@example.org`;
    const person = { ...form(), username, password: OTHER, roles: ['Assistant'], organization_id: clinic, phone_number: '+41310000001' };
    await app.http().post('/api/users').set('authorization', administrator.authorization).send(person).expect(201);
    expect(await read(encodeURIComponent(username))).toMatchObject({ username });
  });

  it('takes no name from the address', async () => {
    for (const field of ['query', 'first_name', 'last_name']) {
      const { body } = await app.http().get(`/api/users?${field}=quill`).set('authorization', administrator.authorization).expect(400);
      expect(Object.keys(body)).toEqual([field]);
    }
  });

  it('lists by the beginning of first and last name, and for a super user by organization', async () => {
    const own = await app.addClinic('Named');
    const boss = await app.signIn(['OrganizationAdmin'], own);
    const { username } = await app.addUser(['Doctor'], own);
    await send('put', username, form({ first_name: 'Zoë', last_name: 'Ångström' }), boss).expect(200);
    expect((await list(boss, {}, { last_name: 'ANG' })).items.map((user) => user.username)).toEqual([username]);
    expect((await list(boss, {}, { first_name: 'zoe', last_name: 'Å' })).overall_count).toBe(1);
    expect((await list(boss, {}, { first_name: 'ada', last_name: 'ang' })).overall_count).toBe(0);
    expect((await list(boss)).items).toEqual(expect.arrayContaining([expect.objectContaining({ username, organization_name: 'Named' })]));
    expect((await list(curator, { organization_id: own })).overall_count).toBe(2);
    // an administrator asks for another organization in vain
    expect((await list(boss, { organization_id: clinic })).overall_count).toBe(2);
  });
});

describe('changing', () => {
  it('corrects, and leaves username, roles, organization and phone number as they are', async () => {
    const { username, user_id } = await app.addUser(['Assistant'], clinic);
    const more = {
      ...{
        username: 'other-name',
        roles: ['SuperUser'],
        organization_id: stranger.user_id,
        phone_number: '+999',
        user_id: curator.user_id,
      },
      ...{ patient_ids: [randomUUID()], seeded: true, locked: true, password_hash: 'x', password: OTHER },
    };
    await send('put', username, { ...form({ occupations: ['Nurse'] }), ...more }, administrator).expect(200);
    expect(await read(username)).toMatchObject({
      ...{ user_id, username, first_name: 'Nora', last_name: 'Field', occupations: ['Nurse'], roles: ['Assistant'] },
      ...{ organization_id: clinic, phone_number: '+41310000001', locked: false, version: 1 },
    });
    await signIn(username).expect(200);
  });

  it('says by field what is wrong', async () => {
    const { username } = await app.addUser(['Doctor'], clinic);
    const { body } = await send('put', username, form({ first_name: ' ', email: 'x', npi: '123456789' }), administrator).expect(400);
    expect(body).toMatchObject({
      first_name: ['Field is required'],
      email: ['Field should be in a proper format'],
      npi: ['NPI should be in a proper format'],
    });
    await send('put', username, form({ occupations: Array.from({ length: 21 }, (_, n) => `o${n}`) }), administrator).expect(400);
    const assistant = await app.addUser(['Assistant'], clinic);
    expect((await send('put', assistant.username, form({ npi: '1234567893' }), administrator).expect(422)).body).toEqual({
      npi: ['Only doctors have an NPI'],
    });
  });

  it('tells who changed it in between, without the password’s hash', async () => {
    const { username } = await app.addUser(['Assistant'], clinic);
    await send('put', username, form(), administrator).expect(200);
    const { body, text } = await send('put', username, form({ last_name: 'Other' }), administrator).expect(409);
    expect(body).toMatchObject({ code: 'stale', version: 1, current: { last_name: 'Field' } });
    expect(text).not.toMatch(/argon2|password_hash/);
  });

  it('is another administrator’s 404, and does nothing', async () => {
    const { username } = await app.addUser(['Doctor'], clinic);
    const before = await app.store.head();
    await send('put', username, form(), stranger).expect(404);
    await send('put', `${username}/locked`, { locked: true, version: 0 }, stranger).expect(404);
    await send('put', `${username}/password`, { password: OTHER }, stranger).expect(404);
    await send('delete', username, { version: 0 }, stranger).expect(404);
    await send('delete', 'nobody-at-all', { version: 0 }, stranger).expect(404);
    expect(await app.store.head()).toBe(before);
  });

  it('lets no administrator near the account of a super user of the same clinic', async () => {
    const root = await app.addUser(['SuperUser', 'Doctor'], clinic);
    for (const call of [
      send('put', root.username, form(), administrator),
      send('put', `${root.username}/locked`, { locked: true, version: 0 }, administrator),
      send('put', `${root.username}/password`, { password: OTHER }, administrator),
      send('delete', root.username, { version: 0 }, administrator),
    ]) {
      expect((await call.expect(403)).body.message).toBe('Only a super user can change the account of a super user');
    }
    await signIn(root.username).expect(200);
    await send('put', root.username, form(), curator).expect(200);
  });

  it('lets nobody lock, remove or reset the own account', async () => {
    const { username } = (await idOf(administrator)).body.user as { username: string };
    const said = async (call: ReturnType<typeof send>) => (await call.expect(422)).body.message as string;
    expect(await said(send('put', `${username}/locked`, { locked: true, version: 0 }, administrator))).toBe(
      'You cannot lock your own account',
    );
    expect(await said(send('delete', username, { version: 0 }, administrator))).toBe('You cannot remove your own account');
    expect(await said(send('put', `${username}/password`, { password: OTHER }, administrator))).toBe(
      'Change your own password under My account',
    );
    expect((await read(username)).only_administrator).toBe(true);
  });

  it('refuses names that addresses have already', async () => {
    for (const username of ['Password', 'kept-key']) {
      const person = { ...form(), username, password: OTHER, roles: ['Assistant'], organization_id: clinic, phone_number: '+41310000001' };
      const { body } = await app.http().post('/api/users').set('authorization', administrator.authorization).send(person).expect(422);
      expect(body).toEqual({ username: ['Field should be in a proper format'] });
    }
  });
});

describe('locking', () => {
  it('signs out at once and for good, and is told only to who knows the password', async () => {
    const { username, user_id } = await app.addUser(['Doctor'], clinic);
    const as = await app.bearer(username);
    const { body } = await send('put', `${username}/locked`, { locked: true, version: 0 }, administrator).expect(200);
    await app.http().get('/api/token').set(as).expect(401);
    expect((await signIn(username).expect(403)).body.message).toBe('This account is locked');
    expect((await signIn(username, 'not this one').expect(401)).body.message).toBe('Username or password is wrong');
    expect(await read(username)).toMatchObject({ locked: true });
    expect((await list(administrator)).items.find((user) => user.user_id === user_id)).toMatchObject({ locked: true });
    await send('put', `${username}/locked`, { locked: false, version: body.version }, administrator).expect(200);
    await app.http().get('/api/token').set(as).expect(401);
    await signIn(username).expect(200);
  });

  it('ends a stream of notices', async () => {
    const { username } = await app.addUser(['Doctor'], clinic);
    const { authorization } = await app.bearer(username);
    const { port } = app.app.getHttpServer().listen(0).address() as { port: number };
    const line = await fetch(`http://localhost:${port}/api/notices`, { headers: { authorization } });
    const reader = line.body!.getReader();
    await send('put', `${username}/locked`, { locked: true, version: 0 }, administrator).expect(200);
    for (;;) if ((await reader.read()).done) break;
  });
});

describe('a password set by an administrator', () => {
  it('signs out, lets in, and has to be changed', async () => {
    const { username } = await app.addUser(['Doctor'], clinic);
    const as = await app.bearer(username);
    expect((await send('put', `${username}/password`, { password: 'short' }, administrator).expect(400)).body.password).toBeDefined();
    expect(
      (await send('put', `${username}/password`, { password: 'password1234' }, administrator).expect(422)).body.password,
    ).toBeDefined();
    const key = randomUUID();
    await send('put', `${username}/password`, { password: OTHER }, administrator, key).expect(200);
    await send('put', `${username}/password`, { password: OTHER }, administrator, key).expect(200);
    await app.http().get('/api/token').set(as).expect(401);
    await signIn(username).expect(401);
    expect((await signIn(username, OTHER).expect(200)).body.user.must_change_password).toBe(true);
  });
});

describe('removing', () => {
  it('signs out, takes the name off the list, and frees the username', async () => {
    const { username, user_id } = await app.addUser(['Doctor'], clinic);
    const as = await app.bearer(username);
    await send('delete', username, { version: 0 }, administrator).expect(200);
    await app.http().get('/api/token').set(as).expect(401);
    await signIn(username).expect(401);
    await get(username, administrator).expect(404);
    expect((await list(administrator)).items.map((user) => user.user_id)).not.toContain(user_id);
    await settle(user_id);
    const person = { ...form(), username, password: OTHER, roles: ['Assistant'], organization_id: clinic, phone_number: '+41310000001' };
    await app.http().post('/api/users').set('authorization', administrator.authorization).send(person).expect(201);
  });

  it('an account of a removed organization is not let in, and its sessions are over', async () => {
    const own = await app.addClinic('Gone');
    const { username } = await app.addUser(['Doctor'], own);
    const as = await app.bearer(username);
    await app.http().delete(`/api/organizations/${own}`).set('authorization', curator.authorization).send({ version: 0 }).expect(200);
    await app.http().get('/api/token').set(as).expect(401);
    expect((await signIn(username).expect(403)).body.message).toBe('The organization of this account was removed');
    await signIn(username, 'not this one').expect(401);
  });
});
