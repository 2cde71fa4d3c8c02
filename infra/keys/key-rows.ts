/** All that is stored of a subject: its key, and whether it was erased. */
export interface KeyRow {
  subject: string;
  /** Null if the subject was erased before it had a key. */
  id: string | null;
  /** Null once the key was destroyed. */
  wrapped: Uint8Array | null;
  /** ISO time; null if there never was a key. */
  created_at: string | null;
  /** ISO time; null if the subject was not erased. */
  destroyed_at: string | null;
}

/** A key to be stored. */
export interface NewKey {
  subject: string;
  id: string;
  wrapped: Uint8Array;
  created_at: string;
}

export interface StoredSecret {
  purpose: string;
  wrapped: Uint8Array;
  created_at: string;
}

/**
 * Where wrapped keys are stored; nothing of cryptography. What a call stored is durable when it resolves, and each call sees what any process stored
 * before. A row is never removed. Every call may throw KeysUnavailable: a write may then have been applied, or be applied later, or not.
 */
export interface KeyRows {
  /** The wrapped check value; undefined in a new store. */
  check(): Promise<Uint8Array | undefined>;
  /** Stores the check value unless there is one. @returns the one that is there after it */
  addCheck(wrapped: Uint8Array): Promise<Uint8Array | undefined>;
  /** The row of the key with this id. */
  key(id: string): Promise<KeyRow | undefined>;
  of(subject: string): Promise<KeyRow | undefined>;
  /** Stores a key unless there is a row of its subject. @returns the row that is there after it, as it was read back. @throws KeyStoreFull */
  add(key: NewKey): Promise<KeyRow | undefined>;
  /** Marks a subject, known or not, as destroyed, and removes the bytes of its key. @returns ids of its keys */
  destroy(subject: string, now: string): Promise<string[]>;
  secret(purpose: string): Promise<Uint8Array | undefined>;
  /** Stores a secret unless there is one. @returns the one that is there after it, as it was read back. @throws KeyStoreFull */
  addSecret(secret: StoredSecret): Promise<Uint8Array | undefined>;
  /** Rows of the subjects after this one, sorted by subject; '' begins. */
  after(subject: string, limit: number): Promise<KeyRow[]>;
  secrets(): Promise<StoredSecret[]>;
  /** Stores rows whose subjects have none. @throws KeyStoreFull */
  take(rows: readonly KeyRow[]): Promise<void>;
  close(): Promise<void>;
}

const PAGE = 500;

async function* pagesOf(rows: KeyRows): AsyncGenerator<KeyRow[]> {
  for (let last = ''; ;) {
    const page = await rows.after(last, PAGE);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)!.subject;
  }
}

/** All rows, sorted by subject; of those that are added or changed meanwhile, some. */
export async function* allRows(rows: KeyRows): AsyncGenerator<KeyRow> {
  for await (const page of pagesOf(rows)) yield* page;
}

/**
 * Stores what the source holds, in a target that holds nothing else, and destroys there what was destroyed in the source. Keys whose bytes are missing are
 * left out.
 * @param progress called with the number of rows until then
 */
export const copyRows = async (source: KeyRows, target: KeyRows, progress?: (rows: number) => void): Promise<void> => {
  const check = await source.check();
  if (check) await target.addCheck(check);
  for (const secret of await source.secrets()) await target.addSecret(secret);
  let copied = 0;
  for await (const page of pagesOf(source)) {
    await target.take(page.filter(({ wrapped, destroyed_at }) => wrapped !== null || destroyed_at !== null));
    for (const { subject, destroyed_at } of page) {
      if (destroyed_at !== null && (await target.of(subject))?.wrapped) await target.destroy(subject, destroyed_at);
    }
    copied += page.length;
    progress?.(copied);
  }
};

const isSame = (a: KeyRow | undefined, b: KeyRow): boolean =>
  a !== undefined &&
  a.id === b.id &&
  a.created_at === b.created_at &&
  a.destroyed_at === b.destroyed_at &&
  isSameBytes(a.wrapped ?? undefined, b.wrapped ?? undefined);

const isSameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;

const holdsAll = async (store: KeyRows, other: KeyRows, isFine: (row: KeyRow | undefined, other: KeyRow) => boolean): Promise<boolean> => {
  const check = await other.check();
  if (check && !isSameBytes(await store.check(), check)) return false;
  for (const { purpose, wrapped } of await other.secrets()) if (!isSameBytes(await store.secret(purpose), wrapped)) return false;
  for await (const page of pagesOf(other)) {
    const rows = await Promise.all(page.map(({ subject }) => store.of(subject)));
    if (!page.every((row, n) => isFine(rows[n], row))) return false;
  }
  return true;
};

/** Answers whether a copy holds the same as the source, read back from both. */
export const isCopied = (source: KeyRows, copy: KeyRows): Promise<boolean> => holdsAll(copy, source, isSame);

/** A file that was erased in part may know no more of a key than that it was destroyed. */
const isDestroyed = (there: KeyRow | undefined, row: KeyRow): boolean =>
  there !== undefined && there.destroyed_at !== null && (row.id === null || row.id === there.id);

/** Answers whether a store can be removed without loss: the other one has all its keys, or destroyed them. */
export const isNeedless = (store: KeyRows, other: KeyRows): Promise<boolean> =>
  holdsAll(other, store, (there, row) => isSame(there, row) || isDestroyed(there, row));
