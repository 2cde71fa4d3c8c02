import { TooManyAttempts } from '#infra/http/problems';
import { Throttle } from './throttle.ts';

describe('guesses at passwords', () => {
  let now: number;
  let throttle: Throttle;
  beforeEach(() => {
    now = 1_000_000;
    throttle = new Throttle(() => now);
  });

  /** Seconds to wait; 0 where the guess is let through. */
  const guess = (name: string | undefined, address?: string): number => {
    try {
      throttle.guess(name, address);
      return 0;
    } catch (error) {
      if (error instanceof TooManyAttempts) return error.retry_after_s;
      throw error;
    }
  };
  const fail = (times: number, name: string, address?: string) => {
    for (let n = 0; n < times; n++) expect(guess(name, address)).toBe(0);
  };

  it('are free for the first five at a name, then wait longer each time, up to a minute', () => {
    fail(6, 'ada', '10.0.0.1');
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      const wait = guess('ada', '10.0.0.2');
      waits.push(wait);
      now += wait * 1000;
      expect(guess('ada', '10.0.0.2')).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('are counted at an address across names', () => {
    for (let n = 0; n <= 30; n++) expect(guess(`name ${n}`, '10.0.0.1')).toBe(0);
    expect(guess('another', '10.0.0.1')).toBe(1);
    expect(guess('another', '10.0.0.2')).toBe(0);
  });

  it('at nobody are counted at their address alone', () => {
    for (let n = 0; n <= 30; n++) expect(guess(undefined, '10.0.0.1')).toBe(0);
    expect(guess(undefined, '10.0.0.1')).toBe(1);
    expect(guess(undefined, '10.0.0.2')).toBe(0);
    throttle.guess(undefined, undefined)();
  });

  it('are counted for all of an IPv6 customer’s addresses together', () => {
    for (let n = 0; n <= 30; n++) expect(guess(`name ${n}`, `2001:db8:1:2:${n.toString(16)}::1`)).toBe(0);
    expect(guess('another', '2001:db8:1:2::9')).toBe(1);
    expect(guess('another', '2001:db8:1:3::9')).toBe(0);
    expect(guess('another', '::1')).toBe(0);
  });

  it('gain nothing from arriving at once', () => {
    const results = Array.from({ length: 50 }, () => guess('ada', '10.0.0.1'));
    expect(results.filter((wait) => wait === 0)).toHaveLength(6);
  });

  it('start anew at a name after a right one, but not at the address', () => {
    for (let n = 0; n < 30; n++) expect(guess(`name ${n}`, '10.0.0.1')).toBe(0);
    throttle.guess('ada', '10.0.0.1')();
    expect(guess('ada', '10.0.0.1')).toBe(0);
    expect(guess('bea', '10.0.0.1')).toBe(1);
  });

  it('are forgotten after a quarter of an hour', () => {
    fail(6, 'ada');
    now += 15 * 60_000;
    fail(5, 'ada');
  });

  it('at codes wait for a quarter of an hour in the end, and are not forgotten for a day', () => {
    const waitOf = (): number => {
      try {
        throttle.guess('ada', undefined, 'code');
        return 0;
      } catch (error) {
        return (error as TooManyAttempts).retry_after_s;
      }
    };
    let guesses = 0;
    for (const end = now + 24 * 3_600_000; now < end;) {
      const wait = waitOf();
      if (wait === 0) guesses += 1;
      now += wait * 1000;
    }
    expect(guesses).toBeLessThan(120);
    fail(6, 'ada');
  });

  it('never take more memory than for twenty thousand names and addresses', () => {
    for (let n = 0; n < 30_000; n++) guess(`name ${n}`);
    expect(throttle.size).toBe(20_000);
  });
});
