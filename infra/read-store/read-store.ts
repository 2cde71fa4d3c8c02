import type { Position } from '#infra/event-store/event-store';

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
export type JsonObject = { [field: string]: Json };

/** A document of a projection. A removed one keeps id and position with `data` null, so that a late event cannot revive it. */
export interface StoredDocument<D = JsonObject> {
  id: string;
  /** Position of the last event folded into it. */
  position: Position;
  data: D | null;
  /** As it was written, if the engine stores it. */
  partition?: string;
}

/** One write, guarded by the position that was read: `expected` null inserts and fails where the id exists already. */
export interface DocumentWrite {
  collection: string;
  id: string;
  expected: Position | null;
  position: Position;
  data: JsonObject | null;
  /**
   * The value by which documents are distributed, constant for the document's life, 1 to 500 characters. Default: the id. The embedded engine does
   * not store it.
   */
  partition?: string;
}

/** What a condition can compare with; never undefined, which would silently ask for everything: engines refuse it. */
export type Scalar = null | boolean | number | string;

/**
 * Conditions on top-level fields; fields within nested objects by a dotted path. All must hold. `prefix` compares as stored (fold case before storing).
 * `eq: null` means missing or null, and `ne` holds where the field is missing (but for `ne: null`). Nothing is converted: true is not 1, '1' is not 1;
 * a range or prefix holds only for values of its own type. A field that holds a list or an object equals no scalar. Texts are ordered by code point.
 */
export type Condition =
  | { eq: Scalar }
  | { ne: Scalar }
  | { in: readonly Scalar[] }
  | { prefix: string }
  | { gt?: number | string; gte?: number | string; lt?: number | string; lte?: number | string };
export type Filter = { [field: string]: Condition };

/** Which documents of a collection, in which order, and which page of them. */
export interface Query {
  filter?: Filter;
  /**
   * Groups of alternatives: of each group at least one must hold, besides `filter`; none of an empty group does. Declare an index for each
   * alternative, the fields of `filter` before its own: each is looked up by itself.
   */
  any_of?: readonly (readonly Filter[])[];
  /**
   * Only documents whose id comes after this one. Read on from the last id of a page sorted by id, nothing that is there all the while is
   * skipped or met twice, whatever comes and goes in between; an index on the filter's fields alone serves both.
   */
  beyond?: string;
  /**
   * Ties are broken by id in the direction of the last field, so that paging is stable. Missing and null sort first ascending.
   * Each field should hold one type of scalars: the order among different types is the engine's own. Default: by id.
   */
  sort?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  skip?: number;
  /** Left out: all. */
  take?: number;
  /** False where only the page is wanted: counting goes through all that matches. `overall_count` is then what the page shows at least. */
  counted?: boolean;
}

/** A page of what a query finds. */
export interface Page<D> {
  items: (StoredDocument<D> & { data: D })[];
  /** How many match in all, regardless of skip and take. */
  overall_count: number;
}

/** Progress of one reader of the log, bound to its log id. `epoch` grows with each change of owner; a write under an older epoch fails. */
export interface Checkpoint {
  log_id: string;
  position: Position;
  epoch: number;
}

/** The engine is unavailable or refuses the credentials. A write may have been applied or not; its guards detect that when it is repeated. */
export class ReadStoreUnavailable extends Error {}

/** Documents that exceed the engine's size limit; other documents of the write may have been written or not. */
export class DocumentTooLarge extends Error {
  constructor(
    collection: string,
    readonly ids: readonly string[],
  ) {
    super(`A document of ${collection} is larger than can be stored`);
  }
}

/** A guarded write did not find what it had read: somebody else wrote in between. Nothing of the batch was kept by engines with transactions. */
export class WriteConflict extends Error {}

/**
 * Documents of the read side. Collections are named by the caller (`<projection>@<version>`).
 * All adapters pass tests/conformance/read-store.conformance.ts; the embedded engine is SQLite.
 * Every call may throw ReadStoreUnavailable if the engine is a server.
 */
export abstract class ReadStore {
  /** Creates the collection and its declared indexes where they are missing; each index is a list of fields. Filters and sorts on other fields work but scan. */
  abstract define(collection: string, indexes: readonly (readonly string[])[]): Promise<void>;
  abstract get<D = JsonObject>(collection: string, id: string): Promise<StoredDocument<D> | undefined>;
  /** In the order of the ids asked for, those that are missing left out. */
  abstract getMany<D = JsonObject>(collection: string, ids: readonly string[]): Promise<StoredDocument<D>[]>;
  /** Removed documents are never found. */
  abstract find<D = JsonObject>(collection: string, query: Query): Promise<Page<D>>;
  /** A text that is another one as soon as any document that matches came, changed or went. */
  abstract stamp(collection: string, filter: Filter): Promise<string>;
  /** Number of documents that the event at this position removed. */
  abstract countRemoved(collection: string, position: Position): Promise<number>;
  /** Every document in order of id, removed ones included: for comparing a projection with its rebuild. */
  abstract scan<D = JsonObject>(collection: string): AsyncIterable<StoredDocument<D>>;
  /**
   * Writes documents, and the checkpoint if given, in one transaction if the engine has transactions. Otherwise collections are written in the given
   * order, none after one that failed, and the checkpoint last; a conflict does not affect the other documents of its collection.
   * @throws WriteConflict where a guard or the checkpoint's epoch does not hold, DocumentTooLarge
   */
  abstract write(writes: readonly DocumentWrite[], checkpoint?: { name: string } & Checkpoint): Promise<void>;
  abstract checkpoint(name: string): Promise<Checkpoint | undefined>;
  /** Every checkpoint of that log, in order of name. */
  abstract checkpoints(log_id: string): Promise<({ name: string } & Checkpoint)[]>;
  /**
   * Resolves when one of these checkpoints is written through this store next, and at the latest after so many milliseconds: whoever waits
   * for another process's writes looks again.
   */
  abstract nextCheckpoint(names: readonly string[], milliseconds: number): Promise<void>;
  /** The furthest position of any checkpoint of that log; BEGINNING where there is none. Beyond the log's end: the log is older than what lies here. */
  abstract furthest(log_id: string): Promise<Position>;
  /** Small settings kept beside the documents (which version serves, leases): set only where the present value is `expected` (undefined: absent). */
  abstract swap(key: string, expected: JsonObject | undefined, next: JsonObject): Promise<boolean>;
  abstract setting(key: string): Promise<JsonObject | undefined>;
  abstract collections(): Promise<string[]>;
  /** Drops a collection: the embedded engine also overwrites its bytes (secure delete); for servers see `scrub`. */
  abstract drop(collection: string): Promise<void>;
  /**
   * For erasures. Embedded: resolves once no file of the store holds a byte of what was removed or replaced in collections that had removals;
   * may take as long as writing those collections, during which it answers nothing else. MongoDB: does nothing; docs/mongodb.md says how long its
   * files, oplog and backups keep removed documents.
   */
  abstract scrub(): Promise<void>;
  abstract close(): Promise<void>;
}
