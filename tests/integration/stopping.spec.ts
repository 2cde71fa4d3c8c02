import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { DEMO_PASSWORD, demoId } from '#services/cli/demo/clinic';
import { localHeader } from '#tests/support/local-secret';
import { type Running, startServer } from '#tests/support/running';

let server: Running;
beforeAll(async () => {
  server = await startServer();
}, 90_000);
afterAll(() => server.dispose());

const signIn = async (): Promise<string> => {
  const body = JSON.stringify({ username: 'doctor', password: DEMO_PASSWORD });
  const answer = await fetch(`${server.url}/api/token`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(await localHeader(server.url)) },
  });
  return `Bearer ${((await answer.json()) as { token: string }).token}`;
};

/** A request of which the body is sent by hand. */
const begin = (method: string, path: string, headers: Record<string, string>) => {
  const sent: ClientRequest = request(new URL(path, server.url), { method, headers, agent: false });
  const answer = new Promise<{ status: number; text: string }>((done, failed) => {
    sent.on('error', failed).on('response', (response: IncomingMessage) => {
      let text = '';
      response
        .on('data', (chunk: Buffer) => (text += chunk.toString()))
        .on('error', failed)
        .on('end', () => done({ status: response.statusCode ?? 0, text }));
    });
  });
  answer.catch(() => undefined);
  sent.flushHeaders();
  return { sent, answer };
};
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

it('a server that is told to stop answers what it has in hand, ends open lines, and has what it answered when it comes again', async () => {
  const authorization = await signIn();
  const patient_id = demoId('patient/kim');
  const disease = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: 'x' };
  const found = await fetch(`${server.url}/api/diseases?query=I10&take=1`, { headers: { authorization } });
  const [known] = ((await found.json()) as { items: (typeof disease)[] }).items;
  const { id, code, text, release } = known!;
  const form = { patient_id, disease: { id, code, text, release }, time_from: '2026-02-14T00:00:00', time_to: null, draft: false };
  const body = JSON.stringify(form);
  const line = begin('GET', '/api/notices', { authorization });
  line.sent.end();
  const inHand = begin('POST', '/api/diagnoses', {
    authorization,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  });
  inHand.sent.write(body.slice(0, 20));
  await pause(300);
  const stopped = server.stop();
  await pause(300);
  inHand.sent.end(body.slice(20));
  const answer = await inHand.answer;
  expect(answer.status).toBe(201);
  expect((await line.answer).status).toBe(200);
  await stopped;
  expect(server.output()).not.toMatch(/Error|Fault/);

  await server.again();
  const recorded = (JSON.parse(answer.text) as { id: string }).id;
  const again = await fetch(`${server.url}/api/diagnoses/${recorded}`, { headers: { authorization } });
  expect(again.status).toBe(200);
});

it('a request that never arrives whole holds the stop up for no longer than a few seconds', async () => {
  const authorization = await signIn();
  const half = begin('POST', '/api/diagnoses', { authorization, 'content-type': 'application/json', 'content-length': '100' });
  half.sent.write('{');
  await pause(300);
  await server.stop();
  await expect(half.answer).rejects.toThrow('socket hang up');
});
