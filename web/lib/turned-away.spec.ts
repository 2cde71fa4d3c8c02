import { jest } from '@jest/globals';
import { untilTaken } from './turned-away.ts';
import { Problem } from './problem.ts';

const busy = () => new Problem(503, 'Service Unavailable', { code: 'uploads-busy', message: 'Other files are being uploaded' }, 2);

describe('a form that waits for a place', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Sends with these outcomes one after the other. */
  const sending = (...outcomes: (Problem | string)[]) => {
    const told: boolean[] = [];
    const controller = new AbortController();
    const send = jest.fn(async () => {
      const outcome = outcomes.shift()!;
      if (outcome instanceof Problem) throw outcome;
      return outcome;
    });
    const onWaiting = (isWaiting: boolean) => void told.push(isWaiting);
    const result = untilTaken(send, { signal: controller.signal, onWaiting }).catch((cause: unknown) => cause);
    return { told, send, controller, result };
  };

  it('is sent again after the time that the server says, until it has one', async () => {
    const { told, send, result } = sending(busy(), busy(), 'stored');
    await jest.advanceTimersByTimeAsync(1999);
    expect([send.mock.calls.length, told]).toEqual([1, [true]]);
    await jest.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(2000);
    expect(await result).toBe('stored');
    expect(told).toEqual([true, true, false]);
  });

  it('does not wait any more where it is cancelled', async () => {
    const { send, controller, result } = sending(busy(), 'stored');
    await jest.advanceTimersByTimeAsync(500);
    controller.abort();
    expect(await result).toMatchObject({ isCancelled: true });
    await jest.advanceTimersByTimeAsync(10_000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('fails at once for every other reason', async () => {
    const full = new Problem(503, 'Service Unavailable', { code: 'read-only', message: 'The disk is full' });
    const { told, send, result } = sending(full);
    expect(await result).toBe(full);
    expect([send.mock.calls.length, told]).toEqual([1, [false]]);
  });

  it('seems to have a place where it is not refused within a second', async () => {
    const told: boolean[] = [];
    let stored: (text: string) => void = () => undefined;
    const outcomes = [() => Promise.reject(busy()), () => new Promise<string>((resolve) => (stored = resolve))];
    const result = untilTaken(() => outcomes.shift()!(), { onWaiting: (isWaiting) => void told.push(isWaiting) });
    await jest.advanceTimersByTimeAsync(2999);
    expect(told).toEqual([true]);
    await jest.advanceTimersByTimeAsync(1);
    expect(told).toEqual([true, false]);
    stored('stored');
    expect(await result).toBe('stored');
  });
});
