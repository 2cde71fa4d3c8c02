import { setImmediate as nextTurn } from 'node:timers/promises';
import { forOwnerAlone } from '#infra/data-folder/for-owner-alone';
import { makeFolder } from '#infra/data-folder/make-folder';
import { syncFile } from '#infra/data-folder/sync-file';
import {
  EventStore,
  type AppendResult,
  type Expected,
  type Maintenance,
  type NewEvent,
  type Position,
  type ReadOptions,
  type StorageFailed,
  type StoredEvent,
  type Subscription,
  type SubscriptionMessage,
} from '../event-store.ts';
import { checkAppend, checkLimit, checkStreamName, InvalidInput } from '../valid-input.ts';
import { Commits } from '../commits.ts';
import type { ContentHashes } from '../content-hash.ts';
import { refuseForeign } from '../foreign-log.ts';
import type { Faults } from './faults.ts';
import { maintain } from './maintenance.ts';
import { fromPosition, toPosition } from './position.ts';
import { Reader, type Selection } from './reader.ts';
import { logFile, prepareLog } from './schema.ts';
import { follow } from './subscription.ts';
import { WriterThread } from './writer-thread.ts';

export interface SqliteEventStoreOptions {
  /** Where `events.sqlite` lies; created where missing. One process at a time: see DataFolder. */
  folder: string;
  hashes: ContentHashes;
  /** The disk failed and what was in flight is unknown: the composition root says so and stops the process. Called once. */
  onFatal: (error: StorageFailed) => void;
  /** There must be a log already: one that got lost is named instead of being replaced by an empty one. */
  isExpected?: boolean;
  /** Failures on order, for tests. */
  faults?: Faults;
}

/** The embedded log: one SQLite file, one writer in a thread of its own that commits groups with full sync, reads in this thread. */
export class SqliteEventStore extends EventStore {
  readonly gapless = true;
  override readonly maintenance: Maintenance = {
    copyTo: async (folder) => {
      this.checkOpen();
      makeFolder(folder);
      const copy = logFile(folder);
      await maintain({ file: logFile(this.folder), into: copy });
      forOwnerAlone(copy);
      await syncFile(copy);
    },
    check: async () => {
      this.checkOpen();
      return maintain({ file: logFile(this.folder) });
    },
  };
  private closing?: Promise<void>;

  private known: { count: number; head: Position } | undefined;

  private constructor(
    readonly log_id: string,
    private readonly reader: Reader,
    private readonly writer: WriterThread,
    private readonly commits: Commits,
    private readonly folder: string,
  ) {
    super();
  }

  /** @throws NewerSchema, ForeignLog, StorageFailed */
  static async open({ folder, hashes, onFatal, faults, isExpected }: SqliteEventStoreOptions): Promise<SqliteEventStore> {
    const log_id = prepareLog(folder, isExpected);
    const file = logFile(folder);
    const commits = new Commits();
    const listeners = { onCommit: () => commits.announce(), onFailed: onFatal };
    const writer = await WriterThread.start({ file, faults: faults?.memory }, hashes, listeners);
    const store = new SqliteEventStore(log_id, new Reader(file, hashes), writer, commits, folder);
    try {
      await refuseForeign(store);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** @throws InvalidInput, WrongExpectedRevision, StorageFull, StorageFailed */
  async append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<AppendResult> {
    checkAppend(stream, events, expected);
    return this.writer.append(stream, events, expected);
  }

  readStream(stream: string, options: ReadOptions = {}): AsyncIterable<StoredEvent> {
    checkStreamName(stream);
    return this.read({ stream }, options, options.after === undefined ? undefined : revisionOf(options.after));
  }

  readAll(options: ReadOptions = {}): AsyncIterable<StoredEvent> {
    return this.read({}, options, options.after === undefined ? undefined : numberOf(options.after));
  }

  subscribe({ stream, after, stream_prefixes, types, signal }: Subscription): AsyncIterable<SubscriptionMessage> {
    if (stream !== undefined) checkStreamName(stream);
    this.checkOpen();
    const { reader, commits } = this;
    const pages = reader.pages({ stream, stream_prefixes, types }, 'forwards');
    // 'end' is where the log ends now, not when the first message is asked for.
    const from = (): number => {
      if (after === 'end') return stream === undefined ? reader.head() : reader.lastRevision(stream);
      if (after === undefined) return stream === undefined ? 0 : -1;
      return stream === undefined ? numberOf(after) : revisionOf(after);
    };
    return follow({ reader, commits, pages, stream, after: from(), signal });
  }

  async lastRevision(stream: string): Promise<number> {
    checkStreamName(stream);
    this.checkOpen();
    return this.reader.lastRevision(stream);
  }

  /** Read once for each growth of the log: each request asks for it. An append is announced before it is answered. */
  async head(): Promise<Position> {
    this.checkOpen();
    const { count } = this.commits;
    if (this.known?.count !== count) this.known = { count, head: toPosition(this.reader.head()) };
    return this.known.head;
  }

  health(): ReturnType<EventStore['health']> {
    const { state } = this.writer;
    return state === 'open' ? { writable: true } : { writable: false, reason: state };
  }

  close(): Promise<void> {
    this.closing ??= this.release();
    return this.closing;
  }

  private read(selection: Selection, options: ReadOptions, after: number | undefined): AsyncIterable<StoredEvent> {
    checkLimit(options);
    this.checkOpen();
    return this.page(selection, options, after);
  }

  /** Ends at what is there when the reading begins, however fast the log grows. */
  private async *page({ stream }: Selection, options: ReadOptions, after: number | undefined): AsyncGenerator<StoredEvent, void> {
    const { direction = 'forwards', limit = Infinity } = options;
    this.checkOpen();
    const pages = this.reader.pages({ stream }, direction);
    const end = stream === undefined ? this.reader.head() : this.reader.lastRevision(stream);
    const bound = direction === 'forwards' ? end : 0;
    let seen = after ?? (direction === 'forwards' ? -1 : end + 1);
    let left = limit;
    while (left > 0 && (direction === 'forwards' ? seen < bound : seen > bound)) {
      this.checkOpen();
      const page = pages.read(seen, bound, left);
      yield* page.events;
      left -= page.events.length;
      seen = page.seen;
      if (seen !== bound && left > 0) await nextTurn();
    }
  }

  /** The reader goes first: the connection that is closed last puts the log in order. */
  private async release(): Promise<void> {
    this.commits.close();
    this.reader.close();
    await this.writer.close();
  }

  private checkOpen(): void {
    if (this.commits.closed) throw new Error('The event store is closed');
  }
}

/** @throws InvalidInput */
const revisionOf = (after: number | Position): number => {
  if (typeof after !== 'number') throw new InvalidInput('a stream is read after a revision, which is a number');
  if (!Number.isSafeInteger(after)) throw new InvalidInput('a revision is a whole number');
  return after;
};

/** @throws InvalidInput */
const numberOf = (after: number | Position): number => {
  if (typeof after !== 'string') throw new InvalidInput('the log is read after a position, which is a text');
  return fromPosition(after);
};
