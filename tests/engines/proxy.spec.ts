import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as plain } from 'node:http';
import { request as secured } from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import type { Notice } from '#contracts/wire/notices';
import { certificate, certificateFiles } from '#tests/support/certificate';
import { localSecretOf } from '#tests/support/local-secret';
import { type Nginx, startNginx } from '#tests/support/nginx';
import { type Running, startServer } from '#tests/support/running';
import { describeWith } from '#tests/support/servers';
import { PASSWORD } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';

jest.setTimeout(240_000);

const MB = 1024 * 1024;
/** Callers on this machine that a proxy tells apart. */
const [ONE, ANOTHER] = ['127.0.0.2', '127.0.0.3'];

/** The lines of docs/operations.md that a clinic copies. */
const documented = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8').split('\n## Behind nginx\n')[1]!;
const blockOf = (kind: string): string => new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\`$`, 'm').exec(documented)![1]!;
const SETTINGS = Object.fromEntries([...blockOf('').matchAll(/^(ANAMNESIS_\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

/** What else is written into a `location` than where it leads. */
const PLAIN: Readonly<Record<string, string>> = {
  'HTTP/1.0': '',
  'HTTP/1.1': 'proxy_http_version 1.1;',
  "HTTP/1.1 and the caller's Host": 'proxy_http_version 1.1; proxy_set_header Host $host;',
  'HTTP/1.1 and X-Forwarded-For': 'proxy_http_version 1.1; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
};
const [FORWARDER, DOCUMENTED, APPENDING] = ['a forwarder of connections', 'the documented lines', 'HTTP/1.1 and X-Forwarded-For'];
const WAYS = [...Object.keys(PLAIN), FORWARDER, DOCUMENTED];

/** Passes connections on as they are. */
const forwardTo = async (port: number): Promise<Server> => {
  const server = createServer((caller) => {
    const called = connect(port, '127.0.0.1');
    for (const [from, to] of [[caller, called] as const, [called, caller] as const]) from.on('error', () => to.destroy()).pipe(to);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
};

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The caller's own address. */
  from?: string;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asks on a connection of its own. */
const begin = async (url: string, { method = 'GET', headers = {}, body, from }: Call = {}): Promise<IncomingMessage> => {
  const options: RequestOptions = { method, headers, agent: false, ...(from && { localAddress: from }) };
  const request = url.startsWith('https:')
    ? secured(url, { ...options, ca: certificate.cert, servername: 'localhost' })
    : plain(url, options);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
};
const ask = async (url: string, call?: Call): Promise<Answer> => {
  const response = await begin(url, call);
  return { status: response.statusCode!, headers: response.headers, body: await buffer(response) };
};
const json = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;
const codeOf = (answer: Answer) => [answer.status, json<{ code?: string }>(answer).code];

const send = (url: string, method: string, body: object, { headers = {}, ...call }: Call = {}) => {
  const own = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers };
  return ask(url, { ...call, method, headers: own, body: JSON.stringify(body) });
};
let people = 0;
const person = (last_name: string, more: object) => ({
  ...{ first_name: 'Ada', last_name, sex: 'Female', date_of_birth: '1968-05-02T00:00:00', city_of_birth: 'Bern' },
  ...{ country_of_birth: 'CH', social_security_number: `900-14-${String((people += 1)).padStart(4, '0')}`, ...more },
});

describeWith(['NGINX_PATH'], 'the product behind nginx', () => {
  let server: Running;
  let nginx: Nginx;
  let forwarder: Server;
  const addresses = new Map<string, string>();
  const at = (way: string, path: string) => `${addresses.get(way)!}${path}`;

  beforeAll(async () => {
    server = await startServer();
    const asPlain = Object.values(PLAIN).map(
      (lines) => (port: number) => `server { listen 127.0.0.1:${port}; location / { proxy_pass ${server.url}; ${lines} } }`,
    );
    const asDocumented = (port: number) =>
      blockOf('nginx')
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificateFiles.cert};`)
        .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${certificateFiles.key};`)
        .replace('http://127.0.0.1:3000', server.url);
    nginx = await startNginx([...asPlain, asDocumented]);
    forwarder = await forwardTo(Number(new URL(server.url).port));
    Object.keys(PLAIN).forEach((way, place) => addresses.set(way, `http://127.0.0.1:${nginx.ports[place]!}`));
    addresses.set(FORWARDER, `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}`);
    addresses.set(DOCUMENTED, `https://127.0.0.1:${nginx.ports.at(-1)!}`);
  });
  afterAll(async () => {
    forwarder?.close();
    await nginx?.dispose();
    await server?.dispose();
  });

  const enter = (way: string, { username = 'admin', password = PASSWORD, ...call }: Call & { username?: string; password?: string } = {}) =>
    send(at(way, '/api/token'), 'POST', { username, password }, call);
  const secret = async () => ({ 'x-local-secret': (await localSecretOf(server.url))! });
  const signedIn = async (way: string, username = 'doctor') => {
    const answer = await enter(way, { username, headers: await secret() });
    return { authorization: `Bearer ${json<{ token: string }>(answer).token}` };
  };

  describe.each(WAYS)('through %s', (way) => {
    it.each([undefined, 'localhost', '127.0.0.1', 'clinic.example'])(
      'nobody is let in without the secret of the start (Host: %s)',
      async (host) => {
        const [named, others]: Record<string, string>[] = [host === undefined ? {} : { host }, await secret()];
        for (const headers of [named, { ...named, 'x-local-secret': randomBytes(32).toString('base64url') }]) {
          expect(codeOf(await enter(way, { headers }))).toEqual([403, 'local-secret']);
          expect(codeOf(await ask(at(way, '/api/outbox'), { headers }))).toEqual([403, 'local-secret']);
          expect(json(await ask(at(way, '/api/configuration/read'), { headers }))).not.toHaveProperty('sign_in_prefill');
        }
        const headers = { ...named, ...others };
        expect(json(await enter(way, { headers }))).toMatchObject({ token: expect.any(String) });
        expect(json(await ask(at(way, '/api/outbox'), { headers }))).toMatchObject({ items: expect.any(Array) });
      },
    );
  });

  /** Guesses at the passwords of so many people, each for the first time. */
  const guess = async (way: string, count: number, call: () => Call) => {
    const guesses = Array.from({ length: count }, () => enter(way, { ...call(), username: randomUUID(), password: 'seven quiet lamps' }));
    return (await Promise.all(guesses)).map(({ status }) => status);
  };
  const forged = () => ({ 'x-forwarded-for': `198.51.100.${randomBytes(1)[0]}, 203.0.113.${randomBytes(1)[0]}` });

  describe('without the setting that names it', () => {
    it.each([APPENDING, DOCUMENTED])('has all callers counted as one: %s', async (way) => {
      await server.stop();
      await server.again({ ANAMNESIS_TRUST_PROXY: '' });
      const statuses = [...(await guess(way, 20, () => ({ from: ONE }))), ...(await guess(way, 20, () => ({ from: ANOTHER })))];
      expect(statuses).toContain(401);
      expect(statuses).toContain(429);
    });
  });

  describe('with the documented settings', () => {
    beforeAll(async () => {
      const { ANAMNESIS_ENVIRONMENT: _, ...settings } = SETTINGS; // the demonstration stays open to who has the secret
      expect(Object.keys(settings)).toEqual(['ANAMNESIS_PUBLIC_URL', 'ANAMNESIS_TRUST_PROXY']);
      await server.stop();
      await server.again({ ...settings, ANAMNESIS_RATES: '50,10' });
    });

    it('counts callers apart, whatever they say of where they are', async () => {
      const doctor = await enter(DOCUMENTED, { username: 'doctor', from: ONE, headers: await secret() });
      for (const from of [ONE, ANOTHER])
        expect(new Set(await guess(DOCUMENTED, 20, () => ({ from, headers: forged() })))).toEqual(new Set([401]));
      expect(await guess(DOCUMENTED, 20, () => ({ from: ONE, headers: forged() }))).toContain(429);
      expect(await guess(DOCUMENTED, 1, () => ({ from: ANOTHER }))).toEqual([401]);
      // strangers behind the same address keep nobody from the account in a browser that was there before
      const [cookie] = doctor.headers['set-cookie']!;
      const headers = { ...(await secret()), cookie: cookie!.split(';')[0]! };
      expect((await enter(DOCUMENTED, { username: 'doctor', from: ONE, headers })).status).toBe(200);
    });

    it('bounds the requests of each caller by itself', async () => {
      const read = async (from: string) => (await ask(at(DOCUMENTED, '/api/configuration/read'), { from, headers: forged() })).status;
      const statuses: number[] = [];
      while (statuses.length < 1000 && !statuses.includes(429))
        statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => read(ONE)))));
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      expect(await read(ANOTHER)).toBe(200);
    });

    it('lets browsers come back by https alone, with cookies that go nowhere else', async () => {
      const { headers } = await enter(DOCUMENTED, { username: 'doctor', from: ANOTHER, headers: await secret() });
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      expect(headers['set-cookie']).toEqual([expect.stringMatching(/; HttpOnly; SameSite=Strict; Secure$/)]);
      expect((await ask(at(DOCUMENTED, '/'))).headers['strict-transport-security']).toBe('max-age=31536000');
    });

    it.each(WAYS)('brings news at once through %s', async (way) => {
      const headers = await signedIn(way);
      const line = await begin(at(way, '/api/notices'), { headers: { ...headers, accept: 'text/event-stream' } });
      expect([line.statusCode, line.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
      const notices: Notice[] = [];
      line.setEncoding('utf8').on('data', (chunk: string) => {
        for (const [, notice] of chunk.matchAll(/^data: (.*)$/gm)) notices.push(JSON.parse(notice!) as Notice);
      });
      const added = await send(at(way, '/api/patients'), 'POST', person('Quill', { email: `${randomUUID()}@example.org` }), { headers });
      expect(added.status).toBe(201);
      const { id } = json<{ id: string }>(added);
      await until('the notice comes', async () => notices.some(({ patient_id }) => patient_id === id));
      line.destroy();
    });

    /** A form with one file. */
    const upload = async (way: string, id: string, file: Buffer, more: Record<string, string> = {}) => {
      const form = new FormData();
      form.append('agreement', new File([new Uint8Array(file)], 'agreement.pdf', { type: 'application/pdf' }));
      const sent = new Response(form);
      const [type, body] = [sent.headers.get('content-type')!, Buffer.from(await sent.arrayBuffer())];
      const headers = { 'content-type': type, 'content-length': String(body.length), 'idempotency-key': randomUUID(), ...more };
      return ask(at(way, `/api/files/agreement/${id}`), { method: 'POST', headers, body });
    };
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(24 * MB)]);

    it('takes and gives files of several MB without laying them on its disk', async () => {
      const before = (await nginx.log()).length;
      const [headers, id] = [await signedIn(DOCUMENTED), randomUUID()];
      const { id: agreement_id } = json<{ id: string }>(await upload(DOCUMENTED, id, pdf, headers));
      const added = await send(at(DOCUMENTED, '/api/patients'), 'POST', person('Heron', { id, agreement_id }), { headers });
      expect(added.status).toBe(201);
      const filed = await ask(at(DOCUMENTED, `/api/files/agreement/${id}`), { headers });
      expect(filed.body.equals(pdf)).toBe(true);
      expect((await nginx.log()).slice(before)).not.toContain('buffered to a temporary file');
    });

    // Node closes a connection that is not kept behind its answer; a proxy that still sends then answers 502, and nobody knows why
    it('says who may not upload, though the file is still arriving', async () => {
      for (const _ of [1, 2, 3, 4, 5]) expect((await upload(DOCUMENTED, randomUUID(), pdf)).status).toBe(401);
    });

    it('says that nothing changed', async () => {
      const headers = await signedIn(DOCUMENTED);
      const search = { 'x-search': Buffer.from(JSON.stringify({ last_name: 'Morgan' })).toString('base64url') };
      const found = await ask(at(DOCUMENTED, '/api/patients?skip=0&take=1'), { headers: { ...headers, ...search } });
      const patient_id = json<{ items: { id: string }[] }>(found).items[0]!.id;
      const path = `/api/lab-results/series?patient_id=${patient_id}`;
      const first = await ask(at(DOCUMENTED, path), { headers });
      const again = await ask(at(DOCUMENTED, path), { headers: { ...headers, 'if-none-match': first.headers.etag! } });
      expect([first.status, again.status, again.body.length]).toEqual([200, 304, 0]);
    });
  });

  it('believes of a list what the proxy added to it', async () => {
    await server.stop();
    await server.again({ ANAMNESIS_TRUST_PROXY: '127.0.0.1' });
    expect(await guess(APPENDING, 40, () => ({ from: ONE, headers: forged() }))).toContain(429);
    expect(new Set(await guess(APPENDING, 20, () => ({ from: ANOTHER, headers: forged() })))).toEqual(new Set([401]));
  });

  it('ends the demonstration with the first person outside of it, whoever has the secret', async () => {
    const session = await signedIn(DOCUMENTED);
    const facts = {
      phone_number: '+41310000001',
      hipaa_consent: true,
      username: 'quill',
      password: 'seven quiet lamps',
      email: 'ada@example.org',
    };
    expect((await send(at(DOCUMENTED, '/api/users/patient'), 'POST', person('Quill', facts))).status).toBe(201);
    for (const way of WAYS) {
      const headers = await secret();
      expect(codeOf(await enter(way, { headers }))).toEqual([403, 'known-password']);
      expect((await ask(at(way, '/api/outbox'), { headers })).status).toBe(401);
      expect((await ask(at(way, '/api/outbox'), { headers: { ...headers, ...session } })).status).toBe(401);
    }
  });
});
