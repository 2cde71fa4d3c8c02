import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { AccountsModule } from '#services/records/accounts/accounts.module';
import { type HttpApp, openHttpApp } from '#tests/support/http-app';

/** Milliseconds in which a body has to bring a byte, in these tests. */
const SILENCE = 800;

/** Routes that the policy table knows, which do nothing. */
@Controller('api')
class IdleController {
  @Get('health')
  async slow() {
    await after(SILENCE + 200);
    return {};
  }

  @Get('occupations')
  list() {
    return [];
  }

  @Put('patient-invitations/invitation/neworganization/invite')
  invite() {
    return {};
  }

  @Post('organizations')
  async public(@Body() body: object) {
    await after(SILENCE + 200);
    return body;
  }

  @Post('comments')
  comment(@Body() body: object) {
    return { fields: Object.keys(body).length };
  }
}

const open = (options: Parameters<typeof openHttpApp>[1]) =>
  openHttpApp({ imports: [AccountsModule], controllers: [IdleController] }, options);
/** A signed-in doctor's header. */
const doctorOf = async (it_: HttpApp, clinic: string) => it_.bearer((await it_.addUser(['Doctor'], clinic)).username);

describe('what a body may cost', () => {
  let it_: HttpApp;
  let port: number;
  let doctor: { authorization: string };
  beforeAll(async () => {
    it_ = await open({ silence_ms: SILENCE });
    doctor = await doctorOf(it_, await it_.addClinic());
    await it_.app.listen(0, '127.0.0.1');
    port = (it_.app.getHttpServer().address() as { port: number }).port;
  });
  afterAll(() => it_.close());

  const bodyOf = (bytes: number) => ({ text: 'x'.repeat(bytes - 11) });
  /** Sends the beginning of a request and then `more`, piece by piece; answers what came until the connection was closed, and after how long. */
  const speak = async (path: string, { length, more = [], headers = {} }: { length: number; more?: string[]; headers?: object }) => {
    const socket = connect(port, '127.0.0.1');
    const began = performance.now();
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString()));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const said = { host: 'x', 'content-type': 'application/json', 'content-length': length, connection: 'close', ...headers };
    socket.write(
      `POST ${path} HTTP/1.1\r\n${Object.entries(said)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    );
    for (const piece of more) {
      await after(SILENCE / 5);
      if (!socket.destroyed) socket.write(piece);
    }
    await closed;
    return { status: Number(heard.split(' ')[1]), body: heard.split('\r\n\r\n')[1] ?? '', ms: performance.now() - began };
  };

  it('is 16 KB where the route does not say more', async () => {
    await it_.http().post('/api/organizations').send(bodyOf(16_384)).expect(201);
    const refused = await it_.http().post('/api/organizations').send(bodyOf(16_385)).expect(413);
    expect(refused.body).toEqual({ code: 'too-large', message: 'This is too large' });
  });

  it('is more where it does, and never more than an append carries', async () => {
    const add = (bytes: number) =>
      it_.http().post('/api/comments').set(doctor).set('idempotency-key', crypto.randomUUID()).send(bodyOf(bytes));
    await add(1_048_576).expect(201, { fields: 1 });
    await add(1_048_577).expect(413);
  });

  it.each([
    ['more than 16 KB', '/api/comments', 'application/json'],
    ['a form with files', '/api/organizations', 'multipart/form-data; boundary=x'],
  ])('is not read of nobody who is signed in where it is %s', async (_, path, type) => {
    const { status, body } = await speak(path, { length: 1_000_000, headers: { 'content-type': type } });
    expect([status, body]).toEqual([401, expect.stringContaining('unauthenticated')]);
  });

  it('ends where no further byte comes', async () => {
    const { status, body, ms } = await speak('/api/organizations', { length: 100, more: ['{"a":', '"b', 'c'] });
    expect([status, JSON.parse(body)]).toEqual([408, { code: 'timeout', message: 'The request took too long to arrive' }]);
    expect(ms).toBeGreaterThanOrEqual(SILENCE);
  });

  it('may come slowly, and be thought about for as long as it takes', async () => {
    const text = '{"a":"bcdefghijklm"}';
    const { status, body } = await speak('/api/organizations', { length: text.length, more: text.match(/.{1,3}/g)! });
    expect([status, body]).toEqual([201, text]);
    await it_.http().get('/api/health').expect(200, {});
  });

  it('leaves room for a bounded number of connections', () => {
    const { maxConnections, headersTimeout, requestTimeout } = it_.app.getHttpServer() as Server;
    expect({ maxConnections, headersTimeout, requestTimeout }).toEqual({
      maxConnections: 2000,
      headersTimeout: 20_000,
      requestTimeout: 600_000,
    });
  });
});

/** How many of so many calls were answered by what. */
const many = async (times: number, ask: () => Promise<{ statusCode: number }>) => {
  const counts: Record<number, number> = {};
  for (let n = 0; n < times; n++) {
    const { statusCode } = await ask();
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
};
const list = (it_: HttpApp, headers: object) => it_.app.inject({ method: 'GET', url: '/api/occupations', headers: { ...headers } });

it('refuses nobody of thirty people who open their screens behind one address at once', async () => {
  const it_ = await open({ rates: { session: 50, address: 10 } });
  try {
    const clinic = await it_.addClinic();
    const people = await Promise.all(Array.from({ length: 30 }, () => it_.addUser(['Doctor'], clinic)));
    const opened = await Promise.all(
      people.map(async ({ username }) => {
        const headers = await it_.bearer(username);
        return many(40, () => list(it_, headers));
      }),
    );
    expect(opened).toEqual(Array.from({ length: 30 }, () => ({ 200: 40 })));
  } finally {
    await it_.close();
  }
});

describe('how much may be asked for', () => {
  let it_: HttpApp;
  let doctor: { authorization: string };
  let other: { authorization: string };
  beforeAll(async () => {
    // 300 within 150 seconds, so that no window ends in between
    it_ = await open({ rates: { session: 2, address: 2 } });
    const clinic = await it_.addClinic();
    [doctor, other] = [await doctorOf(it_, clinic), await doctorOf(it_, clinic)];
  });
  afterAll(() => it_.close());

  it('bounds one session, and no other', async () => {
    expect(await many(320, () => list(it_, doctor))).toEqual({ 200: 300, 429: 20 });
    const refused = await list(it_, doctor);
    const after_s = Number(refused.headers['retry-after']);
    expect([refused.json(), after_s > 0, after_s <= 150]).toEqual([
      { code: 'too-many-attempts', message: expect.stringMatching(/^Too many attempts. Please try again in \d+ (seconds|minutes)$/) },
      true,
      true,
    ]);
    expect((await list(it_, other)).statusCode).toBe(200);
  });

  it('bounds all that name no session by their address, whatever token they make up', async () => {
    let n = 0;
    // two signed in before
    expect(await many(400, () => list(it_, { authorization: `Bearer made.up.${n++}` }))).toEqual({ 401: 298, 429: 102 });
  });
});

describe('a day', () => {
  it('bounds what one person does in it, and no reading', async () => {
    const it_ = await open({ rates: { session: 1_000_000, address: 10 } });
    try {
      const patients = await Promise.all([it_.addUser(['Patient'], null), it_.addUser(['Patient'], null)]);
      const [patient, other] = await Promise.all(patients.map(({ username }) => it_.bearer(username)));
      const invite = (who = patient) => {
        const headers = { ...who, 'idempotency-key': crypto.randomUUID() };
        return it_.app.inject({ method: 'PUT', url: '/api/patient-invitations/invitation/neworganization/invite', headers });
      };
      for (let n = 0; n < 500; n++) expect((await invite()).statusCode).toBe(200);
      const refused = await invite();
      expect([refused.statusCode, refused.json()]).toMatchObject([429, { message: 'Too many attempts. Please try again in 24 hours' }]);
      expect((await it_.app.inject({ method: 'GET', url: '/api/occupations', headers: patient! })).statusCode).toBe(200);
      expect((await invite(other)).statusCode).toBe(200);
    } finally {
      await it_.close();
    }
  });

  it('bounds what makes the own account longer, which each of its calls reads', async () => {
    const it_ = await open({ rates: { session: 1_000_000, address: 10 } });
    try {
      const headers = await it_.bearer((await it_.addUser(['Patient'], null)).username);
      const counts = async (method: 'POST' | 'PUT' | 'DELETE', url: string) => {
        const ask = () => it_.app.inject({ method, url, headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, payload: {} });
        const { 429: refused, ...others } = await many(110, ask);
        return [Object.values(others), refused];
      };
      expect(await counts('DELETE', '/api/users/sessions')).toEqual([[100], 10]);
      expect(await counts('PUT', '/api/users/password')).toEqual([[100], 10]);
      expect(await counts('POST', '/api/users/second-factor')).toEqual([[100], 10]);
      // the three calls on it are counted together
      expect(await counts('PUT', '/api/users/second-factor')).toEqual([[], 110]);
    } finally {
      await it_.close();
    }
  });
});

describe('while there is too much to do', () => {
  it('calls are turned away for a moment, but for whether it runs', async () => {
    const it_ = await open({ rates: { session: 50, address: 10 }, heap: 0.001 });
    try {
      // the load is looked at once a second
      for (const until = Date.now() + 10_000; Date.now() < until;) {
        const { statusCode } = await it_.app.inject({ method: 'GET', url: '/api/occupations' });
        if (statusCode === 503) break;
        await after(100);
      }
      const answer = await it_.app.inject({ method: 'GET', url: '/api/occupations' });
      expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
        503,
        '2',
        { code: 'overloaded', message: 'There is too much to do at this moment: please try again' },
      ]);
      expect((await it_.app.inject({ method: 'GET', url: '/api/health' })).statusCode).toBe(200);
    } finally {
      await it_.close();
    }
  });
});
