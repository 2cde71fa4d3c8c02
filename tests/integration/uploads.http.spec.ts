import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, readdir } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import type { Files } from '#infra/files/files';
import type { SignedIn } from '#tests/support/read-side';
import { openReportApp, type ReportApp } from '#tests/support/report-side';
import { until } from '../e2e/until.ts';

const BUSY = { code: 'uploads-busy', message: 'Other files are being uploaded: please wait for a place' };
const MB = 1024 * 1024;

let app: ReportApp;
let doctor: SignedIn;
let port: number;
beforeAll(async () => {
  app = await openReportApp();
  doctor = await app.signIn(['Doctor'], await app.addClinic('Lindenhof'));
  await app.app.listen(0, '127.0.0.1');
  ({ port } = app.app.getHttpServer().address() as AddressInfo);
});
const forms = new Set<ClientRequest>();
afterEach(async () => {
  jest.restoreAllMocks();
  for (const form of forms) form.destroy();
  forms.clear();
  await hasArriving(0);
});
afterAll(() => app.close());

const partOf = (name: string, type = 'application/pdf') =>
  `\r\n--x\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
const END = '\r\n--x--\r\n';

/** A form that is being sent. */
const begin = (path = '/api/ocr', { agent = new Agent(), authorization = doctor.authorization, key = randomUUID() as string } = {}) => {
  const form = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path, agent },
    headers: { authorization, 'idempotency-key': key, 'content-type': 'multipart/form-data; boundary=x' },
  });
  form.on('error', () => undefined); // told by its answer, or by what it was broken off for
  forms.add(form);
  return form;
};
const answerTo = async (form: ClientRequest) => {
  const [answer] = (await once(form, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: JSON.parse(await text(answer)) as unknown };
};
/** Sends so many bytes, as fast as they are taken. */
const pour = async (form: ClientRequest, bytes: number) => {
  const chunk = randomBytes(64 * 1024);
  for (let sent = 0; sent < bytes && !form.destroyed; sent += chunk.length) {
    const isTaken = form.write(chunk.subarray(0, Math.min(chunk.length, bytes - sent)));
    if (!isTaken) await taken(form);
  }
};
/** Waits until more can be sent, or the connection is closed. */
const taken = (form: ClientRequest) =>
  new Promise<void>((resolve) => {
    const go = () => {
      for (const event of ['drain', 'close']) form.off(event, go);
      resolve();
    };
    for (const event of ['drain', 'close']) form.on(event, go);
  });
const temporary = () => readdir(app.arriving);
const hasArriving = (count: number) => until(`${count} files arrive`, async () => (await temporary()).length === count);
/** A form with a file that goes on arriving. */
const held = async () => {
  const form = begin();
  const before = (await temporary()).length;
  form.write(`${partOf('slow.pdf')}%PDF-1.7`);
  await hasArriving(before + 1);
  return form;
};
const finish = (form: ClientRequest) => {
  form.end(END);
  return answerTo(form);
};
const small = (path?: string, options?: Parameters<typeof begin>[1]) => {
  const form = begin(path, options);
  form.write(`${partOf('small.pdf')}%PDF-1.7`);
  return finish(form);
};

describe('places for forms with files', () => {
  it('are two: another form is refused before its body is read, and taken once one of them has ended', async () => {
    const [first, second] = [await held(), await held()];
    const key = randomUUID();
    const third = begin('/api/ocr', { key });
    third.flushHeaders();
    expect(await answerTo(third)).toEqual({ status: 503, retryAfter: '2', body: BUSY });
    third.destroy();
    for (const path of [`/api/files/agreement/${randomUUID()}`, '/api/lab-parameters/import']) {
      const { authorization } = path.includes('lab') ? await app.signIn(['SuperUser'], null) : doctor;
      expect(await small(path, { authorization })).toMatchObject({ status: 503, body: BUSY });
    }
    expect(await finish(first)).toMatchObject({ status: 201 });
    expect(await small('/api/ocr', { key })).toMatchObject({ status: 201 });
    expect(await finish(second)).toMatchObject({ status: 201 });
    expect(await temporary()).toEqual([]);
  });

  it('are no matter of who may not upload, nor of other calls', async () => {
    const others = [await held(), await held()];
    expect(await small('/api/ocr', { authorization: '' })).toMatchObject({ status: 401 });
    const patient = await app.signIn(['Patient'], null, [randomUUID()]);
    expect(await small('/api/ocr', patient)).toMatchObject({ status: 403 });
    await app.http().get('/api/ocr').set('authorization', doctor.authorization).expect(200);
    for (const form of others) expect(await finish(form)).toMatchObject({ status: 201 });
  });

  it('do not break the connection of who is still sending', async () => {
    const others = [await held(), await held()];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = begin('/api/ocr', { agent });
    const answer = answerTo(refused);
    refused.write(partOf('large.pdf'));
    refused.write(randomBytes(8 * MB)); // Node's client tells of no drain once it was answered
    refused.end(END);
    expect(await answer).toMatchObject({ status: 503 });
    const used = refused.socket?.localPort;
    for (const form of others) await finish(form);
    const again = begin('/api/ocr', { agent });
    again.write(partOf('large.pdf'));
    await pour(again, 8 * MB);
    expect(await finish(again)).toMatchObject({ status: 201 });
    expect(again.socket?.localPort).toBe(used);
    agent.destroy();
  });

  it('are free again where forms are broken off, and nothing of these is left', async () => {
    const before = await app.fileNames();
    for (let round = 0; round < 3; round++) {
      for (const form of [await held(), await held()]) form.destroy();
      await hasArriving(0);
    }
    expect(await small()).toMatchObject({ status: 201 });
    expect(await app.fileNames()).toHaveLength(before.length + 1);
  });

  it('are free again where a connection has ended before anybody read from it', async () => {
    const verify = app.tokens.verify.bind(app.tokens);
    for (let round = 0; round < 3; round++) {
      const form = begin();
      const ended = new Promise<void>((done) => {
        jest.spyOn(app.tokens, 'verify').mockImplementationOnce(async (token) => {
          form.destroy();
          await new Promise((closed) => setTimeout(closed, 100));
          done();
          return verify(token);
        });
      });
      form.flushHeaders();
      await ended;
    }
    await until('there is a place', async () => (await small()).status === 201);
  });

  it('are free again where forms are refused', async () => {
    for (let round = 0; round < 3; round++) {
      const form = begin();
      form.write(partOf('notes.txt', 'text/plain'));
      expect(await finish(form)).toMatchObject({ status: 422 });
    }
    expect(await small()).toMatchObject({ status: 201 });
  });

  it('are not kept by who sends next to nothing', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date', 'setTimeout', 'clearTimeout'] });
    try {
      const form = await held();
      const closed = new Promise((done) => form.on('close', done));
      jest.advanceTimersByTime(60_000);
      await closed;
      await hasArriving(0);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a form of reports', () => {
  const put = (): jest.SpiedFunction<Files['put']> => jest.spyOn(app.files, 'put');

  it('is never held whole: not while it arrives, and not while it is stored', async () => {
    const sources: string[] = [];
    let largest = 0;
    const stored = app.files.put.bind(app.files);
    put().mockImplementation((name, source) => {
      sources.push(source instanceof Uint8Array ? 'whole' : 'by chunk');
      if (source instanceof Uint8Array) return stored(name, source);
      async function* measured(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          largest = Math.max(largest, chunk.length);
          yield chunk;
        }
      }
      return stored(name, measured(source));
    });
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5);
    const form = begin();
    for (const name of ['one.pdf', 'two.pdf']) {
      form.write(partOf(name));
      await pour(form, 60 * MB);
    }
    const { status, body } = await finish(form);
    clearInterval(watch);
    expect(status).toBe(201);
    expect(sources).toEqual(['by chunk', 'by chunk']);
    expect(largest).toBeLessThanOrEqual(256 * 1024);
    // what was let go is not collected at once; 120 MB would be held otherwise, and as much again for what is sealed
    expect(most).toBeLessThan(100 * MB);
    const { items } = body as { items: { id: string }[] };
    expect(await app.sealedFiles.get(`report/${items[1]!.id}`)).toHaveLength(60 * MB);
  }, 120_000);

  it.each([
    ['a file goes beyond 100 MB', [100 * MB + 1], 413, { code: 'too-large', message: 'This is too large' }],
    [
      'all files together go beyond 200 MB',
      [99 * MB, 99 * MB, 3 * MB],
      422,
      { files: ['The files are too large to be uploaded at once; 200 MB is the most'], expected: { files: 'at most 200 MB' } },
    ],
  ])(
    'is refused as soon as %s, and leaves nothing',
    async (_what, sizes, status, body) => {
      const before = await app.fileNames();
      const form = begin();
      const answer = answerTo(form);
      for (const size of sizes) {
        form.write(partOf('large.pdf'));
        await pour(form, size);
      }
      // it has no end yet
      expect(await answer).toMatchObject({ status, body });
      form.destroy();
      await hasArriving(0);
      expect(await app.fileNames()).toEqual(before);
    },
    120_000,
  );

  it('is refused as soon as a 21st file begins, and as soon as a file of another kind does', async () => {
    for (const [names, type, status] of [
      [Array.from({ length: 21 }, (_, n) => `${n}.pdf`), 'application/pdf', 413],
      [['notes.txt'], 'text/plain', 422],
    ] as const) {
      const form = begin();
      const answer = answerTo(form);
      for (const name of names) form.write(`${partOf(name, type)}%PDF`);
      form.write(partOf('more.pdf'));
      expect(await answer).toMatchObject({ status });
      form.destroy();
      await hasArriving(0);
    }
  });

  it('says that the disk is full, where it arrives and where it is stored, and leaves nothing', async () => {
    const before = await app.fileNames();
    const handle = await open(join(app.arriving, '..', 'any'), 'w');
    await handle.close();
    const prototype = Object.getPrototypeOf(handle) as typeof handle;
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const write = Reflect.get(prototype, 'writeFile') as (typeof handle)['writeFile'];
    const writes = jest.spyOn(prototype, 'writeFile').mockRejectedValueOnce(full);
    expect(await small()).toMatchObject({ status: 503, body: { code: 'read-only' } });
    writes
      .mockImplementationOnce(function (this: typeof handle, ...of) {
        return write.apply(this, of);
      })
      .mockRejectedValueOnce(full);
    expect(await small()).toMatchObject({ status: 503, body: { code: 'read-only' } });
    expect(await temporary()).toEqual([]);
    expect(await app.fileNames()).toEqual(before);
  });

  it('is refused where its file was changed on the disk meanwhile, and stores nothing', async () => {
    const before = await app.fileNames();
    const form = await held();
    const path = join(app.arriving, (await temporary())[0]!);
    const stored = app.files.put.bind(app.files);
    put().mockImplementation(async (name, source) => {
      const handle = await open(path, 'r+');
      await handle.write(Buffer.of(0, 0, 0), 0, 3, 14);
      await handle.close();
      return stored(name, source);
    });
    expect(await finish(form)).toMatchObject({ status: 500, body: { code: 'fault' } });
    expect(await app.fileNames()).toEqual(before);
    expect(await temporary()).toEqual([]);
  });
});
