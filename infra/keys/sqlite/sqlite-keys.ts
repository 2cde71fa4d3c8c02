import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { forOwnerAlone } from '#infra/data-folder/for-owner-alone';
import { syncFile } from '#infra/data-folder/sync-file';
import { isDiskFull } from '../../data-folder/disk-full.ts';
import { makeFolder } from '#infra/data-folder/make-folder';
import { KeyDestroyed, KeyStoreFull, Keys, KeysUnavailable, type SealingKey } from '../keys.ts';
import { Forged, seal, unseal } from '../sealing.ts';
import { KeyCache } from './key-cache.ts';
import { KeyFile, type KeyRow } from './key-file.ts';

const CHECK = Buffer.from('anamnesis key store');
const NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
const BATCH = 500;
const FILE = 'keys.sqlite';

/** The key-encryption key is not the one that wrapped the keys in this folder. */
export class WrongKeyEncryptionKey extends Error {}

export interface SqliteKeysOptions {
  /** Where keys.sqlite lies; made where absent. */
  folder: string;
  /** Key-encryption key, 32 bytes. */
  kek: Uint8Array;
  /** Milliseconds, never going backwards: how long unwrapped keys stay in memory. Default: the process's own clock. */
  now?: () => number;
}

/** Keys in a SQLite file of their own, wrapped by AES-256-GCM under the key-encryption key and bound to their id and subject. */
export class SqliteKeys extends Keys {
  private readonly cache: KeyCache;

  private constructor(
    private readonly file: KeyFile,
    private readonly kek: Uint8Array,
    now: () => number,
  ) {
    super();
    this.cache = new KeyCache(now);
  }

  /** @throws WrongKeyEncryptionKey, KeysUnavailable where the file cannot be opened or is no key store */
  static async open({ folder, kek, now = () => performance.now() }: SqliteKeysOptions): Promise<SqliteKeys> {
    if (kek.length !== 32) throw new WrongKeyEncryptionKey(`a key-encryption key has 32 bytes, not ${kek.length}`);
    const file = attempt(() => {
      makeFolder(folder);
      return new KeyFile(join(folder, FILE));
    });
    try {
      unseal(
        kek,
        attempt(() => file.check(() => seal(kek, CHECK, 'check'))),
        'check',
      );
    } catch (error) {
      file.close();
      if (!(error instanceof Forged)) throw error;
      throw new WrongKeyEncryptionKey('the keys in this folder were wrapped by another key-encryption key: put back the one that was kept');
    }
    return new SqliteKeys(file, Uint8Array.from(kek), now);
  }

  async ensure(subject: string, isNew?: () => Promise<boolean>): Promise<SealingKey> {
    named(subject);
    const held = this.cache.ofSubject(subject);
    if (held) return held;
    let row = attempt(() => this.file.keyOf(subject));
    if (!row && isNew && !attempt(() => this.file.isDestroyed(subject)) && !(await isNew())) {
      throw new KeysUnavailable('the key store does not know the key of this subject: it may have been restored to an older state');
    }
    row ??= this.create(subject);
    const key = this.unwrap(row);
    if (key === 'destroyed') throw new KeyDestroyed('the keys of this subject were destroyed');
    return key;
  }

  async open(key_id: string): Promise<SealingKey | 'destroyed'> {
    const held = this.cache.get(key_id);
    if (held) return held;
    const row = NAME.test(key_id) ? attempt(() => this.file.key(key_id)) : undefined;
    if (!row) throw new KeysUnavailable('the key store does not know this key id: it may have been restored to an older state');
    return this.unwrap(row);
  }

  async destroy(subject: string): Promise<string[]> {
    named(subject);
    const held = this.cache.ofSubject(subject);
    if (held) this.cache.drop(held.id);
    return attempt(() => this.file.destroy(subject, new Date().toISOString()));
  }

  async secret(purpose: string): Promise<Uint8Array> {
    named(purpose);
    const make = () => seal(this.kek, randomBytes(32), `secret ${purpose}`);
    const wrapped = attempt(() => this.file.secret(purpose, make, new Date().toISOString()));
    if (!wrapped) throw new KeysUnavailable('a secret that was just written is not there');
    return this.openBox(wrapped, `secret ${purpose}`);
  }

  async *list(): AsyncIterable<{
    id: string;
    subject: string;
    created_at: string;
    destroyed_at?: string;
  }> {
    for (let last = ''; ;) {
      const rows = attempt(() => this.file.after(last, BATCH));
      for (const { id, subject, created_at, destroyed_at } of rows) {
        yield { id, subject, created_at, ...(destroyed_at !== null && { destroyed_at }) };
      }
      if (rows.length < BATCH) return;
      last = rows.at(-1)!.id;
    }
  }

  async copyTo(folder: string): Promise<{ keys: number; destroyed: number }> {
    const copy = join(folder, FILE);
    attempt(() => {
      makeFolder(folder);
      this.file.copyTo(copy);
    });
    forOwnerAlone(copy);
    await syncFile(copy);
    const count = { keys: 0, destroyed: 0 };
    for await (const row of KeyFile.rowsOf(copy)) {
      count.keys += 1;
      if (row.wrapped) this.openBox(row.wrapped, place(row.id, row.subject)).fill(0);
      else count.destroyed += 1;
    }
    return count;
  }

  async close(): Promise<void> {
    this.cache.clear();
    attempt(() => this.file.close());
    this.kek.fill(0);
  }

  private create(subject: string): KeyRow {
    const made = { id: randomUUID(), bytes: randomBytes(32) };
    const wrap = () => ({
      id: made.id,
      wrapped: seal(this.kek, made.bytes, place(made.id, subject)),
    });
    const row = attempt(() => this.file.add(subject, wrap, new Date().toISOString()));
    if (row === 'destroyed') throw new KeyDestroyed('the keys of this subject were destroyed');
    if (!row) throw new KeysUnavailable('a key that was just written is not there');
    made.bytes.fill(0);
    return row;
  }

  private unwrap({ id, subject, wrapped }: KeyRow): SealingKey | 'destroyed' {
    if (!wrapped) return 'destroyed';
    const key = { id, subject, bytes: this.openBox(wrapped, place(id, subject)) };
    this.cache.put(key);
    return key;
  }

  private openBox(wrapped: Uint8Array, where: string): Uint8Array {
    try {
      return unseal(this.kek, wrapped, where);
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

const attempt = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (isDiskFull(error)) throw new KeyStoreFull('the disk under the key store is full', { cause: error });
    throw new KeysUnavailable('the key store cannot be read or written', { cause: error });
  }
};
