import { randomUUID } from 'node:crypto';
import type { OrganizationView } from '#contracts/people/organizations';
import { codeInAddress, codeOf } from '#infra/access/codes';
import { createdId } from '#infra/http/command-key';
import { AccountsQueriesModule } from '#projections/accounts/users.queries';
import { OrganizationsQueriesModule } from '#projections/organizations/organizations.queries';
import { appointAdministrators } from '#services/reactions/organizations/appoint-administrators.reaction';
import { AccountsModule } from '#services/records/accounts/accounts.module';
import { OrganizationsModule } from '#services/records/organizations/organizations.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { collect } from '#tests/support/engines';
import { idOf, openReadApp, type ReadApp, type SignedIn } from '#tests/support/read-side';

const PASSWORD = 'seven grey herons';

let app: ReadApp;
let curator: SignedIn;
let clinic: string;
let administrator: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  app = await openReadApp([AccountsModule, OrganizationsModule, PatientsModule, AccountsQueriesModule, OrganizationsQueriesModule]);
  clinic = await app.addClinic('Lindenhof');
  curator = await app.signIn(['SuperUser'], null);
  administrator = await app.signIn(['OrganizationAdmin'], clinic);
  stranger = await app.signIn(['OrganizationAdmin'], await app.addClinic('Elsewhere'));
});
afterAll(() => app.close());

type Method = 'post' | 'put' | 'delete';
const send = (method: Method, path: string, body: object, who?: SignedIn, key: string = randomUUID()) =>
  app
    .http()
    [method](`/api/organizations${path}`)
    .set({ ...(who ? { authorization: who.authorization } : {}), 'idempotency-key': key })
    .send(body);
const get = (path: string, who: SignedIn, query: object = {}) => app.get(`organizations${path}`, who, query);
const listed = async (who: SignedIn, query: object = {}) => {
  const { body } = await get('', who, query);
  return (body as { items: OrganizationView[] }).items.map(({ name }) => name);
};
const address = (name = `Clinic ${randomUUID()}`) => ({
  ...{ name, address: '1 Quay', city: 'Duluth', zip: '55802', phone: '+12185550100', time_zone: 'America/Chicago' },
});
const signUp = (change: object = {}) => ({
  ...address(),
  ...{ username: `u-${randomUUID()}`, password: PASSWORD, first_name: 'Hanna', last_name: 'Quay' },
  ...{ email: 'hanna@example.org', phone_number: '+12185550101', ...change },
});
/** Gives the reaction all that happened to an organization. */
const appoint = async (id: string) => {
  const reaction = appointAdministrators(app);
  for await (const opened of app.log.read(`organization-${id}`)) {
    if (opened.kind !== 'opened' || !(reaction.types as readonly string[]).includes(opened.event.type)) continue;
    for (const _twice of [1, 2])
      await reaction.react(opened.event, opened.meta, { id: (n = 0) => createdId(opened.meta.event_id, String(n)) });
  }
};
/** By the code that the mail would bring. */
const confirm = async (username: string) => {
  const user_id = (await app.reservations.ownerOf('username', username)) ?? '';
  const [issued, ...others] = await collect(app.log.read(`user-${user_id}`)).then((events) =>
    events.flatMap((one) => (one.kind === 'opened' && one.event.type === 'VerificationCodeIssued' ? [one.event.data] : [])),
  );
  expect(others).toEqual([]);
  const code = codeInAddress(user_id, await codeOf(app.keys, 'verification', user_id, (issued as { nonce: string }).nonce));
  await app.http().put(`/api/users/verify/${code}`).expect(204);
};
const signIn = (username: string) => app.http().post('/api/token').send({ username, password: PASSWORD });

describe('signing up', () => {
  it('ruling 44: anybody may; it waits, and the first user is its administrator and a doctor', async () => {
    const form = signUp();
    const key = randomUUID();
    const id = idOf(await send('post', '', form, undefined, key).expect(201));
    expect(idOf(await send('post', '', form, undefined, key).expect(201))).toBe(id);
    await appoint(id);
    expect((await signIn(form.username).expect(403)).body.code).toBe('unverified');
    await confirm(form.username);
    const { body } = await signIn(form.username).expect(200);
    expect(body.user).toMatchObject({
      roles: ['OrganizationAdmin', 'Doctor'],
      organization_id: id,
      organization_name: form.name,
      organization_status: 'PendingApproval',
      time_zone: form.time_zone,
    });
    expect((await get(`/${id}`, curator)).body).toMatchObject({ id, status: 'PendingApproval', name: form.name, version: 1 });
  });

  it('a super user may too, nobody else who is signed in', async () => {
    const id = idOf(await send('post', '', signUp(), curator).expect(201));
    expect((await get(`/${id}`, curator)).body.status).toBe('PendingApproval');
    for await (const { metadata } of app.store.readStream(`organization-${id}`))
      expect(metadata.actor).toMatchObject({ user_id: curator.user_id });
    await send('post', '', signUp(), administrator).expect(403);
    const form = signUp();
    await appoint(idOf(await send('post', '', form, curator).expect(201)));
    expect((await signIn(form.username).expect(200)).body.user.must_change_password).toBe(true);
    await send('post', '', signUp(), { ...curator, authorization: 'Bearer nonsense' }).expect(401);
  });

  it('takes what a form says and nothing else', async () => {
    const form = signUp();
    const more = {
      ...{ status: 'Approved', organization_id: clinic, id: clinic, roles: ['SuperUser'], seeded: true, patient_ids: [randomUUID()] },
      ...{ user_id: curator.user_id, password_hash: 'x', administrator: { user_id: curator.user_id } },
    };
    const id = idOf(await send('post', '', { ...form, ...more }).expect(201));
    expect(id).not.toBe(clinic);
    await appoint(id);
    await confirm(form.username);
    const { body } = await signIn(form.username).expect(200);
    expect(body.user).toMatchObject({ roles: ['OrganizationAdmin', 'Doctor'], organization_status: 'PendingApproval', patient_ids: [] });
  });

  it('says by field what is missing or wrong, and changes nothing', async () => {
    const before = await app.store.head();
    const { body } = await send('post', '', { phone: '1-2', fax: 'x', time_zone: 'Nowhere', name: '#NO_ORGANIZATION#' }).expect(400);
    expect(body).toMatchObject({
      ...{ name: ['Field should be in a proper format'], address: ['Field is required'], city: ['Field is required'] },
      ...{
        zip: ['Field is required'],
        phone: ['Phone number must be in a proper format, for example (217) 555-0101'],
        fax: ['Phone number must be in a proper format, for example (217) 555-0101'],
      },
      ...{ first_name: ['Field is required'], phone_number: ['Field is required'] },
    });
    for (const field of ['username', 'password', 'email', 'last_name']) expect(body[field]).toBeDefined();
    const known = (await send('post', '', signUp({ password: 'password1234' })).expect(422)).body;
    expect(known).toMatchObject({ password: ['This is one of the passwords that are tried first. Please choose another one'] });
    expect(await app.store.head()).toBe(before);
  });

  it('ruling 45: a taken username is an error of its field, throttled, and leaves no organization behind', async () => {
    const taken = signUp();
    await send('post', '', taken).expect(201);
    const again = signUp({ username: taken.username.toUpperCase() });
    const { body } = await send('post', '', again).expect(409);
    expect(body).toMatchObject({ username: ['This username is already taken'] });
    expect(await listed(curator, { query: again.name })).toEqual([]);
    for (let n = 0; n < 6; n++) await send('post', '', again);
    await send('post', '', again).expect(429);
  });

  it('an organization that was removed before its first user was registered gets none', async () => {
    const form = signUp();
    const id = idOf(await send('post', '', form).expect(201));
    await send('delete', `/${id}`, { version: 1 }, curator).expect(200);
    await appoint(id);
    await signIn(form.username).expect(401);
  });
});

describe('the list', () => {
  it('is by name, found by how its words begin, all for a super user and the own one for an administrator', async () => {
    const mark = `Zz${randomUUID().slice(0, 8)}`;
    for (const name of [`${mark} Byhaven`, `Áachen ${mark}`]) await send('post', '', signUp({ name }), curator).expect(201);
    expect(await listed(curator, { query: mark, order_by: 'Name' })).toEqual([`Áachen ${mark}`, `${mark} Byhaven`]);
    expect(await listed(curator, { query: `aach ${mark}` })).toEqual([`Áachen ${mark}`]);
    expect(await listed(curator, { query: mark, skip: 1, take: 1 })).toEqual([`${mark} Byhaven`]);
    expect(await listed(administrator)).toEqual(['Lindenhof']);
    expect(await listed(administrator, { query: mark })).toEqual([]);
  });

  it('hides what stands for no organization', async () => {
    const id = await app.addClinic('#NO_ORGANIZATION#');
    expect(await listed(curator, { query: 'NO_ORGANIZATION' })).toEqual([]);
    expect(await get(`/${id}`, curator)).toMatchObject({ status: 404 });
  });
});

describe('changing', () => {
  const correction = (change: object = {}) => ({ ...address('Lindenhof'), version: 0, ...change });

  it('an administrator corrects the own organization and no other, and sets no status', async () => {
    const own = await app.addClinic('Own');
    const boss = await app.signIn(['OrganizationAdmin'], own);
    await send('put', `/${own}`, correction({ name: 'Own two' }), boss).expect(200);
    expect((await get(`/${own}`, boss)).body).toMatchObject({ name: 'Own two', status: 'Approved', version: 1 });
    const { body } = await send('put', `/${own}`, correction({ version: 1, status: 'Rejected' }), boss).expect(403);
    expect(body).toMatchObject({ status: ['Only a super user can set the status'] });
    await send('put', `/${clinic}`, correction(), boss).expect(404);
    expect((await get(`/${clinic}`, boss)).status).toBe(404);
    await send('put', `/${randomUUID()}`, correction(), boss).expect(404);
    await send('delete', `/${own}`, { version: 1 }, boss).expect(403);
  });

  it('a super user decides, and has to', async () => {
    const id = idOf(await send('post', '', signUp(), curator).expect(201));
    const { body } = await send('put', `/${id}`, { ...address(), version: 1 }, curator).expect(422);
    expect(body).toMatchObject({ status: ['Field is required'] });
    await send('put', `/${id}`, { ...address(), version: 1, status: 'PendingApproval' }, curator).expect(400);
    await send('put', `/${id}`, { ...address('Approved one'), version: 1, status: 'Approved' }, curator).expect(200);
    expect((await get(`/${id}`, curator)).body).toMatchObject({ status: 'Approved', name: 'Approved one', version: 3 });
  });

  it('is told what changed in between', async () => {
    const id = await app.addClinic('Twice');
    await send('put', `/${id}`, correction({ status: 'Approved', name: 'First' }), curator).expect(200);
    const { body } = await send('put', `/${id}`, correction({ status: 'Approved', name: 'Second' }), curator).expect(409);
    expect(body).toMatchObject({ code: 'stale', version: 1, current: { name: 'First', id } });
  });

  it('names one of its users as administrator, nobody else', async () => {
    const own = await app.addClinic('Named');
    const doctor = await app.addUser(['Doctor'], own);
    const other = await app.addUser(['Doctor'], clinic);
    for (const administrator of [other.username, 'nobody-at-all']) {
      const { body } = await send('put', `/${own}`, correction({ status: 'Approved', administrator }), curator).expect(422);
      expect(body).toMatchObject({ administrator: ["Choose one of the organization's users"] });
    }
    await send('put', `/${own}`, correction({ status: 'Approved', administrator: doctor.username }), curator).expect(200);
    await appoint(own);
    const { authorization } = await app.bearer(doctor.username);
    const { body } = await app.http().get('/api/token').set({ authorization }).expect(200);
    expect(body.user.roles).toEqual(['OrganizationAdmin', 'Doctor']);
  });
});

describe('removing', () => {
  const patient = {
    ...{ first_name: 'Janet', last_name: 'Doeman', sex: 'Female', date_of_birth: '1961-03-09T00:00:00' },
    ...{ city_of_birth: 'Chicago', country_of_birth: 'USA', email: 'patient@example.org', social_security_number: '900-77-1234' },
  };

  it('ruling 44: is refused while there are records, whose number it says, and takes the organization off the list', async () => {
    const own = await app.addClinic('Leaving');
    const doctor = await app.signIn(['Doctor'], own);
    const as = { authorization: doctor.authorization };
    const { body: added } = await app.http().post('/api/patients').set(as).send(patient).expect(201);
    const { body } = await send('delete', `/${own}`, { version: 0 }, curator).expect(422);
    expect(body.message).toBe('This organization still has 1 patient record. Export and remove them first.');
    await app.http().delete(`/api/patients/${added.id}`).set(as).send({ version: 0, comment: 'Handed over' }).expect(200);
    await send('delete', `/${own}`, { version: 0 }, curator).expect(200);
    expect((await get(`/${own}`, curator)).status).toBe(404);
    expect(await listed(curator, { query: 'Leaving' })).toEqual([]);
    await send('put', `/${own}`, { ...address(), version: 1, status: 'Approved' }, curator).expect(404);
  });

  it('is for a super user alone', async () => {
    await send('delete', `/${clinic}`, { version: 0 }, stranger).expect(403);
    await send('delete', `/${randomUUID()}`, { version: 0 }, curator).expect(404);
  });
});
