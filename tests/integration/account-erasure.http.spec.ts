import { randomUUID } from 'node:crypto';
import type { ErasedAccount } from '#contracts/people/account-erasure';
import type { Role, UserView } from '#contracts/people/accounts';
import { readGrants } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { readInvitation } from '#infra/access/invitations';
import { users } from '#projections/accounts/users.projection';
import { explainedOperations } from '#services/cli/operations';
import type { Certificate } from '#services/cli/certificate';
import {
  addClinic,
  addPerson,
  addRecord,
  call,
  followed,
  kernel,
  PASSWORD,
  type Person,
  searchHeader,
  settled,
  startApplication,
} from './clinics.ts';
import { searchFolder } from './search.ts';

startApplication();

const ada = {
  ...{ first_name: 'Wilhelmina-Rosalind', last_name: 'Featherstonehaugh', phone_number: '+12175550112' },
  ...{ sex: 'Female', date_of_birth: '1968-05-02T00:00:00', city_of_birth: 'Llanfairpwllgwyngyll', country_of_birth: 'USA' },
};
const mailed = async (email: string, link: RegExp): Promise<string> => {
  const letters = (await kernel.mail.outbox())!.filter(({ to }) => to === email);
  return link.exec(letters[0]!.text)![1]!;
};
/** A patient who signed up and confirmed the address. */
const signUp = async (): Promise<Person & { number: string }> => {
  const username = `featherstone-${randomUUID()}`;
  const [email, number] = [`${username}@quarrywater.example`, `900${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`];
  const form = { ...ada, username, password: PASSWORD, email, social_security_number: number, hipaa_consent: true };
  const { body } = await call('POST', '/api/users/patient', undefined, form);
  await followed();
  await call('PUT', `/api/users/verify/${await mailed(email, /verify\/([\w.-]+)/)}`);
  const { body: token } = await call<{ token: string }>('POST', '/api/token', undefined, { username, password: PASSWORD });
  return { user_id: body.id, username, email, number, authorization: `Bearer ${token.token}` };
};
const eraseOwn = (who: Person, password = PASSWORD) => call<ErasedAccount>('DELETE', '/api/users/me', who, { password });
const erase = (by: Person, username: string, version: number, comment = 'Asked for in writing') =>
  call<ErasedAccount>('POST', `/api/users/${username}/erasure`, by, { version, comment });
const versionOf = async (by: Person, username: string): Promise<number> =>
  (await call<UserView>('GET', `/api/users/${username}`, by)).body.version;
const invite = '/api/patient-invitations/invitation/organization/invite';

/** Words in events that are opened with all keys that there are, as '<word> in <type>'. */
const wordsOpened = async (words: readonly string[]): Promise<string[]> => {
  const found = new Set<string>();
  for await (const stored of kernel.log.store.readAll()) {
    const opened = await kernel.log.open(stored);
    const text = opened.kind === 'opened' ? JSON.stringify(opened.event.data) : '';
    for (const word of words) if (text.includes(word)) found.add(`${word} in ${stored.type}`);
  }
  return [...found];
};

describe('a patient who erases the own account', () => {
  let clinic: string;
  let doctor: Person;
  let patient: Awaited<ReturnType<typeof signUp>>;
  let words: string[];
  let [asked, answer] = ['', {} as ErasedAccount];

  beforeAll(async () => {
    clinic = await addClinic('Lindenhof');
    doctor = await addPerson(['Doctor'], clinic);
    patient = await signUp();
    words = [...Object.values(ada).filter((word) => /[a-z]{10}/i.test(word)), patient.username, patient.email, patient.number];
    asked = (await call('PUT', invite, patient, { organization_id: clinic })).body.id;
    await call('PUT', `/api/patient-invitations/invitation/${asked}/approve`, doctor, { create_patient: false });
    await settled();
    expect(await readGrants(kernel.log, patient.user_id)).toHaveLength(1);
    expect((await wordsOpened(words)).join()).toContain(patient.number);
    expect((await searchFolder(kernel.settings.data, [ada.last_name])).length).toBeGreaterThan(0);
  }, 60_000);

  it('needs the password', async () => {
    const { status, text } = await eraseOwn(patient, 'not this one');
    expect([status, text.includes('"password"')]).toEqual([422, true]);
    expect((await call('GET', '/api/token', patient)).status).toBe(200);
  });

  it('is told that nothing is left, and has no session and no account from then on', async () => {
    const { status, body } = await eraseOwn(patient);
    expect([status, body.outcome]).toEqual([200, 'erased']);
    answer = body;
    expect((await call('GET', '/api/token', patient)).status).toBe(401);
    const again = { username: patient.username, password: PASSWORD };
    expect((await call('POST', '/api/token', undefined, again)).status).toBe(401);
    expect(await readIdentity(kernel.log, patient.user_id)).toBeUndefined();
  });

  it('leaves no word in any event that the remaining keys open, and in no file', async () => {
    await settled();
    expect(answer.id).toBe(patient.user_id);
    expect(await wordsOpened(words)).toEqual([]);
    expect(await searchFolder(kernel.settings.data, words)).toEqual([]);
    expect(await kernel.reader.get(users, patient.user_id)).toBeUndefined();
  });

  it('leaves no connection, no invitation and no mail, and that consent was given as an event without a name', async () => {
    expect(await readGrants(kernel.log, patient.user_id)).toEqual([]);
    expect(await readInvitation(kernel.log, asked)).toEqual({ status: 'none' });
    expect((await kernel.mail.outbox())!.filter(({ to }) => to === patient.email)).toEqual([]);
    const kinds: string[] = [];
    for await (const { type } of kernel.log.store.readStream(`user-${patient.user_id}`)) kinds.push(type);
    expect(kinds).toEqual(expect.arrayContaining(['ConsentGiven', 'UserRemoved', 'ErasureOrdered', 'KeyDestroyed']));
  });

  it('gives username and address free', async () => {
    const form = { ...ada, username: patient.username, password: PASSWORD, email: patient.email, social_security_number: patient.number };
    expect((await call('POST', '/api/users/patient', undefined, { ...form, hipaa_consent: true })).status).toBe(201);
  });

  it('leaves the record that a clinic keeps', async () => {
    const record = await addRecord(clinic, { first_name: 'Ada', last_name: 'Quill' });
    const owner = await addPerson(['Patient'], null, {}, { patient_ids: [record] });
    await settled();
    expect((await call('GET', `/api/patients/${record}`, owner)).status).toBe(200);
    expect((await eraseOwn(owner)).body.outcome).toBe('erased');
    await settled();
    expect((await call('GET', `/api/patients/${record}`, doctor)).status).toBe(200);
  });

  it('is nobody who also works in a clinic', async () => {
    const both = await addPerson(['Doctor', 'Patient'], clinic);
    expect((await eraseOwn(both)).status).toBe(403);
    expect((await eraseOwn(doctor)).status).toBe(403);
  });
});

describe('an administrator who erases an account', () => {
  const named = { first_name: 'Nora', last_name: 'Featherweight' };
  let clinic: string;
  let admin: Person;
  const add = (roles: Role[]) => addPerson(roles, clinic, named);

  beforeAll(async () => {
    clinic = await addClinic('Lindenhof');
    admin = await addPerson(['OrganizationAdmin'], clinic);
  }, 60_000);

  it('closes that of somebody who worked with records: the name stays beside what was done, and nothing else', async () => {
    const nurse = await add(['Doctor']);
    const record = await addRecord(clinic);
    await settled();
    const change = { version: 0, comment: 'Moved', social_security_number: '', city_of_birth: 'Thun' };
    const { body: before } = await call<object>('GET', `/api/patients/${record}`, nurse);
    const { social_security_number } = before as { social_security_number: string };
    expect((await call('PUT', `/api/patients/${record}`, nurse, { ...before, ...change, social_security_number })).status).toBe(200);
    const { status, body } = await erase(admin, nurse.username, await versionOf(admin, nurse.username));
    expect([status, body.outcome]).toEqual([200, 'closed']);
    await settled();
    expect((await call('GET', '/api/token', nurse)).status).toBe(401);
    expect(await wordsOpened([nurse.username, nurse.email])).toEqual([]);
    expect(await wordsOpened([named.last_name])).toContain(`${named.last_name} in AccountClosed`);
    const history = await call<{ items: { created_by: string }[] }>('GET', `/api/audit/patient/${record}`, admin);
    expect(history.body.items.map(({ created_by }) => created_by)).toContain('Nora Featherweight');
    expect((await call('GET', '/api/users', admin)).text).not.toContain(named.last_name);
    await kernel.reads.flush();
    const log = await call('GET', '/api/access-ledger', admin, undefined, searchHeader({ person: 'Feather' }));
    expect(log.text).toContain('Nora Featherweight');
    await kernel.runner.rebuild(users.name);
    expect(await kernel.reader.get(users, nurse.user_id)).toMatchObject({ ...named, username: '', removed: true, roles: ['Doctor'] });
  });

  it('erases that of somebody who never signed in', async () => {
    const form = { username: `never-${randomUUID()}`, password: 'nine loud kettles', roles: ['Assistant'], organization_id: clinic };
    const person = { first_name: 'Never', last_name: 'Featherlight', email: 'never@example.org', phone_number: '+12175550112' };
    expect((await call('POST', '/api/users', admin, { ...form, ...person })).status).toBe(201);
    await settled();
    const { body } = await erase(admin, form.username, await versionOf(admin, form.username));
    expect(body.outcome).toBe('erased');
    await settled();
    expect(await wordsOpened([person.last_name, form.username])).toEqual([]);
  });

  it('is refused where it is the own account, a super user’s, another clinic’s, seen as it was before, or told by name why', async () => {
    const nurse = await add(['Assistant']);
    const version = await versionOf(admin, nurse.username);
    expect((await erase(admin, admin.username, 0)).status).toBe(422);
    const superUser = await addPerson(['SuperUser'], null);
    expect((await erase(admin, superUser.username, 0)).status).toBe(404);
    const stranger = await addPerson(['OrganizationAdmin'], await addClinic('Elsewhere'));
    expect((await erase(stranger, nurse.username, version)).status).toBe(404);
    expect((await erase(admin, nurse.username, version + 7)).status).toBe(409);
    const told = await erase(admin, nurse.username, version, 'Ms Featherweight left');
    expect([told.status, told.text.includes('"reason"')]).toEqual([422, true]);
    expect((await call('GET', '/api/token', nurse)).status).toBe(200);
  });

  it('may be whoever runs the program, and gets a certificate, once more too', async () => {
    const patient = await signUp();
    const operation = (account: string) =>
      explainedOperations(kernel)['erase account']({ account, reason: 'Asked for in writing' }, () => undefined) as Promise<Certificate>;
    const { issued_at: _first, ...certificate } = await operation(patient.username);
    expect(certificate).toMatchObject({ subject: `user:${patient.user_id}`, outcome: 'erased', whole: true, left: [] });
    const { issued_at: _again, ...again } = await operation(patient.user_id);
    expect(again).toEqual(certificate);
    await expect(operation('nobody-at-all')).rejects.toThrow(/no such user/);
  });
});
