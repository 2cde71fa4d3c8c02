import type { EventStore } from '../event-store/event-store.ts';
import { AtHead } from './at-head.ts';

let head = '1';
let now = 0;
let reads = 0;
const atHead = () => new AtHead({ head: async () => head } as unknown as EventStore, () => now);
const read = async () => ++reads;
beforeEach(() => {
  [head, now, reads] = ['1', 0, 0];
});

it('reads the same once, as long as nothing is appended', async () => {
  const known = atHead();
  expect([await known.get('a', read), await known.get('a', read), await known.get('b', read)]).toEqual([1, 1, 2]);
  head = '2';
  expect([await known.get('a', read), await known.get('b', read)]).toEqual([3, 4]);
});

it('reads again after ten seconds: keys go without an event', async () => {
  const known = atHead();
  await known.get('a', read);
  now = 9999;
  expect(await known.get('a', read)).toBe(1);
  now = 10_000;
  expect(await known.get('a', read)).toBe(2);
});

it('keeps nothing that was read while something was appended', async () => {
  const known = atHead();
  await known.get('a', async () => {
    head = '2';
    return read();
  });
  expect(await known.get('a', read)).toBe(2);
  const slow = known.get('b', async () => {
    head = '3';
    await known.get('c', read);
    return read();
  });
  await slow;
  expect(await known.get('b', read)).toBe(5);
  expect(await known.get('c', read)).toBe(3);
});

it('keeps that nobody is there, and no failure', async () => {
  const known = atHead();
  const nobody = async () => void (reads += 1);
  expect([await known.get('a', nobody), await known.get('a', nobody), reads]).toEqual([undefined, undefined, 1]);
  const failing = () => Promise.reject(new Error('gone'));
  await expect(known.get('b', failing)).rejects.toThrow('gone');
  expect(await known.get('b', read)).toBe(2);
});
