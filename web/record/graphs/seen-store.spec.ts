import { jest } from '@jest/globals';
import type { SeenSeries } from '#contracts/items/graph-visuals';
import { seenStore } from './seen-store.ts';

const one = (parameter_id: string, change: Partial<SeenSeries> = {}): SeenSeries => ({
  graph_type: 'lab-results',
  parameter_id,
  mark: 1,
  shown: true,
  ...change,
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('sends what is new of it once it stood still, and nothing that is known', async () => {
  const send = jest.fn<(seen: readonly SeenSeries[]) => Promise<void>>().mockResolvedValue();
  const store = seenStore([one('a')], send, 100);
  store.keep([one('a')]);
  await jest.advanceTimersByTimeAsync(200);
  expect(send).not.toHaveBeenCalled();
  store.keep([one('a'), one('b', { shown: false })]);
  store.keep([one('a'), one('b')]);
  await jest.advanceTimersByTimeAsync(200);
  expect(send.mock.calls).toEqual([[[one('b')]]]);
  expect(store.now()).toEqual([one('a'), one('b')]);
});

it('sends what could not be sent with what comes next, and all of it when the screen is left', async () => {
  const send = jest.fn<(seen: readonly SeenSeries[]) => Promise<void>>().mockResolvedValue().mockRejectedValueOnce(new Error('gone'));
  const store = seenStore([], send, 100);
  store.keep([one('a')]);
  await jest.advanceTimersByTimeAsync(200);
  store.keep([one('b')]);
  store.flush();
  expect(send).toHaveBeenLastCalledWith([one('a'), one('b')]);
});
