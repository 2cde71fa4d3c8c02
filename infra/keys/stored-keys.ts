import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { WrongKeyEncryptionKey } from './key-encryption-key.ts';
import { KeyCache } from './key-cache.ts';
import { allRows, copyRows, type KeyRow, type KeyRows } from './key-rows.ts';
import { KeyDestroyed, Keys, KeysUnavailable, type SealingKey } from './keys.ts';
import { Forged, seal, unseal } from './sealing.ts';
import { KEY_FILE, KeyFile } from './key-file.ts';

const CHECK = Buffer.from('anamnesis key store');
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

export interface StoredKeysOptions {
  /** Closed with the keys, also if they cannot be opened. */
  rows: KeyRows;
  /** Key-encryption key, 32 bytes. */
  kek: Uint8Array;
  /** Milliseconds, never going backwards: how long unwrapped keys stay in memory. Default: the process's own clock. */
  now?: (() => number) | undefined;
}

/** Keys wrapped by AES-256-GCM under the key-encryption key, each bound to its id and subject, in the rows of an engine. */
export class StoredKeys extends Keys {
  private readonly rows: KeyRows;
  private readonly kek: Uint8Array;
  private readonly now: () => number;
  private readonly cache: KeyCache;
  /** Changes with each destruction: keys that were read before it are not held after it. */
  private destructions = 0;
  private isClosed = false;

  private constructor({ rows, kek, now = () => performance.now() }: StoredKeysOptions) {
    super();
    this.rows = rows;
    this.kek = Uint8Array.from(kek);
    this.now = now;
    this.cache = new KeyCache(now);
  }

  /** @throws WrongKeyEncryptionKey, KeysUnavailable */
  static async open(options: StoredKeysOptions): Promise<StoredKeys> {
    const keys = new StoredKeys(options);
    try {
      await keys.checkKek();
      return keys;
    } catch (error) {
      await keys.close();
      throw error;
    }
  }

  async ensure(subject: string, isNew?: () => Promise<boolean>): Promise<SealingKey> {
    named(subject);
    const held = this.cache.ofSubject(subject);
    if (held) return held;
    const hold = this.holding();
    let row = await this.rows.of(subject);
    if (!row && isNew && !(await isNew())) {
      throw new KeysUnavailable('the key store does not know the key of this subject: it may have been restored to an older state');
    }
    row ??= await this.create(subject);
    const key = this.unwrap(row);
    if (key === 'destroyed') throw new KeyDestroyed('the keys of this subject were destroyed');
    return hold(key);
  }

  async open(key_id: string): Promise<SealingKey | 'destroyed'> {
    const held = this.cache.get(key_id);
    if (held) return held;
    const hold = this.holding();
    const row = NAME.test(key_id) ? await this.rows.key(key_id) : undefined;
    if (!row) throw new KeysUnavailable('the key store does not know this key id: it may have been restored to an older state');
    const key = this.unwrap(row);
    return key === 'destroyed' ? key : hold(key);
  }

  async destroy(subject: string): Promise<string[]> {
    named(subject);
    this.drop(subject);
    try {
      return await this.rows.destroy(subject, new Date().toISOString());
    } finally {
      this.drop(subject);
    }
  }

  async secret(purpose: string): Promise<Uint8Array> {
    named(purpose);
    const where = `secret ${purpose}`;
    const make = () => ({ purpose, wrapped: seal(this.openKek, randomBytes(32), where), created_at: new Date().toISOString() });
    const wrapped = (await this.rows.secret(purpose)) ?? (await this.rows.addSecret(make()));
    if (!wrapped) throw new KeysUnavailable('a secret that was just written is not there');
    return this.openBox(wrapped, where);
  }

  async *list(): AsyncIterable<{
    id: string;
    subject: string;
    created_at: string;
    destroyed_at?: string;
  }> {
    for await (const { id, subject, created_at, destroyed_at } of allRows(this.rows)) {
      if (id !== null && created_at !== null) yield { id, subject, created_at, ...(destroyed_at !== null && { destroyed_at }) };
    }
  }

  async copyTo(folder: string): Promise<{ keys: number; destroyed: number }> {
    const file = join(folder, KEY_FILE);
    await KeyFile.write(file, (copy) => copyRows(this.rows, copy));
    const count = { keys: 0, destroyed: 0 };
    for await (const { id, subject, wrapped } of KeyFile.rowsOf(file)) {
      count.keys += 1;
      if (wrapped) this.openBox(wrapped, place(id, subject)).fill(0);
      else count.destroyed += 1;
    }
    return count;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    try {
      await this.rows.close();
    } finally {
      this.cache.clear();
      this.kek.fill(0);
    }
  }

  /** Calls may go on for a moment after the close, when the key-encryption key is zeros. */
  private get openKek(): Uint8Array {
    if (this.isClosed) throw new KeysUnavailable('the key store was closed');
    return this.kek;
  }

  private async checkKek(): Promise<void> {
    if (this.kek.length !== 32) throw new WrongKeyEncryptionKey(`a key-encryption key has 32 bytes, not ${this.kek.length}`);
    const check = (await this.rows.check()) ?? (await this.rows.addCheck(seal(this.kek, CHECK, 'check')));
    if (!check) throw new KeysUnavailable('a check value that was just written is not there');
    try {
      unseal(this.kek, check, 'check');
    } catch (error) {
      if (!(error instanceof Forged)) throw error;
      throw new WrongKeyEncryptionKey('these keys were wrapped by another key-encryption key: put back the one that was kept');
    }
  }

  private drop(subject: string): void {
    this.destructions += 1;
    const held = this.cache.ofSubject(subject);
    if (held) this.cache.drop(held.id);
  }

  /** To be called before a key is read. Its result holds that key in memory, unless a key was destroyed in between. */
  private holding(): (key: SealingKey) => SealingKey {
    const [since, before] = [this.now(), this.destructions];
    return (key) => {
      if (this.destructions === before) this.cache.put(key, since);
      return key;
    };
  }

  private async create(subject: string): Promise<KeyRow> {
    const [id, bytes] = [randomUUID(), randomBytes(32)];
    const wrapped = seal(this.openKek, bytes, place(id, subject));
    bytes.fill(0);
    const row = await this.rows.add({ subject, id, wrapped, created_at: new Date().toISOString() });
    if (!row) throw new KeysUnavailable('a key that was just written is not there');
    return row;
  }

  private unwrap({ id, subject, wrapped, destroyed_at }: KeyRow): SealingKey | 'destroyed' {
    if (destroyed_at !== null) return 'destroyed';
    if (id === null || wrapped === null) throw new KeysUnavailable('a stored key is missing: restore the key store');
    return { id, subject, bytes: this.openBox(wrapped, place(id, subject)) };
  }

  private openBox(wrapped: Uint8Array, where: string): Uint8Array {
    const kek = this.openKek;
    try {
      return unseal(kek, wrapped, where);
    } catch (error) {
      throw new KeysUnavailable('a stored key is damaged: restore the key store', { cause: error });
    }
  }
}

const place = (id: string, subject: string) => `key ${id} ${subject}`;

/** SQLite's binding ends texts at a NUL, so two different names could meet in one key. */
const named = (name: string): void => {
  if (!NAME.test(name)) throw new TypeError('subjects and purposes are texts of 1 to 200 characters without control characters');
};
