import { jest } from '@jest/globals';
import type { Reader } from '../runner/reader.ts';
import { Kept } from './cache.ts';

const projection = { name: 'notes', version: 1 };
const sources = [[projection, {}]] as const;

describe('what took long to make', () => {
  let stamp: string;
  let made: number;
  let kept: Kept;
  beforeEach(() => {
    jest.useFakeTimers();
    [stamp, made] = ['one', 0];
    kept = new Kept({ stamp: () => Promise.resolve(stamp) } as unknown as Reader);
  });
  afterEach(() => jest.useRealTimers());
  const ask = (question = 'series', weight = 1) => kept.of(question, sources, () => Promise.resolve({ value: ++made, weight }));

  it('is made once while its documents stay as they are, also for those who ask at once', async () => {
    expect((await Promise.all([ask(), ask()])).map(({ value }) => value)).toEqual([1, 1]);
    expect((await ask()).value).toBe(1);
    expect((await ask('another')).value).toBe(2);
  });

  it('is made anew, under another tag, once any of them changed', async () => {
    const before = await ask();
    stamp = 'two';
    const now = await ask();
    expect(now.value).toBe(2);
    expect(now.tag).not.toBe(before.tag);
  });

  it('is forgotten after five minutes in which nobody asked: an erased record leaves the memory with it', async () => {
    await ask('asked again');
    await ask('left');
    for (let minute = 0; minute < 7; minute++) {
      jest.advanceTimersByTime(60_000);
      await ask('asked again');
    }
    expect((await ask('asked again')).value).toBe(1);
    expect((await ask('left')).value).toBe(3);
  });

  it('leaves room: what was asked for longest ago goes first', async () => {
    await ask('old', 60_000_000);
    jest.advanceTimersByTime(1);
    await ask('new', 60_000_000);
    expect((await ask('new')).value).toBe(2);
    expect((await ask('old')).value).toBe(3);
  });

  it('is tried again where it could not be made', async () => {
    await expect(kept.of('series', sources, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
    expect((await ask()).value).toBe(1);
  });
});
