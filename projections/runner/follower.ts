import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '#infra/event-store/event-log';
import { BEGINNING, type Position, type StoredEvent } from '#infra/event-store/event-store';
import { type DeadLetterDraft, DeadLetters } from '#infra/following/dead-letters';
import { NewerRelease } from '#infra/following/newer-release';
import { OpenedEvents, type Readable } from '#infra/following/opened-events';
import type { SharedSubscriptions } from '#infra/following/shared-subscription';
import { KeysUnavailable } from '#infra/keys/keys';
import { type ReadStore, WriteConflict } from '#infra/read-store/read-store';
import type { Alarms } from '#infra/telemetry/alarms';
import { faultOf } from '#infra/telemetry/fault';
import { Batch } from './batch.ts';
import { checkpointOf, collectionOf } from './builds.ts';
import { erasedBy, isErasure, typesFollowed, withErasure } from './erasing.ts';
import { type Lease, LeaseLost } from './lease.ts';
import type { AnyProjection } from './projection.ts';

const REFOLDS = 5;
const LONGEST_WAIT = 10_000;
/** In batches of more events documents that begin are not looked for: while there is much to fold they are new, but for those of a crash. */
const FEW = 64;

export interface FollowerOptions {
  log: EventLog;
  store: ReadStore;
  lease: Lease;
  projection: AnyProjection;
  build: number;
  subscriptions: SharedSubscriptions;
  alarms: Alarms;
  /** Milliseconds before the n-th try again (from 1 on) where keys or a store are unavailable. Default: 100 ms doubling up to 10 s. */
  backoff?: (attempt: number) => number;
  /** Told at each arrival at the end of the log. */
  onArrival: (follower: Follower) => Promise<void>;
}

/**
 * Folds batches of the log into one build of one projection, documents and checkpoint in one write. What cannot be folded is parked with
 * the later events of its key; everything else goes on. Where keys or stores are unavailable it waits and tries again.
 */
export class Follower {
  readonly parked: DeadLetters;
  readonly collection: string;
  /** Everything up to here is folded or parked. */
  position: Position = BEGINNING;
  /** Why nothing moves just now; without personal data. */
  waiting?: string;
  /** Batches and retries, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  /** Undefined: all. */
  private readonly types: ReadonlySet<string> | undefined;
  private attempt = 1;
  /** Until it was wrong once. */
  private presumesNew = true;

  constructor(private readonly options: FollowerOptions) {
    const { projection, build, store } = options;
    this.collection = collectionOf(projection, build);
    this.parked = new DeadLetters(store, checkpointOf(projection, build), options.alarms);
    const types = typesFollowed(projection);
    this.types = types && new Set(types);
  }

  get build(): number {
    return this.options.build;
  }

  /** Follows the log until the signal. @throws LeaseLost, NewerRelease */
  async run(signal: AbortSignal): Promise<void> {
    let isReady = false;
    for (this.attempt = 1; !signal.aborted; this.attempt++) {
      try {
        if (!isReady) await this.prepare();
        isReady = true;
        await this.options.subscriptions.follow(this, signal);
        if (!signal.aborted) this.waiting = 'the log was closed';
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        if (error instanceof NewerRelease) {
          this.waiting = error.message;
          throw error;
        }
        this.waiting = error instanceof KeysUnavailable ? 'the keys are unavailable' : faultOf(error);
      }
      const wait = this.options.backoff?.(this.attempt) ?? Math.min(LONGEST_WAIT, 100 * 2 ** Math.min(this.attempt - 1, 10));
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await this.turn.catch(() => undefined);
  }

  /**
   * Folds the events of a dead letter again, in order. Answers whether nothing of it is held any more; otherwise it stays with its latest
   * fault.
   * @param isDropped leaves its first event out, the one that failed
   * @throws KeysUnavailable, LeaseLost, UnknownEvent
   */
  retry(key: string, isDropped = false): Promise<boolean> {
    return this.inTurn(async () => {
      const entry = this.parked.get(key);
      if (entry === undefined) return true;
      const stored: StoredEvent[] = [];
      for (const { stream, revision } of entry.events.slice(isDropped ? 1 : 0)) {
        const options = { ...(revision === 0 ? {} : { after: revision - 1 }), limit: 1 };
        for await (const event of this.options.log.store.readStream(stream, options)) stored.push(event);
      }
      const readable = await this.open(stored, new OpenedEvents(this.options.log));
      await this.fold(readable, this.position, () => {
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

  /**
   * Takes a batch that ends at the position, or nothing but the word that there is nothing up to there; what it has seen it leaves out.
   * An erasure is a batch of its own: what it takes along is looked for among the documents as they are stored.
   * @throws KeysUnavailable, LeaseLost and what the store throws: then nothing of the batch is folded
   */
  async take(events: readonly StoredEvent[], position: Position, opened: OpenedEvents): Promise<void> {
    await this.inTurn(async () => {
      if (position <= this.position) return;
      const isNew = events.length > 0 && events[0]!.position > this.position; // all of them, then
      const mine = events.filter((event) => (isNew || event.position > this.position) && (this.types?.has(event.type) ?? true));
      const readable = await this.open(mine, opened);
      const [first] = readable;
      const isErasing = first !== undefined && first.kind !== 'unreadable' && isErasure(mine[0]!.type);
      const erased = isErasing ? erasedBy(this.options.projection, first) : undefined;
      await this.fold(readable, position, () => this.parked.draft(), erased && { erased, position });
    });
    this.goesOn();
  }

  /** At the end of the log. */
  async arrive(): Promise<void> {
    this.goesOn();
    await this.options.onArrival(this);
  }

  private open(stored: readonly StoredEvent[], opened: OpenedEvents): Promise<Readable[]> {
    const { projection } = this.options;
    return 'of' in projection ? opened.of(stored, ({ type }) => !isErasure(type)) : opened.of(stored);
  }

  private goesOn(): void {
    this.attempt = 0;
    this.waiting = undefined;
  }

  /** Folds and writes; where a document was written by somebody else in between, reads again and folds again. */
  private async fold(
    events: readonly Readable[],
    position: Position,
    draft: () => DeadLetterDraft,
    erasure?: Parameters<typeof withErasure>[4],
  ): Promise<void> {
    const { projection, build, store, log, lease } = this.options;
    let isCareful = false;
    for (let attempt = 1; ; attempt++) {
      const presumesNew = this.presumesNew && events.length > FEW;
      const batch = new Batch(projection, this.collection, lease, draft(), { isCareful, presumesNew });
      const folded = await batch.fold(events, store);
      if (batch.isDoubtful) {
        this.presumesNew = false;
        continue;
      }
      const documents = erasure ? await withErasure(projection, store, this.collection, folded, erasure) : folded;
      const writes = [...documents, ...(await this.parked.writes(batch.parking))];
      const checkpoint = { name: checkpointOf(projection, build), log_id: log.store.log_id, position, epoch: lease.epoch };
      try {
        await this.guarded(() => store.write(writes, checkpoint));
        this.parked.commit(batch.parking);
        this.position = position;
        return;
      } catch (error) {
        if (error instanceof LeaseLost || attempt === REFOLDS || (isCareful && !(error instanceof WriteConflict))) throw error;
        if (presumesNew) this.presumesNew = false;
        else isCareful = true; // one document that cannot be stored must not stop the rest
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
