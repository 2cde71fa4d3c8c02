import { jest } from '@jest/globals';
import { SealedStore } from './sealed-store.ts';
import type { Entry, EntryStore } from './entry-store.ts';

const storageOf = (entries = new Map<string, Entry>()): EntryStore & { entries: Map<string, Entry> } => ({
  entries,
  all: async () => [...entries.values()],
  put: async (entry) => void entries.set(entry.id, entry),
  remove: async (ids) => ids.forEach((id) => entries.delete(id)),
});
const key = (fill: number) => async () => new Uint8Array(32).fill(fill);
const opened = async (user: string, storage: EntryStore, fill = 1, onChange?: () => void) => {
  const store = await SealedStore.open(user, key(fill), onChange, storage);
  if (!store) throw new Error('not opened');
  return store;
};

it('writes nothing that can be read, not even whose it is or what it is about', async () => {
  const storage = storageOf();
  const store = await opened('user-1', storage);
  store.write('["intakes","patient-7","add"]', 5, { content: 'Methotrexate' });
  await store.settled();
  const [entry] = storage.entries.values();
  const all = [...Object.values(entry ?? {})]
    .map((part) => (typeof part === 'object' ? Buffer.from(part as ArrayBuffer).toString('latin1') : String(part)))
    .join(' ');
  expect(all).not.toMatch(/Methotrexate|patient-7|intakes|user-1/);
  expect(await store.read(0)).toMatchObject([{ name: '["intakes","patient-7","add"]', at: 5, value: { content: 'Methotrexate' } }]);
});

it('cannot be opened with another key, by another user, in another place or with another time', async () => {
  const storage = storageOf();
  const store = await opened('nora', storage);
  store.write('a', 5, 'text');
  await store.settled();
  const [entry] = storage.entries.values();
  if (!entry) throw new Error('nothing was written');
  for (const changed of [
    { ...entry, id: 'elsewhere' },
    { ...entry, at: 6 },
  ]) {
    const moved = storageOf(new Map([[changed.id, changed]]));
    expect(await (await opened('nora', moved)).read(0)).toEqual([]);
    // what cannot be opened is of no use to anybody
    expect(moved.entries.size).toBe(0);
  }
  expect(await (await opened('nora', storageOf(new Map(storage.entries)), 2)).read(0)).toEqual([]);
  expect(await (await opened('tom', storage)).read(0)).toEqual([]);
  expect(storage.entries.size).toBe(1);
});

it('keeps the last of what was written under a name', async () => {
  const storage = storageOf();
  const store = await opened('nora', storage);
  for (const value of ['1', '12', '123']) store.write('a', 5, value);
  await store.settled();
  expect(await store.read(0)).toMatchObject([{ name: 'a', at: 5, value: '123' }]);
  store.remove('a');
  await store.settled();
  expect(storage.entries.size).toBe(0);
});

it('destroys what a user left, without the key', async () => {
  const storage = storageOf();
  for (const user of ['nora', 'tom']) {
    const store = await opened(user, storage);
    store.write('a', 5, user);
    await store.settled();
  }
  await SealedStore.forget('nora', storage);
  expect(await (await opened('nora', storage)).read(0)).toEqual([]);
  expect(await (await opened('tom', storage)).read(0)).toHaveLength(1);
});

it('writes at once what is typed: nothing waits for a pause', async () => {
  const storage = storageOf();
  const store = await opened('nora', storage);
  const put = new Promise<Entry>((done) => {
    storage.put = async (entry) => done(entry);
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
  const room = storageOf();
  const storage: EntryStore = { ...room, put: (entry) => (isFull ? Promise.reject(new Error('full')) : room.put(entry)) };
  const told: string[] = [];
  const store = await opened('nora', storage, 1, () => told.push(store.keeping));
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
  const storage = storageOf();
  const [one, two] = [await opened('nora', storage), await opened('nora', storage)];
  one.write('a', 5, 'of one');
  two.write('a', 6, 'of two');
  await one.settled();
  await two.settled();
  two.remove('a');
  await two.settled();
  expect(await two.read(0)).toMatchObject([{ value: 'of one', isOwn: false }]);
});
