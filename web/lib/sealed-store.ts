import { type Entry, openShelf, type Shelf } from './shelf.ts';

/** Typing goes on: the last state of a form is written when it stood still for so long. */
const PAUSE = 150;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const digest = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(text))), (byte) => byte.toString(16).padStart(2, '0')).join('');
const ownerOf = (user: string): Promise<string> => digest(`owner ${user}`);

interface Written {
  name: string;
  value: unknown;
}

/** Whether this browser can seal here at all; over plain HTTP from another computer it cannot. */
const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined;

/**
 * What one user typed, on the browser's disk: AES-256-GCM under a key that only the server holds, each entry bound to user, place and time.
 * The key is held in memory, not extractable, and never written.
 */
export class SealedStore {
  private readonly pending = new Map<string, { at: number; value: unknown }>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private work: Promise<void> = Promise.resolve();
  private isClosed = false;

  private constructor(
    private readonly user: string,
    private readonly owner: string,
    private readonly key: CryptoKey,
    private readonly shelf: Shelf,
    private readonly onFailure: () => void,
  ) {}

  /**
   * @param ask for the user's key, 32 bytes
   * @param onFailure the browser stopped storing: from then on nothing is kept here
   * @returns undefined where the browser cannot seal or store
   */
  static async open(
    user: string,
    ask: () => Promise<Uint8Array<ArrayBuffer>>,
    onFailure: () => void = () => undefined,
    shelf?: Shelf,
  ): Promise<SealedStore | undefined> {
    if (!shelf && !canSeal()) return undefined;
    const [place, raw] = await Promise.all([shelf ?? openShelf(), ask()]);
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
    raw.fill(0);
    return new SealedStore(user, await ownerOf(user), key, place, onFailure);
  }

  /** Destroys what a user left here, without the key. */
  static async forget(user: string, shelf?: Shelf): Promise<void> {
    if (!shelf && !canSeal()) return;
    await removeOf(shelf ?? (await openShelf()), await ownerOf(user));
  }

  /** What this user wrote since then; older entries, of whomever, are destroyed, and so is what cannot be opened. */
  async read(since: number): Promise<{ name: string; at: number; value: unknown }[]> {
    const entries = await this.shelf.all();
    const found: { name: string; at: number; value: unknown }[] = [];
    const over: string[] = [];
    for (const entry of entries) {
      if (entry.at < since) over.push(entry.id);
      else if (entry.owner === this.owner) {
        const opened = await this.unsealed(entry);
        if (opened) found.push({ ...opened, at: entry.at });
        else over.push(entry.id);
      }
    }
    if (over.length > 0) await this.shelf.remove(over);
    return found;
  }

  /** Writes soon; a newer value of the same name takes the place of the one before. */
  write(name: string, at: number, value: unknown): void {
    if (this.isClosed) return;
    this.pending.set(name, { at, value });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  remove(name: string): void {
    this.pending.delete(name);
    this.after(async () => this.shelf.remove([await this.idOf(name)]));
  }

  /** Destroys everything of this user; nothing is written any more. */
  async clear(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.pending.clear();
    this.after(() => removeOf(this.shelf, this.owner));
    await this.work;
  }

  /** Once everything that was given is on the disk. */
  async settled(): Promise<void> {
    this.flush();
    await this.work;
  }

  private flush(): void {
    clearTimeout(this.timer);
    const batch = [...this.pending];
    this.pending.clear();
    for (const [name, { at, value }] of batch) this.after(async () => this.shelf.put(await this.sealed(name, at, value)));
  }

  private after(step: () => Promise<void>): void {
    this.work = this.work.then(step).catch(() => {
      if (this.isClosed) return;
      this.isClosed = true;
      this.onFailure();
    });
  }

  private idOf(name: string): Promise<string> {
    return digest(JSON.stringify([this.user, name]));
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

const removeOf = async (shelf: Shelf, owner: string): Promise<void> => {
  const own = (await shelf.all()).filter((entry) => entry.owner === owner).map(({ id }) => id);
  if (own.length > 0) await shelf.remove(own);
};
