/** A sealing key in the clear, 32 bytes, for AES-256-GCM. Held in memory for at most 60 s. */
export interface SealingKey {
  id: string;
  subject: string;
  bytes: Uint8Array;
}

/** The key store cannot be reached or read just now: wait and try again; never mistaken for a destroyed key. */
export class KeysUnavailable extends Error {}

/** The disk under the key store is full: no new key was made, those that are there can be read. */
export class KeyStoreFull extends KeysUnavailable {}

/** The subject was erased; no new key is ever made for it. */
export class KeyDestroyed extends Error {}

/**
 * Keys of sealing subjects ('patient:<id>', 'user:<id>', 'invitation:<id>', 'page:<id>'), wrapped by a key-encryption key
 * that in production does not lie beside the data. All adapters pass tests/conformance/keys.conformance.ts.
 */
export abstract class Keys {
  /**
   * The subject's key, created where absent: on disk and read back before it is answered.
   * @param isNew asked before a key is made; where it answers false the subject had one, which is missing: that is KeysUnavailable, since what
   * is sealed under a second key could not be opened once the first is put back. Left out: it is new
   * @throws KeyDestroyed, KeysUnavailable, KeyStoreFull
   */
  abstract ensure(subject: string, isNew?: () => Promise<boolean>): Promise<SealingKey>;
  /** A key by its id; 'destroyed' where it was erased. An id never heard of is KeysUnavailable (a key store restored to an older state). */
  abstract open(key_id: string): Promise<SealingKey | 'destroyed'>;
  /** Destroys the subject's keys for ever, overwriting their bytes; answers their ids. Harmless twice. */
  abstract destroy(subject: string): Promise<string[]>;
  /** A secret for a named purpose, made once ('reservations', 'tokens'): 32 bytes. */
  abstract secret(purpose: string): Promise<Uint8Array>;
  /** Ids and subjects of all keys with the time of destruction where destroyed: for verification and certificates. */
  abstract list(): AsyncIterable<{
    id: string;
    subject: string;
    created_at: string;
    destroyed_at?: string;
  }>;
  /**
   * Copies all keys that there are into an empty folder, still wrapped, where a key store can be opened with the same key-encryption key
   * (`openSqliteKeys`); on disk, and each key opened from there, when it resolves. @throws KeysUnavailable where it cannot be written, or does not
   * read back
   */
  abstract copyTo(folder: string): Promise<{ keys: number; destroyed: number }>;
  abstract close(): Promise<void>;
}
