/** Milliseconds after which a `put` that has not ended counts as broken off. */
export const MAX_UNFINISHED_MS = 60 * 60 * 1000;

/** Bytes as they are, or as they come: then they are read once, and no more of them is in memory than is written at a time. */
export type Source = Uint8Array | AsyncIterable<Uint8Array>;

/** The server that stores the files does not answer, or refuses the credentials. The message contains no addresses. */
export class FilesUnavailable extends Error {
  constructor(message: string) {
    super(`Files: ${message}`);
  }
}

/** A stored file is known to be incomplete. The message contains its name. */
export class FileDamaged extends Error {}

/**
 * A file as stored: opaque bytes under a name made by us (`<kind>/<uuid>`), sealed before they come here. Where the files are on a
 * server, every call may throw FilesUnavailable: a write may then have been applied, or be applied later, or not.
 */
export abstract class Files {
  /**
   * Stores the bytes durably before resolving; an existing name is replaced atomically, and only once all bytes are there. What a source
   * throws is thrown, and nothing is left of it. @throws StorageFull
   */
  abstract put(name: string, source: Source): Promise<void>;
  /** Undefined where there is no such file. @throws FileDamaged where the engine notices it */
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
  /** Removes the bytes that were left by calls broken off more than an hour ago. Files are not affected. */
  abstract sweepUnfinished(): Promise<void>;
  abstract close(): Promise<void>;
}
