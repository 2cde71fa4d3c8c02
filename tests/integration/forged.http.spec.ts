import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import type { Envelope } from '#contracts/wire/envelope';
import type { Settings } from '#infra/config/configuration';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { ContentHashes } from '#infra/event-store/content-hash';
import { explainedOperations } from '#services/cli/operations';
import type { Verification } from '#services/cli/verify';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { UnkeyedHashes } from '#tests/support/hashes';
import { addClinic, addPerson, addRecord, app, call, connectAccount, kernel, settled, signIn, startApplication } from './clinics.ts';
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
    await forge(`user-${victim.user_id}`, 'VerificationCodeIssued', issued, hashes());
    const password = 'a walk by the lake';
    for (const address of [`${victim.user_id}.${code}`, `${victim.user_id}.${createHash('sha256').update('x').digest('base64url')}`]) {
      const payload = { email: victim.email, token: address, password };
      const reset = await app.inject({ method: 'POST', url: '/api/users/reset_password', payload });
      expect(reset.statusCode).toBeGreaterThanOrEqual(400);
    }
    expect(await signIn(victim.username, password)).toBe('Bearer undefined');
  });

  it('makes nobody a super user, and shows no strange clinic a record', async () => {
    const [home, strange] = [await addClinic('Hillside'), await addClinic('Elsewhere')];
    const person = await addPerson(['Patient'], null);
    const patient_id = await addRecord(home);
    await connectAccount(person, { organization_id: home, patient_id });
    await addResult(kernel, { patient_id, organization_id: home }, '5.1');
    const doctor = await addPerson(['Doctor'], strange);
    await settled();
    const results = `/api/lab-results?patient_id=${patient_id}`;
    expect([await call('GET', results, doctor), await call('GET', '/api/organizations', person)]).toMatchObject([
      { status: 404 },
      { status: 403 },
    ]);
    const grant = { user_id: person.user_id, organization_id: strange, invitation_id: randomUUID(), patient_id: null, shown: null };
    await forge(`connections-${person.user_id}`, 'ClinicConnected', grant);
    await forge(`user-${person.user_id}`, 'RolesChanged', { user_id: person.user_id, roles: ['SuperUser'] });
    expect((await call('GET', results, doctor)).status).toBeGreaterThanOrEqual(400);
    expect((await call('GET', '/api/organizations', person)).status).toBeGreaterThanOrEqual(400);
    const named = await wrong();
    for (const stream of [`connections-${person.user_id}`, `user-${person.user_id}`])
      expect(named).toContainEqual(expect.stringMatching(new RegExp(`of ${stream} .* is not what was recorded`)));
  });
});
