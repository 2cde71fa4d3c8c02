import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { EventMeta } from '#contracts/envelope';
import type { EventLog } from '#infra/event-store/event-log';
import { BEGINNING, type Position, type StoredEvent } from '#infra/event-store/event-store';
import { KeysUnavailable } from '#infra/keys/keys';
import { type ReadStore, WriteConflict } from '#infra/read-store/read-store';
import { faultOf } from '#infra/telemetry/fault';
import { Batch, type Readable } from './batch.ts';
import { checkpointOf, collectionOf } from './builds.ts';
import { erasedBy, isErasure, typesFollowed, withErasure } from './erasing.ts';
import { type Lease, LeaseLost } from './lease.ts';
import { ParkedKeys } from './parked.ts';
import type { AnyProjection } from './projection.ts';

const BATCH_EVENTS = 500;
const BATCH_BYTES = 8 * 1024 * 1024;
const OPENED_AT_ONCE = 64;
const REFOLDS = 5;
const LONGEST_WAIT = 10_000;

export interface FollowerOptions {
  log: EventLog;
  store: ReadStore;
  lease: Lease;
  projection: AnyProjection;
  build: number;
  /** Milliseconds before the n-th try again (from 1 on) where keys or a store are unavailable. Default: 100 ms doubling up to 10 s. */
  backoff?: (attempt: number) => number;
  /** Most events of a batch. Default 500. */
  batch?: number;
  /** Told at each arrival at the end of the log. */
  onArrival: (follower: Follower) => Promise<void>;
}

/**
 * Folds the log into one build of one projection, batch by batch, documents and checkpoint in one write. What cannot be folded is parked
 * with the later events of its key; everything else goes on. Where keys or stores are unavailable it waits and tries again.
 */
export class Follower {
  readonly parked: ParkedKeys;
  readonly collection: string;
  /** Everything up to here is folded or parked. */
  position: Position = BEGINNING;
  /** Why nothing moves just now; without personal data. */
  waiting?: string;
  /** Batches and retries, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: FollowerOptions) {
    const { projection, build, store } = options;
    this.collection = collectionOf(projection, build);
    this.parked = new ParkedKeys(store, projection.name, this.collection);
  }

  get build(): number {
    return this.options.build;
  }

  /** Follows the log until the signal. @throws LeaseLost */
  async run(signal: AbortSignal): Promise<void> {
    let isReady = false;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        if (!isReady) await this.prepare();
        isReady = true;
        await this.follow(signal, () => {
          attempt = 0;
          this.waiting = undefined;
        });
        if (!signal.aborted) this.waiting = 'the log was closed';
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        this.waiting = error instanceof KeysUnavailable ? 'the keys are unavailable' : faultOf(error);
      }
      const wait = this.options.backoff?.(attempt) ?? Math.min(LONGEST_WAIT, 100 * 2 ** Math.min(attempt - 1, 10));
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await this.turn.catch(() => undefined);
  }

  /**
   * Folds the events of a parked key again, in order. Answers whether the key is free now; otherwise it stays parked with its latest fault.
   * @throws KeysUnavailable, LeaseLost
   */
  retry(key: string): Promise<boolean> {
    return this.inTurn(async () => {
      const entry = this.parked.get(key);
      if (entry === undefined) return true;
      const stored: StoredEvent[] = [];
      for (const { stream, revision } of entry.events) {
        const options = { ...(revision === 0 ? {} : { after: revision - 1 }), limit: 1 };
        for await (const event of this.options.log.store.readStream(stream, options)) stored.push(event);
      }
      await this.fold(await this.open(stored), this.position, () => {
        const draft = this.parked.draft();
        draft.release(entry);
        return draft;
      });
      return entry.holds.every((hold) => this.parked.holder(hold) === undefined);
    });
  }

  private async prepare(): Promise<void> {
    const { projection, build, store, log, lease } = this.options;
    await store.define(this.collection, projection.indexes);
    await this.parked.load();
    const name = checkpointOf(projection, build);
    const checkpoint = await store.checkpoint(name);
    this.position = checkpoint?.position ?? BEGINNING;
    // Written at once: from here on the writes of an earlier owner fail.
    await this.guarded(() => store.write([], { name, log_id: log.store.log_id, position: this.position, epoch: lease.epoch }));
  }

  private async follow(signal: AbortSignal, onProgress: () => void): Promise<void> {
    const types = typesFollowed(this.options.projection);
    const after = this.position === BEGINNING ? {} : { after: this.position };
    let batch: StoredEvent[] = [];
    let bytes = 0;
    const flush = async (position: Position): Promise<void> => {
      if (batch.length > 0 || position > this.position) {
        const events = batch;
        await this.inTurn(async () => this.fold(await this.open(events), position, () => this.parked.draft()));
      }
      batch = [];
      bytes = 0;
      onProgress();
    };
    for await (const message of this.options.log.store.subscribe({ ...after, ...(types ? { types } : {}), signal })) {
      if (signal.aborted) return;
      if (message.kind === 'event' && isErasure(message.event.type)) {
        if (batch.length > 0) await flush(batch.at(-1)!.position);
        await this.inTurn(() => this.erase(message.event));
        continue;
      }
      if (message.kind === 'event') {
        batch.push(message.event);
        bytes += message.event.data.byteLength;
        if (batch.length >= (this.options.batch ?? BATCH_EVENTS) || bytes >= BATCH_BYTES) await flush(message.event.position);
        continue;
      }
      await flush(message.position);
      if (message.kind === 'caught-up') await this.options.onArrival(this);
    }
  }

  /** An erasure is a batch of its own: what it takes along is looked for among the documents as they are stored. */
  private async erase(stored: StoredEvent): Promise<void> {
    const { position } = stored;
    const [readable] = await this.open([stored]);
    if (readable === undefined) return;
    const erased = readable.kind === 'unreadable' ? undefined : erasedBy(this.options.projection, readable);
    await this.fold([readable], position, () => this.parked.draft(), erased && { erased, position });
  }

  /** @throws KeysUnavailable: then nothing of the batch is folded yet */
  private async open(stored: readonly StoredEvent[]): Promise<Readable[]> {
    const readable: Readable[] = [];
    for (const [n, event] of stored.entries()) {
      if (n % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await nextTurn(); // a long history leaves room for everything else in the process
      const { type, stream, revision, position, id: event_id, metadata } = event;
      const meta: EventMeta = { ...metadata, event_id, stream, revision, position };
      if ('of' in this.options.projection && !isErasure(type)) {
        const fault = 'the content hash does not match';
        readable.push(event.intact ? { kind: 'envelope', type, meta } : { kind: 'unreadable', type, meta, fault });
        continue;
      }
      try {
        const opened = await this.options.log.open(event);
        readable.push(opened.kind === 'forged' ? { kind: 'unreadable', type, meta, fault: opened.reason } : opened);
      } catch (error) {
        if (error instanceof KeysUnavailable) throw error;
        readable.push({ kind: 'unreadable', type, meta, fault: faultOf(error) });
      }
    }
    return readable;
  }

  /** Folds and writes; where a document was written by somebody else in between, reads again and folds again. */
  private async fold(
    events: readonly Readable[],
    position: Position,
    draft: () => ReturnType<ParkedKeys['draft']>,
    erasure?: Parameters<typeof withErasure>[4],
  ): Promise<void> {
    const { projection, build, store, log, lease } = this.options;
    for (let attempt = 1; ; attempt++) {
      const batch = new Batch(projection, this.collection, lease, draft());
      const folded = await batch.fold(events, store);
      const documents = erasure ? await withErasure(projection, store, this.collection, folded, erasure) : folded;
      const writes = [...documents, ...(await this.parked.writes(batch.parking))];
      const checkpoint = { name: checkpointOf(projection, build), log_id: log.store.log_id, position, epoch: lease.epoch };
      try {
        await this.guarded(() => store.write(writes, checkpoint));
        this.parked.commit(batch.parking);
        this.position = position;
        return;
      } catch (error) {
        if (!(error instanceof WriteConflict) || attempt === REFOLDS) throw error;
      }
    }
  }

  /** Tells a write that came too late, after another runner took over, from one that met another writer. @throws LeaseLost */
  private async guarded(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (error instanceof WriteConflict) await this.options.lease.check();
      throw error;
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work, work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }
}
