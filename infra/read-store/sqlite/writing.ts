import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { isDiskFull } from '../../data-folder/disk-full.ts';
import type { DocumentWrite } from '../read-store.ts';
import { type Change, Changes, columnsOf, type Mark } from './changes.ts';
import { collectionsIn, isLarge } from './collections.ts';
import { hasRemoved } from './rewrite.ts';
import { WriterThread } from './writer-thread.ts';

/** Writes of so many documents are made in another thread. */
const MANY = 200;
/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 10_000;

export interface WritingOptions {
  file: string;
  /** Told as a write passes a point; may throw or end the process. See SqliteReadStoreOptions. */
  faults?: (point: 'before-commit' | 'after-commit', checkpoint: string | undefined) => void;
  /** Writes of so many documents are made in another thread. Default 200. */
  threadFrom?: number;
}

/**
 * Changes to the documents, in the order in which they are asked for. Small ones are made at once and in this thread, which is the fastest
 * for whoever waits for them. What takes its time is made in a thread of its own; as long as that is there it makes everything, so that
 * no change waits for the file's lock and nothing that a large one leaves behind is put in order here. It ends when it was idle for a while.
 */
export class Writing {
  private readonly here: Changes;
  private thread?: WriterThread;
  private idle?: NodeJS.Timeout;
  /** What the thread was asked for. */
  private readonly asked = new Set<Promise<unknown>>();
  private isClosed = false;

  constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly options: WritingOptions,
  ) {
    this.here = new Changes(db, options.faults && ((checkpoint) => options.faults!('before-commit', checkpoint)));
  }

  async write(writes: readonly DocumentWrite[], mark: Mark | undefined): Promise<void> {
    if (writes.length >= (this.options.threadFrom ?? MANY)) await this.elsewhere((thread) => thread.write(writes, mark));
    else await this.make({ kind: 'write', columns: columnsOf(writes), ...(mark && { mark }) }, false);
    this.options.faults?.('after-commit', mark?.name);
  }

  async change(change: Exclude<Change, { kind: 'write' }>): Promise<boolean> {
    return this.make(change, this.thread === undefined && this.isLong(change));
  }

  /** What was asked for is done before. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    await Promise.allSettled(this.asked);
    await this.thread?.close();
    this.thread = undefined;
    // the driver lets go of the file only when its statements are collected, so the log would lie about until then
    try {
      this.here.make({ kind: 'empty' });
    } catch (error) {
      if (!isDiskFull(error)) throw error; // nothing is lost: it is put in order the next time
    } finally {
      this.here.letGo();
    }
  }

  private async make(change: Change, isLong: boolean): Promise<boolean> {
    if (isLong || this.thread !== undefined) return this.elsewhere((thread) => thread.make(change));
    this.checkOpen();
    return this.here.make(change);
  }

  private async elsewhere<T>(work: (thread: WriterThread) => Promise<T>): Promise<T> {
    this.checkOpen();
    clearTimeout(this.idle);
    const done = work(this.running());
    this.asked.add(done);
    try {
      return await done;
    } finally {
      this.asked.delete(done);
      if (this.asked.size === 0 && !this.isClosed) this.idle = setTimeout(() => this.rest(), IDLE).unref();
    }
  }

  private checkOpen(): void {
    if (this.isClosed) throw new Error('the read store is closed');
  }

  private running(): WriterThread {
    const { file, faults } = this.options;
    if (this.thread === undefined || this.thread.hasFailed) {
      this.thread = new WriterThread(file, faults && ((checkpoint) => faults('before-commit', checkpoint)));
    }
    return this.thread;
  }

  private rest(): void {
    const { thread } = this;
    this.thread = undefined;
    void thread?.close();
  }

  private isLong(change: Change): boolean {
    switch (change.kind) {
      case 'define':
      case 'drop':
        return isLarge(this.db, change.collection);
      case 'scrub':
        return collectionsIn(this.db).some((collection) => isLarge(this.db, collection) && hasRemoved(this.db, collection));
      default:
        return false;
    }
  }
}
