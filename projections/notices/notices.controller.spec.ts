import { jest } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import type { UserActor } from '#infra/event-store/actor';
import type { Sink } from './notices.client.ts';
import type { Notices } from './notices.ts';
import { NoticesController } from './notices.controller.ts';

/** A line to a reader that takes everything, or nothing at all. */
const lineTo = (takes: boolean) => {
  const raw = new Writable({ write: (_chunk, _encoding, taken) => void (takes && taken()) });
  Object.assign(raw, { writeHead: () => raw });
  let sink: Sink | undefined;
  let closed = 0;
  const open = (_session: string, given: Sink) => {
    sink = given;
    return () => void (closed += 1);
  };
  const reply = { hijack: () => undefined, getHeaders: () => ({}), request: { method: 'GET' }, raw: raw as unknown as ServerResponse };
  new NoticesController({ open } as unknown as Notices).follow({ session_id: 's' } as UserActor, reply);
  return { raw, sink: sink!, closed: () => closed };
};

describe('a line of notices that is ended', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is closed at once where its reader took everything', async () => {
    const { raw, sink, closed } = lineTo(true);
    sink.write('data: {}\n\n');
    sink.end();
    await settled();
    expect([raw.writableFinished, closed()]).toEqual([true, 1]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is cut after a while where its reader takes nothing, so that nothing is held for it', async () => {
    const { raw, sink, closed } = lineTo(false);
    sink.write('data: {}\n\n');
    sink.end();
    await settled();
    expect(raw.destroyed).toBe(false);
    jest.advanceTimersByTime(5000);
    await settled();
    expect([raw.destroyed, closed()]).toEqual([true, 1]);
  });
});
