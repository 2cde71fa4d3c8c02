/** A file as stored: opaque bytes under a name made by us (`<kind>/<uuid>`), sealed before they come here. */
export abstract class Files {
  /** Stores the bytes durably (on disk and its folder synced) before resolving; an existing name is replaced atomically. @throws StorageFull */
  abstract put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is no such file. */
  abstract get(name: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is no error. */
  abstract remove(name: string): Promise<void>;
  /**
   * Removes the file where it was stored before this time (ISO), and not where it was stored again meanwhile; answers whether it did.
   * Nothing is put under the name between the look and the removal.
   */
  abstract removeOlder(name: string, than: string): Promise<boolean>;
  /** Names with a prefix, with the time they were stored (ISO): for sweeping files that no event names. */
  abstract list(prefix: string): AsyncIterable<{ name: string; stored_at: string; bytes: number }>;
  abstract close(): Promise<void>;
}
