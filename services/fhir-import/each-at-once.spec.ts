import { setImmediate as turn } from 'node:timers/promises';
import { eachAtOnce } from './each-at-once.ts';

describe('the work for each item', () => {
  const items = Array.from({ length: 200 }, (_, n) => n);
  const begun: number[] = [];
  let inHand = 0;
  const work = (meet: (item: number) => void) => async (item: number) => {
    begun.push(item);
    inHand++;
    try {
      await turn();
      meet(item);
      await turn();
    } finally {
      inHand--;
    }
  };
  beforeEach(() => {
    begun.length = 0;
  });

  it('is done once, some at the same time', async () => {
    let most = 0;
    await eachAtOnce(
      items,
      new AbortController().signal,
      work(() => void (most = Math.max(most, inHand))),
    );
    expect(begun.toSorted((a, b) => a - b)).toEqual(items);
    expect(most).toBe(16);
  });

  it('has come to rest when an error of it is thrown, the first one', async () => {
    const meet = (item: number) => {
      if (item >= 40 && item < 43) throw new Error(`item ${item}`);
    };
    await expect(eachAtOnce(items, new AbortController().signal, work(meet))).rejects.toThrow('item 40');
    const then = begun.length;
    expect(inHand).toBe(0);
    expect(then).toBeLessThan(60);
    await turn();
    await turn();
    expect(begun).toHaveLength(then);
  });

  it('ends at the signal', async () => {
    const abort = new AbortController();
    const meet = (item: number) => {
      if (item === 30) abort.abort(new Error('stopped'));
    };
    await expect(eachAtOnce(items, abort.signal, work(meet))).rejects.toThrow('stopped');
    expect([inHand, begun.length < 60]).toEqual([0, true]);
  });
});
