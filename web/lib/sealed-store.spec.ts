import { SealedStore } from './sealed-store.ts';
import type { Entry, Shelf } from './shelf.ts';

const shelfOf = (entries = new Map<string, Entry>()): Shelf & { entries: Map<string, Entry> } => ({
  entries,
  all: async () => [...entries.values()],
  put: async (entry) => void entries.set(entry.id, entry),
  remove: async (ids) => ids.forEach((id) => entries.delete(id)),
});
const key = (fill: number) => async () => new Uint8Array(32).fill(fill);
const opened = async (user: string, shelf: Shelf, fill = 1, onFailure?: () => void) => {
  const store = await SealedStore.open(user, key(fill), onFailure, shelf);
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
  expect(await store.read(0)).toEqual([{ name: '["intakes","patient-7","add"]', at: 5, value: { content: 'Methotrexate' } }]);
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
  expect(await store.read(0)).toEqual([{ name: 'a', at: 5, value: '123' }]);
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

it('says so once when the browser stops storing, and stops', async () => {
  let failures = 0;
  const full: Shelf = { ...shelfOf(), put: () => Promise.reject(new Error('full')) };
  const store = await opened('nora', full, 1, () => failures++);
  store.write('a', 5, 'text');
  await store.settled();
  store.write('a', 6, 'text');
  await store.settled();
  expect(failures).toBe(1);
});
