import { jest } from '@jest/globals';
import { http, Problem } from './http.ts';

const fromHere = globalThis.fetch;
const sent: { method: string | undefined; key: string | null }[] = [];
/** Answers one call after the other, the last for ever. */
const answers = (...each: readonly (readonly [status: number, wait?: number])[]) => {
  let next = 0;
  globalThis.fetch = ((_path: string, { method, headers }: RequestInit) => {
    sent.push({ method, key: new Headers(headers).get('Idempotency-Key') });
    const [status, wait] = each[Math.min(next++, each.length - 1)]!;
    const body =
      status < 300 ? null : JSON.stringify({ code: status === 503 ? 'overloaded' : 'too-many-attempts', message: 'Please wait' });
    return Promise.resolve(new Response(body, { status, headers: wait === undefined ? {} : { 'Retry-After': String(wait) } }));
  }) as typeof fetch;
};
/** What a call comes to, however long it waits in between. */
const outcome = async (call: Promise<unknown>): Promise<unknown> => {
  const settled = call.catch((error: unknown) => (error instanceof Problem ? error.status : error));
  await jest.advanceTimersByTimeAsync(60_000);
  return settled;
};

describe('a call that is turned away', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    sent.length = 0;
  });
  afterEach(() => {
    jest.useRealTimers();
    globalThis.fetch = fromHere;
  });

  it('that reads is sent again when it may be', async () => {
    answers([429, 6], [503, 2], [200]);
    expect(await outcome(http.blob('/api/files/page/1'))).toBeInstanceOf(Blob);
    expect(sent).toHaveLength(3);
  });
  it('that changes something is sent again as it was, and is the same command', async () => {
    answers([503, 2], [204]);
    expect(await outcome(http.send('DELETE', '/api/token'))).toBeUndefined();
    expect(sent[0]!.key).toEqual(expect.any(String));
    expect(sent[1]).toEqual(sent[0]);
  });
  it.each([
    ['with a wrong password too often is shown to who tries', 'POST', [429, 1], 1],
    ['for long is shown to who waits', 'GET', [429, 60], 1],
    ['without a time is shown', 'GET', [503], 1],
    ['again and again is shown in the end', 'GET', [503, 2], 5],
  ] as const)('%s', async (_, method, answer, times) => {
    answers(answer);
    const call = method === 'GET' ? http.blob('/api/files/page/1') : http.send(method, '/api/token');
    expect(await outcome(call)).toBe(answer[0]);
    expect(sent).toHaveLength(times);
  });
  it('ends with whoever waits for it', async () => {
    answers([503, 5], [200]);
    const given = new AbortController();
    const call = http.blob('/api/files/page/1', { signal: given.signal }).catch((error: Problem) => error.isCancelled);
    await jest.advanceTimersByTimeAsync(1000);
    given.abort();
    expect(await call).toBe(true);
    expect(sent).toHaveLength(1);
  });
});
