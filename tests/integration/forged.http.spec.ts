import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import { DatabaseSync } from '@photostructure/sqlite';
import type { UserDetails } from '#contracts/people/accounts';
import type { OrganizationView } from '#contracts/people/organizations';
import type { Envelope } from '#contracts/wire/envelope';
import type { Settings } from '#infra/config/configuration';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { ContentHashes } from '#infra/event-store/content-hash';
import { OwnFollowing } from '#services/cli/own-following';
import { explainedOperations } from '#services/cli/operations';
import type { Verification } from '#services/cli/verify';
import { gatewayLogFile } from '#services/gateway/log/sqlite/schema';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { UnkeyedHashes } from '#tests/support/hashes';
import {
  addClinic,
  addPerson,
  addRecord,
  app,
  call,
  connectAccount,
  kernel,
  PASSWORD,
  type Person,
  settled,
  signIn,
  startApplication,
} from './clinics.ts';
import { until } from '../e2e/until.ts';
import { addResult } from './kernel.ts';

let gateway: RunningGateway;
let forger: EventStoreDBClient;
const settings: Partial<Settings> = {};
beforeAll(async () => {
  gateway = await startGatewayProcess();
  forger = EventStoreDBClient.connectionString(gateway.address);
  settings.event_store = gateway.address;
}, 60_000);
startApplication(settings);
afterAll(async () => {
  await forger.dispose();
  await gateway.dispose();
});

/** What somebody can do who may append to the log and has no key: an event at the end of a stream, all in order but for the hash. */
const forge = async (stream: string, type: string, data: object, hashes: ContentHashes = new UnkeyedHashes()): Promise<AppendResult> => {
  const last = await kernel.events.lastRevision(stream);
  const id = randomUUID();
  const command_id = randomUUID();
  const envelope: Envelope = {
    ...{ schema: 1, command_id, correlation_id: command_id, actor: { system: 'cli' }, key_ids: [] },
    recorded_at: new Date().toISOString(),
  };
  const bytes = Buffer.from(JSON.stringify({ open: data, sealed: [] }));
  const content_hash = hashes.of(stream, last + 1, { id, type, data: bytes, metadata: envelope });
  const event = {
    ...{ id, type, data: new Uint8Array(bytes), contentType: 'application/octet-stream' as const },
    metadata: new Uint8Array(Buffer.from(canonicalJson({ ...envelope, content_hash }))),
  };
  return forger.appendToStream(stream, event, { expectedRevision: last < 0 ? 'no_stream' : BigInt(last) });
};

/** Changes a byte of the last event of a stream where the server has it. */
const damageLast = (stream: string): void => {
  const db = new DatabaseSync(gatewayLogFile(join(gateway.data, 'log')), { timeout: 5000 });
  const { position, event } = db
    .prepare('SELECT position, event FROM events WHERE stream = (SELECT number FROM streams WHERE name = ?) ORDER BY revision DESC LIMIT 1')
    .get(stream) as { position: number; event: Uint8Array };
  const bytes = Buffer.from(event);
  const at = bytes.indexOf('"invitation_id":"') + '"invitation_id":"'.length;
  bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
  db.prepare('UPDATE events SET event = ? WHERE position = ?').run(bytes, position);
  db.close();
};

/** Everything that is wrong with the log. */
const wrong = async (): Promise<string[]> => {
  const { log } = (await explainedOperations(kernel)['projections verify']({}, () => undefined)) as Verification;
  return log.wrong;
};

describe('an event that somebody without the keys has written', () => {
  it('would count with a key: everything else about it is right', async () => {
    const person = await addPerson(['Patient'], null);
    const keyed = await ContentHashes.under(kernel.keys);
    await forge(`user-${person.user_id}`, 'RolesChanged', { user_id: person.user_id, roles: ['SuperUser'] }, keyed);
    expect((await call('GET', '/api/organizations', person)).status).toBe(200);
  });

  it.each([
    ['without a key', () => new UnkeyedHashes()],
    ['under another key', () => new ContentHashes(randomBytes(32))],
  ])('resets no password (hashed %s)', async (_, hashes) => {
    const victim = await addPerson(['Doctor'], await addClinic('Hillside'));
    const code = 'a'.repeat(43);
    const issued = { user_id: victim.user_id, nonce: 'x', expires_at: '2099-01-01T00:00:00.000Z' };
    await forge(`password_reset-${victim.user_id}`, 'ResetCodeIssued', issued, hashes());
    const password = 'a walk by the lake';
    for (const address of [`${victim.user_id}.${code}`, `${victim.user_id}.${createHash('sha256').update('x').digest('base64url')}`]) {
      const payload = { email: victim.email, token: address, password };
      const reset = await app.inject({ method: 'POST', url: '/api/users/reset_password', payload });
      expect(reset.statusCode).toBeGreaterThanOrEqual(400);
    }
    expect(await signIn(victim.username, password)).toBe('Bearer undefined');
  });

  const unverified = { status: 403, body: { code: 'access-unverified' } };
  const accountOf = async ({ username }: { username: string }, by: Person) =>
    (await call<UserDetails>('GET', `/api/users/${username}`, by)).body;
  /** Decides about unverified entries, as the form of the account does. */
  const decide = async (person: Person, by: Person) => {
    const { version } = await accountOf(person, by);
    return call('PUT', `/api/users/${person.username}/access`, by, { version, comment: 'Somebody could write to the log' });
  };

  it('makes nobody a super user: the person is shut out until an administrator has decided', async () => {
    const home = await addClinic('Hillside');
    const [person, administrator] = [await addPerson(['Doctor'], home), await addPerson(['OrganizationAdmin'], home)];
    expect(await call('GET', '/api/organizations', person)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await forge(`user-${person.user_id}`, 'RolesChanged', { user_id: person.user_id, roles: ['SuperUser'] });
    expect(await call('GET', '/api/organizations', person)).toMatchObject(unverified);
    expect(await call('GET', '/api/patients', person)).toMatchObject(unverified);
    const signIn = { username: person.username, password: PASSWORD };
    expect(await call('POST', '/api/token', undefined, signIn)).toMatchObject(unverified);
    await settled();
    expect(await accountOf(person, administrator)).toMatchObject({ unverified: true, roles: ['Doctor'] });
    const listed = await call<{ items: UserDetails[] }>('GET', '/api/users', administrator);
    expect(listed.body.items.find(({ user_id }) => user_id === person.user_id)).toMatchObject({ unverified: true });

    expect(await call('PUT', `/api/users/${person.username}/access`, administrator, { version: 1 })).toMatchObject({ status: 400 });
    expect(await decide(person, person)).toMatchObject(unverified);
    expect(await decide(person, administrator)).toMatchObject({ status: 200 });
    expect(await accountOf(person, administrator)).toMatchObject({ unverified: false, roles: ['Doctor'], locked: false });
    // the session is over, and the password may have been changed
    expect(await call('GET', '/api/patients', person)).toMatchObject({ status: 401 });
    expect(await call('POST', '/api/token', undefined, signIn)).toMatchObject({ status: 401 });
    const password = 'nine loud kettles';
    expect(await call('PUT', `/api/users/${person.username}/password`, administrator, { password })).toMatchObject({ status: 200 });
    expect(await call('POST', '/api/token', undefined, { ...signIn, password })).toMatchObject({ status: 200 });
  });

  it('takes away what it says: a forged lock locks, and stays one after the decision', async () => {
    const home = await addClinic('Hillside');
    const [person, administrator] = [await addPerson(['Doctor'], home), await addPerson(['OrganizationAdmin'], home)];
    await forge(`user-${person.user_id}`, 'UserLocked', { user_id: person.user_id });
    await decide(person, administrator);
    const { version, ...locked } = await accountOf(person, administrator);
    expect(locked).toMatchObject({ unverified: false, locked: true });
    const unlocking = call('PUT', `/api/users/${person.username}/locked`, administrator, { locked: false, version });
    expect(await unlocking).toMatchObject({ status: 200 });
    expect(await accountOf(person, administrator)).toMatchObject({ locked: false });
  });

  it('ends a session where it stands on its stream, and nothing else', async () => {
    const person = await addPerson(['Doctor'], await addClinic('Hillside'));
    const { body } = await call<{ items: { id: string }[] }>('GET', '/api/users/sessions', person);
    const session_id = body.items[0]!.id;
    await forge(`session-${session_id}`, 'SignedOut', { session_id });
    expect(await call('GET', '/api/patients', person)).toMatchObject({ status: 401 });
    const again = { authorization: await signIn(person.username) };
    expect(await call('GET', '/api/patients', again)).toMatchObject({ status: 200 });
  });

  /** A patient of a clinic who shares the record with another one. */
  const aSharedRecord = async () => {
    const [home, other, strange] = [await addClinic('Hillside'), await addClinic('Lakeside'), await addClinic('Elsewhere')];
    const person = await addPerson(['Patient'], null);
    const patient_id = await addRecord(home);
    await connectAccount(person, { organization_id: home, patient_id });
    const end = await connectAccount(person, { organization_id: other, patient_id: null });
    await addResult(kernel, { patient_id, organization_id: home }, '5.1');
    const [own, connected, stranger] = await Promise.all([home, other, strange].map((clinic) => addPerson(['Doctor'], clinic)));
    await settled();
    const results = `/api/lab-results?patient_id=${patient_id}`;
    return { strange, other, person, end, own: own!, connected: connected!, stranger: stranger!, results };
  };

  it('shows no strange clinic a record, and those whom it concerns nothing until an administrator has decided', async () => {
    const { strange, person, own, connected, stranger, results } = await aSharedRecord();
    const superUser = await addPerson(['SuperUser'], null);
    expect(await call('GET', results, stranger)).toMatchObject({ status: 404 });
    expect(await call('GET', results, connected)).toMatchObject({ status: 200 });
    const grant = { user_id: person.user_id, organization_id: strange, invitation_id: randomUUID(), patient_id: null, shown: null };
    await forge(`connections-${person.user_id}`, 'ClinicConnected', grant);
    for (const concerned of [stranger, connected, person]) expect(await call('GET', results, concerned)).toMatchObject(unverified);
    expect(await call('GET', results, own)).toMatchObject({ status: 200 });
    expect((await call<{ items: object[] }>('GET', '/api/patients', connected)).body.items).toEqual([]);
    expect(await accountOf(person, superUser)).toMatchObject({ unverified: true });
    expect(await decide(person, superUser)).toMatchObject({ status: 200 });
    // what the person shared may have been taken back: it is given anew
    for (const concerned of [stranger, connected, person]) expect(await call('GET', results, concerned)).toMatchObject({ status: 404 });
    await connectAccount(person, { organization_id: strange, patient_id: null });
    expect(await call('GET', results, stranger)).toMatchObject({ status: 404 });
  });

  it('is decided about also where it is the first of its stream', async () => {
    const home = await addClinic('Hillside');
    const [person, administrator] = [await addPerson(['Doctor'], home), await addPerson(['OrganizationAdmin'], home)];
    const grant = { user_id: person.user_id, organization_id: home, invitation_id: randomUUID(), patient_id: null, shown: null };
    await forge(`connections-${person.user_id}`, 'ClinicConnected', grant);
    await settled();
    expect(await accountOf(person, administrator)).toMatchObject({ unverified: true });
    expect(await decide(person, administrator)).toMatchObject({ status: 200 });
    expect(await accountOf(person, administrator)).toMatchObject({ unverified: false });
    const password = { password: 'nine loud kettles' };
    expect(await call('PUT', `/api/users/${person.username}/password`, administrator, password)).toMatchObject({ status: 200 });
    expect(await call('PUT', `/api/users/${person.username}/access`, administrator, { version: 0, comment: 'x' })).not.toMatchObject(
      unverified,
    );
  });

  it('stops no link for a new password where it is the first of its stream', async () => {
    const person = await addPerson(['Doctor'], await addClinic('Hillside'));
    const issued = { user_id: person.user_id, nonce: 'x', expires_at: '2099-01-01T00:00:00.000Z' };
    await forge(`password_reset-${person.user_id}`, 'ResetCodeIssued', issued);
    await settled();
    const said = await call('POST', '/api/users/recover_password', undefined, { email: person.email });
    expect(said.status).toBeLessThan(300);
    const isIssued = async () => (await kernel.events.lastRevision(`password_reset-${person.user_id}`)) === 1;
    await until('the next code is issued', isIssued);
  });

  it('does not bring back the reading that a patient took away, where that event was damaged', async () => {
    const { other, person, end, connected, results } = await aSharedRecord();
    const [superUser, colleague] = [await addPerson(['SuperUser'], null), await addPerson(['Doctor'], other)];
    await end();
    expect(await call('GET', results, connected)).toMatchObject({ status: 404 });
    damageLast(`connections-${person.user_id}`);
    // who has not asked before: what was read lately is not read again for some seconds
    expect(await call('GET', results, colleague)).toMatchObject(unverified);
    expect(await decide(person, superUser)).toMatchObject({ status: 200 });
    for (const doctor of [connected, colleague]) expect(await call('GET', results, doctor)).toMatchObject({ status: 404 });
  });

  it('approves no clinic: a super user decides again', async () => {
    const [waiting, superUser] = [await addClinic('Newcomer', 'PendingApproval'), await addPerson(['SuperUser'], null)];
    const doctor = await addPerson(['Doctor'], waiting);
    expect(await call('GET', '/api/patients', doctor)).toMatchObject({ status: 403, body: { code: 'organization-waiting' } });
    await forge(`organization-${waiting}`, 'OrganizationStatusDecided', { organization_id: waiting, status: 'Approved' });
    expect(await call('GET', '/api/patients', doctor)).toMatchObject(unverified);
    await settled();
    const { body } = await call<OrganizationView>('GET', `/api/organizations/${waiting}`, superUser);
    const { id: _id, ...form } = body;
    expect(body.status).toBe('PendingApproval');
    expect(await call('PUT', `/api/organizations/${waiting}`, superUser, { ...form, status: 'Approved' })).toMatchObject({ status: 200 });
    expect(await call('GET', '/api/patients', doctor)).toMatchObject({ status: 200 });
  });

  it('is named by the verification and by the health', async () => {
    const person = await addPerson(['Patient'], null);
    await forge(`user-${person.user_id}`, 'RolesChanged', { user_id: person.user_id, roles: ['SuperUser'] });
    await settled();
    const { status, forged } = await new OwnFollowing(kernel).health();
    expect(status).toBe('degraded');
    expect(forged).toBeGreaterThan(0);
    const named = await wrong();
    expect(named).toContainEqual(expect.stringMatching(new RegExp(`of user-${person.user_id} .* is not what was recorded`)));
  });
});
