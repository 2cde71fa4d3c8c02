import {
  countTyped,
  dropOfRecord,
  dropTyped,
  forgetTyped,
  goOnWith,
  hasTyped,
  isWaiting,
  keepFor,
  keepTyped,
  keptForms,
  lookAgain,
  openForm,
  savedTyped,
  throwAway,
  typedAt,
} from './unsaved.ts';
import { SealedStore } from './sealed-store.ts';
import type { Entry, EntryStore } from './entry-store.ts';

const place = { form: 'patient', item: 'add' };
const day = 24 * 60 * 60 * 1000;
const keyOf = (user: string) => async () => new Uint8Array(32).fill(user.length);
const noKey = () => Promise.reject(new Error('the server is away'));

const memoryStorage = (): EntryStore & { entries: Map<string, Entry> } => {
  const entries = new Map<string, Entry>();
  return {
    entries,
    all: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.id, entry),
    remove: async (ids) => ids.forEach((id) => entries.delete(id)),
  };
};

afterAll(() => forgetTyped());
beforeEach(async () => {
  await forgetTyped();
  await keepFor('nora', noKey);
});

it('gives back what the same user typed, with the version it was typed on', async () => {
  keepTyped(place, { last_name: 'Morgan' }, 3, 1000);
  await keepFor('nora', noKey);
  expect(typedAt(place, 2000)).toMatchObject({ content: { last_name: 'Morgan' }, version: 3, at: 1000 });
});

it('drops it when another user signs in, even if the first comes back', async () => {
  keepTyped(place, 'text');
  await keepFor('tom', noKey);
  expect(typedAt(place)).toBeUndefined();
  await keepFor('nora', noKey);
  expect(typedAt(place)).toBeUndefined();
});

it('keeps items and patients apart', () => {
  keepTyped({ form: 'lab-result', patient: 'a', item: 'add' }, 'of a');
  expect(typedAt({ form: 'lab-result', patient: 'b', item: 'add' })).toBeUndefined();
});

it('loses it after 24 hours, at sign-out, and once the server said yes', async () => {
  keepTyped(place, 'text', undefined, 0);
  expect(typedAt(place, day)).toBeDefined();
  expect(typedAt(place, day + 1)).toBeUndefined();
  keepTyped(place, 'text');
  dropTyped(place);
  expect(hasTyped()).toBe(false);
  keepTyped(place, 'text');
  await forgetTyped();
  expect(hasTyped()).toBe(false);
});

describe('over a reload', () => {
  const reload = async () => {
    // nothing but the storage outlives the page
    await keepFor('somebody else', noKey);
  };
  const written = async (storage: { entries: Map<string, Entry> }, count: number) => {
    while (storage.entries.size !== count) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('is offered again to the same user, and warns of nothing any more', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(place, { last_name: 'Morgan' }, 3);
    await written(storage, 1);
    await reload();
    expect(typedAt(place)).toBeUndefined();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    expect(typedAt(place)).toMatchObject({ content: { last_name: 'Morgan' }, version: 3 });
    expect(hasTyped()).toBe(false);
  });

  it('stays sealed to others, and is there again when they have gone', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(place, { last_name: 'Morgan' });
    await written(storage, 1);
    await keepFor('thomas', keyOf('thomas'), Date.now(), storage);
    expect(typedAt(place)).toBeUndefined();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    expect(typedAt(place)).toBeDefined();
  });

  it('is gone from the disk after sign-out', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(place, 'text');
    await written(storage, 1);
    keepTyped({ form: 'patient', item: 'p' }, 'still to be written');
    await forgetTyped();
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(storage.entries.size).toBe(0);
  });

  it('is destroyed unread after 24 hours, whoever it belongs to', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), 0, storage);
    keepTyped(place, 'text', undefined, 1000);
    await written(storage, 1);
    await reload();
    await keepFor('thomas', keyOf('thomas'), 1000 + day + 1, storage);
    expect(storage.entries.size).toBe(0);
  });

  it('is destroyed where its record is there no more, and nothing of other records', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped({ form: 'patient', item: 'other' }, 'stays');
    keepTyped({ form: 'patient', item: 'gone' }, 'x');
    keepTyped({ form: 'intakes', patient: 'gone', item: 'add' }, 'x');
    keepTyped({ form: 'ocr-page', item: 'page' }, { patient_id: 'gone', rows: [] });
    keepTyped({ form: 'ocr-page', item: 'another' }, { patient_id: null, rows: [] });
    await written(storage, 5);
    dropOfRecord('gone');
    await written(storage, 2);
    expect(keptForms().map(({ place: { item } }) => item)).toEqual(expect.arrayContaining(['other', 'another']));
    expect(countTyped()).toBe(2);
  });

  it('leaves what another tab keeps alone', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(place, 'of the other tab');
    await written(storage, 1);
    await reload();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(place, 'of this tab');
    await written(storage, 2);
    // saved here
    dropTyped(place);
    await written(storage, 1);
    expect(typedAt(place)).toMatchObject({ content: 'of the other tab' });
    throwAway(typedAt(place)!);
    await written(storage, 0);
    expect(typedAt(place)).toBeUndefined();
  });

  it('is brought back when the key comes late, whatever was tried before', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(place, 'text');
    await written(storage, 1);
    await reload();
    let asked = 0;
    const away = () => (asked++ < 1 ? noKey() : keyOf('nora')());
    await keepFor('nora', away, Date.now(), storage);
    expect(typedAt(place)).toBeUndefined();
    // what a form with nothing typed in it says meanwhile
    dropTyped(place);
    while (typedAt(place) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toBe(2);
    expect(storage.entries.size).toBe(1);
  });
});

describe('several forms of one place', () => {
  const contents = () => keptForms().map(({ content }) => content);
  const settled = async (store: SealedStore | undefined) => {
    await store?.settled();
    await lookAgain();
  };
  /** What other pages wrote: of each its place with the key of its command, as it lies on the disk. */
  const others = async (storage: EntryStore, ...entries: [key: string | undefined, content: string, at: number, tab?: string][]) => {
    const store = await SealedStore.open('nora', keyOf('nora'), undefined, storage);
    for (const [key, content, at, tab] of entries)
      store?.write(JSON.stringify(['patient', '', 'add', ...(key === undefined ? [] : [key])]), at, { content, version: 0, at, tab });
    await settled(store);
    return store;
  };
  const now = Date.now();
  let storage: ReturnType<typeof memoryStorage>;
  beforeEach(async () => {
    storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), now, storage);
  });

  it('are listed each, and the one that was chosen is opened; what was kept before keys were is offered too', async () => {
    await others(storage, ['a', 'first', now - 3000], ['b', 'second', now - 2000], [undefined, 'of before', now - 1000]);
    keepTyped(place, 'of this page', 0, now - 4000, 'c');
    await lookAgain();
    expect(contents()).toEqual(['of before', 'second', 'first', 'of this page']);
    expect(typedAt(place)).toMatchObject({ content: 'of this page', key: 'c' });
    goOnWith(keptForms()[2]!);
    expect(typedAt(place)).toMatchObject({ content: 'first', key: 'a' });
    openForm(place)();
    throwAway(keptForms()[2]!);
    expect(contents()).toEqual(['of before', 'second', 'of this page']);
  });

  it('a tab is offered its own first, also where another one typed later', async () => {
    const { sessionStorage: before } = globalThis;
    const stored = { getItem: () => 'this', setItem: () => undefined };
    Object.defineProperty(globalThis, 'sessionStorage', { value: stored, configurable: true });
    await others(storage, ['a', 'of this tab', now - 3000, 'this'], ['b', 'of another tab', now - 1000, 'another']);
    expect(typedAt(place)).toMatchObject({ content: 'of this tab' });
    Object.defineProperty(globalThis, 'sessionStorage', { value: before, configurable: true });
    expect(typedAt(place)).toMatchObject({ content: 'of another tab' });
  });

  it('what was saved is offered no more, and neither are its copies; the others stay', async () => {
    const store = await others(storage, ['a', 'a copy', now - 3000], ['b', 'another', now - 2000]);
    const copy = keptForms().find(({ content }) => content === 'a copy')!;
    keepTyped(place, 'saved', 0, now - 4000, 'a');
    savedTyped(place, 'a');
    expect(contents()).toEqual(['another']);
    expect(isWaiting(copy.id)).toBe(false);
    // a tab that has not heard of it yet writes once more
    store?.write(JSON.stringify(['patient', '', 'add', 'a']), now - 1000, { content: 'a copy', version: 0, at: now - 1000 });
    await settled(store);
    expect(contents()).toEqual(['another']);
  });
});

describe('the list of what was kept', () => {
  const other = { form: 'intakes', patient: 'p', item: 'add' };
  const listed = () => keptForms().map(({ place: { form } }) => form);

  it('has the newest first, and none that is open here', () => {
    keepTyped(place, 'text', 0, 1000);
    keepTyped(other, 'text', 0, 2000);
    expect(keptForms()).toMatchObject([
      { place: other, at: 2000, content: 'text' },
      { place, at: 1000, content: 'text' },
    ]);
    const [close, closeTwin] = [openForm(other), openForm(other)];
    expect(listed()).toEqual(['patient']);
    expect(countTyped()).toBe(2);
    close();
    expect(listed()).toEqual(['patient']);
    closeTwin();
    expect(listed()).toEqual(['intakes', 'patient']);
  });

  it('is the same object until something changes', () => {
    keepTyped(place, 'text');
    expect(keptForms()).toBe(keptForms());
  });

  it('loses what was saved, thrown away, or typed 24 hours ago, and everything at sign-out', async () => {
    keepTyped(place, 'text');
    keepTyped(other, 'text');
    dropTyped(other);
    expect(listed()).toEqual(['patient']);
    keepTyped(other, 'text', 0, Date.now() - day - 1);
    await lookAgain();
    expect(listed()).toEqual(['patient']);
    await forgetTyped();
    expect(listed()).toEqual([]);
  });

  it('is empty for another user', async () => {
    keepTyped(place, 'text');
    await keepFor('thomas', noKey);
    expect(listed()).toEqual([]);
  });

  it('follows what another tab saved, threw away or left', async () => {
    const storage = memoryStorage();
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(other, 'text');
    while (storage.entries.size < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    // as a tab that found it on the disk
    await keepFor('thomas', noKey);
    await keepFor('nora', keyOf('nora'), Date.now(), storage);
    keepTyped(place, 'still being typed here');
    storage.entries.clear();
    await lookAgain();
    expect(listed()).toEqual(['patient']);
  });
});
