import { Problem } from './http.ts';
import { readPageImage } from './page-image.ts';

const answered = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = answered;
});

/** Answers calls with these statuses, one after the other; what was asked for. */
const answering = (...statuses: number[]): string[] => {
  const asked: string[] = [];
  globalThis.fetch = (async (path: string) => {
    asked.push(path);
    const status = statuses[asked.length - 1] ?? 500;
    return status === 200 ? new Response('PNG') : Response.json({ code: 'x', message: 'x' }, { status });
  }) as typeof fetch;
  return asked;
};
const read = () => readPageImage('p', new AbortController().signal);

describe('the image of a page', () => {
  it('is asked for once where it is there', async () => {
    const asked = answering(200);
    expect(await (await read()).text()).toBe('PNG');
    expect(asked).toEqual(['/api/files/page/p']);
  });

  it('document 3: is asked for as PNG where there is none by its id', async () => {
    const asked = answering(404, 200);
    await read();
    expect(asked).toEqual(['/api/files/page/p', '/api/files/page/p?extension=png']);
  });

  it.each([500, 403, 503])('is not asked for again after a failure of %i', async (status) => {
    const asked = answering(status, 200);
    await expect(read()).rejects.toBeInstanceOf(Problem);
    expect(asked).toHaveLength(1);
  });
});
