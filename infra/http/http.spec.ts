import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { messages } from '#contracts/rules/messages';
import { AccountsModule } from '#services/records/accounts/accounts.module';
import { handleAccount } from '#services/records/accounts/accounts.handlers';
import { type HttpApp, openHttpApp } from '#tests/support/http-app';
import type { UserActor } from '../event-store/actor.ts';
import { type Decider, Refusal } from '../event-store/decider.ts';
import { Faults } from '../event-store/sqlite/faults.ts';
import { Streams } from '../event-store/streams.ts';
import { KeyStoreFull } from '../keys/keys.ts';
import { CommandKey, createdId } from './command-key.ts';
import { CurrentActor } from './current-actor.ts';
import { MissingPolicy, routesOf } from './policy.ts';
import { describeFault } from './problem.filter.ts';

const Entry = z.object({
  name: z.string().trim().min(1, messages.required),
  parameters: z.array(z.object({ value: z.string().min(1, messages.required) })).default([]),
});
type Entry = z.infer<typeof Entry>;
const Change = z.object({ id: z.uuid(), version: z.int(), name: z.string() });

type Command = { type: 'Add' | 'Change'; command_id: string; data: { id: string; name: string; version?: number } };
type Removed = { type: 'LabParameterAdded' | 'PatientRemoved'; data: { patient_id: string; comment: string } };

const refusedFields = {
  time_from: ['Must be a correct date'],
  time_to: ['Date should be after 03/04/2026'],
  'dosages.0.dose': ['Must be greater than 0'],
  quantity: ['Must be at most 99999'],
  note: ['Must be 40 characters or fewer'],
  kind: ['Not this kind'],
  username: ['Somebody has this name'],
};

/** The smallest item that has an owner: a name, kept as the sealed comment of a patient's event. */
const named: Decider<string, Command, Removed> = {
  initial: '',
  evolve: (_, event) => event.data.comment,
  decide: ({ data }, state) => {
    if (data.name === 'wrong fields') throw new Refusal('rules', 'Not so', refusedFields, 422, { kind: ['a', 'b'] });
    if (data.name === 'forbidden word') throw new Refusal('word', 'Not this word');
    return data.name === state ? [] : [{ type: 'PatientRemoved', data: { patient_id: data.id, comment: data.name } }];
  },
  shown: (name) => ({ name }),
};

/** Routes that the policy table knows, on an item of our own. */
@Controller('api')
class ItemsController {
  constructor(private readonly streams: Streams) {}

  @Post('patients')
  add(@Body({ schema: Entry }) { name }: Entry, @CurrentActor() actor: UserActor, @CommandKey() key: string) {
    const id = createdId(key, 'item');
    const scope = { organization_id: actor.organization_id!, patient_id: id };
    return this.streams.transact(named, `patient-${id}`, { type: 'Add', command_id: key, data: { id, name } }, actor, scope);
  }

  @Put('patients/:id')
  change(@Body({ schema: Change }) data: z.infer<typeof Change>, @CurrentActor() actor: UserActor, @CommandKey() key: string) {
    return this.streams.transact(named, `patient-${data.id}`, { type: 'Change', command_id: key, data }, actor);
  }

  @Get('lab-parameters')
  list(@Query({ schema: z.object({ take: z.coerce.number().int().max(50).default(20) }) }) query: { take: number }) {
    return query;
  }

  @Get('health')
  fault(): never {
    throw Object.assign(new SyntaxError('Unexpected token M in Miller'), { code: 'BROKEN' });
  }
}

@Controller('api/unheard-of')
class UnlistedController {
  @Get(':id')
  read() {
    return {};
  }
}

describe('the way of a request', () => {
  const faults = new Faults();
  let it_: HttpApp;
  let clinic: string;
  let doctor: { user_id: string; username: string };
  let bearer: { authorization: string };

  beforeAll(async () => {
    it_ = await openHttpApp({ imports: [AccountsModule], controllers: [ItemsController] }, { faults });
    clinic = await it_.addClinic();
    doctor = await it_.addUser(['Doctor'], clinic);
    bearer = await it_.bearer(doctor.username);
  });
  afterAll(() => it_.close());

  const add = (body: object, headers: object = {}) =>
    it_
      .http()
      .post('/api/patients')
      .set({ ...bearer, ...headers })
      .send(body);
  const change = (id: string, body: object, who = bearer) =>
    it_
      .http()
      .put(`/api/patients/${id}`)
      .set(who)
      .send({ id, ...body });

  describe('decision 3.22: one policy table', () => {
    it('does not start with a route that the table does not know', async () => {
      await expect(openHttpApp({ controllers: [UnlistedController] })).rejects.toThrow(MissingPolicy);
      await expect(openHttpApp({ controllers: [UnlistedController] })).rejects.toThrow('GET /api/unheard-of/:id');
      expect(routesOf(it_.app)).toEqual(expect.arrayContaining(['POST /api/token', 'PUT /api/patients/:id', 'PUT /api/users/password']));
    });

    it.each([
      ['no header', {}],
      ['no bearer', { authorization: 'Basic YTpi' }],
      ['nonsense', { authorization: 'Bearer nonsense' }],
    ])('answers 401 to a request without a token: %s', async (_, headers) => {
      const answer = await it_.http().get('/api/lab-parameters').set(headers).expect(401);
      expect(answer.body).toEqual({ code: 'unauthenticated', message: 'Please sign in' });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });

    it('takes no token from the address', () =>
      it_
        .http()
        .get(`/api/lab-parameters?token=${bearer.authorization.slice(7)}`)
        .expect(401));

    it('answers 401 to a token that was altered, and to one signed without a key', async () => {
      const [head, body, signature] = bearer.authorization.slice(7).split('.') as [string, string, string];
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const token of [`${head}.${body}.${signature.slice(0, -4)}AAAA`, `${none}.${body}.`]) {
        await it_.http().get('/api/lab-parameters').set('authorization', `Bearer ${token}`).expect(401);
      }
    });

    it('answers 403 to a role that the route does not list', async () => {
      const patient = await it_.addUser(['Patient'], null, { patient_ids: [randomUUID()] });
      const answer = await it_
        .http()
        .post('/api/patients')
        .set(await it_.bearer(patient.username))
        .send({ name: 'x' })
        .expect(403);
      expect(answer.body).toEqual({ code: 'forbidden', message: "You're not authorized to do this" });
    });

    it('lets a listed role through', () => it_.http().get('/api/lab-parameters').set(bearer).expect(200));
  });

  describe('decision 3.4: the guard reads the streams at their head', () => {
    it('a sign-out ends the token at once', async () => {
      const gone = await it_.bearer(doctor.username);
      await it_.http().delete('/api/token').set(gone).expect(204);
      await it_.http().get('/api/lab-parameters').set(gone).expect(401);
      await it_.http().get('/api/token').set(gone).expect(401);
      await it_.http().get('/api/lab-parameters').set(bearer).expect(200);
    });

    it('a removed user’s token ends at once', async () => {
      const { user_id, username } = await it_.addUser(['Doctor'], clinic);
      const gone = await it_.bearer(username);
      const remove = { type: 'RemoveUser', command_id: randomUUID(), data: { user_id, version: 0 } } as const;
      await handleAccount(it_, remove, { kind: 'system', part: 'test' });
      await it_.http().get('/api/lab-parameters').set(gone).expect(401);
    });

    it('an erased user’s token ends at once', async () => {
      const { user_id, username } = await it_.addUser(['Doctor'], clinic);
      const gone = await it_.bearer(username);
      await it_.keys.destroy(`user:${user_id}`);
      await it_.http().get('/api/lab-parameters').set(gone).expect(401);
    });

    it('another clinic’s item answers exactly like one that does not exist', async () => {
      const { id } = (await add({ name: 'Ada' }).expect(201)).body as { id: string };
      const other = await it_.bearer((await it_.addUser(['Doctor'], await it_.addClinic())).username);
      const foreign = await change(id, { version: 0, name: 'x' }, other).expect(404);
      const missing = await change(randomUUID(), { version: 0, name: 'x' }, other).expect(404);
      expect(foreign.body).toEqual(missing.body);
    });
  });

  describe('what comes back', () => {
    it('decision 3.2: a command repeated with its Idempotency-Key is answered the same', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await add({ name: 'Ada' }, headers).expect(201);
      const again = await add({ name: 'Ada' }, headers).expect(201);
      expect(again.body).toEqual(first.body);
      expect(first.body).toEqual({ id: expect.any(String), version: 0, position: expect.any(String) });
    });

    it('a key that is no UUID is refused', async () => {
      const answer = await add({ name: 'Ada' }, { 'idempotency-key': '1; drop' }).expect(400);
      expect(answer.body).toEqual({ 'Idempotency-Key': ['Must be a UUID'], expected: { 'Idempotency-Key': 'UUID' } });
    });

    it('decision 3.3: a stale version answers 409 with the current item', async () => {
      const { id } = (await add({ name: 'Ada' })).body as { id: string };
      await change(id, { version: 0, name: 'Bea' }).expect(200);
      const answer = await change(id, { version: 0, name: 'Cleo' }).expect(409);
      expect(answer.body).toEqual({ code: 'stale', message: expect.any(String), current: { name: 'Bea' }, version: 1 });
    });

    it('wrong input answers 400 keyed by the path of the field', async () => {
      const answer = await add({ name: ' ', parameters: [{ value: '' }] }).expect(400);
      expect(answer.body).toEqual({ name: [messages.required], 'parameters.0.value': [messages.required] });
    });

    it('a query is coerced, and refused by field', async () => {
      expect((await it_.http().get('/api/lab-parameters?take=5').set(bearer).expect(200)).body).toEqual({ take: 5 });
      const { body } = await it_.http().get('/api/lab-parameters?take=5000').set(bearer).expect(400);
      expect(body).toEqual({ take: [expect.any(String)], expected: { take: 'at most 50' } });
    });

    it('a refusal without fields answers 422 with code and message', async () => {
      expect((await add({ name: 'forbidden word' }).expect(422)).body).toEqual({ code: 'word', message: 'Not this word' });
    });

    it('a refusal that names fields says what they should hold, where that is known', async () => {
      expect((await add({ name: 'wrong fields' }).expect(422)).body).toEqual({
        ...refusedFields,
        expected: {
          time_from: 'YYYY-MM-DDTHH:mm:ss',
          time_to: 'after 2026-03-04',
          'dosages.0.dose': 'number greater than 0',
          quantity: 'at most 99999',
          note: 'at most 40 characters',
          kind: ['a', 'b'],
        },
      });
    });

    it('broken JSON, a strange type and too much answer in words, and quote nothing', async () => {
      const send = (type: string, text: string) => it_.http().post('/api/patients').set(bearer).set('content-type', type).send(text);
      const broken = await send('application/json', '{"name": Miller').expect(400);
      expect(JSON.stringify(broken.body)).not.toContain('Miller');
      expect(broken.body).toMatchObject({ code: 'bad-request' });
      await send('application/xml', '<a/>').expect(415);
      await send('application/json', JSON.stringify({ name: 'x'.repeat(5_000_000) })).expect(413);
      await add(undefined as never).expect(400);
    });

    it('an unknown address answers 404 without quoting it', async () => {
      const answer = await it_.http().get('/api/nowhere?last_name=Miller').expect(404);
      expect(answer.body).toEqual({ code: 'not-found', message: 'This does not exist' });
    });

    it.each([
      ['an address that spells nothing', '/api/%E0%A4%A'],
      ['one outside of the calls', '/%E0%A4%A?last_name=Miller'],
      ['a parameter that is too long', `/api/patients/${'Miller'.repeat(50)}`],
    ])('what the server refuses before any route has the same shape and headers, and is not quoted: %s', async (_name, path) => {
      const answer = await it_.http().put(path).set(bearer);
      expect([400, 404, 414]).toContain(answer.status);
      expect(answer.body).toEqual({ code: expect.any(String), message: expect.any(String) });
      expect(answer.text).not.toMatch(/Miller|E0/);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    });

    it.each([
      ['no HTTP', 'NONSENSE\r\n\r\n', 400],
      ['headers without end', `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Name: ${'Miller'.repeat(5000)}\r\n\r\n`, 431],
    ])('so has what it refuses as %s', async (_name, sent, status) => {
      if (!it_.app.getHttpServer().listening) await it_.app.listen(0, '127.0.0.1');
      const { port } = it_.app.getHttpServer().address() as { port: number };
      const text = await new Promise<string>((done) => {
        let read = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(sent));
        socket
          .on('data', (chunk) => (read += chunk.toString()))
          .on('error', () => done(read))
          .on('close', () => done(read));
      });
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toEqual({ code: expect.any(String), message: expect.any(String) });
      expect(text).toContain('x-content-type-options: nosniff');
      expect(text).not.toContain('Miller');
    });

    it.each([
      ['Latin-1', Buffer.from('{"name":"M\u00fcller"}', 'latin1')],
      ['half of a character', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')])],
    ])('text that is not UTF-8 is refused, not recorded with other letters: %s', async (_name, bytes) => {
      const headers = { ...bearer, 'content-type': 'application/json' };
      const answer = await it_.app.inject({ method: 'POST', url: '/api/patients', headers, payload: bytes });
      expect([answer.statusCode, answer.json()]).toEqual([400, { body: ['The text is not UTF-8'] }]);
    });

    it('keys that would change what objects are made of are refused', async () => {
      for (const text of ['{"__proto__":{"name":"x"}}', '{"name":"x","constructor":{"prototype":{"name":"y"}}}']) {
        const send = it_.http().post('/api/patients').set(bearer).set('content-type', 'application/json');
        expect((await send.send(text).expect(400)).body).toMatchObject({ code: 'bad-request' });
      }
    });

    it('a fault answers 500 with nothing but an id', async () => {
      const answer = await it_.http().get('/api/health').expect(500);
      expect(answer.body).toEqual({ code: 'fault', message: 'Something went wrong here', correlation_id: expect.any(String) });
    });

    it('a fault is described by its kind and place, not by its text', () => {
      const text = describeFault(Object.assign(new SyntaxError('Unexpected token M in Miller'), { code: 'BROKEN' }));
      expect(text).toMatch(/^SyntaxError BROKEN\n\s+at /);
      expect(text).not.toContain('Miller');
    });
  });

  describe('decision 3.20: acknowledged means on disk', () => {
    it('a full disk refuses what would be written and goes on reading', async () => {
      const { id } = (await add({ name: 'Ada' })).body as { id: string };
      faults.order('before-commit', 'full');
      expect((await change(id, { version: 0, name: 'Bea' }).expect(503)).body).toMatchObject({ code: 'read-only' });
      await it_.http().get('/api/lab-parameters').set(bearer).expect(200);
      expect(await it_.stored(`patient-${id}`)).toHaveLength(1);
      await change(id, { version: 0, name: 'Bea' }).expect(200);
    });

    it.each([
      ['key', new KeyStoreFull('the disk under the key store is full')],
      ['file', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ])('a full disk says so too where it has no room for a new %s', async (_, error) => {
      const ensure = jest.spyOn(it_.keys, 'ensure').mockRejectedValueOnce(error);
      expect((await add({ name: 'Ada' }).expect(503)).body).toMatchObject({ code: 'read-only' });
      ensure.mockRestore();
    });

    it('a failing disk says that the outcome is not known', async () => {
      const failing = new Faults();
      const app = await openHttpApp({ imports: [AccountsModule], controllers: [ItemsController] }, { faults: failing });
      try {
        const { username } = await app.addUser(['Doctor'], await app.addClinic());
        const who = await app.bearer(username);
        failing.order('at-commit', 'io');
        const answer = await app.http().post('/api/patients').set(who).send({ name: 'Ada' }).expect(503);
        expect(answer.body).toMatchObject({ code: 'outcome-unknown' });
      } finally {
        await app.close();
      }
    });
  });

  describe('headers', () => {
    it('set a strict content security policy and keep answers out of caches', async () => {
      const { headers } = await it_.http().get('/api/lab-parameters').set(bearer);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
      expect(headers['content-security-policy']).toMatch(/style-src-attr 'unsafe-hashes' 'sha256-/);
      expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:");
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
    });

    it('bind browsers to https where people reach it by https, this host alone', async () => {
      expect((await it_.http().get('/api/lab-parameters').set(bearer)).headers['strict-transport-security']).toBeUndefined();
      const app = await openHttpApp(
        { imports: [AccountsModule], controllers: [ItemsController] },
        { public_url: 'https://records.example' },
      );
      try {
        const { headers } = await app.http().get('/api/lab-parameters');
        expect(headers['strict-transport-security']).toBe('max-age=31536000');
      } finally {
        await app.close();
      }
    });
  });

  describe('decision 3.22: the log of requests', () => {
    it('holds the route, never the address, its search terms or a header', async () => {
      await it_
        .http()
        .get('/api/lab-parameters?query=Miller')
        .set({ ...bearer, 'x-search': 'Quill' })
        .expect(200);
      await it_.http().get('/api/Miller').expect(404);
      expect(it_.requestLog.at(-2)).toMatch(/^GET \/api\/lab-parameters 200 \d+ ms$/);
      expect(it_.requestLog.join('\n')).not.toMatch(/Miller|Quill|Bearer/);
    });
  });
});
