import type { StoredEvent } from '../event-store.ts';
import { toPosition } from './position.ts';
import { Recent } from './recent.ts';

const at = (n: number) => toPosition({ commit: BigInt(n) });
const event = (n: number, bytes = 1) => ({ position: at(n), data: new Uint8Array(bytes) }) as StoredEvent;
const positions = (events: readonly StoredEvent[]) => events.map(({ position }) => Number(position));

describe('the latest events', () => {
  it('are told after any position that they cover', () => {
    const recent = new Recent(at(10));
    for (const n of [11, 14, 19]) recent.add(event(n));
    expect([9, 10, 11, 30].map((n) => recent.covers(at(n)))).toEqual([false, true, true, true]);
    expect([10, 11, 12, 14, 18, 19, 30].map((n) => positions(recent.after(at(n))))).toEqual([
      [11, 14, 19],
      [14, 19],
      [14, 19],
      [19],
      [19],
      [],
      [],
    ]);
    expect(recent.last).toBe(at(19));
  });

  it('cover everything where the log was empty', () => {
    const recent = new Recent('');
    expect([recent.covers(''), recent.last]).toEqual([true, '']);
    recent.add(event(1));
    expect(positions(recent.after(''))).toEqual([1]);
  });

  it('are not more than memory is meant for, by number and by size', () => {
    const many = new Recent('');
    for (let n = 1; n <= 2050; n++) many.add(event(n));
    expect([many.covers(at(1)), many.covers(at(2))]).toEqual([false, true]);
    expect(positions(many.after(at(2))).slice(0, 2)).toEqual([3, 4]);
    const large = new Recent('');
    for (let n = 1; n <= 20; n++) large.add(event(n, 1024 * 1024));
    expect([large.covers(at(3)), large.covers(at(4))]).toEqual([false, true]);
    expect(positions(large.after(at(4)))).toHaveLength(16);
  });
});
