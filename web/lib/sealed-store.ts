import { type Entry, openEntryStore, type EntryStore } from './entry-store.ts';

/** What the browser refused to store is tried again after so long: somebody may have made room. */
const RETRY = 5000;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const digest = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(text))), (byte) => byte.toString(16).padStart(2, '0')).join('');
const ownerOf = (user: string): Promise<string> => digest(`owner ${user}`);

interface Written {
  name: string;
  value: unknown;
}

/** What lies on the disk for a user. */
interface Found extends Written {
  /** Names the entry, so that it alone can be destroyed. */
  id: string;
  at: number;
  /** Written by this page. */
  isOwn: boolean;
}

/** Where typed content is: on the disk, on its way there, or in this tab alone. */
export type Keeping = 'sealed' | 'writing' | 'tab';

/** Whether this browser can seal here at all; over plain HTTP from another computer it cannot. */
const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined;

/**
 * What one user typed, on the browser's disk: AES-256-GCM under a key that only the server holds, each entry bound to user, place and time.
 * The key is held in memory, not extractable, and never written.
 */
export class SealedStore {
  private readonly pending = new Map<string, { at: number; value: unknown }>();
  /** Two pages of one user may write the same form: each has entries of its own, so that neither destroys what the other holds. */
  private readonly page = crypto.randomUUID();
  private work: Promise<void> = Promise.resolve();
  private isClosed = false;
  private isRefused = false;

  private constructor(
    private readonly user: string,
    private readonly owner: string,
    private readonly key: CryptoKey,
    private readonly storage: EntryStore,
    private readonly onChange: () => void,
  ) {}

  /**
   * @param ask for the user's key, 32 bytes
   * @param onChange where what was typed is kept has changed: see `keeping`
   * @returns undefined where the browser cannot seal or store
   */
  static async open(
    user: string,
    ask: () => Promise<Uint8Array<ArrayBuffer>>,
    onChange: () => void = () => undefined,
    storage?: EntryStore,
  ): Promise<SealedStore | undefined> {
    if (!storage && !canSeal()) return undefined;
    const [place, raw] = await Promise.all([storage ?? openEntryStore(), ask()]);
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
    raw.fill(0);
    return new SealedStore(user, await ownerOf(user), key, place, onChange);
  }

  /** Destroys what a user left here, without the key. */
  static async forget(user: string, storage?: EntryStore): Promise<void> {
    if (!storage && !canSeal()) return;
    await removeOf(storage ?? (await openEntryStore()), await ownerOf(user));
  }

  /** What this user wrote since then; older entries, of whomever, are destroyed, and so is what cannot be opened. */
  async read(since: number): Promise<Found[]> {
    const entries = await this.storage.all();
    const found: Found[] = [];
    const over: string[] = [];
    for (const entry of entries) {
      if (entry.at < since) over.push(entry.id);
      else if (entry.owner === this.owner) {
        const opened = await this.unsealed(entry);
        if (opened) found.push({ ...opened, id: entry.id, at: entry.at, isOwn: entry.id === (await this.idOf(opened.name)) });
        else over.push(entry.id);
      }
    }
    if (over.length > 0) await this.storage.remove(over);
    return found;
  }

  /**
   * Writes at once: whoever reloads or closes the page right after the last letter finds it again. A newer value of the same name takes the
   * place of one that still waits for its turn.
   */
  write(name: string, at: number, value: unknown): void {
    if (this.isClosed) return;
    const isQueued = this.pending.has(name);
    this.pending.set(name, { at, value });
    if (isQueued) return;
    this.onChange();
    this.after(() => this.put(name));
  }

  /** Destroys what this page wrote under a name, and the entries of other pages with these ids. */
  remove(name: string, others: readonly string[] = []): void {
    this.pending.delete(name);
    this.after(async () => this.storage.remove([await this.idOf(name), ...others]));
  }

  /** Destroys entries of other pages, once what was written before is on the disk. */
  destroy(ids: readonly string[]): void {
    this.after(() => this.storage.remove(ids));
  }

  /** Destroys everything of this user; nothing is written any more. */
  async clear(): Promise<void> {
    this.isClosed = true;
    this.pending.clear();
    this.after(() => removeOf(this.storage, this.owner));
    await this.work;
  }

  /** Once everything that was given is on the disk, or was refused. */
  async settled(): Promise<void> {
    await this.work;
  }

  /** 'sealed' once all of it is on the disk; 'tab' where the browser refuses to store it. */
  get keeping(): Keeping {
    return this.isRefused ? 'tab' : this.pending.size > 0 ? 'writing' : 'sealed';
  }

  private async put(name: string): Promise<void> {
    const entry = this.pending.get(name);
    if (!entry) return;
    const sealed = await this.sealed(name, entry.at, entry.value);
    if (this.isClosed || !this.pending.has(name)) return;
    await this.storage.put(sealed);
    // what was typed meanwhile comes next
    if (this.pending.get(name) === entry) this.pending.delete(name);
    else this.after(() => this.put(name));
    this.onChange();
  }

  private after(step: () => Promise<void>): void {
    this.work = this.work.then(step).then(
      () => this.refused(false),
      () => {
        if (this.isClosed) return;
        this.refused(true);
        setTimeout(() => this.after(step), RETRY);
      },
    );
  }

  private refused(isRefused: boolean): void {
    if (isRefused === this.isRefused) return;
    this.isRefused = isRefused;
    this.onChange();
  }

  private idOf(name: string): Promise<string> {
    return digest(JSON.stringify([this.user, this.page, name]));
  }

  private async sealed(name: string, at: number, value: unknown): Promise<Entry> {
    const id = await this.idOf(name);
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const plain = bytes(JSON.stringify({ name, value } satisfies Written));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: bound(id, at) }, this.key, plain);
    return { id, owner: this.owner, at, nonce, sealed };
  }

  private async unsealed({ id, at, nonce, sealed }: Entry): Promise<Written | undefined> {
    try {
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: bound(id, at) }, this.key, sealed);
      return JSON.parse(new TextDecoder().decode(plain)) as Written;
    } catch {
      return undefined; // sealed under another key, or tampered with
    }
  }
}

const bound = (id: string, at: number): Uint8Array<ArrayBuffer> => bytes(`${id} ${at}`);

const removeOf = async (storage: EntryStore, owner: string): Promise<void> => {
  const own = (await storage.all()).filter((entry) => entry.owner === owner).map(({ id }) => id);
  if (own.length > 0) await storage.remove(own);
};
