import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { forgetReads, useLive } from '#web/lib/live.ts';
import { startNotices, stopNotices } from '#web/lib/notices.ts';
import './find.ts'; // its bounds for a busy machine

const PATH = `/api/patients/${randomUUID()}`;
const PARTS = ['one', 'two', 'three'];

function Part({ name }: { name: string }) {
  const { data, error } = useLive<object>(['patients'], PATH);
  return <p>{`${name}: ${error ? 'closed' : data ? 'read' : 'reading'}`}</p>;
}

describe('an address that several parts of a screen show', () => {
  let notify: (position: string) => void;
  let isClosed = false;
  const requests: string[] = [];
  beforeAll(async () => {
    await forgetReads();
    jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
      const path = input instanceof Request ? input.url : input.toString();
      if (path === '/api/notices') {
        const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          notify = (position) =>
            controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ slice: 'patients', position, ids: [] })}\n\n`));
        };
        return Promise.resolve(new Response(new ReadableStream({ start })));
      }
      requests.push(path);
      return Promise.resolve(isClosed ? Response.json({ message: 'This does not exist' }, { status: 404 }) : Response.json({}));
    });
    startNotices();
  });
  afterAll(() => {
    stopNotices();
    jest.restoreAllMocks();
  });

  const all = (state: string) => Promise.all(PARTS.map((name) => screen.findByText(`${name}: ${state}`)));
  /** What is asked for because of a notice. */
  const asksAt = async (position: string) => {
    requests.length = 0;
    await act(async () => {
      notify(position);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    return requests;
  };

  it('is asked for once at a notice, and no more once its record is closed', async () => {
    render(PARTS.map((name) => <Part key={name} name={name} />));
    await all('read');
    expect(await asksAt('5')).toEqual([`${PATH}?after=5`]);
    isClosed = true;
    expect(await asksAt('6')).toEqual([`${PATH}?after=6`]);
    await all('closed');
    expect(await asksAt('7')).toEqual([]);
  });
});
