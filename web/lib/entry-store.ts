/** A sealed entry as it lies in the browser: nothing in it can be read without the key, but when it was written. */
export interface Entry {
  /** Digest of user, page and place. */
  id: string;
  /** Digest of the user. */
  owner: string;
  /** Milliseconds since 1970. */
  at: number;
  nonce: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** Where sealed entries lie. */
export interface EntryStore {
  all(): Promise<Entry[]>;
  put(entry: Entry): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

const NAME = 'anamnesis';
const STORE = 'typed';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser refused to store'));
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('The browser refused to store'));
  });

/** The browser's own database. @throws where the browser denies it */
export const openEntryStore = async (): Promise<EntryStore> => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
  const database = await done(request);
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode, { durability: 'relaxed' }).objectStore(STORE);
  return {
    all: () => done(store('readonly').getAll() as IDBRequest<Entry[]>),
    put: async (entry) => {
      const target = store('readwrite');
      target.put(entry);
      // at once, not when the page hears that the entry was taken: it may be gone by then
      target.transaction.commit();
      await committed(target.transaction);
    },
    remove: async (ids) => {
      const target = store('readwrite');
      for (const id of ids) target.delete(id);
      await committed(target.transaction);
    },
  };
};
