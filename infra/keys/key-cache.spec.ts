import type { SealingKey } from './keys.ts';
import { KeyCache } from './key-cache.ts';

const keyOf = (n: number): SealingKey => ({ id: `key-${n}`, subject: `patient:${n}`, bytes: new Uint8Array(32).fill(n % 251) });

describe('unwrapped keys', () => {
  let now = 0;
  let cache: KeyCache;
  beforeEach(() => {
    now = 0;
    cache = new KeyCache(() => now);
  });
  afterEach(() => cache.clear());

  it('answers a key by its id and by its subject, each time as a copy that may be overwritten', () => {
    cache.put(keyOf(1), now);
    cache.get('key-1')!.bytes.fill(0);
    expect(cache.ofSubject('patient:1')).toEqual(keyOf(1));
  });

  it('forgets a key a minute after it was read, however often it was asked for', () => {
    cache.put(keyOf(1), now);
    now = 59_999;
    expect(cache.get('key-1')).toEqual(keyOf(1));
    now = 60_000;
    expect(cache.get('key-1')).toBeUndefined();
    expect(cache.ofSubject('patient:1')).toBeUndefined();
  });

  it('holds the thousand keys that were unwrapped last, so that going through a long log takes no more memory than a short one', () => {
    for (let n = 0; n < 1500; n++) cache.put(keyOf(n), now);
    const held = Array.from({ length: 1500 }, (_, n) => n).filter((n) => cache.get(`key-${n}`));
    expect(held).toEqual(Array.from({ length: 1000 }, (_, n) => 500 + n));
    expect(cache.ofSubject('patient:499')).toBeUndefined();
    expect(cache.ofSubject('patient:500')).toEqual(keyOf(500));
  });

  it('does not drop another key for one that is unwrapped again', () => {
    for (let n = 0; n < 1000; n++) cache.put(keyOf(n), now);
    cache.put(keyOf(0), now);
    expect(cache.get('key-1')).toEqual(keyOf(1));
    expect(cache.get('key-0')).toEqual(keyOf(0));
  });
});
