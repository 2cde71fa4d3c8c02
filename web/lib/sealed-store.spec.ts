import { jest } from '@jest/globals';
import { SealedStore } from './sealed-store.ts';
import type { Entry, EntryStore } from './entry-store.ts';

const shelfOf = (entries = new Map<string, Entry>()): EntryStore & { entries: Map<string, Entry> } => ({
  entries,
  all: async () => [...entries.values()],
  put: async (entry) => void entries.set(entry.id, entry),
  remove: async (ids) => ids.forEach((id) => entries.delete(id)),
});
const key = (fill: number) => async () => new Uint8Array(32).fill(fill);
const opened = async (user: string, shelf: EntryStore, fill = 1, onChange?: () => void) => {
  const store = await SealedStore.open(user, key(fill), onChange, shelf);
  if (!store) throw new Error('not opened');
  return store;
};

it('writes nothing that can be read, not even whose it is or what it is about', async () => {
  const shelf = shelfOf();
  const store = await opened('user-1', shelf);
  store.write('["intakes","patient-7","add"]', 5, { content: 'Methotrexate' });
  await store.settled();
  const [entry] = shelf.entries.values();
  const all = [...Object.values(entry ?? {})]
    .map((part) => (typeof part === 'object' ? Buffer.from(part as ArrayBuffer).toString('latin1') : String(part)))
    .join(' ');
  expect(all).not.toMatch(/Methotrexate|patient-7|intakes|user-1/);
  expect(await store.read(0)).toMatchObject([{ name: '["intakes","patient-7","add"]', at: 5, value: { content: 'Methotrexate' } }]);
});

it('cannot be opened with another key, by another user, in another place or with another time', async () => {
  const shelf = shelfOf();
  const store = await opened('nora', shelf);
  store.write('a', 5, 'text');
  await store.settled();
  const [entry] = shelf.entries.values();
  if (!entry) throw new Error('nothing was written');
  for (const changed of [
    { ...entry, id: 'elsewhere' },
    { ...entry, at: 6 },
  ]) {
    const moved = shelfOf(new Map([[changed.id, changed]]));
    expect(await (await opened('nora', moved)).read(0)).toEqual([]);
    // what cannot be opened is of no use to anybody
    expect(moved.entries.size).toBe(0);
  }
  expect(await (await opened('nora', shelfOf(new Map(shelf.entries)), 2)).read(0)).toEqual([]);
  expect(await (await opened('tom', shelf)).read(0)).toEqual([]);
  expect(shelf.entries.size).toBe(1);
});

it('keeps the last of what was written under a name', async () => {
  const shelf = shelfOf();
  const store = await opened('nora', shelf);
  for (const value of ['1', '12', '123']) store.write('a', 5, value);
  await store.settled();
  expect(await store.read(0)).toMatchObject([{ name: 'a', at: 5, value: '123' }]);
  store.remove('a');
  await store.settled();
  expect(shelf.entries.size).toBe(0);
});

it('destroys what a user left, without the key', async () => {
  const shelf = shelfOf();
  for (const user of ['nora', 'tom']) {
    const store = await opened(user, shelf);
    store.write('a', 5, user);
    await store.settled();
  }
  await SealedStore.forget('nora', shelf);
  expect(await (await opened('nora', shelf)).read(0)).toEqual([]);
  expect(await (await opened('tom', shelf)).read(0)).toHaveLength(1);
});

it('writes at once what is typed: nothing waits for a pause', async () => {
  const shelf = shelfOf();
  const store = await opened('nora', shelf);
  const put = new Promise<Entry>((done) => {
    shelf.put = async (entry) => done(entry);
  });
  // only time that is needed to seal it: no timer runs
  jest.useFakeTimers();
  store.write('a', 5, 'text');
  expect(store.keeping).toBe('writing');
  await put;
  jest.useRealTimers();
  await store.settled();
  expect(store.keeping).toBe('sealed');
});

it('says while the browser stores nothing, keeps the last of it, and writes that once there is room', async () => {
  jest.useFakeTimers();
  let isFull = true;
  const room = shelfOf();
  const shelf: EntryStore = { ...room, put: (entry) => (isFull ? Promise.reject(new Error('full')) : room.put(entry)) };
  const told: string[] = [];
  const store = await opened('nora', shelf, 1, () => told.push(store.keeping));
  store.write('a', 5, 'text');
  await store.settled();
  store.write('a', 6, 'text and more');
  await store.settled();
  expect(store.keeping).toBe('tab');
  isFull = false;
  await jest.advanceTimersByTimeAsync(5000);
  await store.settled();
  expect([told[0], told[1], told.at(-1)]).toEqual(['writing', 'tab', 'sealed']);
  expect(await store.read(0)).toMatchObject([{ name: 'a', value: 'text and more' }]);
  jest.useRealTimers();
});

it('leaves alone what another page wrote under the same name', async () => {
  const shelf = shelfOf();
  const [one, two] = [await opened('nora', shelf), await opened('nora', shelf)];
  one.write('a', 5, 'of one');
  two.write('a', 6, 'of two');
  await one.settled();
  await two.settled();
  two.remove('a');
  await two.settled();
  expect(await two.read(0)).toMatchObject([{ value: 'of one', isOwn: false }]);
});
